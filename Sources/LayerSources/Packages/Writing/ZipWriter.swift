/// Writes a ZIP archive whose entries are stored, not packed (PKWARE's APPNOTE 6.3, with ZIP64 where it is needed): what is
/// read in place must not be packed, and tiles are packed already.
struct ZipWriter: ~Copyable {
  private struct Entry {
    let name: [UInt8]
    let offset: Int
    let size: Int
    let checksum: UInt32
  }

  private let file: PackageFile
  private var entries: [Entry] = []

  private enum Signature {
    static let entry = 0x0403_4B50
    static let listed = 0x0201_4B50
    static let end = 0x0605_4B50
    static let end64 = 0x0606_4B50
    static let locator64 = 0x0706_4B50
  }

  /// What 32 bits cannot say.
  private static let large = 0xFFFF_FFFF
  /// 1 January 1980, the first day that an archive can name: the same content makes the same bytes.
  private static let day = 0x21

  init(_ path: String) throws(PackageError) { file = try PackageFile(path) }

  mutating func add(_ name: String, _ bytes: [UInt8]) throws(PackageError) {
    try add(name, size: bytes.count) { file throws(PackageError) in try file.append(bytes) }
  }

  /// Adds an entry of a known size that is written piece by piece.
  /// - Parameter write: Appends exactly `size` bytes.
  mutating func add(
    _ name: String, size: Int, _ write: (PackageFile) throws(PackageError) -> Void
  ) throws(PackageError) {
    let (name, offset, isLarge) = (Array(name.utf8), file.position, size >= Self.large)
    var header = LittleEndianWriter()
    header.append(Signature.entry, bytes: 4)
    header.append(isLarge ? 45 : 20, bytes: 2)
    header.append(0x0800, bytes: 2)  // names in UTF-8
    header.append(0, bytes: 2)  // stored
    header.append(0, bytes: 2)
    header.append(Self.day, bytes: 2)
    let checksumPlace = offset + header.bytes.count
    header.append(0, bytes: 4)
    for _ in 0..<2 { header.append(isLarge ? Self.large : size, bytes: 4) }
    header.append(name.count, bytes: 2)
    header.append(isLarge ? 20 : 0, bytes: 2)
    header.append(contentsOf: name)
    if isLarge {
      header.append(1, bytes: 2)
      header.append(16, bytes: 2)
      for _ in 0..<2 { header.append(size, bytes: 8) }
    }
    try file.append(header.bytes)
    let start = file.position
    file.beginChecksum()
    try write(file)
    precondition(file.position - start == size, "an entry of another size than was said")
    let checksum = file.currentChecksum
    var patch = LittleEndianWriter()
    patch.append(Int(checksum), bytes: 4)
    try file.overwrite(at: checksumPlace, patch.bytes)
    entries.append(Entry(name: name, offset: offset, size: size, checksum: checksum))
  }

  /// Writes the directory.
  consuming func finish() throws(PackageError) {
    let start = file.position
    for entry in entries { try file.append(Self.listed(entry)) }
    let size = file.position - start
    var end = LittleEndianWriter()
    let isLarge = start >= Self.large || size >= Self.large || entries.count >= 0xFFFF
    if isLarge {
      let place = file.position
      end.append(Signature.end64, bytes: 4)
      end.append(44, bytes: 8)
      for _ in 0..<2 { end.append(45, bytes: 2) }
      for _ in 0..<2 { end.append(0, bytes: 4) }
      for value in [entries.count, entries.count, size, start] { end.append(value, bytes: 8) }
      end.append(Signature.locator64, bytes: 4)
      end.append(0, bytes: 4)
      end.append(place, bytes: 8)
      end.append(1, bytes: 4)
    }
    end.append(Signature.end, bytes: 4)
    for _ in 0..<2 { end.append(0, bytes: 2) }
    for _ in 0..<2 { end.append(min(entries.count, 0xFFFF), bytes: 2) }
    end.append(isLarge ? Self.large : size, bytes: 4)
    end.append(isLarge ? Self.large : start, bytes: 4)
    end.append(0, bytes: 2)
    try file.append(end.bytes)
    try file.flush()
  }

  private static func listed(_ entry: Entry) -> [UInt8] {
    var more = LittleEndianWriter()
    if entry.size >= large { for _ in 0..<2 { more.append(entry.size, bytes: 8) } }
    if entry.offset >= large { more.append(entry.offset, bytes: 8) }
    var header = LittleEndianWriter()
    header.append(Signature.listed, bytes: 4)
    for _ in 0..<2 { header.append(more.bytes.isEmpty ? 20 : 45, bytes: 2) }
    header.append(0x0800, bytes: 2)
    header.append(0, bytes: 2)
    header.append(0, bytes: 2)
    header.append(day, bytes: 2)
    header.append(Int(entry.checksum), bytes: 4)
    for _ in 0..<2 { header.append(min(entry.size, large), bytes: 4) }
    header.append(entry.name.count, bytes: 2)
    header.append(more.bytes.isEmpty ? 0 : more.bytes.count + 4, bytes: 2)
    for _ in 0..<3 { header.append(0, bytes: 2) }
    header.append(0, bytes: 4)
    header.append(min(entry.offset, large), bytes: 4)
    header.append(contentsOf: entry.name)
    if !more.bytes.isEmpty {
      header.append(1, bytes: 2)
      header.append(more.bytes.count, bytes: 2)
      header.append(contentsOf: more.bytes)
    }
    return header.bytes
  }
}
