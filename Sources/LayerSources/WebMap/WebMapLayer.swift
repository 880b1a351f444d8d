import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: webmap`: an ArcGIS web map, drawn as a group of its layers.
struct WebMapLayer: PortalMapKind {
  static let typeName = "webmap"
  static let summary = """
    an ArcGIS web map, drawn as a group: each of its layers by the kind of layer that reads it, base layers that are marked as \
    reference layers above all others; what has no counterpart is listed, never dropped silently. Its pop-ups are not drawn: \
    `import` keeps them as `x-callouts` of their layers, which are `callouts` once the `x-` is taken away
    """
  static let family = LayerFamily.composite
  static let fields: [any FieldDeclaration] = [Keys.path, Keys.item, Keys.portal]

  static let example: String? = """
    mapdoc: 1
    canvas: {size: [800, 600]}
    credentials:
      gis: {type: token, portal: https://gis.example.org/portal, user: map, password: "${env:GIS_PASSWORD}"}
    layers:
      - id: city                   # its layers are `city/roads` and so on in plans and reports
        type: webmap
        item: 8b3b470883a744aeb60e5fff0a319ce7
        portal: https://gis.example.org/portal
        credentials: gis
        opacity: 0.8               # of the whole
    """

  private enum Keys {
    static let path = OptionalField<FilePath>("path", "the JSON of a web map, as a portal gives it at `/data`")
    static let item = OptionalField<PortalItem>(
      "item",
      "in place of `path`: the id of the web map's item in `portal`, or the address of its page. Where the map comes first, "
        + "`check --online` knows what it holds")
    static let portal = OptionalField<WebService>(
      "portal", written: "https://www.arcgis.com",
      "the address of the portal, in front of `/sharing` or `/home`. `credentials` go to it, and to those layers of the web "
        + "map that ask a host of it or of the credential's `hosts`")
  }

  /// What the file says; `nil` for an item.
  let draft: MapDraft?
  /// `nil` for a file.
  private let item: PortalItem?

  var addresses: [String] { item.map { [$0.dataAddress] } ?? [] }
  var ownHost: String? { item?.host }

  init?(from reader: MappingReader) {
    let path = reader.read(Keys.path)
    let item = reader.read(Keys.item)
    let portal = reader.read(Keys.portal)
    switch (reader.has(Keys.path), reader.has(Keys.item)) {
    case (true, true):
      reader.reportConflict(Keys.path, Keys.item)
      return nil
    case (false, false):
      if !reader.context.isPartial { reader.context.report(.neitherPathNorItem(in: reader.node)) }
      return nil
    case (true, false):
      if reader.has(Keys.portal) { reader.reportConflict(Keys.path, Keys.portal) }
      guard let path, let node = reader.value(Keys.path.name), let json = reader.context.json(at: path, for: node)
      else {
        return nil
      }
      do throws(SourceError) {
        draft = try WebMapReader.draft(of: JSONElement(source: path.text, way: "", node: json))
      } catch {
        reader.context.report(.noWebMap(path, error, at: node.range))
        return nil
      }
      self.item = nil
    case (false, true):
      guard var item else { return nil }
      if let portal {
        guard item.isOfDefaultPortal else {
          reader.reportConflict(
            Keys.item, Keys.portal, hint: "the address of the item names its portal: take `portal` out")
          return nil
        }
        item.portal = PortalItem.base(portal.address.text)
      } else if reader.has(Keys.portal) {
        return nil
      }
      self.item = item
      draft = nil
    }
  }

  func map(of layer: Layer, in context: SourceContext) async throws(SourceError) -> PortalMap {
    guard let item else { preconditionFailure("only a web map that has not been read is asked for") }
    return try await item.map(AddressedTiles.RequestTemplate(layer, .ofDynamicLayers), in: context)
  }
}

/// A kind of layer that stands for others, which only a portal knows.
package protocol PortalMapKind: CompositeLayerKind {
  /// Asks for the map.
  func map(of layer: Layer, in context: SourceContext) async throws(SourceError) -> PortalMap
}

/// A map of a portal, as it was answered.
package struct PortalMap: Sendable {
  package var draft: MapDraft
  /// What the draft was made of.
  package let text: SourceFile
}

extension PortalItem: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> PortalItem? {
    guard let text = String.read(node, in: context) else { return nil }
    if let item = PortalItem(text) { return item }
    context.report(
      Diagnostic(
        .unknownValue, "`\(text)` stands where \(words) is expected", at: node.range,
        hint: Hint("copy the id out of the address of the item's page")))
    return nil
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 32] }
  package static var words: String { "the id of an item, 32 hexadecimal digits, or the address of its page" }
}

extension Diagnostic {
  fileprivate static func neitherPathNorItem(in node: Node) -> Diagnostic {
    Diagnostic(
      .missingKey, "a web map has `path` or `item`, and neither stands here", at: node["type"]?.range ?? node.range,
      hint: Hint("add `path:` with its JSON, or `item:` with its id in a portal"))
  }

  fileprivate static func noWebMap(_ path: FilePath, _ error: SourceError, at range: SourceRange) -> Diagnostic {
    var code = Code.sourceUnreadable
    if case .otherKind = error { code = .sourceOfOtherKind }
    return Diagnostic(code, "`\(path.text)` is no web map: \(error.cause)", at: range)
  }
}
