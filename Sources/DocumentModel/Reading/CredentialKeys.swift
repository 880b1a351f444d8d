import Diagnostics

/// A credential as it is written, its secrets still the names of environment variables.
package struct DeclaredCredential: Sendable {
  enum Form: Sendable {
    case key(Located<String>, Credential.KeyPlace)
    case basic(user: Located<String>, password: Located<String>)
    case bearer(Located<String>)
    case header(name: String, value: Located<String>)
    case token(TokenKeys)
    /// What the user's `.netrc` has for the host.
    case netrc
  }

  /// What a token is asked for with.
  struct TokenKeys: Sendable {
    let user: Located<String>
    let password: Located<String>
    let portal: PortalAddress
    /// `nil`: the portal's address.
    let referer: String?
    /// How long it shall be good for, in minutes.
    let minutes: Int
    let place: Credential.TokenPlace
  }

  let form: Form
  let hosts: [String]
  let allowsInsecure: Bool
  /// Where it stands.
  let range: SourceRange
}

extension DeclaredCredential: MapValue {
  private enum Keys {
    static let type = RequiredField<CredentialType>("type", "how it is sent")
    static let key = OptionalField<SecretText>("key", "of a `key`: its value, as `\"${env:NAME}\"`")
    static let place = OptionalField<KeyPlaceWord>(
      "in", written: "query",
      """
      of a `key`: where it goes; in an address with `{key}` it stands there alone, for which `path` is written where there \
      is no other place. Of a `token`: `header`, `X-Esri-Authorization`, or `query`, `token=`; without it a header, and the \
      query of a server that does not see the header
      """)
    static let name = OptionalField<NonEmptyText>(
      "name", written: "`key` in a query", "of a `key`: the name of its parameter or header; of a `header`: its name")
    static let user = OptionalField<NonEmptyText>(
      "user", "of `basic` and `token`: the user's name; `${env:NAME}` is taken from the environment")
    static let password = OptionalField<SecretText>("password", "of `basic` and `token`: as `\"${env:NAME}\"`")
    static let token = OptionalField<SecretText>("token", "of a `bearer`: as `\"${env:NAME}\"`")
    static let value = OptionalField<SecretText>(
      "value", "of a `header`: its value with `${env:NAME}` in it, as `\"Token ${env:NAME}\"`")
    static let portal = OptionalField<PortalAddress>(
      "portal",
      """
      of a `token`: the ArcGIS portal, or the server without one, that gives the token for the user and the password; it \
      goes to that portal, to the servers that the portal calls its own, and to `hosts`
      """)
    static let referer = OptionalField<HeaderText>(
      "referer", written: "the portal's address", "of a `token`: the `Referer` that it is bound to and sent with")
    static let expiration = OptionalField<BoundedInteger<TokenMinutes>>(
      "expiration", written: "60",
      "of a `token`: for how many minutes it is asked for; a portal may give less, and a new one is asked for in time")
    static let hosts = OptionalField<ListOf<CredentialHost>>(
      "hosts", written: "the host of the layer that names it",
      "the hosts that it is sent to, each a name or `name:port`; never to another one, also after a redirect")
    static let allowInsecure = DefaultedField<Bool>(
      "allowInsecure", default: false, written: "false",
      "`true` lets it go over plain `http://`, where others can read it")
  }

  package static let fields = FieldSet([
    Keys.type, Keys.key, Keys.place, Keys.name, Keys.user, Keys.password, Keys.token, Keys.value, Keys.portal,
    Keys.referer, Keys.expiration, Keys.hosts, Keys.allowInsecure,
  ])
  package static var what: String { "a credential" }

  package static func read(_ node: Node, in context: ReadingContext) -> DeclaredCredential? {
    reportLiterals(in: node, besides: fields.names, context)
    return MappingReader(node, fields: fields, as: what, in: context).flatMap(Self.init(from:))
  }

