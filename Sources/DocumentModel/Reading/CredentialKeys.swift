import Diagnostics

/// A credential as it is written, its secrets still the names of environment variables.
package struct DeclaredCredential: Sendable {
  enum Form: Sendable {
    case key(Located<String>, Credential.KeyPlace)
    case basic(user: Located<String>, password: Located<String>)
    case bearer(Located<String>)
    case header(name: String, value: Located<String>)
  }

  let form: Form
  let hosts: [String]
  let allowsInsecure: Bool
}

extension DeclaredCredential: MapValue {
  private enum Keys {
    static let type = RequiredField<CredentialType>("type", "how it is sent")
    static let key = OptionalField<SecretText>("key", "of a `key`: its value, as `\"${env:NAME}\"`")
    static let place = OptionalField<KeyPlaceWord>(
      "in", written: "query",
      """
      of a `key`: where it goes; in an address with `{key}` it stands there alone, for which `path` is written where there \
      is no other place
      """)
    static let name = OptionalField<NonEmptyText>(
      "name", written: "`key` in a query", "of a `key`: the name of its parameter or header; of a `header`: its name")
    static let user = OptionalField<NonEmptyText>(
      "user", "of `basic`: the user's name; `${env:NAME}` is taken from the environment")
    static let password = OptionalField<SecretText>("password", "of `basic`: as `\"${env:NAME}\"`")
    static let token = OptionalField<SecretText>("token", "of a `bearer`: as `\"${env:NAME}\"`")
    static let value = OptionalField<SecretText>(
      "value", "of a `header`: its value with `${env:NAME}` in it, as `\"Token ${env:NAME}\"`")
    static let hosts = OptionalField<ListOf<CredentialHost>>(
      "hosts", written: "the host of the layer that names it",
      "the hosts that it is sent to, each a name or `name:port`; never to another one, also after a redirect")
    static let allowInsecure = DefaultedField<Bool>(
      "allowInsecure", default: false, written: "false",
      "`true` lets it go over plain `http://`, where others can read it")
  }

  package static let fields = FieldSet([
    Keys.type, Keys.key, Keys.place, Keys.name, Keys.user, Keys.password, Keys.token, Keys.value, Keys.hosts,
    Keys.allowInsecure,
  ])
  package static var what: String { "a credential" }

  package static func read(_ node: Node, in context: ReadingContext) -> DeclaredCredential? {
    // The keys of a type that is not known yet are not looked at: one clear finding.
    if let type = node["type"], case .scalar(.text(let word)) = type.content, CredentialType.later.contains(word) {
      _ = CredentialType.read(type, in: context)
      reportLiterals(in: node, besides: [], context)
      return nil
    }
    reportLiterals(in: node, besides: fields.names, context)
    return MappingReader(node, fields: fields, as: what, in: context).flatMap(Self.init(from:))
  }

  /// Keys of any type whose values are no secrets.
  private static let openKeys: Set<String> = ["type", "in", "name", "user", "hosts", "allowInsecure", "portal"]

  /// Reports what stands under keys that nobody reads, as under one that is misspelt: it may be a secret, which an excerpt
  /// must not show.
  ///
  /// - Parameter known: Keys whose values are read, and judged then.
  private static func reportLiterals(in node: Node, besides known: [String], _ context: ReadingContext) {
    guard case .mapping(let entries) = node.content else { return }
    for entry in entries where !openKeys.contains(entry.key) && !known.contains(entry.key) {
      guard case .scalar(let scalar) = entry.value.content, scalar != .null, !entry.key.utf8.starts(with: "x-".utf8),
        !scalar.description.contains("${env:")
      else { continue }
      context.report(.literalSecret(at: entry.value.range))
    }
  }

  package init?(from reader: MappingReader) {
    let type = reader.read(Keys.type)
    let place = reader.read(Keys.place)
    let name = reader.read(Keys.name)?.text
    let key = Self.located(reader.read(Keys.key)?.text, Keys.key, reader)
    let user = Self.located(reader.read(Keys.user)?.text, Keys.user, reader)
    let password = Self.located(reader.read(Keys.password)?.text, Keys.password, reader)
    let token = Self.located(reader.read(Keys.token)?.text, Keys.token, reader)
    let value = Self.located(reader.read(Keys.value)?.text, Keys.value, reader)
    hosts = (reader.read(Keys.hosts)?.values ?? []).map(\.text)
    allowsInsecure = reader.read(Keys.allowInsecure)
    guard let type else { return nil }
    let needed = Self.needed(type, place)
    for field in [Keys.key, Keys.place, Keys.name, Keys.user, Keys.password, Keys.token, Keys.value]
      as [any FieldDeclaration]
    {
      if reader.has(field) {
        if !needed.allowed.contains(field.name) { reader.context.report(.foreignKey(field.name, of: type, in: reader)) }
      } else if needed.required.contains(field.name), !reader.context.isPartial {
        reader.context.report(.missingCredentialKey(field, of: type, in: reader))
      }
    }
    if type == .header || place == .header, let name, !HeaderMap.isName(name) {
      reader.context.report(
        Diagnostic(.wrongType, "`\(name)` is not a name of an HTTP header", at: reader.range(of: Keys.name)))
      return nil
    }
    guard let form = Self.form(type, place, name, key, user, password, token, value) else { return nil }
    self.form = form
  }

