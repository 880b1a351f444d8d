import Synchronization

/// An open PMTiles archive: its header, its root, and the further directories that were used last.
///
/// The walk from directory to directory asks ``PMTilesDirectory`` where to read next. For a file it reads through
/// ``ByteReading``; for an archive on the web ``step(to:)`` says which piece must be fetched, so that nothing waits in it.
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
    let what = "the root directory"
    let packed = try Self.packed(header.root, what: what, limit: PMTilesDirectory.Limit.packed, in: bytes)
    root = try Self.directory(packed, of: header.root, what: what, packing: header.packing, path: bytes.path)
  }

  /// The bytes of a tile as they are stored, unpacked where the archive packs tiles; empty where there is none.
  /// - Throws: `unreadable` with the byte of the directory or the tile.
  func tile(_ number: UInt64) throws(SourceError) -> [UInt8] {
    var step = try step(to: number)
    while true {
      switch step {
      case .absent: return []
      case .tile(let piece):
        return try content(bytes.bytes(at: piece.offset, count: piece.size, of: "a tile"), of: piece)
      case .directory(let piece, let depth):
        let packed = try bytes.bytes(at: piece.offset, count: piece.size, of: "a directory")
        step = try self.step(to: number, through: packed, of: piece, depth: depth)
      }
    }
  }

  /// How far the directories at hand lead to a tile.
  enum Step: Equatable {
    /// At least a byte, and at most ``LocalFile/tileLimit``.
    case tile(PMTilesHeader.Piece)
    /// This directory must be read first: the root is at depth 1.
    case directory(PMTilesHeader.Piece, depth: Int)
    case absent
  }

  /// The way to a tile through the directories that are at hand. Reads nothing.
  func step(to number: UInt64) throws(SourceError) -> Step { try step(to: number, in: root, depth: 1) }

  /// The further way, when the bytes of the directory that was missing are there; they are kept.
  /// - Throws: `unreadable` for a damaged directory.
  func step(
    to number: UInt64, through packed: [UInt8], of piece: PMTilesHeader.Piece, depth: Int
  ) throws(SourceError) -> Step {
    try step(to: number, in: kept(packed, of: piece), depth: depth)
  }

  private func step(to number: UInt64, in start: PMTilesDirectory, depth: Int) throws(SourceError) -> Step {
    var (directory, depth) = (start, depth)
    while true {
      switch directory.answer(for: number) {
      case .absent: return .absent
      case .tile(let entry):
        let piece = PMTilesHeader.Piece(offset: header.tiles.offset + entry.offset, size: Int(entry.size))
        guard piece.size <= LocalFile.tileLimit else { throw tooLarge(piece, "a tile", LocalFile.tileLimit) }
        return piece.size == 0 ? .absent : .tile(piece)
      case .directory(let entry):
        depth += 1
        guard depth <= PMTilesDirectory.Limit.depth else { throw tooDeep }
        let piece = try place(of: entry)
        guard let known = leaves.withLock({ $0.take(piece.offset) }) else { return .directory(piece, depth: depth) }
        directory = known
      }
    }
  }

  /// A tile out of its bytes in the archive.
  /// - Throws: `unreadable` where they cannot be unpacked.
  func content(_ packed: [UInt8], of piece: PMTilesHeader.Piece) throws(SourceError) -> [UInt8] {
    switch header.tilePacking {
    case .none, .unknown: packed
    case .gzip, .brotli, .zstd:
      try Self.unpacked(
        packed, of: piece, what: "a tile", packing: header.tilePacking, limit: LocalFile.tileLimit, path: bytes.path)
    }
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
    let (what, limit) = ("the metadata", PMTilesDirectory.Limit.packed)
    let packed = try Self.packed(header.metadata, what: what, limit: limit, in: bytes)
    let text = try Self.unpacked(
      packed, of: header.metadata, what: what, packing: header.packing, limit: limit, path: bytes.path)
    return try JSONElement(of: text, source: bytes.path)
  }

  private var tooDeep: SourceError {
    .unreadable(
      path: bytes.path, place: "byte \(header.leaves.offset)",
      reason: "directories lie in each other more than \(PMTilesDirectory.Limit.depth) deep, or in a circle")
  }

  private func place(of entry: PMTilesDirectory.Entry) throws(SourceError) -> PMTilesHeader.Piece {
    let piece = PMTilesHeader.Piece(offset: header.leaves.offset + entry.offset, size: Int(entry.size))
    let limit = PMTilesDirectory.Limit.packed
    guard piece.size <= limit else { throw tooLarge(piece, "a directory", limit) }
    guard piece.size > 0 else {
      throw .unreadable(path: bytes.path, place: "byte \(piece.offset)", reason: "a directory of no bytes")
    }
    return piece
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(SourceError) -> PMTilesDirectory {
    let piece = try place(of: entry)
    if let known = leaves.withLock({ $0.take(piece.offset) }) { return known }
    return try kept(bytes.bytes(at: piece.offset, count: piece.size, of: "a directory"), of: piece)
  }

  private func kept(_ packed: [UInt8], of piece: PMTilesHeader.Piece) throws(SourceError) -> PMTilesDirectory {
    // Who waited for the same bytes may have read them in the meantime.
    if let known = leaves.withLock({ $0.take(piece.offset) }) { return known }
    let directory = try Self.directory(
      packed, of: piece, what: "a directory", packing: header.packing, path: bytes.path)
    leaves.withLock { $0.keep(directory, at: piece.offset) }
    return directory
  }

  private func tooLarge(_ piece: PMTilesHeader.Piece, _ what: String, _ limit: Int) -> SourceError {
    .unreadable(
      path: bytes.path, place: "byte \(piece.offset)",
      reason: "\(what) of \(piece.size) bytes, more than the \(limit) that are read")
  }

  private static func directory(
    _ packed: [UInt8], of piece: PMTilesHeader.Piece, what: String, packing: Packing, path: String
  ) throws(SourceError) -> PMTilesDirectory {
    let content = try unpacked(
      packed, of: piece, what: what, packing: packing, limit: PMTilesDirectory.Limit.unpacked, path: path)
    do throws(PMTilesDirectory.Failure) { return try PMTilesDirectory(content) } catch {
      throw .unreadable(
        path: path, place: "byte \(piece.offset)",
        reason: "\(what) is damaged at its byte \(error.place): \(error.reason)")
    }
  }

  private static func packed(
    _ piece: PMTilesHeader.Piece, what: String, limit: Int, in bytes: any ByteReading
  ) throws(SourceError) -> [UInt8] {
    guard piece.size <= limit else {
      throw .unreadable(
        path: bytes.path, place: "byte \(piece.offset)",
        reason: "\(what) of \(piece.size) bytes, more than the \(limit) that are read")
    }
    return try bytes.bytes(at: piece.offset, count: piece.size, of: what)
  }

  private static func unpacked(
    _ packed: [UInt8], of piece: PMTilesHeader.Piece, what: String, packing: Packing, limit: Int, path: String
  ) throws(SourceError) -> [UInt8] {
    do throws(Packing.Failure) { return try packing.unpacked(packed, limit: limit) } catch {
      throw .unreadable(path: path, place: "byte \(piece.offset)", reason: "\(what): \(error.reason)")
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
