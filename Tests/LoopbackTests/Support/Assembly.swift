import Geodesy
import Rendering
import Synchronization
import TestSupport

extension Picture {
  /// Tiles side by side, as their server or package has them: what a map on their pixel grid must show, bit by bit.
  ///
  /// - Parameters:
  ///   - columns: Columns of tiles, from the west; `rows` from the north.
  ///   - tile: `nil` where there is none, which leaves its place transparent.
  static func assembled(
    columns: ClosedRange<Int>, rows: ClosedRange<Int>, side: Int, _ tile: (_ column: Int, _ row: Int) throws -> Picture?
  ) rethrows -> Picture {
    var picture = Picture(size: PixelSize(width: columns.count * side, height: rows.count * side))
    for row in rows {
      for column in columns {
        guard let one = try tile(column, row) else { continue }
        precondition(one.size.width == side && one.size.height == side)
        for y in 0..<side {
          let target =
            (((row - rows.lowerBound) * side + y) * picture.size.width + (column - columns.lowerBound) * side) * 4
          picture.bytes.replaceSubrange(target..<target + side * 4, with: one.bytes[y * side * 4..<(y + 1) * side * 4])
        }
      }
    }
    return picture
  }

  /// The four tiles in the middle of level 2, as ``PlainPicture/tile(level:column:row:size:)`` makes them.
  static func fourTiles() -> Picture {
    assembled(columns: 1...2, rows: 1...2, side: 256) { column, row in
      Picture(
        size: PixelSize(width: 256, height: 256), bytes: PlainPicture.tile(level: 2, column: column, row: row).bytes)
    }
  }

  /// How many pixels differ; -1 for pictures of different sizes.
  func countOfDifferences(from other: Picture) -> Int {
    guard size == other.size else { return -1 }
    return stride(from: 0, to: bytes.count, by: 4).count { bytes[$0..<$0 + 4] != other.bytes[$0..<$0 + 4] }
  }
}

/// Answers with the tiles of ``PlainPicture/tile(level:column:row:size:)``, at `/LEVEL/COLUMN/ROW.png`.
struct PyramidScript: Sendable {
  var headers: [(String, String)] = [("Cache-Control", "max-age=3600")]
  var type = "image/png"

  /// - Parameter target: Path and query, as they were asked for.
  func reply(to target: String) -> ScriptedServer.Reply {
    let numbers = target.split { "/.".contains($0) }.prefix(3).compactMap { Int($0) }
    guard numbers.count == 3 else { return .status(400) }
    return .ok(Self.png(numbers), type: type, headers)
  }

  /// Tiles that were made: making one takes longer than all the rest of a request, and most tests ask for the same.
  private static let made = Mutex<[[Int]: [UInt8]]>([:])

  private static func png(_ numbers: [Int]) -> [UInt8] {
    if let known = made.withLock({ $0[numbers] }) { return known }
    let png = PlainPicture.tile(level: numbers[0], column: numbers[1], row: numbers[2]).png
    made.withLock { if $0.count < 128 { $0[numbers] = png } }
    return png
  }
}
