import Geodesy
import Testing

@testable import LayerSources

/// From the number of a tile to its place and back, on matrix sets of many references.
@Suite struct WMTSNumberTests {
  static let references = [
    "EPSG:3857", "EPSG:4326", "EPSG:25832", "EPSG:25833", "EPSG:3067", "EPSG:2056", "EPSG:21781", "EPSG:27700",
    "EPSG:3035", "EPSG:2154", "EPSG:31467", "EPSG:3006", "EPSG:3346", "EPSG:2180", "EPSG:5514", "EPSG:3765",
    "EPSG:28992", "EPSG:31370", "EPSG:2193", "EPSG:3112", "EPSG:3577", "EPSG:3978", "EPSG:5041", "EPSG:32661",
    "EPSG:2263", "EPSG:4490", "EPSG:4258", "EPSG:3395",
  ]

  @Test(arguments: references)
  func aTileLeadsToItsPlaceAndBack(_ name: String) throws {
    let reference = try SpatialReference.parse(name)
    let facts = reference.facts
    let area = try #require(facts.areaOfUse)
    let box =
      facts.isGeographic
      ? area : try #require(try Projector(from: .wgs84, to: reference).project(area), "\(name) has no box")
    // Corners with the few digits that servers write, in the order that the name stands for.
    let (x, y) = ((box.xmin * 100).rounded() / 100, (box.ymax * 100).rounded() / 100)
    let urn = "urn:ogc:def:crs:EPSG::" + name.dropFirst(5)
    let corner = facts.isNorthFirst ? "\(y) \(x)" : "\(x) \(y)"
    let coarsest = max(box.width, box.height) / 256
    let ratios = [1.0, 2.5, 5, 12.5, 40, 127.3]
    let matrices = ratios.enumerated().map { index, ratio in
      Capabilities.matrix(
        "L0\(index)", coarsest / ratio * facts.metresPerUnit / 0.00028, corner, Int(ratio.rounded(.up)),
        Int(ratio.rounded(.up)))
    }
    let text = Capabilities.text(layer: "", sets: Capabilities.set("all", urn, matrices))
    let capabilities = try WMTSCapabilities(try XMLElement.root(of: Array(text.utf8)), source: "test")
    let grid = try WMTSGrid(capabilities.matrixSets[0], axisOrder: .auto, area: area, source: "test")
    #expect(grid.scheme.origin == Position(x: x, y: y))
    #expect(grid.scheme.levels.map(\.number) == [0, 1, 2, 3, 4, 5])
    var random = SystemRandomNumberGenerator()
    for level in grid.scheme.levels {
      let matrix = try #require(grid.matrices[level.number])
      #expect(matrix.columnOffset == 0 && matrix.rowOffset == 0)
      let first = TileIndex(level: level.number, column: 0, row: 0)
      let last = TileIndex(level: level.number, column: matrix.columns - 1, row: matrix.rows - 1)
      let others = (0..<20).map { _ in
        TileIndex(
          level: level.number, column: Int.random(in: 0..<matrix.columns, using: &random),
          row: Int.random(in: 0..<matrix.rows, using: &random))
      }
      for tile in [first, last] + others {
        let place = try #require(grid.scheme.extent(of: tile))
        #expect(grid.scheme.tile(containing: place.center, at: level) == tile)
        // Its own box is that tile alone: what touches a neighbour by rounding does not ask for it.
        let covering = try #require(grid.scheme.tiles(covering: place, at: level))
        #expect(covering.count == 1 && covering.contains(tile), "\(name) \(tile)")
      }
    }
  }
}