  /// Keys of any type whose values are no secrets.
  private static let openKeys: Set<String> = [
    "type", "in", "name", "user", "hosts", "allowInsecure", "portal", "referer", "expiration",
  ]

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
    let texts = Texts(
      key: Self.located(reader.read(Keys.key)?.text, Keys.key, reader),
      user: Self.located(reader.read(Keys.user)?.text, Keys.user, reader),
      password: Self.located(reader.read(Keys.password)?.text, Keys.password, reader),
      token: Self.located(reader.read(Keys.token)?.text, Keys.token, reader),
      value: Self.located(reader.read(Keys.value)?.text, Keys.value, reader))
    let portal = reader.read(Keys.portal)
    let referer = reader.read(Keys.referer)?.text
    let minutes = reader.read(Keys.expiration)?.value ?? 60
    hosts = (reader.read(Keys.hosts)?.values ?? []).map(\.text)
    allowsInsecure = reader.read(Keys.allowInsecure)
    range = reader.node.range
    guard let type else { return nil }
    Self.checkKeys(of: type, place, reader)
    if type == .header || place == .header, let name, !HeaderMap.isName(name) {
      reader.context.report(
        Diagnostic(.wrongType, "`\(name)` is not a name of an HTTP header", at: reader.range(of: Keys.name)))
      return nil
    }
    if type == .token {
      guard let portal, let user = texts.user, let password = texts.password,
        let place = Self.tokenPlace(place, reader)
      else { return nil }
      if !portal.isSecure, !allowsInsecure { reader.context.report(.insecurePortal(at: reader.range(of: Keys.portal))) }
      form = .token(
        TokenKeys(
          user: user, password: password, portal: portal, referer: referer, minutes: minutes, place: place))
    } else {
      guard let form = Self.form(type, place, name, texts) else { return nil }
      self.form = form
    }
  }

  /// The texts that have secrets, or the name of a user, in them.
  private struct Texts {
    let key, user, password, token, value: Located<String>?
  }

  /// Reports the keys that a type has to have and has not, and those that say nothing of it.
  private static func checkKeys(of type: CredentialType, _ place: KeyPlaceWord?, _ reader: MappingReader) {
    let needed = needed(type, place)
    for field in [
      Keys.key, Keys.place, Keys.name, Keys.user, Keys.password, Keys.token, Keys.value, Keys.portal, Keys.referer,
      Keys.expiration,
    ] as [any FieldDeclaration] {
      if reader.has(field) {
        if !needed.allowed.contains(field.name) { reader.context.report(.foreignKey(field.name, of: type, in: reader)) }
      } else if needed.required.contains(field.name), !reader.context.isPartial {
        reader.context.report(.missingCredentialKey(field, of: type, in: reader))
      }
    }
  }

  /// - Returns: `nil` for a path, which has been reported.
  private static func tokenPlace(_ word: KeyPlaceWord?, _ reader: MappingReader) -> Credential.TokenPlace? {
    switch word {
    case nil: return .asUnderstood
    case .header: return .header
    case .query: return .query
    case .path:
      reader.context.report(
        Diagnostic(
          .conflictingKeys, "a token goes into a header or the query, never into the path",
          at: reader.range(of: Keys.place), hint: Hint("write `header` or `query`, or take `in` out")))
      return nil
    }
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
    case (.token, _):
      (["user", "password", "portal"], ["user", "password", "portal", "in", "referer", "expiration"])
    case (.netrc, _): ([], [])
    }
  }

  /// Of all types but `token`.
  private static func form(_ type: CredentialType, _ place: KeyPlaceWord?, _ name: String?, _ texts: Texts) -> Form? {
    switch type {
    case .key:
      guard let key = texts.key else { return nil }
      switch place ?? .query {
      case .query: return .key(key, .query(name: name ?? "key"))
      case .path: return .key(key, .path)
      case .header: return name.map { .key(key, .header(name: $0)) }
      }
    case .basic:
      guard let user = texts.user, let password = texts.password else { return nil }
      return .basic(user: user, password: password)
    case .bearer: return texts.token.map { .bearer($0) }
    case .header:
      guard let name, let value = texts.value else { return nil }
      return .header(name: name, value: value)
    case .netrc: return .netrc
    case .token: return nil
    }
  }
}

extension Diagnostic {
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

  fileprivate static func insecurePortal(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .credentialNotSent, "the password would go to its portal over plain HTTP, where others can read it", at: range,
      hint: Hint("write `https://`, or give the credential `allowInsecure: true`"))
  }
}
