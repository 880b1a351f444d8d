/// A secret that requests to some hosts carry. Its text forms never show it.
package struct Credential: Sendable, Hashable {
  /// As the document calls it.
  package let name: String
  package let form: Form
  /// Lower case, each a host or `host:port`; empty: the host of the layer that names it.
  package let hosts: [String]
  /// It may be sent over plain HTTP.
  package let allowsInsecure: Bool
  /// It goes with a request to a host that the document does not name, but a service that it asks.
  package let isAway: Bool
  /// Values of the environment that are parts of it.
  private let parts: [String]

  package enum Form: Sendable, Hashable {
    case key(String, KeyPlace)
    /// Of RFC 7617.
    case basic(user: String, password: String)
    /// Of RFC 6750.
    case bearer(String)
    case header(name: String, value: String)
    /// A token of ArcGIS, which is asked for when it is first needed.
    case token(TokenGrant)
    /// User and password by host, sent as `basic`.
    case netrc(Netrc)
  }

  /// Where a key goes in an address without `{key}`; where there is one, the key stands there and nowhere else.
  package enum KeyPlace: Sendable, Hashable {
    case query(name: String)
    case header(name: String)
    case path
  }

  /// Where a token goes.
  package enum TokenPlace: Sendable, Hashable {
    /// `X-Esri-Authorization: Bearer TOKEN`.
    case header
    /// `token=TOKEN`.
    case query
    /// A header, and the query of servers that turn out not to see it.
    case asUnderstood
  }

  /// What tokens of ArcGIS are asked for with.
  package struct TokenGrant: Sendable, Hashable {
    package let user: String
    package let password: String
    /// `http` or `https`, without a slash at the end.
    package let portal: String
    /// What the token is bound to and sent with.
    package let referer: String
    /// How long it shall be good for; the portal decides.
    package let minutes: Int
    package let place: TokenPlace

    package init(
      user: String, password: String, portal: String, referer: String? = nil, minutes: Int = 60,
      place: TokenPlace = .asUnderstood
    ) {
      self.user = user
      self.password = password
      self.portal = portal
      self.referer = referer ?? portal
      self.minutes = minutes
      self.place = place
    }
  }

  /// What stands for the key in an address, up to the moment when it is sent.
  package static let keyPlaceholder = "{key}"

  /// - Parameter parts: Values of the environment that the form was made of: each is a secret too.
  package init(
    name: String, form: Form, hosts: [String] = [], allowsInsecure: Bool = false, parts: [String] = [],
    isAway: Bool = false
  ) {
    self.name = name
    self.form = form
    self.hosts = hosts
    self.allowsInsecure = allowsInsecure
    self.isAway = isAway
    self.parts = parts
  }

  /// The same for requests that it opens and that do not carry it: their answers are kept apart as its own are.
  package var unsent: Credential {
    // No host has that name.
    Credential(name: name, form: form, hosts: [":"], allowsInsecure: allowsInsecure, parts: parts)
  }

  /// The same for requests to a host that a service names and the document does not: without hosts of its own it is not for
  /// that one, but for a token whose portal calls it its own.
  package var away: Credential {
    Credential(name: name, form: form, hosts: hosts, allowsInsecure: allowsInsecure, parts: parts, isAway: true)
  }

  /// What must not be shown.
  package var secrets: [String] {
    switch form {
    case .key(let secret, _), .bearer(let secret), .header(_, let secret): [secret] + parts
    case .basic(_, let password): [password] + parts
    case .token(let grant): [grant.password] + parts
    case .netrc(let netrc): netrc.passwords
    }
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credential `\(name)`" }
  package var debugDescription: String { description }
  /// A value that is dumped, as failed tests and debuggers do, shows its name alone.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Credential.TokenGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a token of \(portal)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["portal": portal]) }
}
