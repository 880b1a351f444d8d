import DocumentModel

/// A final answer of the network: one with content, 304, or one of the request's absent statuses.
struct NetworkAnswer: Sendable {
  var status: Int
  var headers: AnswerHeaders
  var body: [UInt8]
  /// With retries and redirects.
  var requests: Int
  /// Its bytes repeat a secret, and are no text: they are not to be stored.
  var tellsSecrets = false
}

/// Asks the network: waits for its turn at each host, tries again what may be better, follows redirects.
struct PoliteClient: Sendable {
  let engine: CurlEngine
  let hosts: Hosts
  let deadlines: LayerDeadlines
  let probes: LayerProbes
  let policy: RetryPolicy
  let time: Timekeeper
  let tally: FetchTally
  let userAgent: String
  /// In bytes, of one decoded body.
  let bodyLimit: Int
  /// Trusted where a host has no file of its own; `nil` is the system's.
  let certificateFile: String?

  static let mostRedirects = 5

  /// What goes on between the first request and the last answer.
  private struct Journey {
    let request: Request
    let ticket: UInt64
    let conditions: [Layer.Header]
    let form: Form?
    let token: IssuedToken?
    let secrets: Secrets
    let isWanted: @Sendable () -> Bool
    var requests = 0
    var failures = 0
  }

  /// What a POST sends; it goes to the address that is asked and is never sent on to another one.
  struct Form: Sendable {
    /// `application/x-www-form-urlencoded`.
    let body: String
    /// That are in it.
    let secrets: [String]
  }

