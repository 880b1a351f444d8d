/// A directory of a PMTiles archive: which tiles lie where, and which further directories.
struct PMTilesDirectory: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    /// Number of the first tile, ``PMTilesNumber``.
    let number: UInt64
    /// How many tiles in a row are the same; 0 for a further directory.
    let run: UInt32
    let size: UInt32
    /// In the tiles, or in the further directories.
    let offset: Int
  }

  /// With ascending numbers.
  let entries: [Entry]

  /// The bounds of what is read; the specification wants 16 KiB of a root, and some 4,096 entries are common.
  enum Limit {
    static let packed = 16 << 20
    static let unpacked = 64 << 20
    /// The root and three below it, as other readers have it; a directory that names itself ends here.
    static let depth = 4
  }

  /// What a directory says of a tile.
  enum Answer: Equatable {
    case tile(Entry)
    case directory(Entry)
    case absent
  }

  /// - Parameter bytes: Unpacked.
  /// - Throws: What is wrong and at which byte, for ``PMTilesArchive`` to say where that is.
  init(_ bytes: [UInt8]) throws(Failure) {
    var reader = Variable(bytes)
    let count = try reader.next()
    // Each entry has at least a byte in each of four columns.
    guard count <= UInt64(bytes.count / 4) else {
      throw Failure(place: 0, reason: "\(count) entries cannot stand in \(bytes.count) bytes")
    }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(Int(count))
    var number: UInt64 = 0
    for index in 0..<Int(count) {
      let place = reader.place
      let (next, overflow) = number.addingReportingOverflow(try reader.next())
      guard !overflow, index == 0 || next > number else {
        throw Failure(place: place, reason: "the numbers of tiles do not ascend")
      }
      number = next
      numbers.append(next)
    }
    let runs = try reader.column(numbers.count)
    let sizes = try reader.column(numbers.count)
    var entries: [Entry] = []
    entries.reserveCapacity(numbers.count)
    for index in numbers.indices {
      let place = reader.place
      let value = try reader.next()
      let offset: Int
      if value > 0 {
        guard value < 1 << 53 else { throw Failure(place: place, reason: "an offset is above 2^53") }
        offset = Int(value) - 1
      } else {
        guard let last = entries.last else { throw Failure(place: place, reason: "the first entry has no offset") }
        offset = last.offset + Int(last.size)
      }
      entries.append(Entry(number: numbers[index], run: runs[index], size: sizes[index], offset: offset))
    }
    self.entries = entries
  }

  /// Where a tile is, as far as this directory knows. Pure: the archive reads what is named, from wherever it lies.
  func answer(for number: UInt64) -> Answer {
    guard let index = lastIndex(upTo: number) else { return .absent }
    let entry = entries[index]
    if entry.run == 0 { return .directory(entry) }
    return number - entry.number < UInt64(entry.run) ? .tile(entry) : .absent
  }

  /// The entry that a number falls into or that follows it; behind the last, the count of entries.
  func firstIndex(atOrAfter number: UInt64) -> Int {
    guard let index = lastIndex(upTo: number) else { return 0 }
    let entry = entries[index]
    return entry.run == 0 || number - entry.number < UInt64(entry.run) ? index : index + 1
  }

  private func lastIndex(upTo number: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  struct Failure: Error, Equatable {
    /// A byte of the unpacked directory.
    let place: Int
    let reason: String
  }

  /// Reads numbers of seven bits a byte, the lowest first.
  private struct Variable {
    private let bytes: [UInt8]
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(Failure) -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard place < bytes.count else { throw Failure(place: place, reason: "it ends within a number") }
        let byte = bytes[place]
        place += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      throw Failure(place: place, reason: "a number has more than 64 bits")
    }

    mutating func column(_ count: Int) throws(Failure) -> [UInt32] {
      var column: [UInt32] = []
      column.reserveCapacity(count)
      for _ in 0..<count {
        let start = place
        guard let value = UInt32(exactly: try next()) else {
          throw Failure(place: start, reason: "a size or a run is above 2^32")
        }
        column.append(value)
      }
      return column
    }
  }
}

/// The number of a tile in a PMTiles archive: all tiles of the levels above it, then its place on a Hilbert curve.
enum PMTilesNumber {
  /// - Parameter row: From the north.
  /// - Returns: `nil` outside the level's square, and for levels that no number can have.
  static func number(level: Int, column: Int, row: Int) -> UInt64? {
    guard (0...31).contains(level), (0..<1 << level).contains(column), (0..<1 << level).contains(row) else {
      return nil
    }
    var place: UInt64 = 0
    var (x, y) = (UInt64(column), UInt64(row))
    var side = (UInt64(1) << UInt64(level)) >> 1
    while side > 0 {
      let (right, lower) = (UInt64(x & side != 0 ? 1 : 0), UInt64(y & side != 0 ? 1 : 0))
      place += side * side * ((3 * right) ^ lower)
      if lower == 0 {
        if right == 1 { (x, y) = (side &- 1 &- x, side &- 1 &- y) }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return first(of: level) + place
  }

  /// The number of the first tile of a level: (4^level - 1) / 3.
  static func first(of level: Int) -> UInt64 { level > 31 ? .max : ((UInt64(1) << UInt64(2 * level)) - 1) / 3 }

  /// The level that a number belongs to; 32 for those beyond the last.
  static func level(of number: UInt64) -> Int {
    var level = 0
    while level < 32, first(of: level + 1) <= number { level += 1 }
    return level
  }
}
