import DocumentModel

/// How a credential goes into a request as it is sent; before and after, an address has `{key}` where a key goes.
extension Credential {
  /// What goes over the wire.
  struct Sent: Sendable {
    /// With the key in its place.
    let address: Address
    let headers: [Layer.Header]
  }

  /// Whether the document lets it go to a host. Without hosts of its own it is meant for the one that is asked first.
  func isMeant(for address: Address) -> Bool {
    hosts.isEmpty ? !isAway : hosts.contains(address.host) || hosts.contains(address.hostAndPort)
  }

  /// - Throws: ``FetchError/credentialWithheld(address:reason:)`` where others could read it.
  func requireSafety(at address: Address) throws(FetchError) {
    guard !address.isSecure, !allowsInsecure else { return }
    throw .credentialWithheld(
      address: Address.redacted(address.text), reason: "\(self) is not sent over plain HTTP, where others can read it")
  }

  /// - Parameter token: Of a credential that is one: what its portal gave for this host; `nil` sends none.
  /// - Throws: ``FetchError/credentialWithheld(address:reason:)``.
  func sent(to address: Address, token: IssuedToken? = nil) throws(FetchError) -> Sent {
    try requireSafety(at: address)
    switch form {
    case .basic(let user, let password): return Self.basic(user, password, to: address)
    case .netrc(let netrc):
      guard let login = netrc.login(for: address.host) else {
        throw .credentialWithheld(
          address: Address.redacted(address.text), reason: "`\(netrc.path)` has no password for `\(address.host)`")
      }
      return Self.basic(login.user, login.password, to: address)
    case .bearer(let token):
      return Sent(address: address, headers: [Layer.Header(name: "Authorization", value: "Bearer \(token)")])
    case .header(let name, let value):
      return Sent(address: address, headers: [Layer.Header(name: name, value: value)])
    case .key(let key, let place): return try sent(key, place, to: address)
    case .token:
      guard let token else { return Sent(address: address, headers: []) }
      return try token.sent(to: address)
    }
  }

  private static func basic(_ user: String, _ password: String, to address: Address) -> Sent {
    let pair = Base64.encoded(Array("\(user):\(password)".utf8))
    return Sent(address: address, headers: [Layer.Header(name: "Authorization", value: "Basic \(pair)")])
  }

  private func sent(_ key: String, _ place: KeyPlace, to address: Address) throws(FetchError) -> Sent {
    var target = address.target
    if target.contains(Self.keyPlaceholder) {
      target = target.replacing(Self.keyPlaceholder, with: PercentEncoding.encoded(key))
    } else {
      switch place {
      case .header(let name): return Sent(address: address, headers: [Layer.Header(name: name, value: key)])
      case .query(let name): target = PercentEncoding.adding(name, key, to: target)
      // A server sends on to where the key is not asked for.
      case .path: return Sent(address: address, headers: [])
      }
    }
    do { return Sent(address: try Address(address.origin + target), headers: []) } catch {
      throw .badAddress(Address.redacted(address.text), reason: "\(error.reason) with the key in it")
    }
  }
}

/// What is shown and stored of requests that carry one.
extension Credential {
  /// An address to which a server sent on, with `{key}` again where the server repeated the key.
  func withPlaceholder(_ address: Address, _ secrets: Secrets) -> Address {
    guard case .key = form, secrets.isIn(address.target) else { return address }
    return (try? Address(address.origin + secrets.marked(in: address.target))) ?? address
  }

  /// What the cache knows it by: a digest that cannot be tried out with a table, because each cache has a salt of its own.
  package func digest(salt: [UInt8]) -> SHA256.Digest {
    var hash = SHA256()
    hash.update(salt)
    // Each part with its length, so that no two credentials come to one text.
    for part in digestedParts { hash.update("\(part.utf8.count):\(part)") }
    return hash.finish()
  }

  /// The same for requests to a host, where the password depends on it.
  func digest(salt: [UInt8], host: String) -> SHA256.Digest {
    guard case .netrc(let netrc) = form, let login = netrc.login(for: host) else { return digest(salt: salt) }
    return Credential(name: name, form: .basic(user: login.user, password: login.password)).digest(salt: salt)
  }

  private var digestedParts: [String] {
    switch form {
    case .key(let key, .query(let name)): ["key", key, "query", name]
    case .key(let key, .header(let name)): ["key", key, "header", name.lowercased()]
    case .key(let key, .path): ["key", key, "path"]
    case .basic(let user, let password): ["basic", user, password]
    case .bearer(let token): ["bearer", token]
    case .header(let name, let value): ["header", name.lowercased(), value]
    // Whose token it is decides what is answered; each run has another token.
    case .token(let grant): ["token", grant.portal.lowercased(), grant.user, grant.password]
    case .netrc(let netrc): ["netrc"] + netrc.passwords.sorted()
    }
  }
}
