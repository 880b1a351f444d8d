import Geodesy
import Synchronization

/// Tiles of the built-in world as they are before names are written on them: the same in every picture, and nine tenths of
/// the work.
struct GroundTiles {
  struct Key: Hashable {
    let grid: WorldGrid
    /// The tile's top left pixel on the level.
    let x: Int
    let y: Int
    let size: PixelSize
  }

  private var pictures: [Key: Picture] = [:]
  /// The oldest first.
  private var keys: [Key] = []
  private var bytes = 0

  /// In bytes, all together: 96 tiles of 256 pixels.
  private static let bound = 24 << 20
  private static let shared = Mutex(GroundTiles())

  /// - Parameter draw: Called where the tile is not kept, by several at once if need be.
  static func tile(_ key: Key, draw: () throws(DrawingError) -> Picture) throws(DrawingError) -> Picture {
    if let known = shared.withLock({ $0.pictures[key] }) { return known }
    let picture = try draw()
    shared.withLock { $0.keep(picture, key) }
    return picture
  }

  private mutating func keep(_ picture: Picture, _ key: Key) {
    guard pictures[key] == nil, picture.bytes.count <= Self.bound else { return }
    bytes += picture.bytes.count
    pictures[key] = picture
    keys.append(key)
    var dropped = 0
    while bytes > Self.bound {
      bytes -= pictures.removeValue(forKey: keys[dropped])?.bytes.count ?? 0
      dropped += 1
    }
    keys.removeFirst(dropped)
  }
}
