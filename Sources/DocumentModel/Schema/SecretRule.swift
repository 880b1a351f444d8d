import Diagnostics

/// No secret stands in a document: what looks like one is reported, never shown.
package enum SecretRule {
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "apikey",
    "x-auth-token", "x-access-token", "x-token", "ocp-apim-subscription-key", "x-esri-authorization",
    "private-token", "x-auth", "x-secret",
  ]
  private static let parameters: Set<String> = [
    "token", "key", "apikey", "api_key", "api-key", "x-api-key", "access_token", "access-token", "accesstoken",
    "auth_token", "auth-token", "authtoken", "authkey", "auth_key", "auth-key", "id_token",
    "refresh_token", "jwt", "password", "passwd", "pwd", "secret",
    "client_secret", "client-secret", "sig", "signature", "subscription-key", "subscription_key", "app_code", "tk",
  ]

  static func namesSecretHeader(_ name: String) -> Bool { headers.contains(name.lowercased()) }

  /// Looks at every address in a document.
  ///
  /// - Parameter texts: The files that it was made of: a value that came in with `--set` stands in none of them, and is no secret
  ///   written into a document.
  static func check(_ node: Node, texts: [SourceFile], in context: ReadingContext) {
    switch node.content {
    case .scalar(.text(let text)):
      guard mayHoldSecret(text) else { return }
      let found = secrets(inAddress: text).filter { isWritten($0.value, in: texts) }
      guard !found.isEmpty else { return }
      context.hide(found.map(\.value), of: text)
      context.report(.literalSecret(inAddress: found.map(\.place), at: node.range))
    case .scalar: return
    case .sequence(let items): for item in items { check(item, texts: texts, in: context) }
    case .mapping(let entries):
      checkParameters(of: node, texts, context)
      for entry in entries where !entry.key.utf8.starts(with: "x-".utf8) {
        check(entry.value, texts: texts, in: context)
      }
    }
  }

  /// Looks at what a layer puts into the query of its addresses: `params`, and `values` in the place of a parameter.
  private static func checkParameters(of layer: Node, _ texts: [SourceFile], _ context: ReadingContext) {
    guard layer["type"] != nil else { return }
    if case .mapping(let entries)? = layer["params"]?.content {
      for entry in entries where parameters.contains(entry.key.lowercased()) {
        report(entry.value, "parameter `\(entry.key)`", texts, context)
      }
    }
    guard case .mapping(let values)? = layer["values"]?.content, case .scalar(.text(let url))? = layer["url"]?.content
    else { return }
    for one in AddressParameter.all(in: url[...]) where parameters.contains(one.plainName) {
      for value in values where one.value == "{\(value.key)}" {
        report(value.value, "the value of `\(value.key)`", texts, context)
      }
    }
  }

  private static func report(_ value: Node, _ what: String, _ texts: [SourceFile], _ context: ReadingContext) {
    guard case .scalar(let scalar) = value.content, scalar != .null, isLiteral(scalar.description[...]),
      isWritten(scalar.description, in: texts)
    else { return }
    context.report(.literalSecret(inParameter: what, at: value.range))
  }

  /// Whether a parameter of that name carries a secret, by its name: more of them than a document is refused for.
  package static func namesSecret(_ parameter: String) -> Bool {
    let name = parameter.lowercased()
    return parameters.contains(name)
      || ["token", "secret", "password", "apikey", "api_key", "api-key", "signature"].contains { name.contains($0) }
  }

  /// As ``namesSecret(_:)``, and `code`, by which functions of Azure take their keys: a longer one, as no code of a country is.
  private static func isSecret(_ parameter: AddressParameter) -> Bool {
    let name = parameter.plainName
    return namesSecret(name) || name == "code" && parameter.value.utf8.count >= 16
  }

  /// The values in an address that look like secrets, as a server reads them: those of parameters that are named like one,
  /// and a password before `@`.
  package static func values(inAddress address: String) -> [String] {
    var values: [String] = []
    if let slashes = address.firstRange(of: "://") {
      let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
        values.append(PercentEncoding.decoded(authority[authority.index(after: colon)..<at]))
      }
    }
    for parameter in AddressParameter.all(in: address[...]) where isSecret(parameter) && isLiteral(parameter.value) {
      values.append(PercentEncoding.decoded(parameter.value))
    }
    return values
  }

  /// An address of another program's map without what looks like a secret, and where that stood.
  package static func stripped(_ address: String) -> (address: String, places: [String]) {
    var places: [String] = []
    var text = address
    if let slashes = text.firstRange(of: "://") {
      let authority = text[slashes.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") {
        text.removeSubrange(slashes.upperBound...at)
        places.append("what stands before `@`")
      }
    }
    let own = AddressParameter.all(in: text[...])
    let secrets = own.filter(isSecret)
    guard !secrets.isEmpty else { return (text, places) }
    places += secrets.map { "the value of `\($0.name)`" }
    let inPath = secrets.filter { $0.isInPath(of: text) }
    guard inPath.count < secrets.count, let question = text.firstIndex(of: "?") else {
      return (text.removing(inPath.map(\.range)), places)
    }
    // What is left of the query begins with `?` again.
    let query = text[text.index(after: question)...].prefix { $0 != "#" }
    let kept = query.split(separator: "&").filter { pair in
      !secrets.contains { $0.name.startIndex == pair.startIndex }
    }
    let head = String(text[..<question]).removing(inPath.map(\.range)) + (kept.isEmpty ? "" : "?")
    return (head + kept.joined(separator: "&"), places)
  }

  /// Quick, for every text of a document: an address with a user, a query, or a parameter in its path.
  private static func mayHoldSecret(_ text: String) -> Bool {
    var isAddress = false
    var before: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/"), before == (UInt8(ascii: ":"), UInt8(ascii: "/")) { isAddress = true }
      if isAddress, byte == UInt8(ascii: "@") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ";") { return true }
      before = (before.1, byte)
    }
    return false
  }

  /// The literal secrets of an address of any scheme, also of one that will be refused: user and password, and parameters
  /// of its query or its path that are named like one.
  static func secrets(inAddress address: String) -> [(place: String, value: String)] {
    let address = address.drop { $0.isWhitespace }
    guard let scheme = address.utf8.firstIndex(of: UInt8(ascii: ":")), address[scheme...].hasPrefix("://"),
      address[..<scheme].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return [] }
    var found: [(place: String, value: String)] = []
    let rest = address[scheme...].drop { $0 == ":" || $0 == "/" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
      let password = authority[authority.index(after: colon)..<at]
      if isLiteral(password) { found.append(("a password before `@`", String(password))) }
    }
    for one in AddressParameter.all(in: address) where parameters.contains(one.plainName) && isLiteral(one.value) {
      found.append(("the value of `\(one.name)`", String(one.value)))
    }
    return found
  }

  /// False for a value that stands for another: `{key}`, `${token}`.
  private static func isLiteral(_ value: Substring) -> Bool {
    !value.isEmpty && !(value.contains("{") && value.contains("}"))
  }

  private static func isWritten(_ value: String, in texts: [SourceFile]) -> Bool {
    let wanted = Array(value.utf8)
    guard let first = wanted.first else { return false }
    return texts.contains { file in
      file.bytes.indices.contains { index in
        file.bytes[index] == first && file.bytes[index...].starts(with: wanted)
      }
    }
  }
}

