import DocumentModel

/// A token as a portal gave it; held in memory, never stored.
struct IssuedToken: Sendable {
  /// What a token is for.
  struct Purpose: Hashable, Sendable {
    let grant: Credential.TokenGrant
    /// The server that it was changed for; `nil`: the portal's own.
    let server: String?
  }

  let purpose: Purpose
  let text: String
  /// Its portal wants it sent over HTTPS alone.
  let isForHTTPSAlone: Bool
  /// Of the run's clock that never goes back; from then on a new one is asked for.
  let goodUntil: Double
  let issued: Double
  /// Of all tokens of the run.
  let number: UInt64
  /// Another one had been refused before.
  let isRenewal: Bool
  /// It goes into the query.
  var isInQuery = false

  /// Where ArcGIS looks for it: `X-Esri-Authorization` keeps it out of the logs of what is on the way, and leaves
  /// `Authorization` to a web server in front ("Access ArcGIS token-secured web services", ArcGIS Server 11); servers older
  /// than that header know the parameter alone. The `Referer` has to be the one that the token is bound to.
  ///
  /// - Throws: ``FetchError/credentialWithheld(address:reason:)``.
  func sent(to address: Address) throws(FetchError) -> Credential.Sent {
    guard address.isSecure || !isForHTTPSAlone else {
      throw .credentialWithheld(
        address: Address.redacted(address.text), reason: "its portal wants tokens to be sent over HTTPS alone")
    }
    let referer = Layer.Header(name: "Referer", value: purpose.grant.referer)
    guard isInQuery else {
      let token = Layer.Header(name: "X-Esri-Authorization", value: "Bearer \(text)")
      return Credential.Sent(address: address, headers: [referer, token])
    }
    let target = PercentEncoding.adding("token", text, to: address.target)
    do { return Credential.Sent(address: try Address(address.origin + target), headers: [referer]) } catch {
      throw .badAddress(Address.redacted(address.text), reason: "\(error.reason) with the token in it")
    }
  }
}

extension IssuedToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "token \(number) of \(purpose.grant.portal)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: ["number": number]) }
}
