import Synchronization

/// An open PMTiles archive: its header, its root, and the further directories that were used last.
///
/// The walk from directory to directory asks ``PMTilesDirectory`` where to read next and reads through ``ByteReading``;
/// nothing in it knows that the bytes are a file's.
final class PMTilesArchive: Sendable {
  let header: PMTilesHeader
  private let bytes: any ByteReading
  private let root: PMTilesDirectory
  private let leaves = Mutex(Leaves())

  /// - Throws: As ``PMTilesHeader``; `unreadable` for a damaged root.
  init(_ bytes: any ByteReading) throws(SourceError) {
    let head = try bytes.bytes(at: 0, count: min(PMTilesHeader.size, bytes.size), of: "the header")
    header = try PMTilesHeader(head, path: bytes.path)
    self.bytes = bytes
    root = try Self.directory(header.root, what: "the root directory", packing: header.packing, in: bytes)
  }

  /// The bytes of a tile as they are stored, unpacked where the archive packs tiles; empty where there is none.
  /// - Throws: `unreadable` with the byte of the directory or the tile.
  func tile(_ number: UInt64) throws(SourceError) -> [UInt8] {
    var directory = root
    for _ in 0..<PMTilesDirectory.Limit.depth {
      switch directory.answer(for: number) {
      case .absent: return []
      case .tile(let entry): return try content(of: entry)
      case .directory(let entry): directory = try leaf(entry)
      }
    }
    throw tooDeep
  }

  /// The first tile whose number is not below one; `nil` behind the last.
  func firstTile(from number: UInt64) throws(SourceError) -> PMTilesDirectory.Entry? {
    var budget = 256
    return try firstTile(from: number, in: root, depth: 1, &budget)
  }

  /// - Parameter budget: Directories that may still be read: those of a sound archive hold tiles.
  private func firstTile(
    from number: UInt64, in directory: PMTilesDirectory, depth: Int, _ budget: inout Int
  ) throws(SourceError) -> PMTilesDirectory.Entry? {
    var index = directory.firstIndex(atOrAfter: number)
    while index < directory.entries.count {
      let entry = directory.entries[index]
      if entry.run > 0 { return entry }
      budget -= 1
      guard depth < PMTilesDirectory.Limit.depth, budget >= 0 else { throw tooDeep }
      if let found = try firstTile(from: number, in: try leaf(entry), depth: depth + 1, &budget) { return found }
      index += 1
    }
    return nil
  }

  /// The number of the last tile; `nil` where there is none.
  func lastNumber() throws(SourceError) -> UInt64? {
    var directory = root
    for _ in 0..<PMTilesDirectory.Limit.depth {
      guard let last = directory.entries.last else { return nil }
      if last.run > 0 { return last.number &+ UInt64(last.run - 1) }
      directory = try leaf(last)
    }
    throw tooDeep
  }

  /// The JSON of its metadata; `nil` where there is none.
  /// - Throws: `unreadable` where it cannot be unpacked or is no JSON.
  func metadata() throws(SourceError) -> JSONElement? {
    guard header.metadata.size > 0 else { return nil }
    let text = try Self.unpacked(
      header.metadata, what: "the metadata", packing: header.packing, limit: PMTilesDirectory.Limit.packed, in: bytes)
    return try JSONElement(of: text, source: bytes.path)
  }

  private var tooDeep: SourceError {
    .unreadable(
      path: bytes.path, place: "byte \(header.leaves.offset)",
      reason: "directories lie in each other more than \(PMTilesDirectory.Limit.depth) deep, or in a circle")
  }

  private func content(of entry: PMTilesDirectory.Entry) throws(SourceError) -> [UInt8] {
    let piece = PMTilesHeader.Piece(offset: header.tiles.offset + entry.offset, size: Int(entry.size))
    switch header.tilePacking {
    case .none, .unknown:
      guard piece.size <= LocalFile.tileLimit else { throw tooLarge(piece, "a tile", LocalFile.tileLimit) }
      return try bytes.bytes(at: piece.offset, count: piece.size, of: "a tile")
    case .gzip, .brotli, .zstd:
      if piece.size == 0 { return [] }
      return try Self.unpacked(
        piece, what: "a tile", packing: header.tilePacking, limit: LocalFile.tileLimit, in: bytes)
    }
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(SourceError) -> PMTilesDirectory {
    let piece = PMTilesHeader.Piece(offset: header.leaves.offset + entry.offset, size: Int(entry.size))
    if let known = leaves.withLock({ $0.take(piece.offset) }) { return known }
    let directory = try Self.directory(piece, what: "a directory", packing: header.packing, in: bytes)
    leaves.withLock { $0.keep(directory, at: piece.offset) }
    return directory
  }

  private func tooLarge(_ piece: PMTilesHeader.Piece, _ what: String, _ limit: Int) -> SourceError {
    .unreadable(
      path: bytes.path, place: "byte \(piece.offset)",
      reason: "\(what) of \(piece.size) bytes, more than the \(limit) that are read")
  }

  private static func directory(
    _ piece: PMTilesHeader.Piece, what: String, packing: Packing, in bytes: any ByteReading
  ) throws(SourceError) -> PMTilesDirectory {
    let content = try unpacked(
      piece, what: what, packing: packing, limit: PMTilesDirectory.Limit.unpacked, in: bytes)
    do throws(PMTilesDirectory.Failure) { return try PMTilesDirectory(content) } catch {
      throw .unreadable(
        path: bytes.path, place: "byte \(piece.offset)",
        reason: "\(what) is damaged at its byte \(error.place): \(error.reason)")
    }
  }

  private static func unpacked(
    _ piece: PMTilesHeader.Piece, what: String, packing: Packing, limit: Int, in bytes: any ByteReading
  ) throws(SourceError) -> [UInt8] {
    guard piece.size <= limit else {
      throw .unreadable(
        path: bytes.path, place: "byte \(piece.offset)",
        reason: "\(what) of \(piece.size) bytes, more than the \(limit) that are read")
    }
    let packed = try bytes.bytes(at: piece.offset, count: piece.size, of: what)
    do throws(Packing.Failure) { return try packing.unpacked(packed, limit: limit) } catch {
      throw .unreadable(path: bytes.path, place: "byte \(piece.offset)", reason: "\(what): \(error.reason)")
    }
  }

  /// Directories that were used last, the last one at the end.
  private struct Leaves {
    private var directories: [(offset: Int, directory: PMTilesDirectory)] = []
    private var entries = 0
    private static let most = 64
    private static let mostEntries = 4_000_000

    mutating func take(_ offset: Int) -> PMTilesDirectory? {
      guard let index = directories.lastIndex(where: { $0.offset == offset }) else { return nil }
      if index != directories.count - 1 { directories.append(directories.remove(at: index)) }
      return directories[directories.count - 1].directory
    }

    mutating func keep(_ directory: PMTilesDirectory, at offset: Int) {
      directories.append((offset, directory))
      entries += directory.entries.count
      while directories.count > 1, directories.count > Self.most || entries > Self.mostEntries {
        entries -= directories.removeFirst().directory.entries.count
      }
    }
  }
}
