import DocumentModel
import FoundationEssentials
import Transport

/// `cache`: what the tile cache holds, and how it is emptied.
package struct CacheVerb: Sendable {
  package enum Outcome: Sendable {
    case text(String)
    /// Why the cache could not be looked at or changed.
    case failed(String)
  }

  private let cache: TileCache?
  /// In bytes.
  private let limit: Int

  /// The cache of the project that the working folder belongs to.
  ///
  /// - Parameter folder: Of `--cache`.
  package init(folder: String?) {
    let settings = ProjectSettings.load(root: DocumentMerger.projectRoot(of: PathResolution.absolute("map.yaml"))).0
    limit = settings.cacheLimit
    cache = CacheFolder.path(option: folder, settings: settings).map {
      TileCache(folder: $0, limit: settings.cacheLimit)
    }
  }

  package func info() -> Outcome {
    withCache { cache in
      // To look for a cache makes none.
      let totals = cache.isOnDisk ? cache.totals() : CacheTotals()
      var lines = [
        "folder   \(cache.folder)",
        "file     \(cache.isOnDisk ? Self.size(totals.fileBytes) : "none yet"), at most \(Self.size(limit))",
        "answers  \(totals.count), \(Self.size(totals.bytes))",
      ]
      lines += Self.table("host", totals.hosts)
      lines += Self.table("layer", totals.layers)
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// All of it, or what one host sent, or what one layer asked for.
  package func clear(host: String?, layer: String?) -> Outcome {
    withCache { cache throws(CacheError) in
      guard cache.isOnDisk else { return "removed \(Self.answers(0))\n" }
      var count = 0
      if let host { count += try cache.clear(.host(host.lowercased())) }
      if let layer { count += try cache.clear(.layer(layer)) }
      if host == nil, layer == nil { count = try cache.clear(.all) }
      return "removed \(Self.answers(count))\n"
    }
  }

  /// What was last used longer ago than so many seconds, then the least recently used down to a bound in bytes.
  package func prune(bytes: Int?, olderThan age: Double?) -> Outcome {
    withCache { cache throws(CacheError) in
      guard cache.isOnDisk else { return "removed \(Self.answers(0))\n" }
      let moment = age.map { Int(Date.now.timeIntervalSince1970 - $0) }
      let count = try cache.prune(toBytes: bytes, unusedSince: moment)
      return "removed \(Self.answers(count))\n"
    }
  }

  private func withCache(_ body: (TileCache) throws(CacheError) -> String) -> Outcome {
    guard let cache else { return .failed("there is no cache folder: name one with `--cache DIR` or MAPDOC_CACHE") }
    do throws(CacheError) {
      let text = try body(cache)
      if let warning = cache.warnings.first { return .failed(warning.message) }
      return .text(text)
    } catch {
      return .failed("`\(error.path)`: \(error.reason)")
    }
  }

  private static func table(_ head: String, _ shares: [CacheTotals.Share]) -> [String] {
    guard !shares.isEmpty else { return [] }
    let width = max(head.count, shares.map(\.name.count).max() ?? 0)
    return ["", "\(head.padded(to: width))  answers        size"]
      + shares.map {
        "\($0.name.padded(to: width))  \(String($0.count).leftPadded(to: 7))  \(size($0.bytes).leftPadded(to: 10))"
      }
  }

  private static func answers(_ count: Int) -> String { "\(count) \(count == 1 ? "answer" : "answers")" }

  private static func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\((Double(bytes) / 1000).rounded(places: 1)) kB" : "\((Double(bytes) / 1e6).rounded(places: 1)) MB"
  }
}
