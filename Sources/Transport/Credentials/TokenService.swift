import DocumentModel

/// Who asks for a token: it is asked in that one's place in the queue.
struct TokenAsker: Sendable {
  let layer: String
  let ticket: UInt64
  let timeout: Duration

  init(_ request: Request, ticket: UInt64) {
    layer = request.layer
    timeout = request.timeout
    self.ticket = ticket
  }

  /// A request for something about tokens: it carries nothing of the layer's.
  func request(_ address: Address) -> Request {
    Request(address: address.text, timeout: timeout, absentStatuses: [], layer: layer)
  }
}

/// Asks portals and servers of ArcGIS about tokens. Keeps nothing.
struct TokenService: Sendable {
  let client: PoliteClient

  /// What a place of `/rest/info` says; `nil` where it says nothing that can be read.
  ///
  /// - Throws: ``FetchError`` of a server that cannot be reached now.
  func info(at base: String, _ asker: TokenAsker) async throws(FetchError) -> TokenAnswer.Info? {
    guard let address = try? Address(base + "/info?f=json") else { return nil }
    do throws(FetchError) {
      let answer = try await client.answer(
        to: asker.request(address), at: address, ticket: asker.ticket, conditions: [])
      return try? TokenAnswer.info(in: answer)
    } catch {
      if error.isOfServer || error == .cancelled { throw error }
      return nil
    }
  }

  /// Where a portal gives tokens: where it says so, as far as the password may go there, else at the usual place.
  ///
  /// - Throws: ``FetchError/tokenRefused(address:reason:)`` for a server that belongs to a portal.
  func address(of portal: Portal, _ asker: TokenAsker) async throws(FetchError) -> Address {
    if let written = portal.writtenService { return written }
    var said = try await info(at: portal.text + "/sharing/rest", asker)?.tokenService
    if said == nil, let info = try await info(at: portal.text + "/rest", asker) {
      if let owner = info.owner, !portal.isNamed(by: owner) {
        throw .tokenRefused(
          address: portal.text,
          reason: "gives no tokens: it is a server of the portal `\(Address.redacted(owner))`, which is to be named")
      }
      said = info.tokenService
    }
    if let said, let address = Self.service(said, of: portal) { return address }
    do { return try Address(portal.text + "/sharing/rest/generateToken") } catch {
      throw .badAddress(portal.text, reason: error.reason)
    }
  }

  /// Older servers name the folder of what gives the tokens, and name it with `http` where they are asked over `https`.
  private static func service(_ said: String, of portal: Portal) -> Address? {
    guard var address = try? portal.base.following(said) else { return nil }
    if portal.base.isSecure, !address.isSecure, address.port == 80 {
      guard let secured = try? Address("https://\(address.host)\(address.target)") else { return nil }
      address = secured
    }
    let path = address.target.prefix { $0 != "?" }.lowercased()
    if path.hasSuffix("/tokens") || path.hasSuffix("/tokens/") {
      guard let whole = try? address.following(path.hasSuffix("/") ? "generateToken" : "tokens/generateToken") else {
        return nil
      }
      address = whole
    }
    return portal.mayBeAsked(at: address) ? address : nil
  }

  /// Asks for a token: in a POST, so that no log has what is in it, which is never sent on.
  ///
  /// - Parameter secrets: That the fields hold, hidden in what the portal says.
  func token(
    _ fields: [(name: String, value: String)], at service: Address, minutes: Int, _ secrets: [String],
    _ asker: TokenAsker
  ) async throws(FetchError) -> Result<TokenAnswer.Given, TokenAnswer.Failure> {
    let request = asker.request(service)
    let answer: NetworkAnswer
    do throws(FetchError) {
      answer = try await client.answer(
        to: request, at: service, ticket: asker.ticket, conditions: [],
        form: PoliteClient.Form(body: PercentEncoding.form(fields), secrets: secrets))
    } catch {
      guard case .refused(let status, _, let says) = error else { throw error }
      return .failure(
        TokenAnswer.Failure(
          code: status, reason: "HTTP status \(status)" + (says.map { ": the server says `\($0)`" } ?? "")))
    }
    do throws(TokenAnswer.Failure) {
      return .success(try TokenAnswer.token(in: answer, now: client.time.date(), minutes: minutes))
    } catch {
      let hidden = Secrets(of: request, tokens: secrets).hiding(in: error.reason)
      return .failure(TokenAnswer.Failure(code: error.code, reason: String(hidden.prefix(300))))
    }
  }
}
