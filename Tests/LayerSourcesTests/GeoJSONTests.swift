import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// The direct reader of GeoJSON: what it hands over, and what it says of damaged texts.
@Suite struct GeoJSONTests {
  private static func source(_ text: String, srs: String? = nil) throws -> GeoJSONSource {
    try source(Array(text.utf8), srs: srs)
  }

  private static func source(_ bytes: [UInt8], srs: String? = nil) throws -> GeoJSONSource {
    try GeoJSONSource(
      MemoryBytes(path: "a.geojson", bytes: bytes), declared: srs.map { try SpatialReference.parse($0) },
      isRemote: false)
  }

  private static func lines(_ text: String, _ fields: [String] = []) async throws -> [String] {
    let reading = await FeatureReading(try source(text), fields)
    #expect(reading.error == nil)
    return reading.lines
  }

  private static func damage(_ text: String, srs: String? = nil) -> String? {
    do throws(any Error) {
      return try source(text, srs: srs).damage?.placed
    } catch {
      return (error as? SourceError)?.placed
    }
  }

  private static func feature(_ geometry: String, _ properties: String = "{}") -> String {
    #"{"type": "Feature", "geometry": \#(geometry), "properties": \#(properties)}"#
  }

  private static func collection(_ features: String...) -> String {
    #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ",\n"))]}"#
  }

  private static let point = #"{"type": "Point", "coordinates": [1, 2]}"#

  // MARK: - Geometries

