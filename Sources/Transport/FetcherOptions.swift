import DocumentModel

/// Whether the network, or the cache, is asked.
package enum FetchMode: Sendable, Hashable {
  /// The cache while it is fresh, else the network.
  case normal
  /// The cache only, fresh or not.
  case offline
  /// What is in the cache is asked for again, once in the run; the server may confirm it.
  case refresh
}

/// What a ``Fetcher`` is made from.
package struct FetcherOptions: Sendable {
  package var settings: ProjectSettings
  /// The value of `--cache`; see ``CacheFolder`` for what comes after it.
  package var cacheFolder: String?
  package var mode: FetchMode
  /// Of mapdoc, for the User-Agent.
  package var version: String
  /// Where people read about mapdoc, for the User-Agent.
  package var homepage: String
  package var retries = RetryPolicy()
  /// Of one decoded body, in bytes.
  package var bodyLimit = 64 << 20
  package var lifetimes = Freshness.Defaults()
  /// Bytes of answers that may not be stored and are kept for the run.
  package var memoryLimit = 32 << 20
  package var time = Timekeeper.system
  var lowSpeed = CurlEngine.LowSpeed()

  package init(
    settings: ProjectSettings, cacheFolder: String? = nil, mode: FetchMode = .normal, version: String,
    homepage: String
  ) {
    self.settings = settings
    self.cacheFolder = cacheFolder
    self.mode = mode
    self.version = version
    self.homepage = homepage
  }

  /// `mapdoc/VERSION (+URL; contact)`, unless the project has its own; no control character gets through.
  package var userAgent: String {
    let contact = settings.contact.map { "; \($0)" } ?? ""
    let text = settings.userAgent ?? "mapdoc/\(version) (+\(homepage)\(contact))"
    return String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
  }
}
