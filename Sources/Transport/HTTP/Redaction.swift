import DocumentModel

extension Address {
  /// An address as it may be shown and stored: values of parameters that carry secrets, in the query or in the
  /// path, a user and password, and what the key of a credential goes in place of are `***`.
  ///
  /// More keys count than a document is refused for: here a mistake costs a reader a number, there it costs the document.
  package static func redacted(_ address: String) -> String {
    var text = withoutUser(address)
    if text.contains(Credential.keyPlaceholder) { text = text.replacing(Credential.keyPlaceholder, with: "***") }
    return text.replacingParameters { carriesSecret($0.plainName) ? "***" : nil }
  }

  /// What a server says as it may be shown: it may repeat what it was asked with (`token=…`), also what somebody else asked it.
  package static func redacted(words text: String) -> String {
    var shown = ""
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].reversed().prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }.reversed()
      shown += rest[...equals]
      rest = rest[rest.index(after: equals)...]
      guard carriesSecret(String(name)) else { continue }
      if let quote = rest.first, "'\"".contains(quote) {
        shown.append(quote)
        rest = rest.dropFirst()
      }
      let value = rest.prefix { !$0.isWhitespace && !"&,;'\"`<>()".contains($0) }
      if !value.isEmpty { shown += "***" }
      rest = rest[value.endIndex...]
    }
    return shown + rest
  }

  /// Names that are secrets as they are: `tk` is Tianditu's, `ak` Baidu's, `sig` of signed addresses.
  private static let secretNames: Set<String> = [
    "ak", "auth", "authorization", "code", "credential", "id_token", "pass", "passwd", "pwd", "sig", "signature", "sk",
    "sn", "tk",
  ]

  /// Whether a parameter of that name, in small letters, carries a secret, of whatever provider.
  package static func isSecretName(_ name: String) -> Bool { secretNames.contains(name) }

  private static func carriesSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return secretNames.contains(name)
      || ["token", "key", "secret", "password", "signature", "credential"].contains { name.contains($0) }
  }

  private static func withoutUser(_ address: String) -> String {
    guard let slashes = address.firstRange(of: "//") else { return address }
    let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return address }
    return address[..<slashes.upperBound] + "***" + address[at...]
  }
}
