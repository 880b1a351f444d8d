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
  struct Journey {
    let request: Request
    let ticket: UInt64
    let conditions: [Layer.Header]
    let form: Form?
    let token: IssuedToken?
    let secrets: Secrets
    let isWanted: @Sendable () -> Bool
    var requests = 0
    var failures = 0

    /// Whether a secret may stand in the address that is asked, and not in a header alone.
    var hasSecretInAddress: Bool {
      switch request.credential?.form {
      case .key(_, .header): request.address.contains(Credential.keyPlaceholder)
      case .key: true
      case .token: token?.isInQuery ?? false
      case .basic, .bearer, .header, .netrc, nil: false
      }
    }
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
  ///   - secrets: What is hidden in words of the server; `nil`: what the request, the form and the token have.
  ///   - isWanted: Asked when its turn has come; `false` ends it as `cancelled`, while a request on its way goes on.
  /// - Throws: ``FetchError``; retries are used up by then.
  func answer(
    to request: Request, at start: Address, ticket: UInt64, conditions: [Layer.Header],
    form: Form? = nil, token: IssuedToken? = nil, secrets: Secrets? = nil,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(FetchError) -> NetworkAnswer {
    let secrets =
      secrets
      ?? Secrets(
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
          says: ServerWords.said(answer, to: request, hiding: secrets))
      }
      let next = try redirect(from: address, to: location, visited: visited, journey)
      isSameParty = isSameParty && Self.isSameParty(address, next)
      visited.insert(next)
      address = next
    }
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
}
