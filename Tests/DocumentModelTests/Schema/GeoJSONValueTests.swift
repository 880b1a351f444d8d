import Diagnostics
import Geodesy
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct GeoJSONValueTests {
  private static let square = "[[0, 0], [1, 0], [1, 1], [0, 0]]"

  @Test func anEmptyListIsCalledOne() throws {
    let findings = try value(GeoJSONGeometry.self, "{type: MultiPoint, coordinates: []}").findings
    #expect(
      findings.map(\.message)
        == ["this is not a geometry: an empty list stands where a list of coordinates is expected"])
  }

  @Test(arguments: [
    ("{type: Point, coordinates: [1, 2]}", 1, 1), ("{type: MultiPoint, coordinates: [[1, 2], [3, 4]]}", 2, 2),
    ("{type: LineString, coordinates: [[1, 2], [3, 4]]}", 1, 2),
    ("{type: MultiLineString, coordinates: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}", 2, 4),
    ("{type: Polygon, coordinates: [\(square)]}", 1, 4), ("{type: Polygon, coordinates: [\(square), \(square)]}", 1, 8),
    ("{type: MultiPolygon, coordinates: [[\(square)], [\(square)]]}", 2, 8),
    ("{type: GeometryCollection, geometries: [{type: Point, coordinates: [1, 2]}]}", 1, 1),
    ("{type: Feature, properties: {}, geometry: {type: Point, coordinates: [1, 2]}}", 1, 1),
    (
      "{type: FeatureCollection, features: [{type: Feature, geometry: null}, {type: Feature, geometry: {type: Point, coordinates: [1, 2]}}]}",
      1, 1
    ),
  ])
  func readsEveryType(_ text: String, _ parts: Int, _ positions: Int) throws {
    let (geometry, findings) = try value(GeoJSONGeometry.self, text)
    #expect(findings.isEmpty)
    #expect(geometry?.parts.count == parts)
    #expect(geometry?.positions.count == positions)
  }

  @Test(arguments: [
    "5", "{}", "{type: Circle, coordinates: [1, 2]}", "{type: Point}", "{type: Point, coordinates: [1]}",
    "{type: Point, coordinates: [a, b]}", "{type: LineString, coordinates: [[1, 2]]}",
    "{type: Polygon, coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]]}",
    "{type: Polygon, coordinates: [[[0, 0], [1, 0], [0, 0]]]}",
    "{type: MultiPoint, coordinates: []}", "{type: Feature}", "{type: Feature, geometry: null}",
    "{type: GeometryCollection}", "{type: Point, coordinates: [53, 99]}", "{type: Point, crs: {}, coordinates: [1, 2]}",
  ])
  func refusesWhatIsNone(_ text: String) throws {
    let (geometry, findings) = try value(GeoJSONGeometry.self, text)
    #expect(geometry == nil)
    #expect(findings.map(\.code) == [.badGeometry], "\(findings.map(\.message))")
  }

  @Test func collectionsHaveABoundInDepth() throws {
    var text = "{type: Point, coordinates: [1, 2]}"
    for _ in 0..<20 { text = "{type: GeometryCollection, geometries: [\(text)]}" }
    #expect(try value(GeoJSONGeometry.self, text).findings.map(\.code) == [.badGeometry])
  }

  @Test func obeysAnOldReferenceMember() throws {
    let text =
      "{type: Point, coordinates: [500000, 5900000], crs: {type: name, properties: {name: 'urn:ogc:def:crs:EPSG::3857'}}}"
    #expect(try value(GeoJSONGeometry.self, text).value?.reference == .webMercator)
  }

  @Test func turnsOuterRingsOneWayAndHolesTheOther() throws {
    let (outer, hole) = ("[[0, 0], [9, 0], [9, 9], [0, 0]]", "[[3, 1], [8, 1], [8, 6], [3, 1]]")
    let (turned, turnedHole) = ("[[0, 0], [9, 9], [9, 0], [0, 0]]", "[[3, 1], [8, 6], [8, 1], [3, 1]]")
    for rings in ["[\(outer), \(turnedHole)]", "[\(turned), \(hole)]", "[\(outer), \(hole)]"] {
      let geometry = try #require(try value(GeoJSONGeometry.self, "{type: Polygon, coordinates: \(rings)}").value)
      #expect(
        geometry.rings?.map { $0.map(\.y) } == [[0, 0, 9, 0], [1, 6, 1, 1]], "\(rings)")
    }
  }

  @Test func clipsToAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"type\": \"Polygon\", \"coordinates\": [\(Self.square)]}", to: "maps/area.geojson")
    let path = try folder.write(small(layer: "clip: area.geojson"), to: "maps/map.yaml")
    let loaded = DocumentLoader(kinds: standInKinds).load(path)
    #expect(loaded.findings.isEmpty, "\(loaded.findings.map(\.message))")
    #expect(loaded.document?.layers.first?.clip?.rings.first?.count == 4)
    #expect(loaded.document?.files.count == 2)
  }

  @Test(
    arguments: [
      (nil, Code.sourceNotFound), ("{\"type\": \"Polygon\", ", .sourceUnreadable), ("[1, 2]", .badGeometry),
      ("{\"type\": \"Point\", \"coordinates\": [1, 2]}", .badGeometry),
    ] as [(String?, Code)])
  func aClipThatCannotBeUsedIsFound(_ text: String?, _ code: Code) throws {
    let folder = try TemporaryFolder()
    if let text { try folder.write(text, to: "area.geojson") }
    let path = try folder.write(small(layer: "clip: area.geojson"), to: "map.yaml")
    let findings = DocumentLoader(kinds: standInKinds).load(path).findings
    #expect(findings.map(\.code) == [code])
    #expect(findings.map(\.layer) == ["base"] && findings.map(\.path) == ["layers[0].clip"])
  }
}
