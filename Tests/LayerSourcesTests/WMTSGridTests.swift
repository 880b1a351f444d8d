import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// Tile matrix sets as tiling schemes.
@Suite struct WMTSGridTests {
  @Test(arguments: [
    ("-180 90", "auto", true), ("90 -180", "auto", false), ("-180 90", "xy", false), ("90 -180", "yx", false),
  ])
  func readsCornersInTheOrderThatPutsThemOnTheMap(_ corner: String, _ order: String, _ warns: Bool) async throws {
    let text = Capabilities.text(
      layer: Capabilities.png + Capabilities.link("degrees"),
      sets: Capabilities.wgs84.replacing("90 -180", with: corner))
    let source = try await Capabilities.open(text, "axisOrder: \(order)")
    #expect(source.description.tilingSchemes[0].origin == Position(x: -180, y: 90))
    #expect(source.remarks.isEmpty == !warns, "\(source.remarks)")
  }

  /// In EPSG's own order northing comes first; the short form of the name is written east first.
  @Test(arguments: [
    ("urn:ogc:def:crs:EPSG::31467", "6100000 3200000"), ("EPSG:31467", "3200000 6100000"),
    ("http://www.opengis.net/def/crs/EPSG/0/31467", "6100000 3200000"),
  ])
  func theOrderIsThatOfTheName(_ crs: String, _ corner: String) throws {
    let text = Capabilities.text(
      layer: "", sets: Capabilities.set("a", crs, [Capabilities.matrix("0", 1_000_000, corner, 20, 20)]))
    let root = try XMLElement.root(of: Array(text.utf8))
    let capabilities = try WMTSCapabilities(root, source: "test")
    let grid = try WMTSGrid(
      capabilities.matrixSets[0], axisOrder: .auto, area: Extent(xmin: 6, ymin: 50, xmax: 12, ymax: 55), source: "test")
    #expect(grid.scheme.origin == Position(x: 3_200_000, y: 6_100_000))
  }

