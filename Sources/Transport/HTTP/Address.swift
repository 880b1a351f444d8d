/// An `http` or `https` address in its parts, checked: what is asked for is what was meant.
package struct Address: Sendable, Hashable {
  package let isSecure: Bool
  /// Lower case; an IPv6 address is in brackets.
  package let host: String
  package let port: Int
  /// From the first `/` on, without fragment.
  package let target: String

  /// The longest address that is accepted, in bytes.
  package static let longest = 8192

  /// What is wrong with an address; `reason` says what was expected.
  package struct Malformed: Error, Sendable, Hashable {
    package let reason: String
  }

  /// - Parameter text: Absolute and already escaped.
  /// - Throws: ``Malformed`` when it has another scheme, no host, user:password, or a byte that belongs escaped.
  ///
  /// Read in bytes, since all are ASCII: it is done for each of a hundred thousand tiles.
  package init(_ text: String) throws(Malformed) {
    guard text.utf8.count <= Self.longest else { throw Malformed(reason: "longer than \(Self.longest) bytes") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      throw Malformed(reason: "spaces, control characters and letters outside ASCII must be escaped")
    }
    guard let (scheme, behind) = Self.splitScheme(text) else {
      throw Malformed(reason: "expected `http://` or `https://`")
    }
    guard scheme == "http" || scheme == "https" else {
      throw Malformed(reason: "scheme `\(scheme)`, expected `http` or `https`")
    }
    guard behind.utf8.starts(with: "//".utf8) else { throw Malformed(reason: "expected `//` after the scheme") }
    let afterSlashes = behind[behind.utf8.index(behind.startIndex, offsetBy: 2)...]
    let end = afterSlashes.utf8.firstIndex(where: Self.endsAuthority) ?? afterSlashes.endIndex
    isSecure = scheme == "https"
    (host, port) = try Self.readAuthority(afterSlashes[..<end], defaultPort: isSecure ? 443 : 80)
    let rest = afterSlashes[end...]
    let path = rest[..<(rest.utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex)]
    guard path.utf8.first != UInt8(ascii: "\\") else { throw Malformed(reason: "expected `/` after the host") }
    target = path.utf8.first == UInt8(ascii: "/") ? String(path) : "/" + path
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  private static func splitScheme(_ text: String) -> (scheme: String, rest: Substring)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
      text.utf8[..<colon].allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return (inLowerCase(text[..<colon]), text[text.utf8.index(after: colon)...])
  }

  private static func readAuthority(
    _ authority: Substring, defaultPort: Int
  ) throws(Malformed) -> (host: String, port: Int) {
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      throw Malformed(reason: "a user name or password in an address; use `credentials:`")
    }
    var host = authority
    var port = defaultPort
    let bracket = authority.utf8.lastIndex(of: UInt8(ascii: "]"))
    if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")), bracket.map({ colon > $0 }) ?? true {
      host = authority[..<colon]
      let digits = authority[authority.utf8.index(after: colon)...]
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), (1...65535).contains(number)
        else { throw Malformed(reason: "port `\(digits)`, expected 1 to 65535") }
        port = number
      }
    }
    guard !host.isEmpty else { throw Malformed(reason: "no host") }
    let isBracketed =
      host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]") && host.utf8.count > 2
    let inner = isBracketed ? host.dropFirst().dropLast() : host
    let allowed = isBracketed ? ":." : "-._"
    guard inner.utf8.allSatisfy({ isLetterOrDigit($0) || allowed.utf8.contains($0) }) else {
      throw Malformed(reason: "host `\(host)`, expected a name or an IP address")
    }
    return (inLowerCase(host), port)
  }

  private static func inLowerCase(_ text: Substring) -> String {
    text.utf8.contains { (65...90).contains($0) } ? text.lowercased() : String(text)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  package var scheme: String { isSecure ? "https" : "http" }

  /// `host:port`, the port always there.
  package var hostAndPort: String { "\(host):\(port)" }

  /// Scheme, host, and the port unless it is the scheme's own.
  package var origin: String { "\(scheme)://\(host)" + (port == (isSecure ? 443 : 80) ? "" : ":\(port)") }

  /// The whole, as it is asked for.
  package var text: String { origin + target }
}

extension Address {
  /// Where a `Location` leads from here (RFC 3986, section 5.2).
  /// - Throws: ``Malformed``: another scheme than `http(s)`, for one.
  package func following(_ location: String) throws(Malformed) -> Address {
    let location = try Self.escaped(location)
    if Self.splitScheme(location) != nil { return try Address(location) }
    if location.hasPrefix("//") { return try Address("\(scheme):\(location)") }
    if location.hasPrefix("/") { return try Address(origin + Self.withoutDots(location)) }
    let path = target.prefix { $0 != "?" }
    if location.hasPrefix("?") { return try Address(origin + path + location) }
    if location.isEmpty || location.hasPrefix("#") { return self }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try Address(origin + Self.withoutDots(folder + location))
  }

  /// Servers write spaces and UTF-8 into `Location`; browsers escape them, and so does this.
  private static func escaped(_ location: String) throws(Malformed) -> String {
    var text = ""
    for byte in location.utf8.prefix(longest + 1) {
      guard byte >= 0x20, byte != 0x7f else { throw Malformed(reason: "a control character in the address") }
      if byte > 0x20, byte < 0x7f {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  /// Removes `.` and `..` from the path (RFC 3986, section 5.2.4).
  private static func withoutDots(_ target: String) -> String {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (place, segment) in segments.enumerated() {
      let isLast = place == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/") + target[path.endIndex...]
  }
}
