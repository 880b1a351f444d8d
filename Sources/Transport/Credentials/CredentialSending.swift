import DocumentModel

/// How a credential goes into a request as it is sent; before and after, an address has `{key}` where a key goes.
extension Credential {
  /// What goes over the wire.
  struct Sent: Sendable {
    /// With the key in its place.
    let address: Address
    let headers: [Layer.Header]
  }

  /// Whether it may be sent to a host at all. Without hosts of its own it is meant for the one that is asked first.
  func isMeant(for address: Address) -> Bool {
    hosts.isEmpty || hosts.contains(address.host) || hosts.contains(address.hostAndPort)
  }

  /// - Throws: ``FetchError/credentialWithheld(address:reason:)``.
  func sent(to address: Address) throws(FetchError) -> Sent {
    guard address.isSecure || allowsInsecure else {
      throw .credentialWithheld(
        address: Address.redacted(address.text), reason: "\(self) is not sent over plain HTTP, where others can read it"
      )
    }
    switch form {
    case .basic(let user, let password):
      let pair = Base64.encoded(Array("\(user):\(password)".utf8))
      return Sent(address: address, headers: [Layer.Header(name: "Authorization", value: "Basic \(pair)")])
    case .bearer(let token):
      return Sent(address: address, headers: [Layer.Header(name: "Authorization", value: "Bearer \(token)")])
    case .header(let name, let value):
      return Sent(address: address, headers: [Layer.Header(name: name, value: value)])
    case .key(let key, let place): return try sent(key, place, to: address)
    }
  }

  private func sent(_ key: String, _ place: KeyPlace, to address: Address) throws(FetchError) -> Sent {
    let escaped = Self.escaped(key)
    var target = address.target
    if target.contains(Self.keyPlaceholder) {
      target = target.replacing(Self.keyPlaceholder, with: escaped)
    } else {
      switch place {
      case .header(let name): return Sent(address: address, headers: [Layer.Header(name: name, value: key)])
      case .query(let name):
        let isFirst = !target.contains("?")
        target += (isFirst ? "?" : target.hasSuffix("?") || target.hasSuffix("&") ? "" : "&")
        target += Self.escaped(name) + "=" + escaped
      // A server sends on to where the key is not asked for.
      case .path: return Sent(address: address, headers: [])
      }
    }
    do { return Sent(address: try Address(address.origin + target), headers: []) } catch {
      throw .badAddress(Address.redacted(address.text), reason: "\(error.reason) with the key in it")
    }
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986; with `all: false` only what no address may hold.
  private static func escaped(_ text: String, all: Bool = true) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122: bytes.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): bytes.append(byte)
      case 0x21...0x7E where !all: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What is shown and stored of requests that carry one.
extension Credential {
  /// The forms in which its secrets stand in a text.
  private var writtenSecrets: [String] {
    // As it is, escaped as here, and escaped as little as an address allows.
    var written = secrets.flatMap { [$0, Self.escaped($0), Self.escaped($0, all: false)] }
    if case .basic(let user, let password) = form {
      written.append(Base64.encoded(Array("\(user):\(password)".utf8)))
    }
    // The longest first, so that none is left in part.
    return written.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// A text with `***` in place of the secrets: what a server says may repeat them.
  package func hiding(in text: String) -> String {
    writtenSecrets.reduce(text) { $0.contains($1) ? $0.replacing($1, with: "***") : $0 }
  }

  /// Whether the path or the query of an address gives a secret away.
  func isRevealed(by address: Address) -> Bool { writtenSecrets.contains { address.target.contains($0) } }

  /// An address to which a server sent on, with `{key}` again where the server repeated the key.
  func withPlaceholder(_ address: Address) -> Address {
    guard case .key = form, isRevealed(by: address) else { return address }
    let target = writtenSecrets.reduce(address.target) { $0.replacing($1, with: Self.keyPlaceholder) }
    return (try? Address(address.origin + target)) ?? address
  }

  /// What the cache knows it by: a digest that cannot be tried out with a table, because each cache has a salt of its own.
  package func digest(salt: [UInt8]) -> SHA256.Digest {
    var hash = SHA256()
    hash.update(salt)
    // Each part with its length, so that no two credentials come to one text.
    for part in digestedParts { hash.update("\(part.utf8.count):\(part)") }
    return hash.finish()
  }

  private var digestedParts: [String] {
    switch form {
    case .key(let key, .query(let name)): ["key", key, "query", name]
    case .key(let key, .header(let name)): ["key", key, "header", name.lowercased()]
    case .key(let key, .path): ["key", key, "path"]
    case .basic(let user, let password): ["basic", user, password]
    case .bearer(let token): ["bearer", token]
    case .header(let name, let value): ["header", name.lowercased(), value]
    }
  }
}
