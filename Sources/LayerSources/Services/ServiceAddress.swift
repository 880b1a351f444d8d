import Diagnostics
import DocumentModel
import Transport

/// `url` of a service: an address of the web, or for kinds whose service can be described by a file, a path.
struct ServiceAddress: Sendable, Hashable {
  /// As asked for: escaped where it is an address, with `{key}` where the key of a credential goes; a path otherwise.
  let text: String
  let isFile: Bool

  /// - Throws: ``TileAddress/Objection``.
  init(_ text: String, beside node: Node?) throws(TileAddress.Objection) {
    let address = try TileAddress(text, beside: node)
    isFile = address.place == .files
    let isOfWeb = !isFile
    func isKey(_ name: String) -> Bool { isOfWeb && "{\(name)}" == Credential.keyPlaceholder }
    if let name = address.template.names.first(where: { !isKey($0) }) {
      throw TileAddress.Objection(
        reason: "`{\(name)}` stands in it, and a service has one address",
        hint: "write the address of the service itself; for an address of tiles there is `xyz`")
    }
    self.text = address.template.parts.map { part in
      switch part {
      case .text(let text): isOfWeb ? AddressEscaping.escaped(text) : text
      case .name: Credential.keyPlaceholder
      }
    }.joined()
  }

  /// Of what `inspect` was given.
  init(of candidate: InspectionCandidate) throws(SourceError) {
    do throws(TileAddress.Objection) {
      self = try ServiceAddress(candidate.source, beside: nil)
    } catch {
      throw .badKey(key: "url", reason: error.reason, hint: error.hint)
    }
  }

  /// Address and query, without a fragment; the query is empty where there is none.
  var parts: (path: String, query: String) {
    let whole = text.prefix { $0 != "#" }
    let path = whole.prefix { $0 != "?" }
    return (String(path), String(whole.dropFirst(path.count + 1)))
  }
}

/// The address of a service of the web, as a value of a document.
struct WebService: DocumentValue, Hashable {
  let address: ServiceAddress

  static func read(_ node: Node, in context: ReadingContext) -> WebService? {
    guard let address = ServiceAddress.read(node, in: context) else { return nil }
    guard !address.isFile else {
      context.report(
        .unusableAddress(
          address.text, .init(reason: "it is a path", hint: "write `https://` and the host in front"), of: "a service",
          at: node.range))
      return nil
    }
    return WebService(address: address)
  }

  static var schema: JSONValue { ["type": "string", "minLength": 1] }
  static var words: String { "the address of a service" }
}

extension ServiceAddress: DocumentValue {
  static func read(_ node: Node, in context: ReadingContext) -> ServiceAddress? {
    guard let text = String.read(node, in: context) else { return nil }
    do throws(TileAddress.Objection) {
      let address = try ServiceAddress(text, beside: node)
      if address.isFile { TileAddress.notePath(text, of: node, in: context) }
      return address
    } catch {
      context.report(.unusableAddress(text, error, of: "a service", at: node.range))
      return nil
    }
  }

  static var schema: JSONValue { ["type": "string", "minLength": 1] }
  static var words: String { "the address of a service, or a path" }
}

extension SourceError {
  /// What was asked for by a name that the source does not have.
  /// - Parameters:
  ///   - owner: A layer of the service, where it is that layer's.
  ///   - known: What it has, in its order.
  static func notOffered(
    _ name: String, _ what: String, of owner: String? = nil, key: String, known: [String]
  ) -> SourceError {
    let shown = known.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
    let more = known.count > 20 ? " and \(known.count - 20) more" : ""
    let whose = owner.map { "`\($0)` of the service" } ?? "the service"
    let near = Suggestion.nearest(to: name, among: known)
    return .badKey(
      key: key,
      reason: "\(whose) has no \(what) `\(name)`; it has \(known.isEmpty ? "none" : shown + more)",
      hint: near.map { "did you mean `\($0)`?" })
  }
}
