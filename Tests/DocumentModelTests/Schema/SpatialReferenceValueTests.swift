import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel

@Suite struct SpatialReferenceValueTests {
  /// PROJJSON as `projinfo EPSG:25832 -o PROJJSON` gives it, without what PROJ can do without.
  private static let utm = """
    type: ProjectedCRS
    name: ETRS89 / UTM zone 32N
    base_crs:
      name: ETRS89
      datum:
        type: GeodeticReferenceFrame
        name: European Terrestrial Reference System 1989
        ellipsoid: {name: GRS 1980, semi_major_axis: 6378137, inverse_flattening: 298.257222101}
      coordinate_system:
        subtype: ellipsoidal
        axis:
          - {name: Geodetic latitude, abbreviation: Lat, direction: north, unit: degree}
          - {name: Geodetic longitude, abbreviation: Lon, direction: east, unit: degree}
    conversion:
      name: UTM zone 32N
      method: {name: Transverse Mercator, id: {authority: EPSG, code: 9807}}
      parameters:
        - {name: Latitude of natural origin, value: 0, unit: degree, id: {authority: EPSG, code: 8801}}
        - {name: Longitude of natural origin, value: 9, unit: degree, id: {authority: EPSG, code: 8802}}
        - {name: Scale factor at natural origin, value: 0.9996, unit: unity, id: {authority: EPSG, code: 8805}}
        - {name: False easting, value: 500000, unit: metre, id: {authority: EPSG, code: 8806}}
        - {name: False northing, value: 0, unit: metre, id: {authority: EPSG, code: 8807}}
    coordinate_system:
      subtype: Cartesian
      axis:
        - {name: Easting, abbreviation: E, direction: east, unit: metre}
        - {name: Northing, abbreviation: N, direction: north, unit: metre}
    """

  @Test func readsPROJJSONWrittenAsAMap() throws {
    let (reference, findings) = try value(SpatialReference.self, Self.utm)
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    #expect(reference?.description == "EPSG:25832")
    // A zone that no authority has keeps its own definition.
    let own = Self.utm.replacing("value: 9,", with: "value: 9.5,").replacing("UTM zone 32N", with: "zone of our own")
    let made = try #require(try value(SpatialReference.self, own).value)
    #expect(made.description == "ETRS89 / zone of our own" && !made.facts.isGeographic)
    let place = try #require(Projector(from: .wgs84, to: made).project(Position(x: 9.5, y: 0)))
    #expect(abs(place.x - 500_000) < 1e-6)
  }

  @Test(arguments: [
    ("{name: x}", "a map without a `type` is not a spatial reference", 1),
    ("{}", "an empty map without a `type` is not a spatial reference", 1),
    ("name: x\ntype: ProjectedCSR", "`ProjectedCSR` is not the type of a spatial reference", 2),
    ("{type: 7}", "`7` is not the type of a spatial reference", 1),
    ("{type: VerticalCRS, name: x}", "`VerticalCRS` is not the type of a spatial reference", 1),
    ("type: ProjectedCRS\nname: half", "is not known: ", 1),
  ])
  func saysWhatIsWrongWithAMapWhereItStands(_ text: String, _ words: String, _ line: Int32) throws {
    let findings = try value(SpatialReference.self, text).findings
    #expect(findings.map(\.code) == [.unknownReference])
    #expect(findings.first?.message.contains(words) == true, "\(findings.map(\.message))")
    #expect(findings.first?.range.start.line == line)
  }

  @Test func suggestsTheTypeThatIsMeant() throws {
    #expect(
      try value(SpatialReference.self, "{type: ProjectedCSR}").findings.first?.hint?.text
        == "did you mean `ProjectedCRS`?")
  }

  @Test(arguments: ["[EPSG, 4326]", "true", "3.5", "null"]) func refusesWhatIsNoReference(_ text: String) throws {
    #expect(try value(SpatialReference.self, text).findings.map(\.code) == [.wrongType])
  }

  @Test func isBoundedInSizeAndDepth() throws {
    let deep = String(repeating: "{a: ", count: 57) + "1" + String(repeating: "}", count: 57)
    let nested = try value(SpatialReference.self, "{type: ProjectedCRS, a: {b: {c: \(deep)}}}", environment: [:])
    #expect(nested.findings.map(\.code) == [.unknownReference])
    let long = String(repeating: "x", count: 70_000)
    let found = try value(SpatialReference.self, "{type: ProjectedCRS, name: \(long)}").findings
    #expect(found.first?.message.contains("longer than 65536 bytes") == true)
    #expect((found.first?.message.count ?? 0) < 200)
  }
}
