import Diagnostics
import Geodesy

extension SpatialReference: DefinedValue {
  package static var definitionName: String { "srs" }
  package static var words: String { "a spatial reference" }

  package static var definedSchema: JSONValue {
    [
      "description":
        .string(
          "a spatial reference: an authority's code (`EPSG:25832`), a WKID (`102100` or `WKID:102100`), WKT, a PROJ string, "
            + "PROJJSON (as text, or as a map with its keys), or one of Chinese map providers: `GCJ02:4326`, `GCJ02:3857`, "
            + "`BD09:4326`, `BD09:mercator`"),
      "anyOf": [["type": ["string", "integer"], "minLength": 1, "minimum": 1], ReferenceMap.schema],
      "examples": ["EPSG:3857", 25832],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> SpatialReference? {
    let text: String
    switch node.content {
    case .scalar(.text(let written)): text = written
    case .scalar(.int(let wkid)): text = String(wkid)
    case .mapping:
      guard let written = ReferenceMap.text(of: node, in: context) else { return nil }
      text = written
    default:
      context.report(.wrongType(node, expected: words))
      return nil
    }
    if let known = context.references[text] { return known }
    do {
      let reference = try SpatialReference.parse(text)
      context.references[text] = reference
      return reference
    } catch {
      context.report(.notUsable(error, at: node.range))
      return nil
    }
  }
}

extension SpatialReference {
  /// True when x is a longitude and y a latitude, in degrees.
  package var isInDegrees: Bool {
    if self == .wgs84 { return true }
    if self == .webMercator { return false }
    let facts = facts
    return facts.isGeographic && facts.unitName.hasPrefix("degree")
  }
}

extension Diagnostic {
  fileprivate static func notUsable(_ error: GeodesyError, at range: SourceRange) -> Diagnostic {
    switch error {
    case .libraryMissing:
      Diagnostic(.unknownReference, error.description, at: range, hint: Hint("install PROJ and its database"))
    default:
      Diagnostic(
        .unknownReference, error.description, at: range,
        hint: Hint("write an authority's code, as in `EPSG:25832`, or WKT"))
    }
  }
}