  private static func located(
    _ text: String?, _ field: any FieldDeclaration, _ reader: MappingReader
  ) -> Located<String>? {
    text.map { Located($0, at: reader.range(of: field)) }
  }

  /// The keys that a type has to have, and those that it may have.
  private static func needed(_ type: CredentialType, _ place: KeyPlaceWord?) -> (
    required: [String], allowed: [String]
  ) {
    switch (type, place) {
    case (.key, .path): (["key"], ["key", "in"])
    case (.key, .header): (["key", "name"], ["key", "in", "name"])
    case (.key, _): (["key"], ["key", "in", "name"])
    case (.basic, _): (["user", "password"], ["user", "password"])
    case (.bearer, _): (["token"], ["token"])
    case (.header, _): (["name", "value"], ["name", "value"])
    case (.token, _): ([], [])
    }
  }

  private static func form(
    _ type: CredentialType, _ place: KeyPlaceWord?, _ name: String?, _ key: Located<String>?,
    _ user: Located<String>?, _ password: Located<String>?, _ token: Located<String>?, _ value: Located<String>?
  ) -> Form? {
    switch type {
    case .key:
      guard let key else { return nil }
      switch place ?? .query {
      case .query: return .key(key, .query(name: name ?? "key"))
      case .path: return .key(key, .path)
      case .header: return name.map { .key(key, .header(name: $0)) }
      }
    case .basic:
      guard let user, let password else { return nil }
      return .basic(user: user, password: password)
    case .bearer: return token.map { .bearer($0) }
    case .header:
      guard let name, let value else { return nil }
      return .header(name: name, value: value)
    case .token: return nil
    }
  }
}

/// `type` of a credential.
enum CredentialType: String, DocumentWord {
  case key, basic, bearer, header, token
  static var what: String { "a type of credential" }
  static var later: [String] { [token.rawValue] }
}

/// `in` of a key.
enum KeyPlaceWord: String, DocumentWord {
  case query, header, path
  static var what: String { "a place for a key" }
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

/// `credentials` of a document or a project: credentials by name.
package struct CredentialMap: DocumentValue {
  /// `nil` for one that cannot be used, which has been reported.
  var declared: [String: DeclaredCredential?] = [:]

  package static let words = "a map of names and credentials"
  package static var schema: JSONValue {
    // `null` takes away what a template has.
    ["type": "object", "additionalProperties": ["anyOf": [DeclaredCredential.fields.schema, ["type": "null"]]]]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> CredentialMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var map = CredentialMap()
    for entry in entries where !entry.value.isNull {
      map.declared[entry.key] = .some(DeclaredCredential.read(entry.value, in: context))
    }
    return map
  }
}

extension Diagnostic {
  fileprivate static func literalSecret(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .literalSecret, "a credential holds a secret that is written into the document", at: range,
      hint: Hint("write `\"${env:NAME}\"` and set the variable `NAME` where mapdoc runs"))
  }

  fileprivate static func foreignKey(
    _ key: String, of type: CredentialType, in reader: MappingReader
  ) -> Diagnostic {
    let place = key == "name" && type == .key ? " that goes into the path" : ""
    return Diagnostic(
      .conflictingKeys, "`\(key)` says nothing of a credential of type `\(type.rawValue)`\(place)",
      at: reader.value(key)?.range ?? reader.node.range, hint: Hint("take `\(key)` out"))
  }

  fileprivate static func missingCredentialKey(
    _ field: any FieldDeclaration, of type: CredentialType, in reader: MappingReader
  ) -> Diagnostic {
    Diagnostic(
      .missingKey, "`\(field.name)` is missing, which a credential of type `\(type.rawValue)` needs",
      at: reader.node.range, hint: Hint("add `\(field.name):`"))
  }
}
