import DocumentModel

/// Asks the network with the request's credential: gets the tokens that it needs, and takes out of the answers what they
/// repeat of the secrets.
struct ProtectedClient: Sendable {
  let client: PoliteClient
  let tokens: TokenDesk
  private let shelf = SecretsShelf()

  init(client: PoliteClient) {
    self.client = client
    tokens = TokenDesk(client: client)
  }

  /// As ``PoliteClient/answer(to:at:ticket:conditions:form:token:secrets:isWanted:)``.
  func answer(
    to request: Request, at address: Address, ticket: UInt64, conditions: [Layer.Header],
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(FetchError) -> NetworkAnswer {
    let headers = client.hosts.headers(of: address)
    @Sendable func secrets(_ token: IssuedToken?) -> Secrets {
      shelf.secrets(of: request, token: token, headers: headers)
    }
    @Sendable func ask(_ token: IssuedToken?) async throws(FetchError) -> NetworkAnswer {
      try await client.answer(
        to: request, at: address, ticket: ticket, conditions: conditions, token: token, secrets: secrets(token),
        isWanted: isWanted)
    }
    let asker = TokenAsker(request, ticket: ticket)
    guard let credential = request.credential, case .token(let grant) = credential.form,
      var token = try await tokens.token(of: credential, grant, for: address, asker)
    else { return try await ask(nil).hiding(secrets(nil)) }

    var outcome = try await Self.outcome { () async throws(FetchError) in try await ask(token) }
    // "Token Required": it does not see the header.
    if outcome.code == 499, grant.place == .asUnderstood, !token.isInQuery {
      token.isInQuery = true
      let inQuery = token
      outcome = try await Self.outcome { () async throws(FetchError) in try await ask(inQuery) }
      tokens.note(address, readsQueryAlone: outcome.code != 499)
    }
    if case .refused = outcome, let other = try await tokens.token(inPlaceOf: token, asker) {
      token = other
      outcome = try await Self.outcome { () async throws(FetchError) in try await ask(other) }
    }
    switch outcome {
    case .taken(let answer):
      tokens.noteTaken(token)
      return answer.hiding(secrets(token))
    case .refused(let failure):
      throw .tokenRefused(
        address: Address.redacted(address.text),
        reason: "does not take the token of `\(grant.portal)`" + (failure.code.map { " (code \($0))" } ?? "") + ": "
          + String(secrets(token).hiding(in: failure.reason).prefix(300)))
    }
  }

  private enum Outcome {
    case taken(NetworkAnswer)
    case refused(TokenAnswer.Failure)

    var code: Int? { if case .refused(let failure) = self { failure.code } else { nil } }
  }

  /// What asking with a token comes to: ArcGIS refuses it with the statuses 498 and 499, or says so in an answer of 200.
  private static func outcome(
    _ ask: () async throws(FetchError) -> NetworkAnswer
  ) async throws(FetchError) -> Outcome {
    do throws(FetchError) {
      let answer = try await ask()
      return TokenAnswer.refusal(in: answer).map { .refused($0) } ?? .taken(answer)
    } catch {
      guard case .refused(let status, _, let says) = error, status == 498 || status == 499 else { throw error }
      let reason = says.map { "the server says `\($0)`" } ?? "its server gives no reason"
      return .refused(TokenAnswer.Failure(code: status, reason: reason))
    }
  }
}
