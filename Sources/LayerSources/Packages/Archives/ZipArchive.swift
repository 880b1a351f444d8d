import Synchronization

/// A ZIP archive that is read in place: nothing is unpacked to disk, and names of entries lead nowhere but into it.
///
/// A stored entry is a part of the file. A deflated one is unpacked in memory, whole and once: those that were used last
/// are kept, together at most ``Limit/unpacked`` bytes.
final class ZipArchive: Sendable {
  enum Limit {
    /// One deflated entry; the bundles of a package have some dozens of MiB.
    static let entry = 256 << 20
    /// All that are kept, in bytes and in number.
    static let unpacked = 256 << 20
    static let kept = 64
  }

  let file: any ByteReading
  var path: String { file.path }
  private let unpacked = Mutex(Unpacked())

  init(_ file: any ByteReading) { self.file = file }

  /// The bytes of an entry.
  /// - Parameter limit: The most that a deflated one may unpack to.
  /// - Throws: `unreadable` with the byte of the entry: encrypted, of another method, beyond the end, damaged, too large.
  func content(of entry: ZipEntry, limit: Int = Limit.entry) throws(SourceError) -> any ByteReading {
    guard !entry.isEncrypted else { throw failure(entry, "the entry there is encrypted") }
    switch entry.method {
    case 0:
      guard entry.packedSize == entry.size else {
        throw failure(entry, "the stored entry there has \(entry.packedSize) bytes, and says that it has \(entry.size)")
      }
      let start = try start(of: entry)
      return BytesPart(whole: file, start: start, size: entry.size)
    case 8: return try inflated(entry, limit: limit)
    default:
      throw failure(entry, "the entry there is packed by method \(entry.method); stored (0) and deflated (8) are read")
    }
  }

  /// All bytes of a small entry.
  /// - Throws: As ``content(of:limit:)``, and `unreadable` for one above `limit`.
  func bytes(of entry: ZipEntry, limit: Int) throws(SourceError) -> [UInt8] {
    guard entry.size <= limit else {
      throw failure(entry, "the entry there has \(entry.size) bytes, more than the \(limit) that are read")
    }
    let content = try content(of: entry, limit: limit)
    if let inMemory = content as? MemoryBytes { return inMemory.bytes }
    return try content.bytes(at: 0, count: content.size, of: "an entry")
  }

  /// Where the bytes of an entry begin: behind its own header, which repeats its name.
  private func start(of entry: ZipEntry) throws(SourceError) -> Int {
    guard entry.offset >= 0, entry.packedSize >= 0,
      try file.number(at: entry.offset, bytes: 4, of: "the header of an entry") == 0x0403_4B50
    else { throw failure(entry, "no header of an entry stands there") }
    let names = try file.number(at: entry.offset + 26, bytes: 4, of: "the header of an entry")
    let start = entry.offset + 30 + names & 0xFFFF + names >> 16
    guard start <= file.size, entry.packedSize <= file.size - start else {
      throw failure(entry, "the entry there of \(entry.packedSize) bytes reaches beyond the end of the file")
    }
    return start
  }

  private func inflated(_ entry: ZipEntry, limit: Int) throws(SourceError) -> MemoryBytes {
    // Under the lock: what several tasks want at once is unpacked by the first.
    let result: Result<MemoryBytes, SourceError> = unpacked.withLock { kept in
      if let known = kept.take(entry.offset) { return .success(known) }
      do throws(SourceError) {
        let bytes = MemoryBytes(path: path, bytes: try unpack(entry, limit: limit))
        kept.keep(bytes, at: entry.offset)
        return .success(bytes)
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func unpack(_ entry: ZipEntry, limit: Int) throws(SourceError) -> [UInt8] {
    guard entry.size >= 0, entry.size <= limit, entry.packedSize <= limit else {
      throw failure(
        entry,
        "the deflated entry there unpacks to \(entry.size) bytes, more than the \(limit) that are unpacked; "
          + "pack the archive without compression")
    }
    let packed = try file.bytes(at: try start(of: entry), count: entry.packedSize, of: "a deflated entry")
    do throws(Inflate.Failure) {
      let bytes = try Inflate.deflated(packed, size: entry.size)
      guard Inflate.crc32(bytes) == entry.checksum else { throw .damaged }
      return bytes
    } catch {
      let reason = error == .damaged ? "is damaged" : "does not unpack to the \(entry.size) bytes that it says"
      throw failure(entry, "the deflated entry there \(reason)")
    }
  }

  private func failure(_ entry: ZipEntry, _ reason: String) -> SourceError {
    .unreadable(path: path, place: "byte \(entry.offset)", reason: reason)
  }

  /// Unpacked entries, the one that was used last at the end.
  private struct Unpacked {
    private var entries: [(offset: Int, content: MemoryBytes)] = []
    private var size = 0

    mutating func take(_ offset: Int) -> MemoryBytes? {
      guard let index = entries.firstIndex(where: { $0.offset == offset }) else { return nil }
      if index != entries.count - 1 { entries.append(entries.remove(at: index)) }
      return entries[entries.count - 1].content
    }

    mutating func keep(_ content: MemoryBytes, at offset: Int) {
      entries.append((offset, content))
      size += content.size
      while entries.count > 1, size > Limit.unpacked || entries.count > Limit.kept {
        size -= entries.removeFirst().content.size
      }
    }
  }
}
