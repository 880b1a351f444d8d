import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// The direct reader of GPX; layers and fields are those of OGR's driver.
@Suite struct GPXTests {
  private static func source(_ text: String, layer: String? = nil) throws -> GPXSource {
    try GPXSource(MemoryBytes(path: "a.gpx", bytes: Array(text.utf8)), layer: layer, isRemote: false)
  }

  private static func gpx(_ content: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\(content)\n</gpx>\n"
  }

  private static func damage(_ text: String) -> String? {
    do throws(any Error) { return try source(text).damage?.placed } catch { return (error as? SourceError)?.placed }
  }

  private static let whole = gpx(
    """
    <wpt lat="2" lon="1"><ele>5.5</ele><name>A &amp; B &#233;</name><link href="http://a"><text>t</text></link></wpt>
    <rte><name>r</name><rtept lat="4" lon="3"/><rtept lat='6' lon='5'><ele>9</ele></rtept></rte>
    <trk><name><![CDATA[<t>]]></name><number>3</number>
    <trkseg><trkpt lat="8" lon="7"><time>2001-02-03T04:05:06Z</time></trkpt><trkpt lat="10" lon="9"/></trkseg>
    <trkseg/><trkseg><trkpt lat="12" lon="11"/><trkpt lat="14" lon="13"/></trkseg></trk>
    """)

