import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct HostGateTests {
  @Test func letsThroughInTheOrderOfTickets() async {
    let gate = HostGate(connections: 1, requestsPerSecond: nil, longestPause: 60, time: VirtualTime().keeper)
    #expect(await gate.enter(ticket: 0, limit: nil) == .open)
    let order = Record<UInt64>()
    await withTaskGroup(of: Void.self) { group in
      for ticket in [5, 3, 9, 1, 7] as [UInt64] {
        group.addTask {
          guard await gate.enter(ticket: ticket, limit: nil) == .open else { return }
          order.add(ticket)
          gate.leave()
        }
      }
      while gate.waiting < 5 { await Task.yield() }
      gate.leave()
    }
    #expect(order.all == [1, 3, 5, 7, 9])
  }

  @Test func spacesRequestsByTheRate() async {
    let time = VirtualTime()
    let gate = HostGate(connections: 100, requestsPerSecond: 4, longestPause: 60, time: time.keeper)
    var moments: [Double] = []
    for ticket in 0..<9 as Range<UInt64> {
      #expect(await gate.enter(ticket: ticket, limit: nil) == .open)
      moments.append(time.elapsed)
      gate.leave()
    }
    for (place, moment) in moments.enumerated() { #expect(abs(moment - Double(place) * 0.25) < 1e-6) }
  }

  @Test func allowsABurstOfATenthOfASecond() async {
    let time = VirtualTime()
    let gate = HostGate(connections: 100, requestsPerSecond: 50, longestPause: 60, time: time.keeper)
    time.advance(10)
    for ticket in 0..<25 as Range<UInt64> { _ = await gate.enter(ticket: ticket, limit: nil) }
    #expect(abs(time.elapsed - 10 - 20.0 / 50) < 1e-6)
  }

  @Test func opensAfterAPauseAndTurnsAwayFromALongOne() async {
    let time = VirtualTime()
    let gate = HostGate(connections: 2, requestsPerSecond: nil, longestPause: 60, time: time.keeper)
    gate.pause(seconds: 30, status: 429)
    #expect(await gate.enter(ticket: 1, limit: nil) == .open)
    #expect(time.elapsed >= 30)
    gate.pause(seconds: 100, status: 503)
    gate.pause(seconds: 10, status: 429)
    #expect(await gate.enter(ticket: 2, limit: nil) == .closed(status: 503))
    time.advance(50)
    #expect(await gate.enter(ticket: 3, limit: nil) == .open)
    #expect(time.elapsed >= 130)
  }

  @Test func forgetsOneWhoIsCancelled() async {
    let gate = HostGate(connections: 1, requestsPerSecond: nil, longestPause: 60, time: VirtualTime().keeper)
    #expect(await gate.enter(ticket: 0, limit: nil) == .open)
    let first = Task { await gate.enter(ticket: 1, limit: nil) }
    while gate.waiting < 1 { await Task.yield() }
    let second = Task { await gate.enter(ticket: 2, limit: nil) }
    while gate.waiting < 2 { await Task.yield() }
    first.cancel()
    #expect(await first.value == .cancelled)
    gate.leave()
    #expect(await second.value == .open)
  }

  @Test func givesATurnThatIsNotUsedToTheNext() async {
    let gate = HostGate(connections: 1, requestsPerSecond: nil, longestPause: 60, time: VirtualTime().keeper)
    #expect(await gate.enter(ticket: 0, limit: nil) == .open)
    let order = Record<UInt64>()
    for ticket in 1...10_000 as ClosedRange<UInt64> {
      gate.enter(HostGate.Waiter(ticket: ticket, limit: nil)) { _ in
        order.add(ticket)
        return false
      }
    }
    let last = Task { await gate.enter(ticket: 10_001, limit: nil) }
    while gate.waiting < 10_001 { await Task.yield() }
    gate.leave()
    #expect(await last.value == .open)
    #expect(order.all == Array(1...10_000))
  }

  @Test func lendsMoreThanItsConnectionsToHTTP2() async {
    let gate = HostGate(connections: 2, requestsPerSecond: nil, longestPause: 60, time: VirtualTime().keeper)
    gate.learn(isHTTP2: true)
    for ticket in 0..<8 as Range<UInt64> { #expect(await gate.enter(ticket: ticket, limit: nil) == .open) }
    let ninth = Task { await gate.enter(ticket: 8, limit: nil) }
    while gate.waiting < 1 { await Task.yield() }
    gate.leave()
    #expect(await ninth.value == .open)
    // A provider's own bound is one of requests, whatever the protocol.
    let bound = Task { await gate.enter(ticket: 9, limit: 2) }
    while gate.waiting < 1 { await Task.yield() }
    for _ in 0..<6 { gate.leave() }
    #expect(gate.waiting == 1)
    gate.leave()
    #expect(await bound.value == .open)
  }

  @Test func backsOffExponentiallyWithJitter() {
    let policy = RetryPolicy()
    #expect((1...8).map { policy.delay(after: $0, random: 1) } == [0.5, 1, 2, 4, 8, 16, 20, 20])
    #expect(policy.delay(after: 3, random: 0) == 0)
    #expect(policy.attempts(after: .nameNotFound) == 2)
    #expect(policy.attempts(after: .insecure(reason: "")) == 1)
  }

  @Test func keepsTheSmallestFirst() {
    var heap = MinHeap<Int>(<)
    for number in [5, 2, 8, 2, 9, 1, 7, 3] { heap.insert(number) }
    var sorted: [Int] = []
    while let first = heap.first {
      sorted.append(first)
      heap.removeFirst()
    }
    #expect(sorted == [1, 2, 2, 3, 5, 7, 8, 9])
  }
}

extension HostGate {
  /// Waits for a turn in which the host is asked.
  fileprivate func enter(ticket: UInt64, limit: Int?) async -> Passage {
    let waiter = Waiter(ticket: ticket, limit: limit)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enter(waiter) { passage in
          continuation.resume(returning: passage)
          return true
        }
      }
    } onCancel: {
      _ = cancel(waiter)
    }
  }
}
