import Synchronization

/// Lets requests to one host through: so many at a time, so many a second, first come first served, none in a pause.
final class HostGate: Sendable {
  enum Passage: Sendable, Hashable {
    /// Go on, and call ``leave()`` afterwards.
    case open
    /// The host asked to be left alone for longer than anybody waits, with this status.
    case closed(status: Int)
    case cancelled
  }

  private final class Waiter: Sendable {
    let ticket: UInt64
    let limit: Int
    private let continuation: Mutex<CheckedContinuation<Passage, Never>?>

    init(ticket: UInt64, limit: Int, continuation: CheckedContinuation<Passage, Never>) {
      self.ticket = ticket
      self.limit = limit
      self.continuation = Mutex(continuation)
    }

    var isGone: Bool { continuation.withLock { $0 == nil } }

    /// - Returns: Whether it was still waiting.
    @discardableResult
    func resume(_ passage: Passage) -> Bool {
      let continuation = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      continuation?.resume(returning: passage)
      return continuation != nil
    }
  }

  private struct State {
    var inside = 0
    var waiters = MinHeap<Waiter> { $0.ticket < $1.ticket }
    var tokens: Double
    var tokensAt: Double
    var pausedUntil = -Double.infinity
    var pauseStatus = 0
    /// When the next look is due by the clock; `nil`: none is.
    var alarm: Double?
    /// `nil` before the first answer.
    var isHTTP2: Bool?
  }

  /// On one connection of HTTP/2 so many more may be on their way than the host has connections.
  static let streamsPerConnection = 4

  private let connections: Int
  private let requestsPerSecond: Double?
  /// The longest pause that is waited for, in seconds.
  private let longestPause: Double
  private let time: Timekeeper
  private let state: Mutex<State>

  init(connections: Int, requestsPerSecond: Double?, longestPause: Double, time: Timekeeper) {
    self.connections = max(1, connections)
    self.requestsPerSecond = requestsPerSecond.map { max($0, 1e-6) }
    self.longestPause = longestPause
    self.time = time
    state = Mutex(State(tokens: 1, tokensAt: time.instant()))
  }

  /// Waits for a turn.
  /// - Parameters:
  ///   - ticket: Lower goes first: a retry keeps the ticket of its request.
  ///   - limit: A bound on requests on their way at once, when tighter than the host's.
  func enter(ticket: UInt64, limit: Int?) async -> Passage {
    let arrived = Mutex<Waiter?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(ticket: ticket, limit: max(1, limit ?? .max), continuation: continuation)
        arrived.withLock { $0 = waiter }
        if Task.isCancelled {
          waiter.resume(.cancelled)
        } else {
          state.withLock { $0.waiters.insert(waiter) }
          letThrough()
        }
      }
    } onCancel: {
      // One that comes before the waiter does is seen by the check above.
      if arrived.withLock({ $0 })?.resume(.cancelled) == true { letThrough() }
    }
  }

  /// - Parameter isUsed: Whether the host was asked; else the turn is given back.
  func leave(isUsed: Bool = true) {
    state.withLock { state in
      state.inside -= 1
      if !isUsed, requestsPerSecond != nil { state.tokens += 1 }
    }
    letThrough()
  }

  /// Nobody goes through for so many seconds.
  func pause(seconds: Double, status: Int) {
    state.withLock { state in
      let until = time.instant() + seconds
      guard until > state.pausedUntil else { return }
      state.pausedUntil = until
      state.pauseStatus = status
    }
    letThrough()
  }

  func learn(isHTTP2: Bool) {
    state.withLock { $0.isHTTP2 = isHTTP2 }
  }

  /// How many wait.
  var waiting: Int { state.withLock { $0.waiters.count { !$0.isGone } } }

  /// Whether the host has answered without HTTP/2.
  var isKnownHTTP1: Bool { state.withLock { $0.isHTTP2 == false } }

  private func letThrough() {
    let alarm: Double? = state.withLock { state in
      let now = time.instant()
      while let next = state.waiters.first {
        if next.isGone {
          state.waiters.removeFirst()
          continue
        }
        if state.pausedUntil - now > longestPause {
          state.waiters.removeFirst()
          next.resume(.closed(status: state.pauseStatus))
          continue
        }
        if state.pausedUntil > now { return setAlarm(&state, at: state.pausedUntil) }
        let room = state.isHTTP2 == true ? connections * Self.streamsPerConnection : connections
        guard state.inside < min(room, next.limit) else { return nil }
        if let due = nextToken(&state, now: now) { return setAlarm(&state, at: due) }
        state.waiters.removeFirst()
        guard next.resume(.open) else { continue }
        state.inside += 1
        if requestsPerSecond != nil { state.tokens -= 1 }
      }
      return nil
    }
    guard let alarm else { return }
    let wait = alarm - time.instant()
    Task {
      try? await time.sleep(wait)
      state.withLock { if $0.alarm == alarm { $0.alarm = nil } }
      letThrough()
    }
  }

  /// The token bucket holds a tenth of a second's worth, at least one. `nil` when there is a token, else when there is.
  private func nextToken(_ state: inout State, now: Double) -> Double? {
    guard let rate = requestsPerSecond else { return nil }
    state.tokens = min(state.tokens + (now - state.tokensAt) * rate, max(1, rate / 10))
    state.tokensAt = now
    return state.tokens >= 1 - 1e-6 ? nil : now + (1 - state.tokens) / rate + 1e-9
  }

  /// - Returns: The moment for which a clock has to be set, `nil` when an earlier or equal one is set already.
  private func setAlarm(_ state: inout State, at moment: Double) -> Double? {
    if let alarm = state.alarm, alarm <= moment { return nil }
    state.alarm = moment
    return moment
  }
}

/// A binary heap: the smallest element first.
struct MinHeap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  var first: Element? { elements.first }

  func count(where matches: (Element) -> Bool) -> Int { elements.count(where: matches) }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, precedes(elements[place], elements[(place - 1) / 2]) {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    elements[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
        if precedes(elements[child], elements[least]) { least = child }
      }
      guard least != place else { return }
      elements.swapAt(place, least)
      place = least
    }
  }
}
