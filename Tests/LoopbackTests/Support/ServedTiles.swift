import TestSupport

extension NginxServer {
  /// A server with the tiles of level 2, at `tiles/LEVEL/COLUMN/ROW.png`.
  static func withTilesOfLevel2() throws -> NginxServer {
    let server = try NginxServer()
    for row in 0..<4 {
      for column in 0..<4 {
        try server.folder.write(
          PlainPicture.tile(level: 2, column: column, row: row).png, to: "www/tiles/2/\(column)/\(row).png")
      }
    }
    return server
  }
}
