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

  @Test func leavesOutALevelThatIsCentredOnAnother() async throws {
    // GoogleCRS84Quad: one tile of 360 by 360 degrees, then two of 180.
    let sets = Capabilities.set(
      "quad", "urn:ogc:def:crs:OGC:1.3:CRS84",
      [Capabilities.matrix("0", 2 * Capabilities.degrees, "-180 180", 1, 1)]
        + (1...3).map {
          Capabilities.matrix("\($0)", 2 * Capabilities.degrees / Double(1 << $0), "-180 90", 1 << $0, 1 << ($0 - 1))
        })
    let source = try await Capabilities.open(
      Capabilities.text(layer: Capabilities.png + Capabilities.link("quad"), sets: sets))
    #expect(source.description.tilingSchemes[0].levels.map(\.number) == [1, 2, 3])
    #expect(source.description.tilingSchemes[0].origin == Position(x: -180, y: 90))
    #expect(try source.address(1, 1, 0)?.hasSuffix("TILEMATRIX=1&TILEROW=0&TILECOL=1") == true)
  }

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
