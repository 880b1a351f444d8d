import DocumentModel

extension PoliteClient {
  /// Where a redirect leads, when it may be followed.
  ///
  /// - Throws: ``FetchError/redirectRefused(address:to:reason:)``.
  func redirect(
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
    if !secrets.isEmpty, !Self.isSameParty(address, next) {
      // What had a secret in its address is repeated by servers, whole or in part, in their own ways of writing.
      let tells = journey.hasSecretInAddress ? secrets.areHinted(at: location) : secrets.isIn(location)
      guard !tells else {
        let what = journey.request.credential.map { "\($0)" } ?? "the secret of a header"
        throw .redirectRefused(address: from, to: to, reason: "it would carry \(what) to another host")
      }
    }
    if let credential = journey.request.credential { next = credential.withPlaceholder(next, secrets) }
    guard !visited.contains(next) else {
      throw .redirectRefused(address: from, to: to, reason: "it leads round in a circle")
    }
    guard visited.count <= Self.mostRedirects else {
      throw .redirectRefused(address: from, to: to, reason: "more than \(Self.mostRedirects) redirects")
    }
    return next
  }

  /// Whether what was meant for one may be sent to the other: the same host and port, or its move from `http` to `https`.
  static func isSameParty(_ one: Address, _ other: Address) -> Bool {
    guard one.host == other.host, other.isSecure || !one.isSecure else { return false }
    return one.port == other.port || (one.port == 80 && other.port == 443)
  }
}
