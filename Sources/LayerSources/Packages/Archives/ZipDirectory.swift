/// An entry of a ZIP archive, as its central directory lists it.
struct ZipEntry: Sendable, Equatable {
  /// Where its own header lies.
  let offset: Int
  let packedSize: Int
  let size: Int
  let method: UInt16
  let isEncrypted: Bool
  let checksum: UInt32
}

/// Reads the central directory of a ZIP archive (PKWARE's APPNOTE 6.3, with ZIP64), and nothing else of it.
///
/// The entries are handed over one after the other, so that nothing is kept of those that nobody wants: opening a package
/// costs what its list of names costs, whatever the size of what is behind them.
struct ZipDirectory {
  /// The bounds of what is read; ArcGIS makes packages of some thousand entries, of single files some hundred thousand.
  enum Limit {
    static let entries = 2_000_000
    static let bytes = 512 << 20
    static let chunk = 1 << 20
  }

  private let file: any ByteReading
  private let count: Int
  private let offset: Int
  private let size: Int

  /// Finds the directory by the record at the archive's end.
  /// - Throws: `unreadable` with the byte where something else is expected.
  init(of file: any ByteReading) throws(SourceError) {
    self.file = file
    let tail = min(file.size, 22 + 65_535 + 20)  // the end record, its comment, and the locator of ZIP64 before it
    let tailStart = file.size - tail
    let bytes = try file.bytes(at: tailStart, count: tail, of: "the end of the archive")
    guard let end = Self.endRecord(in: bytes) else {
      throw .unreadable(
        path: file.path, place: "byte \(file.size)",
        reason: "no end record of a ZIP archive stands before it: it is cut short, or no ZIP archive")
    }
    var fields = LittleEndian(bytes, at: end + 4)
    let (disk, directoryDisk) = (fields.next(2), fields.next(2))
    _ = fields.next(2)
    var (count, size, offset) = (fields.next(2), fields.next(4), fields.next(4))
    if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20,
      bytes[(end - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07])
    {
      var locator = LittleEndian(bytes, at: end - 20 + 8)
      let place = locator.next(8)
      let record = try file.bytes(at: place, count: 56, of: "the end record of ZIP64")
      guard record.starts(with: [0x50, 0x4B, 0x06, 0x06]) else {
        throw .unreadable(path: file.path, place: "byte \(place)", reason: "no end record of ZIP64 stands there")
      }
      var large = LittleEndian(record, at: 32)
      (count, size, offset) = (large.next(8), large.next(8), large.next(8))
    } else if disk != 0 || directoryDisk != 0 {
      throw .unreadable(path: file.path, place: "byte \(tailStart + end)", reason: "it is one of several parts")
    }
    guard count <= Limit.entries, size <= Limit.bytes, count >= 0, size >= 0 else {
      throw .unreadable(
        path: file.path, place: "byte \(tailStart + end)",
        reason: "\(count) entries in a directory of \(size) bytes, more than the \(Limit.entries) entries and "
          + "\(Limit.bytes) bytes that are read")
    }
    guard offset >= 0, offset <= file.size, size <= file.size - offset else {
      throw .unreadable(
        path: file.path, place: "byte \(tailStart + end)",
        reason: "the directory of \(size) bytes should begin at byte \(offset) of \(file.size)")
    }
    (self.count, self.offset, self.size) = (count, offset, size)
  }

  /// Hands over each entry with its name, in the archive's order; folders too.
  /// - Throws: `unreadable` with the byte where no entry stands.
  func visit(_ body: (Substring.UTF8View, ZipEntry) throws(SourceError) -> Void) throws(SourceError) {
    var place = offset
    let end = offset + size
    var window: [UInt8] = []
    var windowStart = offset
    for _ in 0..<count {
      func available() -> Int { windowStart + window.count - place }
      // A record has at most 46 and three times 65,535 bytes.
      if available() < 46 + 3 * 65_535, windowStart + window.count < end {
        window = try file.bytes(at: place, count: min(Limit.chunk, end - place), of: "the directory")
        windowStart = place
      }
      let at = place - windowStart
      guard available() >= 46, window[at...].starts(with: [0x50, 0x4B, 0x01, 0x02]) else {
        throw .unreadable(path: file.path, place: "byte \(place)", reason: "no entry of the directory stands there")
      }
      var fields = LittleEndian(window, at: at + 8)
      let (flags, method) = (fields.next(2), fields.next(2))
      _ = fields.next(4)
      let checksum = fields.next(4)
      let (packed, size) = (fields.next(4), fields.next(4))
      let (name, extra, comment) = (fields.next(2), fields.next(2), fields.next(2))
      _ = fields.next(8)
      let local = fields.next(4)
      let length = 46 + name + extra + comment
      guard length <= available() else {
        throw .unreadable(
          path: file.path, place: "byte \(place)", reason: "an entry of \(length) bytes reaches beyond the directory")
      }
      let extraStart = at + 46 + name
      let sizes = Zip64Sizes(window[extraStart..<extraStart + extra], size: size, packed: packed, offset: local)
      let text = String(decoding: window[at + 46..<at + 46 + name], as: UTF8.self)
      try body(
        text[...].utf8,
        ZipEntry(
          offset: sizes.offset, packedSize: sizes.packed, size: sizes.size, method: UInt16(method),
          isEncrypted: flags & 1 != 0, checksum: UInt32(checksum)))
      place += length
    }
  }

  /// The last place in the tail where an end record may stand: its comment reaches to the end of the file.
  private static func endRecord(in tail: [UInt8]) -> Int? {
    guard tail.count >= 22 else { return nil }
    for place in stride(from: tail.count - 22, through: 0, by: -1)
    where tail[place] == 0x50 && tail[place + 1] == 0x4B && tail[place + 2] == 0x05 && tail[place + 3] == 0x06 {
      let comment = Int(tail[place + 20]) | Int(tail[place + 21]) << 8
      if place + 22 + comment <= tail.count { return place }
    }
    return nil
  }
}

/// The sizes of an entry, with those that stand in its extra field because they need more than 32 bits.
private struct Zip64Sizes {
  var size: Int
  var packed: Int
  var offset: Int

  init(_ extra: ArraySlice<UInt8>, size: Int, packed: Int, offset: Int) {
    (self.size, self.packed, self.offset) = (size, packed, offset)
    guard size == 0xFFFF_FFFF || packed == 0xFFFF_FFFF || offset == 0xFFFF_FFFF else { return }
    var place = extra.startIndex
    while place + 4 <= extra.endIndex {
      var head = LittleEndian(extra, at: place)
      let (kind, count) = (head.next(2), head.next(2))
      let end = min(place + 4 + count, extra.endIndex)
      if kind == 1 {
        var fields = LittleEndian(extra[..<end], at: place + 4)
        if size == 0xFFFF_FFFF, fields.has(8) { self.size = fields.next(8) }
        if packed == 0xFFFF_FFFF, fields.has(8) { self.packed = fields.next(8) }
        if offset == 0xFFFF_FFFF, fields.has(8) { self.offset = fields.next(8) }
        return
      }
      place = end
    }
  }
}
