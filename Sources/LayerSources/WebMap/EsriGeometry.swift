import Diagnostics
import DocumentModel

/// Geometries of Esri's JSON ("Geometry objects" of the ArcGIS REST API) as `graphics` write them.
enum EsriGeometry {
  /// The key that says where a graphic lies, with its value.
  /// - Throws: Why it lies nowhere: what is empty, curved, or no geometry at all.
  static func members(_ json: JSONElement?) throws(LeftOut) -> [JSONValue.Member] {
    guard let json, json.isObject else { throw LeftOut(reason: "without a geometry") }
    if let found = whole(json) { return found }
    for key in ["curvePaths", "curveRings"] where json.child(key)?.saysSomething == true {
      throw LeftOut(reason: "of curves (`\(key)`), which are not drawn")
    }
    let says = ["x", "y", "points", "paths", "rings", "xmin"].contains { json.child($0)?.saysSomething == true }
    // ArcGIS writes an empty point with `"NaN"`, and the others as empty lists.
    if json.child("x")?.text == "NaN" || !says { throw LeftOut(reason: "of an empty geometry") }
    throw LeftOut(reason: "with coordinates that are not those of a point, line or area")
  }

  /// Positions that are no two numbers are not among those that are drawn.
  static func unreadPositions(of json: JSONElement) -> Int {
    let points = json.child("points")?.items ?? []
    let lists = (json.child("paths")?.items ?? []) + (json.child("rings")?.items ?? [])
    return points.count { position($0) == nil } + lists.reduce(0) { $0 + ($1.items?.count ?? 1) - positions($1).count }
  }

  private static func whole(_ json: JSONElement) -> [JSONValue.Member]? {
    if let point = point(json) { return [.init(key: "point", value: point)] }
    if let points = json.child("points")?.items {
      let all = points.compactMap { position($0) }
      guard !all.isEmpty else { return nil }
      return geometry(all.count == 1 ? "Point" : "MultiPoint", all.count == 1 ? value(all[0]) : .array(all.map(value)))
    }
    if let paths = json.child("paths")?.items {
      let lines = paths.map(positions).filter { $0.count > 1 }
      guard !lines.isEmpty else { return nil }
      if lines.count == 1 { return [.init(key: "line", value: list(lines[0]))] }
      return geometry("MultiLineString", .array(lines.map(list)))
    }
    if let rings = json.child("rings")?.items {
      let closed = rings.map(positions).filter { $0.count > 2 }.map { ring in
        ring.first == ring.last ? ring : ring + [ring[0]]
      }
      let polygons = polygons(of: closed)
      guard !polygons.isEmpty else { return nil }
      if polygons.count == 1 { return [.init(key: "polygon", value: .array(polygons[0].map(list)))] }
      return geometry("MultiPolygon", .array(polygons.map { .array($0.map(list)) }))
    }
    if let xmin = json.child("xmin")?.number, let ymin = json.child("ymin")?.number,
      let xmax = json.child("xmax")?.number, let ymax = json.child("ymax")?.number, xmin < xmax, ymin < ymax
    {
      let corners = [(xmin, ymin), (xmax, ymin), (xmax, ymax), (xmin, ymax), (xmin, ymin)]
      return [.init(key: "polygon", value: .array([list(corners.map { Place(x: $0.0, y: $0.1) })]))]
    }
    return nil
  }

  struct Place: Equatable {
    let x: Double
    let y: Double
  }

  private static func geometry(_ type: String, _ coordinates: JSONValue) -> [JSONValue.Member] {
    [.init(key: "geometry", value: ["type": .string(type), "coordinates": coordinates])]
  }

  private static func point(_ json: JSONElement) -> JSONValue? {
    guard let x = json.child("x")?.number, let y = json.child("y")?.number else { return nil }
    return value(Place(x: x, y: y))
  }

  private static func position(_ json: JSONElement) -> Place? {
    guard case .sequence(let items) = json.node.content, items.count > 1, let x = number(items[0]),
      let y = number(items[1])
    else { return nil }
    return Place(x: x, y: y)
  }

  private static func positions(_ json: JSONElement) -> [Place] {
    guard case .sequence(let items) = json.node.content else { return [] }
    return items.compactMap { item in
      guard case .sequence(let numbers) = item.content, numbers.count > 1, let x = number(numbers[0]),
        let y = number(numbers[1])
      else { return nil }
      return Place(x: x, y: y)
    }
  }

  private static func number(_ node: Node) -> Double? {
    switch node.content {
    case .scalar(.int(let value)): abs(Double(value)) < 1e15 ? Double(value) : nil
    case .scalar(.double(let value, _)): abs(value) < 1e15 ? value : nil
    default: nil
    }
  }

  private static func value(_ place: Place) -> JSONValue { [number(place.x), number(place.y)] }
  private static func number(_ value: Double) -> JSONValue { Int(exactly: value).map { .int($0) } ?? .double(value) }
  private static func list(_ places: [Place]) -> JSONValue { .array(places.map(value)) }

  // MARK: - Rings

  /// Holes that are looked at for the ring around them; beyond it they count as rings of their own.
  private static let mostComparisons = 200_000

  /// Outer rings run clockwise, holes the other way ("Geometry objects" of the ArcGIS REST API); each hole goes to the
  /// smallest outer ring around it. What lies in none is an outer ring that was written the wrong way round.
  static func polygons(of rings: [[Place]]) -> [[[Place]]] {
    let areas = rings.map(area)
    var polygons = rings.indices.filter { areas[$0] > 0 }.map { [$0] }
    let outers = polygons.map { $0[0] }
    var comparisons = 0
    for hole in rings.indices where areas[hole] <= 0 {
      comparisons += outers.count
      let around =
        comparisons > mostComparisons
        ? []
        : polygons.indices.filter { index in
          outers.indices.contains(index) && areas[outers[index]] > -areas[hole]
            && contains(rings[outers[index]], rings[hole][0])
        }
      if let owner = around.min(by: { areas[outers[$0]] < areas[outers[$1]] }) {
        polygons[owner].append(hole)
      } else if areas[hole] < 0 {
        polygons.append([hole])
      }
    }
    return polygons.map { $0.map { rings[$0] } }
  }

  /// Above 0 for a ring that runs clockwise.
  private static func area(_ ring: [Place]) -> Double {
    var sum = 0.0
    for (one, next) in zip(ring, ring.dropFirst()) { sum += (next.x - one.x) * (next.y + one.y) }
    return sum / 2
  }

  /// By crossings of a line to the right.
  private static func contains(_ ring: [Place], _ place: Place) -> Bool {
    var isInside = false
    for (one, next) in zip(ring, ring.dropFirst()) where (one.y > place.y) != (next.y > place.y) {
      let x = one.x + (place.y - one.y) / (next.y - one.y) * (next.x - one.x)
      if x > place.x { isInside.toggle() }
    }
    return isInside
  }
}
