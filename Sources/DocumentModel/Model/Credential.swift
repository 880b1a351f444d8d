/// A secret that requests to some hosts carry. Its text forms never show it.
package struct Credential: Sendable, Hashable {
  /// As the document calls it.
  package let name: String
  package let form: Form
  /// Lower case, each a host or `host:port`; empty: the host of the layer that names it.
  package let hosts: [String]
  /// It may be sent over plain HTTP.
  package let allowsInsecure: Bool

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

  package init(name: String, form: Form, hosts: [String] = [], allowsInsecure: Bool = false) {
    self.name = name
    self.form = form
    self.hosts = hosts
    self.allowsInsecure = allowsInsecure
  }

  /// What must not be shown.
  package var secrets: [String] {
    switch form {
    case .key(let secret, _), .bearer(let secret), .header(_, let secret): [secret]
    case .basic(_, let password): [password]
    }
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "credential `\(name)`" }
  package var debugDescription: String { description }
  /// A value that is dumped, as failed tests and debuggers do, shows its name alone.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
