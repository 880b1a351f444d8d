import Diagnostics

/// HTTP headers of a layer's or a host's requests, in the document's order; `${env:NAME}` is filled in.
package struct HeaderMap: DocumentValue, Hashable {
  package let headers: [Layer.Header]

  package init(_ headers: [Layer.Header]) { self.headers = headers }

  package static var words: String { "a map of header names to texts" }

  /// A header's value that may go over plain HTTP.
  private struct HeaderText: MapValue {
    private enum Keys {
      static let value = RequiredField<String>("value", "the text; `${env:NAME}` is taken from the environment")
      static let allowInsecure = DefaultedField<Bool>(
        "allowInsecure", default: false, written: "false",
        "`true` lets it go over plain `http://`, where others can read it")
    }

    let allowsInsecure: Bool

    static let fields = FieldSet([Keys.value, Keys.allowInsecure])
    static var what: String { "the value of a header" }

    init?(from reader: MappingReader) {
      guard reader.read(Keys.value) != nil else { return nil }
      allowsInsecure = reader.read(Keys.allowInsecure)
    }
  }
  package static var schema: JSONValue {
    [
      "type": "object", "propertyNames": ["pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"],
      "additionalProperties": ["anyOf": [String.schema, HeaderText.fields.schema]],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> HeaderMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var headers: [Layer.Header] = []
    for entry in entries where !entry.value.isNull {
      guard isName(entry.key) else {
        context.report(
          Diagnostic(.wrongType, "`\(entry.key)` is not a name of an HTTP header", at: entry.keyRange))
        continue
      }
      guard !ofConnection.contains(entry.key.lowercased()) else {
        context.report(
          Diagnostic(
            .conflictingKeys, "header `\(entry.key)` is written with each request as its address and content ask for",
            at: entry.keyRange, hint: Hint("take it out")))
        continue
      }
      var node = entry.value
      var allowsInsecure = false
      if case .mapping = node.content {
        guard let written = HeaderText.read(node, in: context), let value = node["value"] else { continue }
        (node, allowsInsecure) = (value, written.allowsInsecure)
      }
      guard let text = String.read(node, in: context) else { continue }
      if SecretRule.namesSecretHeader(entry.key), !text.isEmpty, !text.contains("${env:") {
        context.report(.literalSecret(inHeader: entry.key, at: node.range))
      }
      guard let value = EnvironmentText.expand(text, at: node.range, in: context) else { continue }
      guard !value.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
        // The value may be a secret: it is not shown.
        context.report(
          Diagnostic(
            .wrongType, "the value of header `\(entry.key)` holds a line break or another control character",
            at: node.range))
        continue
      }
      let parts = EnvironmentText.values(in: text, context)
      headers.append(
        Layer.Header(
          name: entry.key, value: value, secrets: parts.isEmpty ? [] : Array(Set([value] + parts)).sorted(),
          allowsInsecure: allowsInsecure))
    }
    return HeaderMap(headers)
  }

  /// What says where a request goes and how its content is framed (RFC 9112): another value breaks it.
  private static let ofConnection: Set<String> = [
    "host", "content-length", "transfer-encoding",
  ]

  /// A token of RFC 9110.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

/// `${env:NAME}` in a text.
enum EnvironmentText {
  /// The values of the variables in a text, as far as they are set to something.
  static func values(in text: String, _ context: ReadingContext) -> [String] {
    text.split(separator: "${env:").dropFirst(text.hasPrefix("${env:") ? 0 : 1).compactMap { rest in
      context.environment[String(rest.prefix { $0 != "}" })].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The text with every variable in its place; `nil` when one is not set, which is reported.
  static func expand(_ text: String, at range: SourceRange, in context: ReadingContext) -> String? {
    guard text.contains("${env:") else { return text }
    var result = ""
    var rest = text[...]
    var isWhole = true
    while let start = rest.firstRange(of: "${env:") {
      result += rest[..<start.lowerBound]
      let tail = rest[start.upperBound...]
      guard let end = tail.firstIndex(of: "}") else {
        context.report(
          Diagnostic(.undefinedVariable, "`${env:` has no `}`", at: range, hint: Hint("write `${env:NAME}`")))
        return nil
      }
      let name = String(tail[..<end])
      if let value = context.environment[name] {
        result += value
      } else {
        isWhole = false
        context.report(
          Diagnostic(
            .undefinedVariable, "the environment has no variable `\(name)`", at: range,
            hint: Hint("set it before mapdoc runs: `export \(name)=…`")))
      }
      rest = tail[tail.index(after: end)...]
    }
    return isWhole ? result + rest : nil
  }
}