  @Test func readsWayPointsRoutesAndTracksTogether() async throws {
    let reading = await FeatureReading(
      try Self.source(Self.whole), ["name", "ele", "link1_href", "link1_text", "number"])
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "'A & B é'|5.5|'http://a'|'t'|null point 0 [1 2]", "'r'|null|null|null|null line 1 [3 4, 5 6]",
        "'<t>'|null|null|null|3.0 line 2 [7 8, 9 10; 11 12, 13 14]",
      ])
  }

  @Test(arguments: [
    ("waypoints", ["'A & B é'|null point 0 [1 2]"]), ("routes", ["'r'|null line 0 [3 4, 5 6]"]),
    ("route_points", ["null|null point 0 [3 4]", "null|null point 1 [5 6]"]),
    (
      "track_points",
      [
        "null|'2001-02-03T04:05:06Z' point 0 [7 8]", "null|null point 1 [9 10]", "null|null point 2 [11 12]",
        "null|null point 3 [13 14]",
      ]
    ),
  ])
  func readsOneOfTheLayers(_ layer: String, _ expected: [String]) async throws {
    #expect(await FeatureReading(try Self.source(Self.whole, layer: layer), ["name", "time"]).lines == expected)
  }

  @Test func numbersPointsOfTracksAsOGRDoes() async throws {
    let source = try Self.source(Self.whole, layer: "track_points")
    let lines = await FeatureReading(source, ["track_fid", "track_seg_id", "track_seg_point_id"]).lines
    #expect(lines.map { $0.prefix { $0 != " " } } == ["0|0|0", "0|0|1", "0|2|0", "0|2|1"])
  }

  @Test func suggestsTheLayerThatIsMeant() {
    #expect(throws: SourceError.self) { try Self.source(Self.whole, layer: "track") }
    do throws(any Error) {
      _ = try Self.source(Self.whole, layer: "track")
    } catch {
      #expect(
        (error as? SourceError)?.placed
          == "layer: a GPX file has no layer `track`; it has `waypoints`, `routes`, `tracks`, `route_points`, "
          + "`track_points` (did you mean `tracks`?)")
    }
  }

  @Test func readsExtensionsAsFields() async throws {
    let text = Self.gpx(
      """
      <trk><extensions><gpxx:TrackExtension><gpxx:DisplayColor>Red</gpxx:DisplayColor></gpxx:TrackExtension>
      <ogr:lanes>2</ogr:lanes></extensions><trkseg><trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"/></trkseg></trk>
      """)
    let source = try Self.source(text)
    #expect(await FeatureReading(source, ["gpxx_DisplayColor", "lanes"]).lines == ["'Red'|2.0 line 0 [2 1, 4 3]"])
    #expect(source.description.features?.fields.map(\.name).suffix(2) == ["gpxx_DisplayColor", "lanes"])
  }

  @Test func readsAPrefixedRootAndLatinText() async throws {
    let text =
      "<?xml version='1.0' encoding='ISO-8859-1'?><g:gpx xmlns:g='x'><g:wpt lat='1' lon='2'><g:name>\u{E9}</g:name></g:wpt></g:gpx>"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let source = try GPXSource(MemoryBytes(path: "a.gpx", bytes: bytes), layer: nil, isRemote: false)
    #expect(await FeatureReading(source, ["name"]).lines == ["'é' point 0 [2 1]"])
  }

  @Test(arguments: [
    ("", "line 1, column 1 (byte 0): there is no element in it"),
    ("<kml/>", "line 1, column 1 (byte 0): `<kml>` stands where `<gpx>` is expected"),
    ("<gpx><wpt lat='1' lon='2'></gpx>", "line 1, column 27 (byte 26): `</gpx>` ends what `<wpt>` began"),
    ("<gpx>\n <wpt lat='1'/></gpx>", "line 2, column 2 (byte 7): this `<wpt>` has no `lon`"),
    ("<gpx>\n <wpt lat='x' lon='2'/></gpx>", "line 2, column 2 (byte 7): `lat` is `x`, which is no number"),
    ("<gpx>\n <wpt lat='91' lon='2'/></gpx>", "line 2, column 2 (byte 7): latitude `91.0` is outside -90 to 90"),
    ("<gpx><wpt lat=1 lon='2'/></gpx>", "line 1, column 15 (byte 14): the value of `lat` is not in quotes"),
    ("<gpx", "line 1, column 5 (byte 4): the text ends where a name is expected"),
    ("<gpx><wpt lat='1", "line 1, column 16 (byte 15): the value of `lat`, which starts here, has no closing quote"),
    (
      "<!DOCTYPE a [<!ENTITY b 'c'>]><gpx/>",
      "line 1, column 1 (byte 0): a document type that declares something is not read"
    ),
    (
      "<?xml version='1.0' encoding='UTF-16'?><gpx/>",
      "line 1, column 1 (byte 0): it is written in `utf-16`; UTF-8 is read, and ISO 8859-1"
    ),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ expected: String) { #expect(Self.damage(text) == expected) }

  @Test func handsOverATrackThatIsCutShort() async throws {
    let text = String(Self.whole.dropLast(45))
    let source = try Self.source(text)
    let reading = await FeatureReading(source, ["name"])
    #expect(reading.lines.last == "'<t>' line 2 [7 8, 9 10; 11 12]")
    #expect(reading.error == source.damage && reading.error?.placed.contains("(byte ") == true)
  }

  @Test func boundsWhatIsNested() {
    let deep = "<gpx>" + String(repeating: "<a>", count: 1_000_000)
    #expect(Self.damage(deep)?.hasSuffix("elements are nested more than 64 deep") == true)
  }

  /// The same fields and coordinates as `ogrinfo -al` of GDAL 3.6.2.
  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func agreesWithGDAL() async throws {
    let path = Fixtures.path("gpx/gdal_test.gpx")
    func lines(_ layer: String, _ fields: [String]) async throws -> [String] {
      await FeatureReading(try GPXSource(FileBytes.existing(path), layer: layer, isRemote: false), fields).lines
    }
    #expect(
      try await lines("waypoints", ["ele", "name", "link2_type"])
        == ["2.0|'waypoint name'|'type2' point 0 [1 0]", "null|null|null point 1 [4 3]"])
    #expect(try await lines("routes", ["name"]) == ["'route name' line 0 [6 5, 9 8, 12 11]"])
    #expect(try await lines("tracks", ["name"]) == ["'track name' line 0 [15 14, 18 17; 21 20, 24 23]"])
    #expect(
      try await lines("route_points", ["route_point_id", "ele"]).map { $0.prefix(5) } == ["0|7.0", "1|10.", "2|13."])
  }

  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func readsEveryFixtureOrSaysWhere() async throws {
    let broken: Set = ["broken_badcharacter.gpx", "togeojson_bad.gpx", "wptError.gpx"]
    for name in try LocalFile.names(in: Fixtures.path("gpx")) where name.hasSuffix(".gpx") {
      do throws(SourceError) {
        let source = try GPXSource(FileBytes.existing(Fixtures.path("gpx/\(name)")), layer: nil, isRemote: false)
        let reading = await FeatureReading(source, [])
        #expect(reading.error == source.damage)
        #expect((source.damage != nil) == broken.contains(name), "\(name): \(source.damage?.placed ?? "")")
      } catch {
        #expect(broken.contains(name) && error.placed.contains("(byte "), "\(name): \(error.placed)")
      }
    }
  }
}
