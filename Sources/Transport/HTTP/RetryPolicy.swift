/// What is asked again, when, and how often.
package struct RetryPolicy: Sendable {
  /// The first one counts.
  package var attempts = 4
  /// In seconds, before the second attempt at most; doubles with each.
  package var firstDelay = 0.5
  package var longestDelay = 20.0
  /// The longest `Retry-After` that is waited for, in seconds: a host that asks for more is given up for this run.
  package var longestPause = 60.0
  /// Seconds without any answer after which a layer is given up; at least twice the time-out of one request.
  package var layerDeadline = 120.0

  package init() {}

  /// Whether a status may be another one later.
  static func isTemporary(_ status: Int) -> Bool {
    status == 408 || status == 425 || status == 429 || (500...599).contains(status)
  }

  /// Whether an answer is a report of a service of OGC, which has understood the question and says what is wrong: it will say so
  /// again. What is in front of a service (502 to 504) knows nothing of that.
  static func isReport(_ answer: WireAnswer) -> Bool {
    guard answer.status == 500 || answer.status == 501 else { return false }
    let start = answer.body.prefix(4096)
    return start.contains(UInt8(ascii: "<")) && start.firstRange(of: Array("ExceptionReport".utf8)) != nil
  }

  /// How often a request may be sent that failed like this.
  func attempts(after failure: WireFailure) -> Int {
    switch failure {
    case .connectionLost: attempts
    case .timedOut: min(3, attempts)  // each costs the whole time-out
    case .nameNotFound: min(2, attempts)  // a resolver may stumble once
    case .protocolBroken, .insecure, .tooLarge, .undecodable, .noEngine, .cancelled: 1
    }
  }

  /// Exponential, with full jitter: requests that failed together do not come back together.
  /// - Parameter failed: Attempts so far, at least 1.
  func delay(after failed: Int, random: Double) -> Double {
    var bound = firstDelay
    for _ in 1..<max(failed, 1) { bound = min(bound * 2, longestDelay) }
    return min(bound, longestDelay) * random
  }
}
