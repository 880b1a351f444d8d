/// One question as it goes over the wire: one connection, no redirect, no retry.
struct WireRequest: Sendable {
  var address: Address
  /// Lines `Name: value`, without line end.
  var headerLines: [String] = []
  /// The body of a POST, `application/x-www-form-urlencoded`; `nil` for a GET.
  var form: String?
  var userAgent: String
  /// For the whole, in seconds.
  var timeout: Double
  var connectTimeout: Double = 15
  /// Bytes of the decoded body above which the exchange is broken off.
  var bodyLimit: Int
  /// `nil`: what the environment says.
  var proxy: String?
  /// A PEM file of the authorities to trust in place of the system's.
  var certificateFile: String?
  /// The server is known to speak only HTTP/1.1: no waiting to find out.
  var isKnownHTTP1 = false
}

/// What came back, whatever its status.
struct WireAnswer: Sendable {
  var status: Int
  var headers: AnswerHeaders
  var body: [UInt8]
  /// As they came over the wire, before decompression.
  var bytesReceived: Int
  var isHTTP2: Bool
}

/// Why nothing came back.
enum WireFailure: Error, Sendable, Hashable {
  case nameNotFound
  /// No connection, or it was lost; worth another try.
  case connectionLost(reason: String)
  /// The other side does not speak HTTP, or speaks it wrongly; not worth one.
  case protocolBroken(reason: String)
  case insecure(reason: String)
  case timedOut
  case tooLarge
  /// The answer came, and its compression cannot be undone.
  case undecodable
  /// libcurl is not there, or refuses to work.
  case noEngine(reason: String)
  case cancelled
}
