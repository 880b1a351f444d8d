import Geodesy
import Glibc

@testable import LayerSources

/// An MBTiles file, by way of a file in memory.
struct MBTilesTarget: FuzzTarget {
  static let name = "mbtiles"
  private let path: String
  private let descriptor: CInt

  init() throws {
    path = "/dev/shm/mapdoc-fuzz-\(getpid()).mbtiles"
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw NoFile() }
  }

  struct NoFile: Error {}

  func run(_ bytes: [UInt8]) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      let package = try? MBTilesPackage(path: path)
    else { return }
    if let levels = package.description.levels {
      for level in levels.prefix(3) { _ = try? package.tile(TileIndex(level: level, column: 0, row: 0)) }
    }
  }
}
