import Diagnostics

extension HostSettings: MapValue {
  private enum Keys {
    static let connections = DefaultedField<BoundedInteger<ConnectionBounds>>(
      "connections", default: BoundedInteger(6), written: "6", "how many may be open at a time, over all maps of a run")
    static let requestsPerSecond = OptionalField<BoundedNumber<PositiveBounds>>(
      "requestsPerSecond", written: "no limit", "how many requests may start in a second")
    static let proxy = OptionalField<ProxyAddress>(
      "proxy", written: "what the environment says",
      "the address of a proxy; `${env:NAME}` is taken from the environment")
    static let caFile = OptionalField<FilePath>(
      "caFile", written: "the system's", "a PEM file of the authorities that are trusted")
    static let headers = OptionalField<HeaderMap>(
      "headers",
      "HTTP headers of every request; `${env:NAME}` is taken from the environment, and such a header does not go over plain "
        + "`http://` unless it is written `NAME: {value: ..., allowInsecure: true}`")
  }

  package static let fields = FieldSet([
    Keys.connections, Keys.requestsPerSecond, Keys.proxy, Keys.caFile, Keys.headers,
  ])
  package static var what: String { "a host" }

  package init?(from reader: MappingReader) {
    self.init(
      connections: reader.read(Keys.connections).value,
      requestsPerSecond: reader.read(Keys.requestsPerSecond)?.value, proxy: reader.read(Keys.proxy)?.text,
      certificateFile: reader.read(Keys.caFile)?.text, headers: reader.read(Keys.headers)?.headers ?? [])
  }
}

/// Connections to one host.
enum ConnectionBounds: NumberBounds {
  static let lower = 1.0
  static let upper: Double? = 256
}

/// The address of a proxy.
struct ProxyAddress: DocumentValue {
  let text: String

  static let words = "the address of a proxy, as in `http://proxy.example.org:3128`"
  static var schema: JSONValue { NonEmptyText.schema }

  /// What libcurl can go through; `socks5h` lets the proxy look the name up.
  private static let schemes = ["http", "https", "socks5", "socks5h"]

  static func read(_ node: Node, in context: ReadingContext) -> ProxyAddress? {
    guard let written = HeaderText.read(node, in: context)?.text,
      let text = EnvironmentText.expand(written, at: node.range, in: context)
    else { return nil }
    guard isAddress(text) else {
      context.report(
        Diagnostic(
          .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range,
          hint: Hint("write a scheme (\(schemes.joined(separator: ", "))), the host and its port")))
      return nil
    }
    return ProxyAddress(text: text)
  }

  /// `scheme://[user[:password]@]host[:port][/]`.
  private static func isAddress(_ text: String) -> Bool {
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0 + "://") }) else { return false }
    var rest = text.dropFirst(scheme.count + 3)
    if rest.hasSuffix("/") { rest.removeLast() }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    var port = Substring("1")
    if let colon = rest.lastIndex(of: ":"), !(rest.hasPrefix("[") && rest.hasSuffix("]")) {
      port = rest[rest.index(after: colon)...]
      rest = rest[..<colon]
    }
    guard let number = Int(port), (1...65_535).contains(number) else { return false }
    if rest.hasPrefix("["), rest.hasSuffix("]") { rest = rest.dropFirst().dropLast() }
    return !rest.isEmpty && rest.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/?#@[]".utf8.contains($0) }
  }
}

/// `hosts`: settings by name of host.
struct HostMap: DocumentValue {
  var hosts: [String: HostSettings] = [:]

  static let words = "a map of hosts"
  static var schema: JSONValue { ["type": "object", "additionalProperties": HostSettings.schema] }

  static func read(_ node: Node, in context: ReadingContext) -> HostMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var map = HostMap()
    for entry in entries {
      if !isHost(entry.key) {
        context.report(
          Diagnostic(
            .wrongType, "`\(entry.key)` is not the name of a host", at: entry.keyRange,
            hint: Hint("write the name alone, or with a port, as in `tiles.example.org:8080`")))
      } else if let settings = HostSettings.read(entry.value, in: context) {
        map.hosts[entry.key.lowercased()] = settings
      }
    }
    return map
  }

  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { "/@?# \t".unicodeScalars.contains($0) || $0.value < 0x20 }
  }
}
