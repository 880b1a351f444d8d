import Diagnostics

/// Whether a layer's credential can be sent with what the layer asks for; all that is known without asking.
struct CredentialRule {
  /// Templates, as ``LayerKind/addresses`` has them.
  let addresses: [String]
  let credential: Credential?
  /// The layer names one, which may be unusable: that has been reported.
  let isNamed: Bool
  /// Of the layer's `credentials`, or of its `type`.
  let credentialRange: SourceRange
  /// Of the layer's `url`, or of its `type`.
  let addressRange: SourceRange
  let context: ReadingContext

  func run() {
    if credential == nil, !addresses.contains(where: Self.hasKey) { return }
    let places = addresses.compactMap(RemotePlace.init)
    guard !places.isEmpty else { return }
    let wantsKey = places.contains { $0.hasKeyInTarget || $0.hasKeyInHost }
    guard let credential else {
      if wantsKey, !isNamed, !context.isPartial { context.report(.keyWithoutCredential(at: addressRange)) }
      return
    }
    if places.contains(where: \.hasKeyInHost) { return context.report(.keyInHost(at: addressRange)) }
    if let misfit = misfit(of: credential, wantsKey: wantsKey) { return context.report(misfit) }
    var hosts = credential.hosts
    // A token is for its portal in any case.
    if case .token(let grant) = credential.form, let portal = RemotePlace(grant.portal) { hosts.append(portal.host) }
    if !credential.hosts.isEmpty, let stranger = places.first(where: { !$0.isAmong(hosts) }) {
      context.report(.otherHost(stranger.host, credential, at: credentialRange))
    }
    if case .netrc(let netrc) = credential.form,
      let stranger = places.first(where: { !$0.host.contains("{") && netrc.login(for: $0.host) == nil })
    {
      context.report(.notInNetrc(stranger.host, netrc, at: credentialRange))
    }
    if !credential.allowsInsecure, places.contains(where: { !$0.isSecure }) {
      context.report(.overPlainHTTP(credential, at: addressRange))
    }
  }

  /// By bytes: a thousand documents have thousands of addresses.
  private static func hasKey(_ address: String) -> Bool {
    var rest = address.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      if rest[brace...].starts(with: Credential.keyPlaceholder.utf8) { return true }
      rest = rest[rest.index(after: brace)...]
    }
    return false
  }

  private func misfit(of credential: Credential, wantsKey: Bool) -> Diagnostic? {
    guard case .key(_, let place) = credential.form else {
      return wantsKey ? .notAKey(credential, at: credentialRange) : nil
    }
    return place == .path && !wantsKey ? .noPlaceForKey(credential, at: addressRange) : nil
  }
}

/// Scheme and host of an address template.
struct RemotePlace {
  let isSecure: Bool
  /// Lower case, with placeholders, without port.
  let host: String
  let port: String?
  let hasKeyInHost: Bool
  let hasKeyInTarget: Bool

  init?(_ address: String) {
    guard let slashes = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<slashes.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    isSecure = scheme == "https"
    let rest = address[slashes.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let name = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    hasKeyInHost = authority.contains(Credential.keyPlaceholder)
    hasKeyInTarget = rest[authority.endIndex...].contains(Credential.keyPlaceholder)
    // The last colon outside of brackets and braces stands before a port.
    if let colon = name.lastIndex(of: ":"), !name[colon...].contains(where: { $0 == "]" || $0 == "}" }) {
      host = name[..<colon].lowercased()
      port = String(name[name.index(after: colon)...])
    } else {
      (host, port) = (name.lowercased(), nil)
    }
  }

  /// Whether one of the hosts may be meant: a placeholder stands for any text.
  func isAmong(_ hosts: [String]) -> Bool {
    let port = self.port ?? (isSecure ? "443" : "80")
    return hosts.contains { Self.matches($0[...], host[...]) || Self.matches($0[...], "\(host):\(port)"[...]) }
  }

  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let brace = pattern.firstIndex(of: "{"), let end = pattern[brace...].firstIndex(of: "}") else {
      return text == pattern
    }
    guard text.hasPrefix(pattern[..<brace]) else { return false }
    let rest = pattern[pattern.index(after: end)...]
    var tail = text.dropFirst(pattern[..<brace].count)
    while true {
      if matches(tail, rest) { return true }
      if tail.isEmpty { return false }
      tail = tail.dropFirst()
    }
  }
}

extension Diagnostic {
  fileprivate static func keyWithoutCredential(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyWithoutCredential, "the layer asks with a key, `{key}` in its address, and names no credential", at: range,
      hint: Hint("add `credentials: NAME`, the name of one of type `key`"))
  }

  fileprivate static func notAKey(_ credential: Credential, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyWithoutCredential,
      "the layer asks with a key, `{key}` in its address, and \(credential) is of another type", at: range,
      hint: Hint("name a credential of type `key`"))
  }

  fileprivate static func noPlaceForKey(_ credential: Credential, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyWithoutCredential, "\(credential) is a key `in: path`, and the address has no `{key}`", at: range,
      hint: Hint("write `{key}` where the key goes"))
  }

  fileprivate static func keyInHost(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyWithoutCredential, "`{key}` stands in the name of the host, which is never secret", at: range,
      hint: Hint("write `{key}` in the path or the query"))
  }

  fileprivate static func otherHost(_ host: String, _ credential: Credential, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .credentialOfOtherHost, "\(credential) is for \(oneOf(credential.hosts)), and the layer asks `\(host)`",
      at: range, hint: Hint("add `\(host)` to its `hosts`, or name another credential"))
  }

  fileprivate static func notInNetrc(_ host: String, _ netrc: Netrc, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .credentialOfOtherHost, "`\(netrc.path)` has no password for `\(host)`, which the layer asks", at: range,
      hint: Hint("write `machine \(host) login USER password PASSWORD` into it, or name another credential"))
  }

  fileprivate static func overPlainHTTP(_ credential: Credential, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .credentialNotSent, "\(credential) is not sent over plain HTTP, where others can read it", at: range,
      hint: Hint("write `https://`, or give the credential `allowInsecure: true`"))
  }

  static func headerOverPlainHTTP(_ header: Layer.Header, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .credentialNotSent,
      "header `\(header.name)` has a value of the environment, and is not sent over plain HTTP, where others can read it",
      at: range,
      hint: Hint("write `https://`, or its value as `{value: ..., allowInsecure: true}`"))
  }
}
