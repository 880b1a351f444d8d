import DocumentModel

extension PoliteClient {
  /// What asking once comes to.
  enum Outcome {
    case answer(WireAnswer)
    /// A temporary status, and for how many seconds the server wants to be left alone.
    case postponed(WireAnswer, wanted: Double?)
    case failure(WireFailure)
    case gaveUp(afterSeconds: Double)
    /// The host asked to be left alone for longer than anybody waits, with this status.
    case closed(status: Int)
    /// The layer began to fail while this one stood in the queue.
    case turnedAway
    case cancelled

    /// Whether the host was asked.
    var isAsked: Bool {
      switch self {
      case .answer, .postponed, .failure: true
      case .gaveUp, .closed, .turnedAway, .cancelled: false
      }
    }
  }

  /// - Parameter begins: It is the first attempt at this address.
  func exchange(
    _ address: Address, _ question: Question, _ host: Hosts.Host, _ key: LayerDeadlines.Key, _ journey: Journey,
    begins: Bool
  ) async -> Outcome {
    let timeout = journey.request.timeout.inSeconds
    let deadline = max(policy.layerDeadline, 2 * timeout)
    return await engine.exchange(
      at: host.gate, as: HostGate.Waiter(ticket: journey.ticket, limit: journey.request.connectionLimit),
      admit: { [self] passage in
        switch passage {
        case .cancelled: return .end(.cancelled)
        case .closed(let status): return .end(.closed(status: status))
        case .open: break
        }
        guard journey.isWanted() else { return .end(.cancelled) }
        guard probes.isOpen(key, ticket: journey.ticket) else { return .end(.turnedAway) }
        if begins { deadlines.begin(key) }
        guard let left = deadlines.remaining(key, deadline: deadline) else {
          if begins { deadlines.end(key) }
          return .end(.gaveUp(afterSeconds: deadline))
        }
        return .ask(
          WireRequest(
            address: question.address, headerLines: question.lines, form: journey.form?.body, userAgent: userAgent,
            timeout: min(timeout, left),
            bodyLimit: bodyLimit, proxy: host.settings.proxy,
            certificateFile: host.settings.certificateFile ?? certificateFile,
            isKnownHTTP1: host.gate.isKnownHTTP1))
      },
      settle: { [self] result in settled(result, address, host, key, journey) })
  }

  /// What an answer means to the layer and its host; whoever waits for the turn already finds it noted.
  private func settled(
    _ result: Result<WireAnswer, WireFailure>, _ address: Address, _ host: Hosts.Host, _ key: LayerDeadlines.Key,
    _ journey: Journey
  ) -> Outcome {
    switch result {
    case .failure(let failure):
      tally.asked(address, layer: journey.request.layer, isRetry: journey.failures > 0, bytes: 0)
      if ![.cancelled, .tooLarge, .undecodable].contains(failure) { probes.failed(key, ticket: journey.ticket) }
      return .failure(failure)
    case .success(let answer):
      tally.asked(
        address, layer: journey.request.layer, isRetry: journey.failures > 0, bytes: answer.bytesReceived)
      host.gate.learn(isHTTP2: answer.isHTTP2)
      let isFinal =
        journey.request.absentStatuses.contains(answer.status) || !RetryPolicy.isTemporary(answer.status)
        || RetryPolicy.isReport(answer)
      if isFinal {
        deadlines.answered(key)
        probes.answered(key)
        return .answer(answer)
      }
      probes.failed(key, ticket: journey.ticket)
      let wanted = answer.headers.retryDelay(now: time.date())
      if answer.status == 429 || answer.status == 503, let wanted {
        host.gate.pause(seconds: wanted, status: answer.status)
      }
      return .postponed(answer, wanted: wanted)
    }
  }

  /// Returns when it is time to ask again, or there is an answer; throws when there is no sense in it.
  func digest(
    _ outcome: Outcome, _ address: Address, _ journey: inout Journey
  ) async throws(FetchError) {
    // Hiding secrets takes its time: only what fails has to.
    var shown: String { Address.redacted(address.text) }
    switch outcome {
    case .answer, .turnedAway: return
    case .cancelled: throw .cancelled
    case .closed(let status): throw .unavailable(status: status, address: shown, attempts: journey.failures)
    case .gaveUp(let seconds):
      throw .timedOut(address: shown, seconds: seconds, attempts: journey.failures)
    case .postponed(let answer, let wanted):
      journey.failures += 1
      guard journey.failures < policy.attempts, (wanted ?? 0) <= policy.longestPause else {
        throw .unavailable(
          status: answer.status, address: shown, attempts: journey.failures,
          says: ServerWords.said(answer, to: journey.request, hiding: journey.secrets))
      }
      let own = policy.delay(after: journey.failures, random: time.random())
      try await wait(wanted ?? own)
    case .failure(let failure):
      journey.failures += 1
      guard journey.failures < policy.attempts(after: failure) else {
        throw error(failure, shown, host: address.host, journey)
      }
      try await wait(policy.delay(after: journey.failures, random: time.random()))
    }
  }

  private func wait(_ seconds: Double) async throws(FetchError) {
    do { try await time.sleep(seconds) } catch { throw .cancelled }
  }

  private func error(_ failure: WireFailure, _ address: String, host: String, _ journey: Journey) -> FetchError {
    let attempts = journey.failures
    return switch failure {
    case .cancelled: .cancelled
    case .nameNotFound:
      .connectionFailed(address: address, reason: "no host has the name `\(host)`", attempts: attempts)
    case .connectionLost(let reason), .protocolBroken(let reason), .noEngine(let reason):
      .connectionFailed(address: address, reason: reason, attempts: attempts)
    case .insecure(let reason): .secureConnectionFailed(address: address, reason: reason)
    case .timedOut:
      .timedOut(address: address, seconds: journey.request.timeout.inSeconds, attempts: attempts)
    case .tooLarge:
      // One who is asked for a part and sends the whole.
      if let range = journey.request.range {
        .unusable(
          address: address, contentType: nil,
          reason: "a file of more than \(bodyLimit) bytes as a whole, where \(range.count) bytes of it were asked for: "
            + "its server knows no byte ranges")
      } else {
        .answerTooLarge(address: address, limit: bodyLimit)
      }
    case .undecodable:
      .unusable(
        address: address, contentType: nil, reason: "not readable: it is not compressed as its `Content-Encoding` says")
    }
  }
}
