/// A secret that requests to some hosts carry. Its text forms never show it.
package struct Credential: Sendable, Hashable {
  /// As the document calls it.
  package let name: String
  package let form: Form
  /// Lower case, each a host or `host:port`; empty: the host of the layer that names it.
  package let hosts: [String]
  /// It may be sent over plain HTTP.
  package let allowsInsecure: Bool
  /// Values of the environment that are parts of it.
  private let parts: [String]

  package enum Form: Sendable, Hashable {
    case key(String, KeyPlace)
    /// Of RFC 7617.
    case basic(user: String, password: String)
    /// Of RFC 6750.
    case bearer(String)
    case header(name: String, value: String)
  }

  /// Where a key goes in an address without `{key}`; where there is one, the key stands there and nowhere else.
  package enum KeyPlace: Sendable, Hashable {
    case query(name: String)
    case header(name: String)
    case path
  }

  /// What stands for the key in an address, up to the moment when it is sent.
  package static let keyPlaceholder = "{key}"

  /// - Parameter parts: Values of the environment that the form was made of: each is a secret too.
  package init(
    name: String, form: Form, hosts: [String] = [], allowsInsecure: Bool = false, parts: [String] = []
  ) {
    self.name = name
    self.form = form
    self.hosts = hosts
    self.allowsInsecure = allowsInsecure
    self.parts = parts
  }

  /// The same for requests that it opens and that do not carry it: their answers are kept apart as its own are.
  package var unsent: Credential {
    // No host has that name.
    Credential(name: name, form: form, hosts: [":"], allowsInsecure: allowsInsecure, parts: parts)
  }

  /// What must not be shown.
  package var secrets: [String] {
    switch form {
    case .key(let secret, _), .bearer(let secret), .header(_, let secret): [secret] + parts
    case .basic(_, let password): [password] + parts
    }
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credential `\(name)`" }
  package var debugDescription: String { description }
  /// A value that is dumped, as failed tests and debuggers do, shows its name alone.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
