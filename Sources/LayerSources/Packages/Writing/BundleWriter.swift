/// A bundle of version 2 of Esri's compact cache ("Compact Cache V2" specification): the tiles of a square of 128 columns
/// and rows, behind an index of all places.
struct BundleWriter {
  static let side = 128
  private static let headerSize = 64
  private static let recordCount = side * side

  /// A tile of the bundle.
  struct Tile {
    let column: Int
    let row: Int
    /// Of the stage.
    let image: Int
    let size: Int
  }

  /// By row and column.
  private let tiles: [Tile]
  /// Of the whole bundle, in bytes.
  let size: Int
  private let largest: Int

  init(_ tiles: [Tile]) {
    self.tiles = tiles.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    size = Self.headerSize + 8 * Self.recordCount + tiles.reduce(0) { $0 + 4 + $1.size }
    largest = tiles.map(\.size).max() ?? 0
  }

  /// The number of bytes that the 24 bits of an index record can say.
  static let largestTile = (1 << 24) - 1

  func write(to file: PackageFile, _ pictures: StagedPictures) throws(PackageError) {
    try file.append(header)
    try file.append(index)
    for tile in tiles {
      var size = LittleEndianWriter()
      size.append(tile.size, bytes: 4)
      try file.append(size.bytes)
      try file.append(try pictures.picture(tile.image))
    }
  }

  private var header: [UInt8] {
    var header = LittleEndianWriter()
    for value in [3, Self.recordCount, largest, 5] { header.append(value, bytes: 4) }
    for value in [0, size, 40] { header.append(value, bytes: 8) }  // unused bytes, all, where the rest of the header is
    for value in [20 + 8 * Self.recordCount, 3, 16, Self.recordCount, 5, 8 * Self.recordCount] {
      header.append(value, bytes: 4)
    }
    return header.bytes
  }

  /// The low 40 bits of a record are the place of a tile's first byte, the high 24 its size.
  private var index: [UInt8] {
    var records = [Int](repeating: 0, count: Self.recordCount)
    var place = Self.headerSize + 8 * Self.recordCount
    for tile in tiles {
      place += 4
      records[tile.row % Self.side * Self.side + tile.column % Self.side] = tile.size << 40 | place
      place += tile.size
    }
    var index = LittleEndianWriter()
    for record in records { index.append(record, bytes: 8) }
    return index.bytes
  }
}
