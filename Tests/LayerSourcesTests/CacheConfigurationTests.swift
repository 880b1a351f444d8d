import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct CacheConfigurationTests {
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func readsADescriptionOf92WhichHasOnlyWKT() throws {
    let conf = try CacheConfiguration(
      conf: Fixtures.bytes("exploded-cache/conf-only/arcgis_09.2_conf.xml"), path: "conf.xml")
    #expect(conf.scheme.reference == .wgs84)
    #expect(conf.scheme.origin == Position(x: -180, y: 90))
    #expect(conf.scheme.levels.count == 18)
    #expect(conf.scheme.levels[9] == .init(number: 9, resolution: 6.866455078125E-04))
    #expect(conf.storage == .exploded)
    #expect(conf.pictures == .jpeg)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func readsADescriptionOf100WithUnevenSteps() throws {
    let conf = try CacheConfiguration(
      conf: Fixtures.bytes("exploded-cache/conf-only/arcgis_10.0_conf.xml"), path: "conf.xml")
    #expect(conf.scheme.reference == (try SpatialReference.parse("EPSG:2193")))
    #expect(conf.scheme.origin == Position(x: -4_020_900, y: 19_998_100))
    #expect(conf.scheme.levels[1].resolution == 1587.5031750063501)
    #expect(conf.scheme.tileSize == PixelSize(width: 512, height: 512))
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: ["compact-cache-v1/norway-25833-hi", "compact-cache-v2/norway-25833-hi"])
  func knowsCompactCaches(_ folder: String) throws {
    let conf = try CacheConfiguration(conf: Fixtures.bytes("\(folder)/conf.xml"), path: "conf.xml")
    #expect(conf.storage == .compact(version: folder.contains("v1") ? "V1" : "V2"))
  }

  /// What is changed in a good description, and what is said of it.
  static let mistakes: [(String, String, String)] = [
    ("<TileCols>256</TileCols>", "", "line 3, element TileCacheInfo: `TileCols` is missing"),
    ("<TileCols>256", "<TileCols>0", "line 9, element TileCols: `0` is not a whole number from 1 to 4096"),
    (
      "<TileCols>256", "<TileCols>99999999999999999999",
      "line 9, element TileCols: `99999999999999999999` is not a whole number from 1 to 4096"
    ),
    ("<X>-1000", "<X>west", "line 6, element X: `west` is not a number"),
    ("<X>-1000", "<X>nan", "line 6, element X: `nan` is not a number"),
    ("<X>-1000", "<X>1e300", "line 6, element X: `1e300` is not a number"),
    ("<Resolution>50", "<Resolution>-50", "line 13, element Resolution: `-50.0` is not above 0"),
    ("<Resolution>50</Resolution>", "", "line 13, element LODInfo: `Resolution` is missing"),
    ("<LevelID>1", "<LevelID>0", "line 13, element LODInfo: level 0 stands twice"),
    ("<LevelID>1", "<LevelID>-1", "line 13, element LevelID: `-1` is not a whole number from 0 to 99"),
    ("PNG24", "TIFF", "line 16, element CacheTileFormat: `TIFF` is not a known format of tiles"),
    (
      "Exploded<", "Imploded<",
      "line 17, element StorageFormat: `esriMapCacheStorageModeImploded` is not a known way of storing tiles"
    ),
    ("<WKID>25833</WKID>", "", "line 4, element SpatialReference: neither `WKID` nor `WKT` says what it is"),
    ("CacheInfo>", "Cache>", "line 2: its root is `Cache`, not `CacheInfo`"),
  ]

  @Test(arguments: mistakes)
  func saysWhichElementIsWrong(_ old: String, _ new: String, _ message: String) throws {
    let text = Self.good.replacing(old, with: new)
    #expect(text != Self.good)
    #expect(said(text) == message)
  }

  @Test func readsTheGoodOne() throws {
    #expect(try CacheConfiguration(conf: Array(Self.good.utf8), path: "conf.xml").scheme.levels.count == 2)
  }

  @Test func boundsTheLevels() {
    let level = "<LODInfo><LevelID>1</LevelID><Resolution>50</Resolution></LODInfo>"
    let text = Self.good.replacing(level, with: String(repeating: level, count: 100))
    #expect(said(text) == "line 11, element LODInfos: 101 levels, more than the 100 that are read")
  }

  @Test func saysThatAReferenceIsNotKnown() {
    let text = Self.good.replacing("25833", with: "29999")
    #expect(
      throws: SourceError.unknownReference(
        definition: "WKID 29999", path: "conf.xml", reason: "PROJ does not know it, and there is no well-known text")
    ) {
      try CacheConfiguration(conf: Array(text.utf8), path: "conf.xml")
    }
  }

  @Test func fallsBackToWKTWhereANumberIsNotKnown() throws {
    let wkt =
      "<WKT>GEOGCS[&quot;GCS_WGS_1984&quot;,DATUM[&quot;D_WGS_1984&quot;,SPHEROID[&quot;WGS_1984&quot;,6378137.0,298.257223563]],"
      + "PRIMEM[&quot;Greenwich&quot;,0.0],UNIT[&quot;Degree&quot;,0.0174532925199433]]</WKT>"
    let text = Self.good.replacing("<WKID>25833</WKID>", with: wkt + "<WKID>29999</WKID>")
    #expect(try CacheConfiguration(conf: Array(text.utf8), path: "conf.xml").scheme.reference == .wgs84)
  }

  @Test func readsABoxAndRefusesAnEmptyOne() throws {
    let box = "<EnvelopeN><XMin>-1e3</XMin><YMin>0</YMin><XMax>5</XMax><YMax>7.5</YMax></EnvelopeN>"
    #expect(
      try CacheEnvelope(cdi: Array(box.utf8), path: "conf.cdi").extent
        == Extent(xmin: -1000, ymin: 0, xmax: 5, ymax: 7.5))
    #expect(
      throws: SourceError.unreadable(
        path: "conf.cdi", place: "line 1, element EnvelopeN", reason: "the box has no inside")
    ) { try CacheEnvelope(cdi: Array(box.replacing("7.5", with: "0").utf8), path: "conf.cdi") }
  }

  private func said(_ text: String) -> String {
    do throws(SourceError) {
      _ = try CacheConfiguration(conf: Array(text.utf8), path: "conf.xml")
      return "nothing"
    } catch {
      guard case .unreadable("conf.xml", let place, let reason) = error else { return "\(error)" }
      return (place.map { $0 + ": " } ?? "") + reason
    }
  }

  static let good = """
    <?xml version="1.0" encoding="utf-8" ?>
    <CacheInfo>
    <TileCacheInfo>
    <SpatialReference><WKID>25833</WKID></SpatialReference>
    <TileOrigin>
    <X>-1000</X>
    <Y>2000</Y>
    </TileOrigin>
    <TileCols>256</TileCols>
    <TileRows>256</TileRows>
    <LODInfos>
    <LODInfo><LevelID>0</LevelID><Resolution>100</Resolution></LODInfo>
    <LODInfo><LevelID>1</LevelID><Resolution>50</Resolution></LODInfo>
    </LODInfos>
    </TileCacheInfo>
    <TileImageInfo><CacheTileFormat>PNG24</CacheTileFormat></TileImageInfo>
    <CacheStorageInfo><StorageFormat>esriMapCacheStorageModeExploded</StorageFormat></CacheStorageInfo>
    </CacheInfo>
    """
}
