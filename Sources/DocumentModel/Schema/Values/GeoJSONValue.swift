import Diagnostics
import Geodesy

/// A geometry of GeoJSON (RFC 7946): one geometry, a feature or a collection, taken apart.
package struct GeoJSONGeometry: DefinedValue, Hashable {
  package let parts: [Part]
  /// EPSG:4326 unless an old `crs` member says otherwise.
  package var reference: SpatialReference

  package enum Part: Sendable, Hashable {
    case point(Position)
    /// At least two positions.
    case line([Position])
    /// Rings, the outer one first, each closed.
    case polygon([[Position]])
  }

  /// Every vertex, in the order of the text; those of a path that jumps across the antimeridian go on beyond it.
  package var positions: [Position] {
    parts.flatMap { part in
      switch part {
      case .point(let position): [position]
      case .line(let positions): continuous(positions)
      case .polygon(let rings): rings.flatMap(continuous)
      }
    }
  }

  private func continuous(_ path: [Position]) -> [Position] { jumps?.continuous(path) ?? path }

  /// In degrees a step of more than 180 goes over the antimeridian, as in files of features.
  private var jumps: PathUnwrapping? { reference.isInDegrees ? PathUnwrapping(period: 360) : nil }

  /// Whether a path goes over the antimeridian by such a step.
  package var isOverAntimeridian: Bool {
    parts.contains { part in
      switch part {
      case .point: false
      case .line(let positions): continuous(positions) != positions
      case .polygon(let rings): rings.contains { continuous($0) != $0 }
      }
    }
  }

  /// The rings of all polygons, outer ones counterclockwise and holes clockwise as RFC 7946 wants it, whichever way they were
  /// written: what lies in one of several overlapping polygons has a winding number other than 0. Those that jump across the
  /// antimeridian are cut there. `nil` where a part is no polygon.
  package var rings: [[Position]]? {
    var all: [[Position]] = []
    for part in parts {
      guard case .polygon(let rings) = part else { return nil }
      for (place, ring) in rings.enumerated() {
        let isOuter = place == 0
        for ring in jumps?.parts(ofClosed: ring) ?? [ring] {
          all.append(Self.isCounterclockwise(ring) == isOuter ? ring : ring.reversed())
        }
      }
    }
    return all
  }

  /// By the sign of the area that a closed ring goes round, seen from its first position to keep the digits.
  private static func isCounterclockwise(_ ring: [Position]) -> Bool {
    guard let first = ring.first else { return true }
    var twice = 0.0
    for (start, end) in zip(ring, ring.dropFirst()) {
      twice += (start.x - first.x) * (end.y - first.y) - (end.x - first.x) * (start.y - first.y)
    }
    return twice >= 0
  }

  package static func read(_ node: Node, in context: ReadingContext) -> GeoJSONGeometry? {
    read(node, in: context, of: .wgs84)
  }

  /// - Parameter reference: What its numbers are in, where no old `crs` member says otherwise.
  package static func read(
    _ node: Node, in context: ReadingContext, of reference: SpatialReference
  ) -> GeoJSONGeometry? {
    var walk = GeoJSONWalk(context: context, reference: reference)
    guard let parts = walk.parts(of: node, depth: 0) else { return nil }
    if parts.isEmpty {
      context.report(.badGeometry("there is no geometry in it", at: node.range))
      return nil
    }
    return GeoJSONGeometry(parts: parts, reference: walk.reference)
  }

  package static var definitionName: String { "geometry" }
  package static var words: String { "a GeoJSON geometry" }
  package static var definedSchema: JSONValue {
    [
      "description": "a GeoJSON geometry, feature or collection; positions are longitude, then latitude",
      "type": "object", "required": ["type"],
      "properties": [
        "type": ["enum": .array(GeoJSONWalk.types.map { .string($0) })], "coordinates": ["type": "array"],
        "geometries": ["type": "array"], "features": ["type": "array"], "geometry": ["type": ["object", "null"]],
      ],
      "examples": [["type": "Point", "coordinates": [9.99, 53.55]]],
    ]
  }
}

