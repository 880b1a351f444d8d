import DocumentModel

/// A GET that the network is asked for; two equal requests are made once.
package struct Request: Sendable, Hashable {
  /// Absolute, `http` or `https`, already escaped; with `{key}` where the key of ``credential`` goes.
  package let address: String
  package let headers: [Layer.Header]
  /// For one attempt.
  package let timeout: Duration
  /// Statuses that are an answer to keep ("no such tile"), not a failure.
  package let absentStatuses: Set<Int>
  /// Which layer of which document asks, for `cache info` and `cache clear --layer`; not part of what is asked.
  package let layer: String
  /// The provider's own bound on connections, when tighter than the project's: 2 for OpenStreetMap.
  package let connectionLimit: Int?
  /// Sent with it as far as the host is one of the credential's; the answer is kept apart from that of others in any case.
  package let credential: Credential?
  /// A value of the header `X-VE-Tile-Info`, by which Bing's tile servers say in an answer of status 200 that there is no
  /// such tile; it is then kept as one of status 204.
  package let absentTileInfo: String?
  /// The part that is wanted of a file; `nil` for all of it. An answer of status 200 brings the whole file nevertheless:
  /// its server knows no ranges.
  package let range: ByteRange?
  /// Of the file that ``range`` is a part of, as ``Response/version`` had it with an earlier part: parts of another
  /// version are refused, and kept apart.
  package let version: String?
  /// Whether what the cache holds of it is confirmed by the server in each run, however fresh it is.
  package let isAskedInEachRun: Bool
  /// Statuses of refusal whose content may say that there is no such tile: whoever validates the answer decides. What it
  /// lets through is kept as long as an absent tile.
  package let judgedStatuses: Set<Int>

  package init(
    address: String, headers: [Layer.Header] = [], timeout: Duration = .seconds(30),
    absentStatuses: Set<Int> = [204, 404, 410], layer: String = "", connectionLimit: Int? = nil,
    credential: Credential? = nil, absentTileInfo: String? = nil, range: ByteRange? = nil, version: String? = nil,
    isAskedInEachRun: Bool = false, judgedStatuses: Set<Int> = []
  ) {
    self.address = address
    self.headers = headers
    self.timeout = timeout
    self.absentStatuses = absentTileInfo == nil ? absentStatuses : absentStatuses.union([Self.noContent])
    self.layer = layer
    self.connectionLimit = connectionLimit
    self.credential = credential
    self.absentTileInfo = absentTileInfo
    self.range = range
    self.version = version
    self.isAskedInEachRun = isAskedInEachRun
    self.judgedStatuses = judgedStatuses
  }

  /// 200, and 203: the same content, changed by something on the way. The other 2xx promise it for later (202), have none
  /// (204, 205) or a part of it (206, an answer to who asks for a part): they say nothing of whether there is such a tile.
  package static let contentStatuses: Set<Int> = [200, 203]

  static let noContent = 204
  static let partialContent = 206

  /// Whether an answer of a status brings what was asked for.
  func isContent(_ status: Int) -> Bool {
    Self.contentStatuses.contains(status) || (range != nil && status == Self.partialContent)
  }

  /// Whether there may be no such tile, going by the content of a refusal.
  func isJudged(_ status: Int) -> Bool { judgedStatuses.contains(status) && !absentStatuses.contains(status) }

  /// Whether a status answers the question for good; every other one is a failure.
  func isAnswer(_ status: Int) -> Bool {
    isContent(status) || absentStatuses.contains(status) || judgedStatuses.contains(status)
  }

  package static func == (one: Request, other: Request) -> Bool {
    one.address == other.address && one.headers == other.headers && one.credential == other.credential
      && one.range == other.range && one.version == other.version
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(headers)
    hasher.combine(credential)
    hasher.combine(range)
    hasher.combine(version)
  }
}

/// What came back: one of ``Request/contentStatuses`` with its body, 206 with the part that was asked for, one of the
/// request's absent statuses, or one of its judged statuses with its body.
package struct Response: Sendable, Hashable {
  package let status: Int
  package let contentType: String?
  package let body: [UInt8]
  package let origin: Origin
  /// Digest of the body (SHA-256), as 64 lower-case hex digits: the validator that the stamp of a picture keeps;
  /// empty where the answer was not stored.
  package let digest: String
  /// What changes with the file: its `ETag`, else its `Last-Modified`; `nil` where the server says neither.
  package let version: String?

  package enum Origin: Sendable, Hashable {
    /// Asked for in this run; `requests` counts retries and redirects.
    case network(requests: Int)
    case cache
    /// From the cache although it is too old, because the server cannot answer; `reason` says why.
    case stale(reason: String)
    /// The server said that what the cache holds is still right (304).
    case revalidated
  }

  package init(
    status: Int, contentType: String?, body: [UInt8], origin: Origin, digest: String, version: String? = nil
  ) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.origin = origin
    self.digest = digest
    self.version = version
  }
}

extension Request {
  /// A text of the server with the secrets of the credential and the headers replaced by `***`.
  func hiding(in text: String) -> String { Secrets(ofAddress: address).hiding(in: Secrets(of: self).hiding(in: text)) }
}

/// Why an answer could not be had; the pipeline makes a finding of it at the layer's place.
package enum FetchError: Error, Sendable, Hashable {
  /// Will not be better tomorrow: another 4xx, or a 2xx that is no answer. `says` is what the server says of it.
  case refused(status: Int, address: String, says: String? = nil)
  /// May be better later; retries are used up. `says` is what the server says of it.
  case unavailable(status: Int, address: String, attempts: Int, says: String? = nil)
  case connectionFailed(address: String, reason: String, attempts: Int)
  case secureConnectionFailed(address: String, reason: String)
  case timedOut(address: String, seconds: Double, attempts: Int)
  case redirectRefused(address: String, to: String, reason: String)
  case answerTooLarge(address: String, limit: Int)
  /// The bytes are not what was asked for; `reason` is the validator's.
  case unusable(address: String, contentType: String?, reason: String)
  /// `--offline`, and the cache has no answer.
  case notInCache(address: String)
  /// A credential may not be sent there, so nothing was asked.
  case credentialWithheld(address: String, reason: String)
  /// A portal gives no token, or a server does not take it; `reason` continues a sentence about the address.
  case tokenRefused(address: String, reason: String)
  case badAddress(String, reason: String)
  case cancelled
}

extension FetchError {
  /// It says something of the server, not of one tile or of us.
  var isOfServer: Bool {
    switch self {
    case .unavailable, .connectionFailed, .secureConnectionFailed, .timedOut: true
    case .refused, .redirectRefused, .answerTooLarge, .unusable, .notInCache, .credentialWithheld, .tokenRefused,
      .badAddress, .cancelled:
      false
    }
  }
}
