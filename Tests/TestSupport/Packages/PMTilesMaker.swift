/// Makes PMTiles archives, good and bad ones.
package struct PMTilesMaker {
  package typealias Place = (offset: Int, size: Int)

  package struct Entry {
    let number: UInt64
    let run: Int
    let place: Place

    package init(_ number: UInt64, run: Int = 1, _ place: Place) {
      (self.number, self.run, self.place) = (number, run, place)
    }
  }

  package init() {}

  package var root: [Entry] = []
  /// In place of `root`, as they are.
  package var packedRoot: [UInt8]?
  package var metadata: [UInt8] = []
  /// As the format numbers them.
  package enum Packing: UInt8, Sendable {
    case unknown, none, gzip, brotli, zstd
  }

  package var packing = Packing.none
  package var tilePacking = Packing.none
  package var content = 2
  package var levels: (Int, Int)?
  /// Degrees.
  package var bounds = (-180.0, -85.0, 180.0, 85.0)
  private var tiles: [UInt8] = []
  private var leaves: [[Entry]] = []

  package mutating func add(_ tile: [UInt8]) -> Place {
    tiles += tile
    return (tiles.count - tile.count, tile.count)
  }

  /// - Returns: Its number, in place of an offset: where it lies is known when all are packed.
  package mutating func leaf(_ entries: [Entry]) -> Place {
    leaves.append(entries)
    return (leaves.count - 1, 5)
  }

  package func bytes() -> [UInt8] {
    var placed: [Place] = []
    var packedLeaves: [UInt8] = []
    for leaf in leaves {
      let packed = pack(directory(leaf, placed))
      placed.append((packedLeaves.count, packed.count))
      packedLeaves += packed
    }
    let root = packedRoot ?? pack(directory(self.root, placed))
    let ends = Self.levels(of: self.root)
    let little = CacheMaker.little
    var place = 127
    var header = Array("PMTiles".utf8) + [3]
    for part in [root, metadata, packedLeaves, tiles] {
      header += little(place, 8) + little(part.count, 8)
      place += part.count
    }
    header += little(0, 24) + [1, packing.rawValue, tilePacking.rawValue, UInt8(content)]
    header += [UInt8(levels?.0 ?? ends.0), UInt8(levels?.1 ?? ends.1)]
    for degrees in [bounds.0, bounds.1, bounds.2, bounds.3] { header += little(Int(degrees * 1e7), 4) }
    header += [0] + little(0, 8)
    return header + root + metadata + packedLeaves + tiles
  }

  private func pack(_ bytes: [UInt8]) -> [UInt8] { packing == .gzip ? ZipMaker.gzip(bytes) : bytes }

  private func directory(_ entries: [Entry], _ leaves: [Place]) -> [UInt8] {
    var last: UInt64 = 0
    var numbers: [UInt8] = []
    for entry in entries {
      numbers += variable(entry.number - last)
      last = entry.number
    }
    let places = entries.map { $0.run == 0 && $0.place.offset < leaves.count ? leaves[$0.place.offset] : $0.place }
    var rest: [UInt8] = []
    for entry in entries { rest += variable(UInt64(entry.run)) }
    for place in places { rest += variable(UInt64(place.size)) }
    for place in places { rest += variable(UInt64(place.offset + 1)) }
    return variable(UInt64(entries.count)) + numbers + rest
  }

  private func variable(_ value: UInt64) -> [UInt8] {
    var (value, bytes) = (value, [UInt8]())
    while value > 0x7F {
      bytes.append(UInt8(value & 0x7F) | 0x80)
      value >>= 7
    }
    return bytes + [UInt8(value)]
  }

  private static func levels(of entries: [Entry]) -> (Int, Int) {
    guard let first = entries.first, let last = entries.last else { return (0, 0) }
    guard last.run > 0 else { return (0, 3) }
    return (level(of: first.number), level(of: last.number &+ UInt64(last.run - 1)))
  }

  /// The level that holds the number: level z begins with (4^z - 1) / 3.
  private static func level(of number: UInt64) -> Int {
    var (level, first, count) = (0, UInt64(0), UInt64(1))
    while level < 31, number - first >= count { (level, first, count) = (level + 1, first + count, count * 4) }
    return level
  }
}