  @Test(arguments: [
    (#"{"type": "Point", "coordinates": [1.5, -2, 99]}"#, ["point 0 [1.5 -2]"]),
    (#"{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}"#, ["point 0 [1 2, 3 4]"]),
    (#"{"type": "LineString", "coordinates": [[1, 2], [3e1, 4E-1]]}"#, ["line 0 [1 2, 30 0.4]"]),
    (
      #"{"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}"#,
      ["line 0 [1 2, 3 4; 5 6, 7 8]"]
    ),
    ("null", []),
    (#"{"type": "Polygon", "coordinates": []}"#, []),
    (
      #"{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}, "#
        + #"{"coordinates": [[1, 2], [3, 4]], "type": "LineString"}]}"#, ["point 0 [1 2]", "line 0 [1 2, 3 4]"]
    ),
  ])
  func readsGeometries(_ geometry: String, _ expected: [String]) async throws {
    #expect(try await Self.lines(Self.feature(geometry)) == expected)
  }

  @Test func turnsOuterRingsCounterclockwiseAndHolesClockwise() async throws {
    let clockwise = "[[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]]"
    let counterclockwise = "[[1, 1], [2, 1], [2, 2], [1, 1]]"
    #expect(
      try await Self.lines(
        Self.feature(#"{"type": "Polygon", "coordinates": [\#(clockwise), \#(counterclockwise)]}"#))
        == ["polygon 0 [0 0, 9 0, 9 9, 0 9, 0 0; 1 1, 2 2, 2 1, 1 1]"])
    #expect(
      try await Self.lines(
        Self.feature(
          #"{"type": "MultiPolygon", "coordinates": [[\#(counterclockwise)], [\#(clockwise), \#(counterclockwise)]]}"#))
        == ["polygon 0 [1 1, 2 1, 2 2, 1 1; 0 0, 9 0, 9 9, 0 9, 0 0; 1 1, 2 2, 2 1, 1 1]"])
  }

  @Test func readsMembersInAnyOrder() async throws {
    let text = #"""
      {"features": [{"properties": {"name": "a", "n": 3}, "geometry": {"coordinates": [[1, 2], [3, 4]], "bbox": [1],
        "type": "LineString"}, "id": 7, "type": "Feature"}], "name": "things",
       "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, "type": "FeatureCollection"}
      """#
    #expect(try await Self.lines(text, ["name", "n", "id"]) == ["'a'|3|7 line 0 [1 2, 3 4]"])
    let description = try Self.source(text).description
    #expect(try description.features?.reference == SpatialReference.parse("EPSG:25832"))
    #expect(description.fullExtent == Extent(xmin: 1, ymin: 2, xmax: 3, ymax: 4))
  }

  @Test func readsABareFeatureAndABareGeometry() async throws {
    #expect(try await Self.lines(Self.feature(Self.point, #"{"a": 1}"#), ["a"]) == ["1 point 0 [1 2]"])
    #expect(try await Self.lines(Self.point) == ["point 0 [1 2]"])
    #expect(
      try await Self.lines(#"{"type": "GeometryCollection", "geometries": [\#(Self.point), \#(Self.point)]}"#)
        == ["point 0 [1 2]", "point 0 [1 2]"])
  }

  @Test(arguments: ["\n", "\r\n", "\n\n", " ", "\n\u{1E}"])
  func readsOneFeatureAfterAnother(_ separator: String) async throws {
    let lines = [Self.feature(Self.point, #"{"a": 1}"#), Self.feature("null"), Self.feature(Self.point, #"{"a": 2}"#)]
    let text = (separator.last == "\u{1E}" ? "\u{1E}" : "") + lines.joined(separator: separator)
    #expect(try await Self.lines(text, ["a"]) == ["1 point 0 [1 2]", "2 point 2 [1 2]"])
  }

  /// A record that is cut off, in a text, a list or a number, takes none of the others along; its own line is named.
  @Test(
    arguments: [
      #"{"type": "Feature", "geom"#, #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1,"#, "{",
    ], [0, 1])
  func aRecordThatIsCutOffIsLeftOutAlone(_ cut: String, _ place: Int) async throws {
    for (mark, suffix) in [("", "geojsonl"), ("\u{1E}", "geojsons"), ("\u{1E}", "json")] {
      var records = [Self.feature(Self.point, #"{"a": 1}"#), Self.feature(Self.point, #"{"a": 2}"#)]
      records.insert(cut, at: place)
      let text = records.map { mark + $0 + "\n" }.joined()
      let source = try GeoJSONSource(
        MemoryBytes(path: "a." + suffix, bytes: Array(text.utf8)), declared: nil, isRemote: false)
      let reading = await FeatureReading(source, ["a"])
      #expect(reading.batches.flatMap(\.values) == [.integer(1), .integer(2)], "\(reading.lines)")
      guard case .unreadable(_, let words?, let reason)? = reading.error else {
        Issue.record("nothing is said of \(text)")
        continue
      }
      // With a separator, what lies before it is the record's: its line end too.
      #expect(
        words.hasPrefix("line \(place + 1), ") || mark != "" && words.hasPrefix("line \(place + 2), "), "\(words)")
      #expect(reason == "the value ends here before it is whole" || reason.contains("expected"), "\(reason)")
    }
  }

  @Test func numbersThatAreNoneCostTheirFeatureAlone() async throws {
    let text = Self.collection(
      Self.feature(#"{"type": "Point", "coordinates": [NaN, 3]}"#), Self.feature(Self.point, #"{"a": NaN}"#),
      Self.feature(#"{"type": "LineString", "coordinates": [[1, -Infinity], [2, 3]]}"#),
      Self.feature(Self.point, #"{"b": [Infinity], "a": 4}"#))
    let reading = await FeatureReading(try Self.source(text), ["a"])
    #expect(reading.lines == ["null point 1 [1 2]", "4 point 3 [1 2]"])
    #expect(
      reading.error?.placed.hasSuffix(
        "line 1, column 110 (byte 109): `N` stands where a finite number is expected; 1 more mistakes follow") == true,
      "\(reading.error?.placed ?? "")")
  }

  // MARK: - Attributes

  @Test func readsValuesOfEveryType() async throws {
    let properties = #"""
      {"whole": 12, "big": 9007199254740993, "huge": 123456789012345678901, "decimal": 0.1, "exponent": 1.5e3,
       "text": "a \"b\" \u00e9\ud83d\ude00\n", "yes": true, "no": false, "none": null, "list": [1, {"a": "]"}], "ü": 1}
      """#
    let fields = [
      "whole", "big", "huge", "decimal", "exponent", "text", "yes", "no", "none", "list", "missing", "ü",
    ]
    let expected =
      "12|9007199254740993|1.2345678901234568e+20|0.1|1500.0|'a \"b\" é😀\n'|true|false|null|"
      + "'[1, {\"a\": \"]\"}]'|null|1"
    #expect(
      try await Self.lines(Self.feature(Self.point, properties), fields) == ["\(expected) point 0 [1 2]"])
  }

  @Test func findsFieldsAndTheirTypes() throws {
    let features = try Self.source(
      Self.collection(
        Self.feature(Self.point, #"{"n": 1, "mixed": "a", "none": null}"#),
        Self.feature(Self.point, #"{"late": true, "n": 2.5, "mixed": 3}"#), Self.feature("null", #"{"hidden": 1}"#))
    ).description.features
    let fields = try #require(features).fields
    #expect(fields.map(\.name) == ["n", "mixed", "none", "late", "hidden"])
    #expect(fields.map(\.type) == [.number, .any, .null, .boolean, .number])
    #expect(features?.count == 2 && features?.kinds == [.point])
  }

  @Test func leavesOutWhatDoesNotMeetTheConditionOrTouchTheBox() async throws {
    let source = try Self.source(
      Self.collection(
        Self.feature(Self.point, #"{"n": 1}"#),
        Self.feature(#"{"type": "Point", "coordinates": [50, 2]}"#, #"{"n": 2}"#),
        Self.feature(#"{"type": "LineString", "coordinates": [[0, 0], [60, 9]]}"#, #"{"n": 3}"#),
        Self.feature(Self.point)))
    let condition = try Expression("n > 1", result: .boolean)
    var query = FeatureQuery(fieldNames: ["n"], condition: condition)
    #expect(await FeatureReading(source, query).lines == ["2 point 1 [50 2]", "3 line 2 [0 0, 60 9]"])
    query.box = Extent(xmin: 20, ymin: 5, xmax: 40, ymax: 6)
    #expect(await FeatureReading(source, query).lines == ["3 line 2 [0 0, 60 9]"])
  }

  @Test func saysWhichFeatureAConditionCannotBeDecidedFor() async throws {
    let source = try Self.source(
      Self.collection(Self.feature(Self.point, #"{"n": 5}"#), Self.feature(Self.point, #"{"n": "five"}"#)))
    let reading = await FeatureReading(
      source, FeatureQuery(fieldNames: ["n"], condition: try Expression("n > 1", result: .boolean)))
    #expect(reading.lines == ["5 point 0 [1 2]"])
    #expect(reading.error?.placed.hasPrefix("of feature 2 it cannot be said whether `where` holds: ") == true)
  }

  // MARK: - Extent

  @Test func givesTheShorterWayAcrossTheAntimeridian() throws {
    let source = try Self.source(
      Self.collection(
        Self.feature(#"{"type": "Point", "coordinates": [178.5, -18]}"#),
        Self.feature(#"{"type": "Point", "coordinates": [-178.5, -14]}"#)))
    #expect(source.description.fullExtent == Extent(xmin: 178.5, ymin: -18, xmax: 181.5, ymax: -14))
    let line = try Self.source(Self.feature(#"{"type": "LineString", "coordinates": [[170, 0], [-170, 5]]}"#))
    #expect(line.description.fullExtent == Extent(xmin: 170, ymin: 0, xmax: 190, ymax: 5))
    let plain = try Self.source(Self.feature(#"{"type": "LineString", "coordinates": [[-60.25, 0], [100.5, 5]]}"#))
    #expect(plain.description.fullExtent == Extent(xmin: -60.25, ymin: 0, xmax: 100.5, ymax: 5))
  }

  // MARK: - Damage

  @Test(arguments: [
    ("", "line 1, column 1 (byte 0): there is nothing in it; a GeoJSON object is expected"),
    (
      "{\"type\": \"FeatureCollection\",\n \"features\": [{]}",
      "line 2, column 16 (byte 45): `]` stands where a key in quotes is expected"
    ),
    ("[1, 2]", "line 1, column 1 (byte 0): `[` stands where a GeoJSON object is expected"),
    ("{\"a\": 1}", "line 1, column 1 (byte 0): an object without `type` is no GeoJSON"),
    (
      #"{"type": "Topology"}"#,
      "line 1, column 2 (byte 1): `Topology` is no type of GeoJSON (upper and lower case are told apart)"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [[1, 2]]}}"#,
      "line 1, column 66 (byte 65): a `Point` has its numbers in 1 lists around each other; here are 2"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}}"#,
      "line 1, column 67 (byte 66): a position has two numbers, x and y"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": ["1", 2]}}"#,
      "line 1, column 67 (byte 66): `\"` stands where a list of coordinates is expected"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 1e999]}}"#,
      "line 1, column 67 (byte 66): a coordinate is too large to be a number"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [NaN, 1]}}"#,
      "line 1, column 67 (byte 66): `N` stands where a finite number is expected"
    ),
    (
      #"{"type": "Point", "coordinates": [1, 2"#,
      "line 1, column 39 (byte 38): the text ends where `,` or `]` is expected"
    ),
    (
      #"{"type": "Point", "coordinates": [1, 2], "name": "a"#,
      "line 1, column 50 (byte 49): the text that starts here has no closing quote"
    ),
    (
      #"{"type": "Point", "coordinates": [565000, 5934000]}"#,
      "line 1, column 35 (byte 34): `[565000.0, 5934000.0]` is no longitude and latitude, which its numbers are said to be "
        + "(say what its numbers are in, as in `srs: EPSG:25832`)"
    ),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ expected: String) { #expect(Self.damage(text) == expected) }

  @Test func takesNumbersBeyondDegreesInAReferenceThatHasThem() {
    #expect(Self.damage(#"{"type": "Point", "coordinates": [565000, 5934000]}"#, srs: "EPSG:25832") == nil)
  }

  @Test func handsOverWhatStandsBeforeAndBesideTheDamage() async throws {
    let bad = Self.feature(#"{"type": "Polygon", "coordinates": [1, 2]}"#, #"{"a": 2}"#)
    let text = Self.collection(
      Self.feature(Self.point, #"{"a": 1}"#), bad, "7", Self.feature(Self.point, #"{"a": 3}"#), "{")
    let source = try Self.source(text)
    let reading = await FeatureReading(source, ["a"])
    #expect(reading.lines == ["1 point 0 [1 2]", "3 point 3 [1 2]"])
    #expect(reading.error == source.damage && reading.error?.placed.hasSuffix("2 more mistakes follow") == true)
  }

  @Test func goesOnWithTheNextLineOfManyFeatures() async throws {
    let lines = [
      Self.feature(Self.point, #"{"a": 1}"#), #"{"type": "Feature", "geometry": oops}"#,
      Self.feature(Self.point, #"{"a": 3}"#),
    ]
    let reading = await FeatureReading(try Self.source(lines.joined(separator: "\n")), ["a"])
    #expect(reading.lines.count == 2 && reading.lines.first == "1 point 0 [1 2]")
    #expect(reading.error?.placed.hasPrefix("line 2, column 33") == true)
  }

  @Test func boundsWhatIsNestedAndLong() async throws {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(
      Self.damage(#"{"type": "Point", "coordinates": \#(deep)"#)?.hasSuffix("coordinates are nested more than 5 deep")
        == true)
    #expect(Self.damage(#"{"a": \#(deep)"#)?.hasSuffix("it is nested more than 64 deep") == true)
    let long = String(repeating: "x", count: 5_000_000)
    let text = Self.feature(Self.point, #"{"long": "\#(long)", "n": 1}"#)
    #expect(try await Self.lines(text, ["n"]) == ["1 point 0 [1 2]"])
    let wanted = await FeatureReading(try Self.source(text), ["long"])
    #expect(wanted.lines == [] && wanted.error?.placed.contains("a text of more than the 1048576 bytes") == true)
  }

  @Test func readsAcrossTheEdgesOfItsWindow() async throws {
    // Longer than a window, with texts, numbers and escapes at every place of its edge.
    let features = (0..<9000).map { Self.feature(Self.point, #"{"n": \#($0), "t": "a\"\u00e9\#($0)"}"#) }
    let reading = await FeatureReading(
      try Self.source(Self.collection("null").replacing("null", with: features.joined(separator: ","))), ["n", "t"])
    #expect(reading.error == nil && reading.featureCount == 9000)
    let values = reading.batches.flatMap(\.values)
    #expect(values.indices.allSatisfy { values[$0] == ($0 % 2 == 0 ? .integer($0 / 2) : .text("a\"é\($0 / 2)")) })
  }

  // MARK: - Fixtures

  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func readsEveryFixtureOrSaysWhere() async throws {
    for folder in ["geojson", "geojson/rfc7946", "geojson/hint-good", "geojson/hint-bad", "geojson/antimeridian/input"]
    {
      for name in try LocalFile.names(in: Fixtures.path(folder)) where name.hasSuffix("json") {
        let path = Fixtures.path("\(folder)/\(name)")
        do throws(SourceError) {
          let source = try GeoJSONSource(FileBytes.existing(path), declared: nil, isRemote: false)
          let reading = await FeatureReading(source, [])
          #expect(reading.error == source.damage, "\(name)")
          // Its latitude is -107.
          let isGood = folder.hasSuffix("good") && name != "issue82.geojson" || name.hasPrefix("valid")
          if isGood { #expect(source.damage == nil, "\(name)") }
          if let damage = source.damage { #expect(damage.placed.contains("(byte "), "\(name)") }
        } catch {
          #expect(error.placed.contains("(byte "), "\(name): \(error.placed)")
          #expect(!folder.hasSuffix("good") && !name.hasPrefix("valid"), "\(name): \(error.placed)")
        }
      }
    }
  }
}
