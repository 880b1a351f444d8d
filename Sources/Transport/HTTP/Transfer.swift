/// An exchange on its way.
///
/// `@unchecked Sendable`: the asker makes it and hands it to the engine's mailbox; from then on only the engine's thread
/// touches it, until it calls `completion`, which it does exactly once and last.
final class Transfer: @unchecked Sendable {
  let id: UInt64
  let request: WireRequest
  let completion: @Sendable (Result<WireAnswer, WireFailure>) -> Void
  /// Of curl; the engine's.
  var easy: UnsafeMutableRawPointer?
  /// A `curl_slist`; the engine's.
  var headerList: UnsafeMutableRawPointer?
  /// What curl says of a failure beyond its code; curl writes into it while `easy` is set up for this transfer.
  let errorText: UnsafeMutablePointer<CChar>
  /// `CURL_ERROR_SIZE`.
  private static let errorSize = 256
  private(set) var headers = AnswerHeaders()
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  /// When the present second of the low-speed bound began, and what had come by then; `nil` before the body begins.
  var speedMark: (instant: Double, bytes: Int)?

  init(
    id: UInt64, request: WireRequest, completion: @escaping @Sendable (Result<WireAnswer, WireFailure>) -> Void
  ) {
    self.id = id
    self.request = request
    self.completion = completion
    errorText = .allocate(capacity: Self.errorSize)
    errorText.initialize(repeating: 0, count: Self.errorSize)
  }

  deinit { errorText.deallocate() }

  /// More than that is not taken in advance on a server's word.
  private static let largestReserve = 1 << 20

  /// - Returns: Whether to go on.
  func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.count >= 5, line.prefix(5).elementsEqual("HTTP/".utf8) {
      headers = AnswerHeaders()  // after a 1xx the real answer's headers follow
      return true
    }
    headers.take(line)
    if let length = headers.contentLength, length > request.bodyLimit { isTooLarge = true }
    return !isTooLarge
  }

  /// - Returns: Whether to go on.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= request.bodyLimit else {
      isTooLarge = true
      return false
    }
    if body.isEmpty {
      body.reserveCapacity(min(max(headers.contentLength ?? 0, bytes.count), Self.largestReserve))
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// The body and the headers, moved out.
  func takeAnswer(status: Int, bytesReceived: Int, isHTTP2: Bool) -> WireAnswer {
    defer { body = [] }
    return WireAnswer(
      status: status, headers: headers, body: body, bytesReceived: bytesReceived, isHTTP2: isHTTP2)
  }
}