/// Takes the geometries out of a tree of GeoJSON.
private struct GeoJSONWalk {
  static let types = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    "Feature", "FeatureCollection",
  ]
  /// Collections in collections.
  static let depthLimit = 16

  let context: ReadingContext
  var reference: SpatialReference

  mutating func parts(of node: Node, depth: Int) -> [GeoJSONGeometry.Part]? {
    guard depth <= Self.depthLimit else {
      return reject("its collections are nested more than \(Self.depthLimit) deep", node)
    }
    guard case .mapping = node.content else {
      return reject("\(node.shown) stands where a GeoJSON object is expected", node)
    }
    guard let typeNode = node["type"], case .scalar(.text(let type)) = typeNode.content else {
      return reject("it has no `type`, which is \(oneOf(Self.types))", node)
    }
    if depth == 0, let crs = node["crs"], !crs.isNull, !readReference(crs) { return nil }
    switch type {
    case "Feature":
      guard let geometry = node["geometry"] else { return reject("a `Feature` has a `geometry`", node) }
      return geometry.isNull ? [] : parts(of: geometry, depth: depth + 1)
    case "FeatureCollection": return collection("features", of: node, depth)
    case "GeometryCollection": return collection("geometries", of: node, depth)
    default: return geometry(type, typeNode, node)
    }
  }

  private mutating func collection(_ key: String, of node: Node, _ depth: Int) -> [GeoJSONGeometry.Part]? {
    guard case .sequence(let items)? = node[key]?.content else { return reject("it has no list `\(key)`", node) }
    var all: [GeoJSONGeometry.Part] = []
    var isWhole = true
    for item in items {
      if let own = parts(of: item, depth: depth + 1) { all += own } else { isWhole = false }
    }
    return isWhole ? all : nil
  }

  private func geometry(_ type: String, _ typeNode: Node, _ node: Node) -> [GeoJSONGeometry.Part]? {
    guard Self.types.contains(type) else {
      context.report(
        Diagnostic(
          .badGeometry, "`\(type)` is not a type of GeoJSON, which is \(oneOf(Self.types))", at: typeNode.range,
          hint: Suggestion.nearest(to: type, among: Self.types).map { .didYouMean($0, at: typeNode.range) }))
      return nil
    }
    guard let coordinates = node["coordinates"] else { return reject("it has no `coordinates`", node) }
    switch type {
    case "Point": return position(coordinates).map { [.point($0)] }
    case "MultiPoint": return list(coordinates, position).map { $0.map { .point($0) } }
    case "LineString": return line(coordinates).map { [.line($0)] }
    case "MultiLineString": return list(coordinates, line).map { $0.map { .line($0) } }
    case "Polygon": return list(coordinates, ring).map { [.polygon($0)] }
    default: return list(coordinates) { list($0, ring) }.map { $0.map { .polygon($0) } }
    }
  }

  private func list<Item>(_ node: Node, _ item: (Node) -> Item?) -> [Item]? {
    guard case .sequence(let nodes) = node.content, !nodes.isEmpty else {
      return reject("\(node.shown) stands where a list of coordinates is expected", node)
    }
    let items = nodes.compactMap(item)
    return items.count == nodes.count ? items : nil
  }

  private func line(_ node: Node) -> [Position]? {
    guard let positions = list(node, position) else { return nil }
    return positions.count >= 2 ? positions : reject("a line has at least two positions", node)
  }

  private func ring(_ node: Node) -> [Position]? {
    guard let positions = list(node, position) else { return nil }
    if positions.count < 4 { return reject("a ring has at least four positions; here are \(positions.count)", node) }
    if positions.first != positions.last {
      return reject("a ring ends where it starts", node, hint: "repeat the first position at the end")
    }
    return positions
  }

  private func position(_ node: Node) -> Position? {
    guard case .sequence(let numbers) = node.content, numbers.count >= 2, let x = number(numbers[0]),
      let y = number(numbers[1])
    else { return reject("\(node.shown) stands where a position `[x, y]` is expected", node) }
    if reference.isInDegrees, abs(y) > 90 {
      return reject(
        "latitude `\(numbers[1].plainText)` is outside -90 to 90", numbers[1],
        hint: abs(x) <= 90 ? "write longitude first, then latitude" : nil)
    }
    if reference.isInDegrees, abs(x) > Degrees.mostLongitude {
      return reject(
        "longitude `\(numbers[0].plainText)` is outside \(Degrees.longitudes)", numbers[0],
        hint: abs(x) > 1000 ? "write longitude and latitude in degrees" : nil)
    }
    guard abs(x) < Self.farthest, abs(y) < Self.farthest else {
      return reject("\(node.shown) is no position on earth: a coordinate is 10,000,000,000 or more", node)
    }
    return Position(x: x, y: y)
  }

  /// In units of a reference that is not in degrees: beyond any that has a place on earth there.
  private static let farthest = 1e10

  private func number(_ node: Node) -> Double? {
    switch node.content {
    case .scalar(.int(let value)): Double(value)
    case .scalar(.double(let value, _)) where value.isFinite: value
    default: nil
    }
  }

  /// The `crs` member of GeoJSON before RFC 7946.
  private mutating func readReference(_ crs: Node) -> Bool {
    guard let name = crs["properties"]?["name"], let reference = SpatialReference.read(name, in: context) else {
      if crs["properties"]?["name"] == nil {
        context.report(.badGeometry("its `crs` has no name that can be looked up", at: crs.range))
      }
      return false
    }
    self.reference = reference
    return true
  }

  private func reject<Value>(_ reason: String, _ node: Node, hint: String? = nil) -> Value? {
    context.report(.badGeometry(reason, at: node.range, hint: hint))
    return nil
  }
}

extension Diagnostic {
  /// Of a geometry of the document itself, `nil` where it does not go there.
  static func overAntimeridian(_ geometry: GeoJSONGeometry, at range: SourceRange) -> Self? {
    guard geometry.isOverAntimeridian else { return nil }
    return Diagnostic(
      .geometryOverAntimeridian,
      "a step of more than 180 degrees of longitude goes over the antimeridian here, not round the other side of the world",
      at: range,
      hint: Hint("where most of the world is meant, write positions in between: none may be 180 degrees apart"))
  }

  static func badGeometry(_ reason: String, at range: SourceRange, hint: String? = nil) -> Diagnostic {
    Diagnostic(.badGeometry, "this is not a geometry: \(reason)", at: range, hint: hint.map { Hint($0) })
  }
}