  /// - Parameters:
  ///   - ticket: Of the whole run; lower goes first.
  ///   - conditions: `If-None-Match`, `If-Modified-Since`.
  ///   - form: For a POST in place of a GET.
  ///   - token: Of the request's credential, where that is one of ArcGIS and is for the host.
  ///   - isWanted: Asked when its turn has come; `false` ends it as `cancelled`, while a request on its way goes on.
  /// - Throws: ``FetchError``; retries are used up by then.
  func answer(
    to request: Request, at start: Address, ticket: UInt64, conditions: [Layer.Header],
    form: Form? = nil, token: IssuedToken? = nil, isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(FetchError) -> NetworkAnswer {
    let secrets = Secrets(
      of: request, tokens: (token.map { [$0.text] } ?? []) + (form?.secrets ?? []), headers: hosts.headers(of: start))
    var journey = Journey(
      request: request, ticket: ticket, conditions: conditions, form: form, token: token, secrets: secrets,
      isWanted: isWanted)
    var address = start
    // What was meant for the host that was asked first goes to no other one, nor back to it from there.
    var isSameParty = true
    var visited: Set<Address> = [start]
    while true {
      let answer = try await attempt(address, carriesOwn: isSameParty, &journey)
      if request.isAnswer(answer.status) || answer.status == 304 {
        return NetworkAnswer(
          status: answer.status, headers: answer.headers, body: answer.body, requests: journey.requests)
      }
      guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers.location else {
        throw .refused(
          status: answer.status, address: Address.redacted(address.text),
          says: ServerWords.said(answer, hiding: secrets))
      }
      let next = try redirect(from: address, to: location, visited: visited, journey)
      isSameParty = isSameParty && Self.isSameParty(address, next)
      visited.insert(next)
      address = next
    }
  }

  private func redirect(
    from address: Address, to location: String, visited: Set<Address>, _ journey: Journey
  ) throws(FetchError) -> Address {
    let from = Address.redacted(address.text)
    let secrets = journey.secrets
    let to = secrets.hiding(in: Address.redacted(String(secrets.hiding(in: location).prefix(Address.longest))))
    guard journey.form == nil else {
      throw .redirectRefused(address: from, to: to, reason: "a password goes to the address that is asked alone")
    }
    var next: Address
    do { next = try address.following(location) } catch {
      throw .redirectRefused(address: from, to: to, reason: error.reason)
    }
    if let credential = journey.request.credential {
      guard Self.isSameParty(address, next) || !secrets.isIn(next.target) else {
        throw .redirectRefused(address: from, to: to, reason: "it would carry \(credential) to another host")
      }
      next = credential.withPlaceholder(next, secrets)
    }
    guard !visited.contains(next) else {
      throw .redirectRefused(address: from, to: to, reason: "it leads round in a circle")
    }
    guard visited.count <= Self.mostRedirects else {
      throw .redirectRefused(address: from, to: to, reason: "more than \(Self.mostRedirects) redirects")
    }
    return next
  }

  /// Whether what was meant for one may be sent to the other: the same host and port, or its move from `http` to `https`.
  private static func isSameParty(_ one: Address, _ other: Address) -> Bool {
    guard one.host == other.host, other.isSecure || !one.isSecure else { return false }
    return one.port == other.port || (one.port == 80 && other.port == 443)
  }

  /// What is sent to an address.
  private struct Question {
    /// With the key of a credential in its place: never shown.
    let address: Address
    let lines: [String]
  }

  /// - Parameter carriesOwn: With the headers and the credential of the request.
  private func question(
    to address: Address, carriesOwn: Bool, _ journey: Journey, _ host: Hosts.Host
  ) throws(FetchError) -> Question {
    var headers = carriesOwn ? journey.request.headers : []
    var wireAddress = address
    // Whether a token is for the host has been seen to.
    if carriesOwn, let credential = journey.request.credential,
      journey.token != nil || credential.isMeant(for: address)
    {
      let sent = try credential.sent(to: address, token: journey.token)
      let names = Set(sent.headers.map { $0.name.lowercased() })
      headers = headers.filter { !names.contains($0.name.lowercased()) } + sent.headers
      wireAddress = sent.address
    }
    // A brace is rare, and looked for much faster than a word.
    let mayAskForKey = wireAddress.target.utf8.contains(UInt8(ascii: "{"))
    guard !mayAskForKey || !wireAddress.target.contains(Credential.keyPlaceholder) else {
      throw .credentialWithheld(
        address: Address.redacted(address.text), reason: "it asks for a key, and none is for `\(address.host)`")
    }
    return Question(
      address: wireAddress,
      lines: try headerLines(
        headers + journey.conditions
          + journey.request.rangeHeaders.map { Layer.Header(name: $0.name, value: $0.value) },
        of: host, for: address))
  }

  /// Asks one address until it answers for good.
  private func attempt(
    _ address: Address, carriesOwn: Bool, _ journey: inout Journey
  ) async throws(FetchError) -> WireAnswer {
    let host = hosts.host(of: address)
    let question = try question(to: address, carriesOwn: carriesOwn, journey, host)
    let key = LayerDeadlines.Key(layer: journey.request.layer, host: address.host)
    defer { probes.leave(key, ticket: journey.ticket) }
    var isUnderWay = false
    defer { if isUnderWay { deadlines.end(key) } }
    while true {
      try await probes.pass(key, ticket: journey.ticket)
      let outcome = await exchange(address, question, host, key, journey, begins: !isUnderWay)
      if outcome.isAsked {
        isUnderWay = true
        journey.requests += 1
      }
      do throws(FetchError) { try await digest(outcome, address, &journey) } catch {
        if error.isOfServer { probes.gaveUp(key, ticket: journey.ticket, error) }
        throw error
      }
      if case .answer(let answer) = outcome { return answer }
    }
  }

  private enum Outcome {
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
  private func exchange(
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
  private func digest(
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
          says: ServerWords.said(answer, hiding: journey.secrets))
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

  /// The request's own headers go before the project's of the same name.
  private func headerLines(
    _ headers: [Layer.Header], of host: Hosts.Host, for address: Address
  ) throws(FetchError) -> [String] {
    let own = Set(headers.map { $0.name.lowercased() })
    let all = host.settings.headers.filter { !own.contains($0.name.lowercased()) } + headers
    var lines: [String] = []
    for header in all {
      let isName = !header.name.isEmpty && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x3a }
      guard isName, header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        throw .badAddress(
          Address.redacted(address.text),
          reason: "header `\(header.name.prefix(40))` has a character that no header may have")
      }
      // curl's way to send a header without a value; `Name:` would take it away.
      lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    return lines
  }
}
