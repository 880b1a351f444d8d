import DocumentModel
import Synchronization

/// The tokens of a run: each is asked for once for all who need it, kept while it is good, and renewed before it ends.
final class TokenDesk: Sendable {
  private let service: TokenService
  private let time: Timekeeper
  private let flights = SingleFlight<IssuedToken.Purpose, IssuedToken>()
  private let lookUps = SingleFlight<String, String?>()
  private let state = Mutex(State())

  private struct State {
    var tokens: [IssuedToken.Purpose: IssuedToken] = [:]
    /// What a portal refuses it refuses for the run: a wrong password that is tried for each tile locks its user out.
    var refusals: [IssuedToken.Purpose: FetchError] = [:]
    /// By server: the portal that it belongs to.
    var owners: [String: String?] = [:]
    /// By portal: where it gives tokens.
    var services: [String: Address] = [:]
    /// By `host:port`: those that do not see the header.
    var readersOfQuery: Set<String> = []
    var last: UInt64 = 0
    /// Numbers of renewed tokens that a server has taken, and how often such a one was renewed again at once.
    var taken: Set<UInt64> = []
    var quickRenewals: [IssuedToken.Purpose: Int] = [:]
  }

  /// A token that came in place of a refused one is not asked for again within so many seconds.
  private static let leastAge = 10.0
  /// Unless it was taken in between: some servers forget tokens in the midst of a run. So often at most.
  private static let mostQuickRenewals = 8

  init(client: PoliteClient) {
    service = TokenService(client: client)
    time = client.time
  }

  /// For a new run of a program that stays: what was refused may have been mended.
  func forgetRefusals() {
    state.withLock {
      $0.refusals = [:]
      $0.owners = [:]
      $0.services = [:]
    }
  }

  /// The token that goes with a request; `nil` where none is for its host.
  ///
  /// It goes to the hosts that the document lets it go to, to its portal, and to servers that say they belong to the portal
  /// and that the portal gives a token for.
  /// - Throws: ``FetchError/tokenRefused(address:reason:)`` and others of ``FetchError``.
  func token(
    of credential: Credential, _ grant: Credential.TokenGrant, for address: Address, _ asker: TokenAsker
  ) async throws(FetchError) -> IssuedToken? {
    let portal = try Portal(grant.portal)
    let isNamed = credential.isMeant(for: address) || PoliteClient.isSameParty(portal.base, address)
    // Hosts that are written down are all that it may go to.
    guard isNamed || credential.hosts.isEmpty else { return nil }
    guard isNamed || address.isSecure || credential.allowsInsecure else { return nil }
    try credential.requireSafety(at: portal.base)
    try credential.requireSafety(at: address)
    let own = IssuedToken.Purpose(grant: grant, server: nil)
    var token: IssuedToken?
    if portal.contains(address) || Portal.isOnline(portal.base.host) && Portal.isOnline(address.host) {
      token = try await self.token(own, portal, asker)
    } else if let server = Portal.server(of: address),
      let owner = try await self.owner(of: server, asker), portal.isNamed(by: owner)
    {
      let changed = IssuedToken.Purpose(grant: grant, server: server)
      do throws(FetchError) { token = try await self.token(changed, portal, asker) } catch {
        // A server that nobody named, and that its portal does not know, goes without.
        guard case .tokenRefused = error, !isNamed else { throw error }
      }
    } else if isNamed {
      token = try await self.token(own, portal, asker)
    }
    token?.isInQuery = isInQuery(grant, address)
    return token
  }

  private func isInQuery(_ grant: Credential.TokenGrant, _ address: Address) -> Bool {
    switch grant.place {
    case .header: false
    case .query: true
    case .asUnderstood: state.withLock { $0.readersOfQuery.contains(address.hostAndPort) }
    }
  }

  /// Notes whether a host reads the parameter alone.
  func note(_ address: Address, readsQueryAlone: Bool) {
    state.withLock { state in
      if readsQueryAlone {
        state.readersOfQuery.insert(address.hostAndPort)
      } else {
        state.readersOfQuery.remove(address.hostAndPort)
      }
    }
  }

  /// Notes that a server has taken a token that came in place of a refused one.
  func noteTaken(_ token: IssuedToken) {
    guard token.isRenewal else { return }
    state.withLock { _ = $0.taken.insert(token.number) }
  }

