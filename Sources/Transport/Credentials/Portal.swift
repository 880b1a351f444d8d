import DocumentModel

/// The addresses of a portal of ArcGIS, or of a server that gives tokens itself.
struct Portal: Sendable {
  /// Without what stands behind its own address in those of its services; no slash at the end.
  let base: Address
  /// Where the document says that tokens are asked for; `nil`: the portal says it.
  let writtenService: Address?

  /// - Parameter written: As ``Credential/TokenGrant/portal``.
  init(_ written: String) throws(FetchError) {
    let lower = written.lowercased()
    let endings = [
      "/sharing/rest/generatetoken", "/sharing/generatetoken", "/tokens/generatetoken", "/tokens", "/sharing/rest",
      "/sharing", "/home", "/rest/services", "/rest",
    ]
    let ending = endings.first { lower.hasSuffix($0) } ?? ""
    do throws(Address.Malformed) {
      base = try Address(String(written.dropLast(ending.count)))
      writtenService = lower.hasSuffix("/generatetoken") ? try Address(written) : nil
    } catch {
      throw .badAddress(Address.redacted(written), reason: error.reason)
    }
  }

  private static func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }

  /// As the start of other addresses.
  var text: String { Self.withoutSlash(base.text) }

  /// Whether an address is one of the portal itself, or of the server that it is.
  func contains(_ address: Address) -> Bool {
    guard address.host == base.host, address.port == base.port, address.isSecure == base.isSecure else { return false }
    let path = Self.withoutSlash(base.target).lowercased()
    let other = address.target.prefix { $0 != "?" }.lowercased()
    return other == path || other.hasPrefix(path + "/")
  }

  /// Whether a server that says it belongs to `owner` (`owningSystemUrl`) belongs to this portal. An organisation of
  /// ArcGIS Online has a host of its own, and is called `www.arcgis.com` by the servers.
  func isNamed(by owner: String) -> Bool {
    guard let other = try? Portal(owner) else { return false }
    if Self.isOnline(base.host), Self.isOnline(other.base.host) { return true }
    return other.base.host == base.host
      && Self.withoutSlash(other.base.target).lowercased() == Self.withoutSlash(base.target).lowercased()
  }

  static func isOnline(_ host: String) -> Bool { host == "arcgis.com" || host.hasSuffix(".arcgis.com") }

  /// Whether the password may go where the portal says that tokens are given: to its own host and port, or from `http` to
  /// `https`; as safely as to itself.
  func mayBeAsked(at service: Address) -> Bool {
    PoliteClient.isSameParty(base, service)
      || Self.isOnline(base.host) && Self.isOnline(service.host) && (service.isSecure || !base.isSecure)
  }

  /// The server behind the address of a service: what stands in front of `/rest/services/`, or of `/services/` for those of
  /// OGC; `nil` for an address that is not ArcGIS's.
  static func server(of address: Address) -> String? {
    let path = address.target.prefix { $0 != "?" }
    let lower = path.lowercased()
    for mark in ["/rest/services", "/services/"] {
      guard let found = lower.firstRange(of: mark) else { continue }
      let length = lower.utf8.distance(from: lower.startIndex, to: found.lowerBound)
      return address.origin + String(path.utf8.prefix(length).map { Character(Unicode.Scalar($0)) })
    }
    return nil
  }
}