extension String {
  /// - Parameter ranges: In their order, without overlaps.
  fileprivate func removing(_ ranges: [Range<String.Index>]) -> String {
    var text = ""
    var place = startIndex
    for range in ranges {
      text += self[place..<range.lowerBound]
      place = range.upperBound
    }
    return text + self[place...]
  }
}

extension Diagnostic {
  static func literalSecret(inHeader name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .literalSecret, "header `\(name)` holds a secret that is written into the document", at: range,
      hint: Hint("write `\"${env:NAME}\"` and set the variable `NAME` where mapdoc runs"))
  }

  fileprivate static func literalSecret(inParameter what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .literalSecret, "\(what) is a secret that is written into the document", at: range,
      hint: Hint("name it under `credentials:` with `\"${env:NAME}\"` as its value, and take it out here"))
  }

  fileprivate static func literalSecret(inAddress places: [String], at range: SourceRange) -> Diagnostic {
    let all = [places.dropLast().joined(separator: ", "), places.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " and ")
    let what = places.count == 1 ? "is a secret that is" : "are secrets that are"
    return Diagnostic(
      .literalSecret, "\(all) in this address \(what) written into the document", at: range,
      hint: Hint("name it under `credentials:` with `\"${env:NAME}\"` as its value, and write `{key}` where it goes"))
  }
}
