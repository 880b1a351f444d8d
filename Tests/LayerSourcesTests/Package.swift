import TestSupport
import Testing

@testable import LayerSources

/// Makes MBTiles files, good and bad ones.
enum Package {
  /// The head of a PNG of that many pixels a side: enough to be known as one.
  static func png(_ side: Int) -> [UInt8] {
    let number = [UInt8(side >> 24 & 255), UInt8(side >> 16 & 255), UInt8(side >> 8 & 255), UInt8(side & 255)]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + number + number
  }

  /// - Parameter tiles: Level, column, row from the south, bytes.
  static func make(
    _ path: String, tiles: [(Int, Int, Int, [UInt8])], metadata: KeyValuePairs<String, String> = [:]
  ) throws {
    let rows = tiles.map { tile in
      "(\(tile.0), \(tile.1), \(tile.2), x'\(tile.3.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())')"
    }
    let facts = metadata.map { name, value in
      "INSERT INTO metadata VALUES ('\(name)', '\(value.replacing("'", with: "''"))');"
    }
    try run(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      \(facts.joined())
      \(rows.isEmpty ? "" : "INSERT INTO tiles VALUES \(rows.joined(separator: ","));")
      """, on: path)
  }

  /// Makes one in a folder of its own and opens it; the open file outlives the folder.
  static func open(
    tiles: [(Int, Int, Int, [UInt8])], metadata: KeyValuePairs<String, String> = [:]
  ) throws -> MBTilesPackage {
    let folder = try TemporaryFolder()
    try make(folder.path + "/made.mbtiles", tiles: tiles, metadata: metadata)
    return try MBTilesPackage(path: folder.path + "/made.mbtiles")
  }

  static func run(_ statements: String, on path: String) throws { try SQLiteMaker.run(statements, on: path) }
}
