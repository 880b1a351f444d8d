import Diagnostics
import DocumentModel

/// `url` of a kind that is named after a provider: a mirror or a proxy that answers as the provider does.
///
/// Without placeholders it takes the place of the provider's scheme and host; with them it is the whole address of a tile.
struct Mirror: DocumentValue, Hashable {
  enum Form: Sendable, Hashable {
    /// Scheme, host and perhaps a path, without a slash at the end.
    case base(String)
    case template(TileAddress)
  }

  let form: Form

  static func read(_ node: Node, in context: ReadingContext) -> Mirror? {
    guard let address = TileAddress.read(node, in: context) else { return nil }
    if address.place == .files {
      context.report(.notOfTheWeb(address.written, at: node.range))
      return nil
    }
    guard address.template.names.isEmpty else { return Mirror(form: .template(address)) }
    var base = address.written
    if base.contains(where: { "?#".contains($0) }) {
      context.report(.baseWithQuery(base, at: node.range))
      return nil
    }
    while base.hasSuffix("/") { base.removeLast() }
    return Mirror(form: .base(base))
  }

  static var schema: JSONValue { TileAddress.schema }
  static var words: String { "an address in place of `https://` and the provider's host, or one with placeholders" }

  /// Reports what is wrong with a template; a base has nothing that could be.
  /// - Returns: True when there is nothing to report.
  fileprivate func reportMistakes(values: [String: String], range: SourceRange, in context: ReadingContext) -> Bool {
    guard case .template(let address) = form else { return true }
    return address.reportMistakes(values: values, range: range, in: context)
  }
}

extension MappingReader {
  /// Whether the mirror of a provider's layer, where it has one, can be used; what is wrong with it is reported.
  ///
  /// - Parameter values: What the names in its address stand for.
  func isUsable(_ mirror: Mirror?, of field: OptionalField<Mirror>, values: [String: String] = [:]) -> Bool {
    guard has(field) else { return true }
    return mirror?.reportMistakes(values: values, range: range(of: field), in: context) ?? false
  }
}

/// Where the tiles of a provider are asked for.
struct ProviderAddress: Sendable, Hashable {
  /// Of the provider.
  let template: String
  let mirror: Mirror?

  init(_ template: String, mirror: Mirror?) {
    (self.template, self.mirror) = (template, mirror)
  }

  /// Of the layer's requests, for ``LayerKind/addresses``. A mirror may add the key itself, so it is asked for none.
  func addresses(values: [String: String]) -> [String] {
    switch mirror?.form {
    case nil: [template]
    case .base(let base): [base + "/"]
    case .template(let address): [address.filled(with: values)]
    }
  }

  /// The template that is asked, `{key}` in it where the layer has a key for it.
  ///
  /// - Parameter credential: Of the layer.
  /// - Precondition: The template of the provider is a good one.
  func address(for credential: Credential?) -> TileAddress {
    if case .template(let address)? = mirror?.form { return address }
    var text = template
    if case .base(let base)? = mirror?.form {
      if !Self.isKey(credential) { text = Self.withoutKey(text) }
      let afterScheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
      text = base + text[afterScheme...].drop { $0 != "/" }
    }
    guard let address = try? TileAddress(text, beside: nil) else {
      preconditionFailure("the catalogue of providers has an address that is none")
    }
    return address
  }

  private static func isKey(_ credential: Credential?) -> Bool {
    if case .key? = credential?.form { true } else { false }
  }

  /// Without the parameter that is the key.
  private static func withoutKey(_ text: String) -> String {
    guard let question = text.firstIndex(of: "?") else { return text }
    let pairs = text[text.index(after: question)...].split(separator: "&")
    return text[...question] + pairs.filter { !$0.contains(Credential.keyPlaceholder) }.joined(separator: "&")
  }
}

extension Diagnostic {
  fileprivate static func notOfTheWeb(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badURLTemplate, "`\(text)` cannot be a mirror or a proxy: it is no address of the web", at: range,
      hint: Hint("write `https://` in front, or read files with `type: xyz`"))
  }

  fileprivate static func baseWithQuery(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badURLTemplate, "`\(text)` cannot take the place of a provider's host: it goes on after `?` or `#`", at: range,
      hint: Hint("write the whole address of a tile, with `{z}`, `{x}` and `{y}`"))
  }
}
