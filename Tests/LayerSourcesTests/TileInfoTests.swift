import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct TileInfoTests {
  struct Expected: Sendable {
    let file: String
    let reference: String
    let origin: Position
    let side: Int
    let levels: ClosedRange<Int>
    let coarsest: Double
    let finest: Double
    let format: String
  }

  /// `python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["tileInfo"])' FILE`
  static let services = [
    Expected(
      file: "terria_fused_mapserver.json", reference: "EPSG:3857",
      origin: Position(x: -20037508.342787, y: 20037508.342787), side: 256, levels: 0...23,
      coarsest: 156543.033928, finest: 0.01866138385297604, format: "PNG8"),
    Expected(
      file: "world_topo_map_10.01_mapserver.json", reference: "EPSG:3857",
      origin: Position(x: -20037508.342787, y: 20037508.342787), side: 256, levels: 0...19,
      coarsest: 156543.033928, finest: 0.298582141647617, format: "JPEG"),
    Expected(
      file: "tiled-sr/finland_102139_3067_mixed.json", reference: "EPSG:3067",
      origin: Position(x: -5_120_900, y: 9_998_100), side: 256, levels: 0...12,
      coarsest: 2116.670900008467, finest: 1.3229193125052918, format: "MIXED"),
    Expected(
      file: "tiled-sr/norway_25833.json", reference: "EPSG:25833", origin: Position(x: -2_500_000, y: 9_045_984),
      side: 256, levels: 0...16, coarsest: 21674.7100160867, finest: 0.33072982812632296, format: "PNG24"),
    Expected(
      file: "tiled-sr/sample_4326_512.json", reference: "EPSG:4326", origin: Position(x: -130, y: 50), side: 512,
      levels: 0...4, coarsest: 8.46, finest: 0.52, format: "JPEG"),
  ]

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: services)
  func readsTheSchemesOfRealServices(_ expected: Expected) throws {
    let service = try JSONElement(of: Fixtures.bytes("arcgis-service-json/\(expected.file)"), source: expected.file)
    let info = try TileInfo(service.required("tileInfo"))
    #expect(info.scheme.reference == (try SpatialReference.parse(expected.reference)))
    #expect(info.scheme.origin == expected.origin)
    #expect(info.scheme.tileSize == PixelSize(width: expected.side, height: expected.side))
    #expect(info.scheme.levels.map(\.number) == Array(expected.levels))
    #expect(info.scheme.levels.first?.resolution == expected.coarsest)
    #expect(info.scheme.levels.last?.resolution == expected.finest)
    #expect(info.format == expected.format)
    #expect(info.dpi == 96)
    #expect(info.scales.count == expected.levels.count)
    #expect(try EsriExtent(service.required("fullExtent"))?.projected(to: info.scheme.reference) != nil)
  }

  static let good = """
    {"rows": 512, "cols": 256, "dpi": 90.7, "origin": {"x": -1000, "y": 2e3},
     "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "lods": [{"level": 3, "resolution": 50, "scale": 188976},
              {"level": 4, "resolution": 20.5}]}
    """

  @Test func readsColumnsAndRowsAndLevelsThatStartAnywhere() throws {
    let info = try read(Self.good)
    #expect(info.scheme.tileSize == PixelSize(width: 256, height: 512))
    #expect(info.scheme.reference == .webMercator)
    #expect(info.scheme.levels == [.init(number: 3, resolution: 50), .init(number: 4, resolution: 20.5)])
    #expect(info.dpi == 90.7)
    #expect(info.format == nil)
    #expect(info.scales == [3: 188976])
  }

  /// What is changed in a good object, and what is said of it.
  static let mistakes: [(String, String, String)] = [
    (#""rows": 512, "#, "", "line 1, element tileInfo: `rows` is missing"),
    (#""rows": 512"#, #""rows": 0"#, "line 1, element tileInfo.rows: `0` is not a whole number from 1 to 4096"),
    (#""rows": 512"#, #""rows": "x""#, "line 1, element tileInfo.rows: `x` is not a whole number from 1 to 4096"),
    (#""rows": 512"#, #""rows": 1e300"#, "line 1, element tileInfo.rows: `1e300` is not a whole number from 1 to 4096"),
    (#""x": -1000, "#, "", "line 1, element tileInfo.origin: `x` is missing"),
    (#""x": -1000"#, #""x": "NaN""#, "line 1, element tileInfo.origin.x: `NaN` is not a number"),
    (#""resolution": 50"#, #""resolution": 0"#, "line 3, element tileInfo.lods[0].resolution: `0.0` is not above 0"),
    (#""resolution": 20.5"#, #""scale": 1"#, "line 4, element tileInfo.lods[1]: `resolution` is missing"),
    (#""level": 4"#, #""level": 3"#, "line 4, element tileInfo.lods[1]: level 3 stands twice"),
    (
      #""level": 4"#, #""level": 100"#,
      "line 4, element tileInfo.lods[1].level: `100` is not a whole number from 0 to 99"
    ),
    (
      #""wkid": 102100, "latestWkid": 3857"#, #""wkid": 0"#,
      "line 2, element tileInfo.spatialReference: none of `wkid`, `latestWkid`, `wkt2` and `wkt` says what it is"
    ),
    (#""spatialReference""#, #""reference""#, "line 1, element tileInfo: `spatialReference` is missing"),
    (#""origin": {"#, #""corner": {"#, "line 1, element tileInfo: `origin` is missing"),
  ]

  @Test(arguments: mistakes)
  func saysWhichElementIsWrong(_ old: String, _ new: String, _ message: String) {
    let text = Self.good.replacing(old, with: new)
    #expect(text != Self.good)
    #expect(said { try read(text) } == message)
  }

  @Test func boundsTheLevels() {
    let level = #"{"level": 3, "resolution": 50, "scale": 188976}"#
    let text = Self.good.replacing(level, with: Array(repeating: level, count: 100).joined(separator: ","))
    #expect(said { try read(text) } == "line 3, element tileInfo.lods: 101 levels, more than the 100 that are read")
    #expect(
      said { try read(Self.good.replacing("[", with: "{\"a\":[").replacing("]", with: "]}")) }
        == "line 3, element tileInfo.lods: it is no list of levels")
  }

  @Test func saysWhereTheTextIsNotJSON() {
    #expect(
      said { try JSONElement(of: Array("{\"a\": }".utf8), source: "r") } == "line 1, column 7: a value is expected here"
    )
    #expect(
      said { try JSONElement(of: Array("<!DOCTYPE html><p>".utf8), source: "r") }
        == "line 1, column 1: an HTML page, not a JSON document")
  }

  @Test func knowsReferencesByTheirTextAlone() throws {
    // epsg.io/2229.esriwkt, feet of California, as a service writes it that has no number for it.
    let wkt =
      #"PROJCS[\"NAD_1983_StatePlane_California_V_FIPS_0405_Feet\",GEOGCS[\"GCS_North_American_1983\","#
      + #"DATUM[\"D_North_American_1983\",SPHEROID[\"GRS_1980\",6378137.0,298.257222101]],PRIMEM[\"Greenwich\",0.0],"#
      + #"UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Lambert_Conformal_Conic\"],"#
      + #"PARAMETER[\"False_Easting\",6561666.666666666],PARAMETER[\"False_Northing\",1640416.666666667],"#
      + #"PARAMETER[\"Central_Meridian\",-118.0],PARAMETER[\"Standard_Parallel_1\",34.03333333333333],"#
      + #"PARAMETER[\"Standard_Parallel_2\",35.46666666666667],PARAMETER[\"Latitude_Of_Origin\",33.5],"#
      + #"UNIT[\"Foot_US\",0.3048006096012192]]"#
    let info = try read(Self.good.replacing(#""wkid": 102100, "latestWkid": 3857"#, with: "\"wkt\": \"\(wkt)\""))
    #expect(abs(info.scheme.reference.facts.metresPerUnit - 1200.0 / 3937) < 1e-12)
    let both = try read(
      Self.good.replacing(#""wkid": 102100, "latestWkid": 3857"#, with: "\"wkid\": 999999, \"wkt2\": \"\(wkt)\""))
    #expect(both.scheme.reference == info.scheme.reference, "the number is not known, the text is")
  }

  @Test func saysThatAReferenceIsNotKnown() {
    let text = Self.good.replacing(#""wkid": 102100, "latestWkid": 3857"#, with: #""wkid": 29999"#)
    #expect(
      throws: SourceError.unknownReference(
        definition: "WKID 29999", path: "root.json", reason: "PROJ does not know it, and there is no well-known text")
    ) { try read(text) }
  }

  @Test func takesTheReferenceOfTheWholeWhereItHasNone() throws {
    let text = Self.good.replacing(#""spatialReference""#, with: #""other""#)
    let root = try JSONElement(of: Array("{\"tileInfo\": \(text)}".utf8), source: "root.json")
    #expect(try TileInfo(root.required("tileInfo"), fallback: .wgs84).scheme.reference == .wgs84)
  }

  @Test func boxesWithoutNumbersAreNone() throws {
    func box(_ text: String) throws -> EsriExtent? {
      try EsriExtent(JSONElement(of: Array(text.utf8), source: "s"))
    }
    #expect(try box(#"{"xmin": "NaN", "ymin": "NaN", "xmax": "NaN", "ymax": "NaN"}"#) == nil)
    #expect(try box(#"{"xmin": 0, "ymin": null, "xmax": 1, "ymax": 1}"#) == nil)
    #expect(try box(#"{"xmin": 1, "ymin": 0, "xmax": 1, "ymax": 1}"#) == nil)
    let degrees = try box(#"{"xmin": 0, "ymin": 0, "xmax": 90, "ymax": 10, "spatialReference": {"wkid": 4326}}"#)
    let metres = try #require(degrees?.projected(to: .webMercator))
    // echo 90 10 | cs2cs EPSG:4326 EPSG:3857 (with the axes turned): 10018754.17 1118889.97
    #expect(abs(metres.xmax - 10018754.17) < 0.01)
    #expect(abs(metres.ymax - 1118889.97) < 0.01)
  }

  private func read(_ text: String) throws -> TileInfo {
    try TileInfo(JSONElement(of: Array("{\"tileInfo\": \(text)}".utf8), source: "root.json").required("tileInfo"))
  }

  private func said(_ work: () throws -> Any) -> String {
    do {
      _ = try work()
      return "nothing"
    } catch SourceError.unreadable(_, let place, let reason) {
      return [place, reason].compactMap { $0 }.joined(separator: ": ")
    } catch {
      return "\(error)"
    }
  }
}
