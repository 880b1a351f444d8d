/// The directories of a PMTiles archive, packed: a root that fits into the first 16 KiB, and leaves below it where it must.
struct PMTilesDirectories {
  let root: [UInt8]
  /// One behind the other.
  let leaves: [UInt8]

  /// What the specification leaves for the root: readers fetch 16,384 bytes first.
  private static let mostRootBytes = 16_384 - PMTilesHeader.size

  init(_ entries: [PMTilesDirectory.Entry]) {
    if entries.count < Self.mostRootBytes {
      let all = Gzip.packed(Self.serialised(entries))
      if all.count <= Self.mostRootBytes {
        (root, leaves) = (all, [])
        return
      }
    }
    var size = max(4096, entries.count / 3500)
    while true {
      let (root, leaves) = Self.split(entries, leafSize: size)
      if root.count <= Self.mostRootBytes {
        (self.root, self.leaves) = (root, leaves)
        return
      }
      size += size / 5
    }
  }

  private static func split(_ entries: [PMTilesDirectory.Entry], leafSize: Int) -> (root: [UInt8], leaves: [UInt8]) {
    var (root, leaves): ([PMTilesDirectory.Entry], [UInt8]) = ([], [])
    for start in stride(from: 0, to: entries.count, by: leafSize) {
      let part = entries[start..<min(start + leafSize, entries.count)]
      let leaf = Gzip.packed(serialised(Array(part)))
      root.append(.init(number: entries[start].number, run: 0, size: UInt32(leaf.count), offset: leaves.count))
      leaves += leaf
    }
    return (Gzip.packed(serialised(root)), leaves)
  }

  /// Columns of numbers of seven bits a byte: differences of the tiles' numbers, runs, sizes, offsets; an offset that
  /// follows from the entry before is 0, any other is one more than itself.
  static func serialised(_ entries: [PMTilesDirectory.Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 6)
    func append(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    append(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      append(entry.number - last)
      last = entry.number
    }
    for entry in entries { append(UInt64(entry.run)) }
    for entry in entries { append(UInt64(entry.size)) }
    var next = -1
    for entry in entries {
      append(entry.offset == next ? 0 : UInt64(entry.offset + 1))
      next = entry.offset + Int(entry.size)
    }
    return bytes
  }
}