  /// Tianditu's capabilities: denominators for 96 dots an inch, the corner north first under a name that says east first,
  /// matrices from 1.
  @Test func readsDenominatorsThatAreMeantFor96Dots() async throws {
    let sets = Capabilities.set(
      "w", "urn:ogc:def:crs:EPSG::900913",
      (1...3).map {
        Capabilities.matrix(
          "\($0)", 5.916587109091312e8 / Double(1 << $0), "20037508.3427892 -20037508.3427892", 1 << $0, 1 << $0)
      })
    let source = try await Capabilities.open(
      Capabilities.text(layer: "<Format>tiles</Format>" + Capabilities.png + Capabilities.link("w"), sets: sets))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.levels.map(\.number) == [1, 2, 3])
    #expect(abs(scheme.levels[0].resolution - 78271.517) < 0.01)
    #expect(abs(scheme.origin.x + 20037508.34) < 0.01 && abs(scheme.origin.y - 20037508.34) < 0.01)
    #expect(source.remarks.count == 2)
  }

  /// GoogleCRS84Quad (WMTS 1.0.0, annex E): one tile of 360 by 360 degrees, then two of 180.
  private static func googleCRS84Quad(_ crs: String = "urn:ogc:def:crs:OGC:1.3:CRS84", northFirst: Bool = false)
    -> String
  {
    func corner(_ y: Int) -> String { northFirst ? "\(y) -180" : "-180 \(y)" }
    return Capabilities.set(
      "quad", crs,
      [Capabilities.matrix("0", 2 * Capabilities.degrees, corner(180), 1, 1)]
        + (1...3).map {
          Capabilities.matrix("\($0)", 2 * Capabilities.degrees / Double(1 << $0), corner(90), 1 << $0, 1 << ($0 - 1))
        })
  }

  @Test(arguments: [false, true])
  func aLevelThatIsCentredOnAnotherHasAnOriginOfItsOwn(_ northFirst: Bool) async throws {
    let sets =
      northFirst
      ? Self.googleCRS84Quad("urn:ogc:def:crs:EPSG::4326", northFirst: true) : Self.googleCRS84Quad()
    let source = try await Capabilities.open(
      Capabilities.text(layer: Capabilities.png + Capabilities.link("quad"), sets: sets))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.levels.map(\.number) == [0, 1, 2, 3])
    #expect(scheme.origin == Position(x: -180, y: 90))
    #expect(scheme.levels.map(\.ownOrigin) == [Position(x: -180, y: 180), nil, nil, nil])
    #expect(try source.address(0, 0, 0)?.hasSuffix("TILEMATRIX=0&TILEROW=0&TILECOL=0") == true)
    #expect(try source.address(1, 1, 0)?.hasSuffix("TILEMATRIX=1&TILEROW=0&TILECOL=1") == true)
    // What the square has beyond the poles is no part of the map.
    #expect(source.description.fullExtent == Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90))
    #expect(source.remarks.isEmpty, "\(source.remarks)")
  }

  @Test func leavesOutMatricesOfOtherTileSizes() async throws {
    let sets = Capabilities.set(
      "web", "urn:ogc:def:crs:EPSG::3857",
      (0...2).map {
        let size = $0 == 1 ? 512 : 256
        return Capabilities.matrix(
          "\($0)", Capabilities.mercator / Double(1 << $0), "-20037508.34 20037508.34", 1 << $0, 1 << $0, size: size)
      })
    let source = try await Capabilities.open(
      Capabilities.text(layer: Capabilities.png + Capabilities.link("web"), sets: sets))
    #expect(source.description.tilingSchemes[0].levels.map(\.number) == [0, 2])
    guard case .metadataDisagrees(let words)? = source.remarks.first else { throw Absent() }
    #expect(
      words.hasPrefix("of `web` the matrices `1` are left out: their tiles are not of 256 x 256 pixels"), "\(words)")
  }

  private struct Absent: Error {}

  @Test func countsRowsOfSetsThatAreAlignedAtTheBottom() async throws {
    // GeoServer's grid sets in national references: the bottom edge is common, the top is not.
    let metre = 1 / 0.00028
    let sets = Capabilities.set(
      "utm", "urn:ogc:def:crs:EPSG::25832",
      [
        Capabilities.matrix("utm:0", 1000 * metre, "0 5768000", 3, 3),
        Capabilities.matrix("utm:1", 500 * metre, "0 5640000", 5, 5),
        Capabilities.matrix("utm:2", 250 * metre, "0 5576000", 9, 9),
      ])
    let source = try await Capabilities.open(
      Capabilities.text(layer: Capabilities.png + Capabilities.link("utm"), sets: sets))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.origin == Position(x: 0, y: 5_768_000) && scheme.levels.map(\.number) == [0, 1, 2])
    // The top row of level 2 begins at 5,576,000, three of its tiles below the origin.
    #expect(try source.address(2, 4, 3)?.hasSuffix("TILEMATRIX=utm%3A2&TILEROW=0&TILECOL=4") == true)
    #expect(try source.isAbsent(2, 4, 2))
    #expect(source.remarks.isEmpty)
  }

  @Test(arguments: [
    (["0", "1", "2"], [0, 1, 2]), (["EPSG:3857:0", "EPSG:3857:1", "EPSG:3857:2"], [0, 1, 2]),
    (["L05", "L06", "L07"], [5, 6, 7]), (["2g", "1g", "g"], [0, 1, 2]), (["a1", "b2", "c3"], [0, 1, 2]),
    (["1e9", "5e8", "3e8"], [0, 1, 2]), (["7", "7x", "9"], [0, 1, 2]), (["100", "101", "102"], [0, 1, 2]),
  ])
  func levelsHaveTheNumbersOfTheirNames(_ names: [String], _ numbers: [Int]) {
    #expect(LevelNumbers.of(names, coarsestFirst: [3, 2, 1]) == numbers)
  }
}
