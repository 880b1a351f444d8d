import Diagnostics
import Geodesy

extension SpatialReference: DefinedValue {
  package static var definitionName: String { "srs" }
  package static var words: String { "a spatial reference" }

  package static var definedSchema: JSONValue {
    [
      "description":
        "a spatial reference: an authority's code (`EPSG:25832`), a WKID, WKT or a PROJ string",
      "type": ["string", "integer"], "minLength": 1, "minimum": 1, "examples": ["EPSG:3857", 25832],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> SpatialReference? {
    let text: String
    switch node.content {
    case .scalar(.text(let written)): text = written
    case .scalar(.int(let wkid)): text = String(wkid)
    default:
      context.report(.wrongType(node, expected: words))
      return nil
    }
    do {
      return try SpatialReference.parse(text)
    } catch {
      context.report(.unknownReference(text, error, at: node.range))
      return nil
    }
  }
}

extension SpatialReference {
  /// True when x is a longitude and y a latitude, in degrees.
  var isInDegrees: Bool {
    if self == .wgs84 { return true }
    if self == .webMercator { return false }
    let facts = facts
    return facts.isGeographic && facts.unitName.hasPrefix("degree")
  }
}

extension Diagnostic {
  fileprivate static func unknownReference(_ text: String, _ error: GeodesyError, at range: SourceRange) -> Diagnostic {
    let shown = text.unicodeScalars.count > 80 ? String(text.prefix(77)) + "..." : text
    return switch error {
    case .unknownReference(_, let reason):
      Diagnostic(
        .unknownReference, "`\(shown)` is not a spatial reference that PROJ knows: \(reason)", at: range,
        hint: Hint("write an authority's code, as in `EPSG:25832`, or WKT"))
    case .libraryMissing(let reason):
      Diagnostic(
        .unknownReference, "`\(shown)` cannot be looked up: \(reason)", at: range,
        hint: Hint("install PROJ and its database"))
    case .notYetSupported:
      Diagnostic(
        .notYetSupported, "spatial reference `\(shown)` is not yet supported by this version of mapdoc", at: range)
    default:
      Diagnostic(.unknownReference, "`\(shown)` cannot be used as a spatial reference", at: range)
    }
  }
}