  /// Another token than one that a server did not take; `nil` where that would be refused too.
  func token(inPlaceOf refused: IssuedToken, _ asker: TokenAsker) async throws(FetchError) -> IssuedToken? {
    let other: IssuedToken? = state.withLock { state in
      if let present = state.tokens[refused.purpose], present.number != refused.number { return present }
      return nil
    }
    if var other {
      other.isInQuery = refused.isInQuery
      return other
    }
    let isQuick = refused.isRenewal && time.instant() - refused.issued < Self.leastAge
    let mayRenew = state.withLock { state in
      guard isQuick else { return true }
      let count = state.quickRenewals[refused.purpose, default: 0]
      guard state.taken.contains(refused.number), count < Self.mostQuickRenewals else { return false }
      state.quickRenewals[refused.purpose] = count + 1
      return true
    }
    guard mayRenew else { return nil }
    state.withLock { state in
      if state.tokens[refused.purpose]?.number == refused.number { state.tokens[refused.purpose] = nil }
    }
    var renewed = try await token(
      refused.purpose, try Portal(refused.purpose.grant.portal), asker, isRenewal: true)
    renewed.isInQuery = refused.isInQuery
    return renewed
  }

  /// A token of a purpose, kept or new.
  private func token(
    _ purpose: IssuedToken.Purpose, _ portal: Portal, _ asker: TokenAsker, isRenewal: Bool = false
  ) async throws(FetchError) -> IssuedToken {
    let now = time.instant()
    let (known, refusal) = state.withLock { ($0.tokens[purpose], $0.refusals[purpose]) }
    if let known, now < known.goodUntil { return known }
    if let refusal { throw refusal }
    return try await flights.value(for: purpose) { [self] in
      // Another flight may have landed while this one was made ready.
      let known = state.withLock { $0.tokens[purpose] }
      if let known, time.instant() < known.goodUntil { return .success(known) }
      do throws(FetchError) {
        let given = try await ask(purpose, portal, asker)
        return .success(keep(given, purpose, isRenewal: isRenewal))
      } catch {
        if !error.isOfServer, error != .cancelled { state.withLock { $0.refusals[purpose] = error } }
        return .failure(error)
      }
    }
  }

  private func keep(_ given: TokenAnswer.Given, _ purpose: IssuedToken.Purpose, isRenewal: Bool) -> IssuedToken {
    let now = time.instant()
    // What is on its way when it ends would be refused.
    let margin = min(60, given.lifetime / 10)
    return state.withLock { state in
      state.last += 1
      let token = IssuedToken(
        purpose: purpose, text: given.text, isForHTTPSAlone: given.isForHTTPSAlone,
        goodUntil: now + given.lifetime - margin, issued: now, number: state.last, isRenewal: isRenewal)
      state.tokens[purpose] = token
      return token
    }
  }

  private func ask(
    _ purpose: IssuedToken.Purpose, _ portal: Portal, _ asker: TokenAsker
  ) async throws(FetchError) -> TokenAnswer.Given {
    let grant = purpose.grant
    let address: Address
    if let known = state.withLock({ $0.services[grant.portal] }) {
      address = known
    } else {
      address = try await service.address(of: portal, asker)
      state.withLock { $0.services[grant.portal] = address }
    }
    let common = [
      ("client", "referer"), ("referer", grant.referer), ("expiration", String(grant.minutes)), ("f", "json"),
    ]
    guard let server = purpose.server else {
      let fields = [("username", grant.user), ("password", grant.password)] + common
      let result = try await service.token(fields, at: address, minutes: grant.minutes, [grant.password], asker)
      return try Self.given(result, at: address, "gives no token")
    }
    // A federated server takes what its portal gives for it ("Generate Token" of the portal: `token`, `serverUrl`).
    let own = try await token(IssuedToken.Purpose(grant: grant, server: nil), portal, asker)
    func change(_ own: IssuedToken) async throws(FetchError) -> Result<TokenAnswer.Given, TokenAnswer.Failure> {
      try await service.token(
        [("token", own.text), ("serverUrl", server)] + common, at: address, minutes: grant.minutes,
        [own.text, grant.password], asker)
    }
    var result = try await change(own)
    if case .failure(let failure) = result, failure.isOfToken, let newer = try await token(inPlaceOf: own, asker) {
      result = try await change(newer)
    }
    return try Self.given(result, at: address, "gives no token for `\(server)`")
  }

  private static func given(
    _ result: Result<TokenAnswer.Given, TokenAnswer.Failure>, at address: Address, _ what: String
  ) throws(FetchError) -> TokenAnswer.Given {
    switch result {
    case .success(let given): return given
    case .failure(let failure):
      throw .tokenRefused(
        address: Address.redacted(address.text),
        reason: what + (failure.code.map { " (code \($0))" } ?? "") + ": " + failure.reason)
    }
  }

  /// The portal that a server says it belongs to.
  private func owner(of server: String, _ asker: TokenAsker) async throws(FetchError) -> String? {
    if let known = state.withLock({ $0.owners[server] }) { return known }
    return try await lookUps.value(for: server) { [self] in
      do throws(FetchError) {
        let owner = try await service.info(at: server + "/rest", asker)?.owner
        state.withLock { $0.owners[server] = .some(owner) }
        return .success(owner)
      } catch {
        return .failure(error)
      }
    }
  }
}
