import Synchronization

/// Lets requests to one host through: so many at a time, so many a second, first come first served, none in a pause.
final class HostGate: Sendable {
  enum Passage: Sendable, Hashable {
    /// Ask, and call ``leave()`` afterwards.
    case open
    /// The host asked to be left alone for longer than anybody waits, with this status.
    case closed(status: Int)
    case cancelled
  }

  /// A place in the queue. What it waits for is told once, to ``HostGate/enter(_:_:)``'s closure.
  final class Waiter: Sendable {
    let ticket: UInt64
    let limit: Int
    private let state = Mutex<(turn: Turn?, isCancelled: Bool)>((nil, false))

    /// - Parameters:
    ///   - ticket: Lower goes first: a retry keeps the ticket of its request.
    ///   - limit: A bound on requests on their way at once, when tighter than the host's.
    init(ticket: UInt64, limit: Int?) {
      self.ticket = ticket
      self.limit = max(1, limit ?? .max)
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    fileprivate var isGone: Bool { state.withLock { $0.turn == nil } }

    /// - Returns: False for one that was cancelled before.
    fileprivate func wait(for turn: @escaping Turn) -> Bool {
      state.withLock { state in
        if !state.isCancelled { state.turn = turn }
        return !state.isCancelled
      }
    }

    /// Its turn, for the one that is first to take it.
    fileprivate func take() -> Turn? {
      state.withLock { state in
        defer { state.turn = nil }
        return state.turn
      }
    }

    fileprivate func cancel() -> Turn? {
      state.withLock { state in
        defer { state = (nil, true) }
        return state.turn
      }
    }
  }

  /// Called once, by whichever thread gives the turn; says whether the host will be asked, else the turn is given back.
  typealias Turn = @Sendable (Passage) -> Bool

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

  /// Gives `waiter` its turn as soon as there is one: quick, since another request's thread may be the one that does it.
  func enter(_ waiter: Waiter, _ turn: @escaping Turn) {
    guard waiter.wait(for: turn) else {
      _ = turn(.cancelled)
      return
    }
    state.withLock { $0.waiters.insert(waiter) }
    letThrough()
  }

  /// Its turn becomes `cancelled`, also when it comes to the queue later.
  /// - Returns: False for one that had its turn already.
  func cancel(_ waiter: Waiter) -> Bool {
    guard let turn = waiter.cancel() else { return false }
    _ = turn(.cancelled)
    letThrough()
    return true
  }

  /// Ends a turn in which the host was asked.
  func leave() {
    state.withLock { $0.inside -= 1 }
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

  private enum Step {
    case nobody
    case wait(until: Double)
    case pass(Turn, Passage)
  }

  /// Turns are given outside of the lock, one by one: what they start may come back here.
  private func letThrough() {
    while true {
      switch state.withLock({ nextStep(&$0) }) {
      case .nobody: return
      case .wait(let alarm):
        let wait = alarm - time.instant()
        Task {
          try? await time.sleep(wait)
          state.withLock { if $0.alarm == alarm { $0.alarm = nil } }
          letThrough()
        }
        return
      case .pass(let turn, let passage):
        if turn(passage) || passage != .open { continue }
        state.withLock { state in
          state.inside -= 1
          if requestsPerSecond != nil { state.tokens += 1 }
        }
      }
    }
  }

  private func nextStep(_ state: inout State) -> Step {
    let now = time.instant()
    while let next = state.waiters.first {
      if next.isGone {
        state.waiters.removeFirst()
        continue
      }
      let isShut = state.pausedUntil - now > longestPause
      if !isShut {
        if state.pausedUntil > now { return setAlarm(&state, at: state.pausedUntil) }
        let room = state.isHTTP2 == true ? connections * Self.streamsPerConnection : connections
        guard state.inside < min(room, next.limit) else { return .nobody }
        if let due = nextToken(&state, now: now) { return setAlarm(&state, at: due) }
      }
      state.waiters.removeFirst()
      guard let turn = next.take() else { continue }
      if isShut { return .pass(turn, .closed(status: state.pauseStatus)) }
      state.inside += 1
      if requestsPerSecond != nil { state.tokens -= 1 }
      return .pass(turn, .open)
    }
    return .nobody
  }

  /// The token bucket holds a tenth of a second's worth, at least one. `nil` when there is a token, else when there is.
  private func nextToken(_ state: inout State, now: Double) -> Double? {
    guard let rate = requestsPerSecond else { return nil }
    state.tokens = min(state.tokens + (now - state.tokensAt) * rate, max(1, rate / 10))
    state.tokensAt = now
    return state.tokens >= 1 - 1e-6 ? nil : now + (1 - state.tokens) / rate + 1e-9
  }

  /// - Returns: That a clock has to be set, `nobody` when one is set already that is as early.
  private func setAlarm(_ state: inout State, at moment: Double) -> Step {
    if let alarm = state.alarm, alarm <= moment { return .nobody }
    state.alarm = moment
    return .wait(until: moment)
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
