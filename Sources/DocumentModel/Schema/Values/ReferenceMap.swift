import Diagnostics

/// A spatial reference that a document writes out as a map: PROJJSON (https://proj.org/specifications/projjson.html), whose
/// objects are maps in YAML.
enum ReferenceMap {
  /// The types of PROJJSON that may be references with an x and a y.
  static let types = [
    "GeographicCRS", "ProjectedCRS", "GeodeticCRS", "BoundCRS", "CompoundCRS", "DerivedGeographicCRS",
    "DerivedGeodeticCRS", "DerivedProjectedCRS",
  ]

  static var schema: JSONValue {
    [
      "type": "object", "required": ["type"],
      "properties": ["type": ["enum": .array(types.map { .string($0) })]],
    ]
  }

  /// The text that PROJ reads; `nil` where the map says nothing of what it is, which is reported.
  static func text(of node: Node, in context: ReadingContext) -> String? {
    let expected = "one of PROJJSON's types, such as `ProjectedCRS`"
    guard let type = node["type"] else {
      context.report(
        Diagnostic(
          .unknownReference, "\(node.shown) without a `type` is not a spatial reference", at: node.range,
          hint: Hint("write an authority's code, as in `EPSG:25832`, or PROJJSON with a `type`, \(expected)")))
      return nil
    }
    guard case .scalar(.text(let name)) = type.content, types.contains(name) else {
      let near = Suggestion.nearest(to: type.scalarText ?? "", among: types)
      context.report(
        Diagnostic(
          .unknownReference, "\(type.shown) is not the type of a spatial reference", at: type.range,
          hint: Hint(near.map { "did you mean `\($0)`?" } ?? "write \(expected)")))
      return nil
    }
    return node.json.text()
  }
}
