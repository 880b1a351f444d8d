import FoundationEssentials
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Capabilities of many vendors, read as OWSLib and pyproj read them (Tests/Scripts/wmts_oracle.py made the table).
@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)")) struct WMTSOracleTests {
  struct Row: Sendable {
    let set, reference, matrix: String
    let resolution, left, top: Double
    let tileSize: PixelSize
    let columns, rows: Int
  }

  /// By file.
  static let table: [String: [Row]] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/wmts.csv")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    var table: [String: [Row]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 11 else { continue }
      let numbers = cells[4...].map { Double($0) ?? .nan }
      table[cells[0], default: []].append(
        Row(
          set: cells[1], reference: cells[2], matrix: cells[3], resolution: numbers[0], left: numbers[1],
          top: numbers[2], tileSize: PixelSize(width: Int(numbers[3]), height: Int(numbers[4])),
          columns: Int(numbers[5]),
          rows: Int(numbers[6])))
    }
    return table
  }()

  @Test func theTableIsWhole() {
    #expect(Self.table.count == 11)
    #expect(Self.table.values.reduce(0) { $0 + $1.count } == 275)
  }

  @Test(arguments: table.keys.sorted())
  func hasTheSameTilingSchemes(file: String) throws {
    let path = "wmts-capabilities/" + file
    let root = try XMLElement.root(of: try Fixtures.bytes(path), limit: .ofServices)
    let capabilities = try WMTSCapabilities(root, source: path)
    let rows = try #require(Self.table[file])
    for name in Set(rows.map(\.set)).sorted() {
      let set = try #require(capabilities.matrixSets.first { $0.identifier == name })
      let grid = try WMTSGrid(set, axisOrder: .auto, area: nil, source: path)
      let ofSet = rows.filter { $0.set == name }
      #expect(try grid.scheme.reference == SpatialReference.parse(ofSet[0].reference))
      // CRS84 with latitude first, which OWSLib takes as it stands: the one file that lies.
      let isTurned = file == "sfs-wmts-cap-world.xml" && name == "GlobalCRS84Scale"
      // And the OGC's own sample, which has a matrix twice: OWSLib takes the last of them.
      let isTwice = file == "ogcsample.xml" && name == "google3857subset"
      #expect(grid.remarks.isEmpty == !(isTwice || file == "sfs-wmts-cap-world.xml"), "\(name): \(grid.remarks)")
      if isTwice { continue }
      for row in ofSet {
        let (number, matrix) = try #require(
          grid.matrices.first { $0.value.identifier == row.matrix }, "\(name) \(row.matrix)")
        let level = try #require(grid.scheme.level(numbered: number))
        let (left, top) = isTurned ? (row.top, row.left) : (row.left, row.top)
        #expect(abs(level.resolution - row.resolution) <= 1e-12 * row.resolution)
        #expect(grid.scheme.tileSize == row.tileSize && matrix.columns == row.columns && matrix.rows == row.rows)
        let first = TileIndex(level: number, column: -matrix.columnOffset, row: -matrix.rowOffset)
        let box = try #require(grid.scheme.extent(of: first))
        // A hundredth of a pixel: levels of one set are put on one origin.
        #expect(abs(box.xmin - left) <= 0.01 * level.resolution, "\(name) \(row.matrix)")
        #expect(abs(box.ymax - top) <= 0.01 * level.resolution, "\(name) \(row.matrix)")
      }
    }
  }
}
