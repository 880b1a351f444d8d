import Diagnostics

/// `type` of a credential.
enum CredentialType: String, DocumentWord {
  case key, basic, bearer, header, token, netrc
  static var what: String { "a type of credential" }
}

/// `in` of a key or a token.
enum KeyPlaceWord: String, DocumentWord {
  case query, header, path
  static var what: String { "a place for a key or a token" }
}

/// A text that holds a secret, which is never written down but named: `${env:NAME}` stands in it.
struct SecretText: DocumentValue {
  let text: String

  static let words = "a text with `${env:NAME}` in it"
  static var schema: JSONValue { ["type": "string", "pattern": "\\$\\{env:[^}]+\\}"] }

  static func read(_ node: Node, in context: ReadingContext) -> SecretText? {
    // A number would be a secret too: nothing of the value is shown.
    guard case .scalar(let scalar) = node.content else {
      context.report(Diagnostic(.wrongType, "a list or a map stands where \(words) is expected", at: node.range))
      return nil
    }
    guard scalar.description.contains("${env:") else {
      context.report(.literalSecret(at: node.range))
      return nil
    }
    return SecretText(text: scalar.description)
  }
}

/// A host that a credential is sent to.
struct CredentialHost: DocumentValue {
  /// Lower case.
  let text: String

  static let words = "the name of a host, alone or with a port as in `tiles.example.org:8080`"
  static var schema: JSONValue { ["type": "string", "pattern": "^[^/@?# \\t]+$"] }

  static func read(_ node: Node, in context: ReadingContext) -> CredentialHost? {
    guard let text = String.read(node, in: context) else { return nil }
    guard HostMap.isHost(text) else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    return CredentialHost(text: text.lowercased())
  }
}

/// `portal`: where ArcGIS's tokens are asked for.
struct PortalAddress: DocumentValue {
  /// Without a slash at the end.
  let text: String

  var isSecure: Bool { text.lowercased().hasPrefix("https://") }

  static let words = "the address of a portal or a server of ArcGIS, as in `https://gis.example.org/portal`"
  static var schema: JSONValue { ["type": "string", "pattern": "^[hH][tT][tT][pP][sS]?://[^/?#@ ]+[^?#@ ]*$"] }

  static func read(_ node: Node, in context: ReadingContext) -> PortalAddress? {
    guard let written = String.read(node, in: context) else { return nil }
    var text = written[...]
    while text.hasSuffix("/") { text = text.dropLast() }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 3 && ["http:", "https:"].contains(parts[0].lowercased()) && parts[1].isEmpty
      && !parts[2].isEmpty && !parts[2].hasPrefix("/")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#@\\{}".utf8.contains($0) }
    guard isAddress else {
      context.report(
        Diagnostic(
          .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range,
          hint: Hint("write its address without user, query and fragment")))
      return nil
    }
    return PortalAddress(text: String(text))
  }
}

/// Minutes: what ArcGIS Online gives at most is 15 days.
enum TokenMinutes: NumberBounds {
  static let lower = 1.0
  static let upper: Double? = 21_600
}

extension Diagnostic {
  static func literalSecret(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .literalSecret, "a credential holds a secret that is written into the document", at: range,
      hint: Hint("write `\"${env:NAME}\"` and set the variable `NAME` where mapdoc runs"))
  }
}
