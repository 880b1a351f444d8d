import CSQLite

/// Makes and changes MBTiles files.
enum MBTilesMaking {
  struct Failed: Error { let reason: String }

  /// - Parameter tiles: Level, column, row from the south, bytes.
  static func make(_ path: String, tiles: [(level: Int, column: Int, row: Int, bytes: [UInt8])]) throws {
    try run(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      """
        + tiles.map { "INSERT INTO tiles VALUES (\($0.level), \($0.column), \($0.row), \(blob($0.bytes)));" }.joined(),
      on: path)
  }

  static func blob(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return "x'" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self) + "'"
  }

  static func run(_ statements: String, on path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
    else { throw Failed(reason: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory") }
  }
}
