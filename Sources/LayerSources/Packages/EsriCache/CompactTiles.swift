import Geodesy

/// The tiles of a compact cache: bundles of a square of columns and rows, read in place.
///
/// Version 2 is Esri's "Compact Cache V2" specification; version 1, which has none, is what the files of ArcGIS show. Of
/// their headers only the first word is looked at, which is 3 in both: the others differ from one writer to the next.
struct CompactTiles: TileStorage {
  enum Version: String, Sendable {
    /// A file of offsets (`.bundlx`) beside each bundle; columns before rows.
    case one = "V1"
    /// The offsets in the bundle itself; rows before columns.
    case two = "V2"
  }

  let parts: any CacheParts
  let version: Version
  /// Columns and rows of a bundle: `PacketSize`, nearly always 128.
  let packetSize: Int

  /// Of a bundle's header, before its index or its empty tiles.
  private static let headers = (one: 60, two: 64, index: 16)

  func bytes(of tile: TileIndex) throws(SourceError) -> [UInt8] {
    guard tile.row >= 0, tile.column >= 0, let part = bundle(of: tile), let bundle = try parts.bytes(of: part) else {
      return []
    }
    try checkMagic(bundle, part)
    let place = tile.row % packetSize * packetSize + tile.column % packetSize
    switch version {
    case .two:
      let record = try bundle.number(at: Self.headers.two + 8 * place, bytes: 8, of: "the index")
      let (offset, size) = Self.placed(record)
      return try content(of: bundle, offset, size, tile, part)
    case .one:
      let offset = try indexV1(part) { index throws(SourceError) in
        let place = tile.column % packetSize * packetSize + tile.row % packetSize
        return try index.number(at: Self.headers.index + 5 * place, bytes: 5, of: "the index")
      }
      let size = try bundle.number(at: offset, bytes: 4, of: "the size of a tile")
      return try content(of: bundle, offset + 4, size, tile, part)
    }
  }

  func levels() throws(SourceError) -> Set<Int> { try parts.levels(with: [.bundle]) }

  func survey(of level: Int, bundles limit: Int) throws(SourceError) -> LevelSurvey? {
    let bundles = try parts.parts(.bundle, of: level)
    var survey = LevelSurvey(isComplete: bundles.count <= limit)
    for part in bundles.prefix(limit) {
      guard let bundle = try parts.bytes(of: part) else { continue }
      try checkMagic(bundle, part)
      let count = packetSize * packetSize
      switch version {
      case .two:
        let index = try bundle.bytes(at: Self.headers.two, count: 8 * count, of: "the index")
        var records = LittleEndian(index)
        for place in 0..<count {
          let (offset, size) = Self.placed(records.next(8))
          guard size > 0 else { continue }
          survey.add(row: Int(part.row) + place / packetSize, column: Int(part.column) + place % packetSize)
          if offset + size > bundle.size { survey.addLost(in: parts.place(of: part)) }
        }
      case .one:
        let index = try indexV1(part) { index throws(SourceError) in
          try index.bytes(at: Self.headers.index, count: 5 * count, of: "the index")
        }
        var records = LittleEndian(index)
        // A tile that is not there points at its own zero, in front of all tiles.
        let first = Self.headers.one + 4 * count
        for place in 0..<count {
          let offset = records.next(5)
          guard offset >= first else { continue }
          survey.add(row: Int(part.row) + place % packetSize, column: Int(part.column) + place / packetSize)
          if offset + 4 >= bundle.size { survey.addLost(in: parts.place(of: part)) }
        }
      }
    }
    return survey.count > 0 ? survey : nil
  }

  private func bundle(of tile: TileIndex) -> CachePart? {
    CachePart(
      .bundle, level: tile.level, row: tile.row / packetSize * packetSize,
      column: tile.column / packetSize * packetSize)
  }

  /// The low 40 bits of a record of version 2 are the offset, the high 24 bits the size.
  private static func placed(_ record: Int) -> (offset: Int, size: Int) {
    let bits = UInt64(bitPattern: Int64(record))
    return (Int(bits & 0xFF_FFFF_FFFF), Int(bits >> 40))
  }

  /// Does something with the index file that lies beside a bundle of version 1.
  private func indexV1<Found>(
    _ part: CachePart, _ work: (any ByteReading) throws(SourceError) -> Found
  ) throws(SourceError) -> Found {
    guard let index = CachePart(.bundleIndex, level: Int(part.level), row: Int(part.row), column: Int(part.column)),
      let bytes = try parts.bytes(of: index)
    else {
      throw .unreadable(
        path: parts.place(of: part), place: nil,
        reason: "the file of its offsets, which has its name with `.bundlx`, is not there")
    }
    try checkMagic(bytes, index)
    return try work(bytes)
  }

  private func checkMagic(_ bytes: any ByteReading, _ part: CachePart) throws(SourceError) {
    let word = try bytes.number(at: 0, bytes: 4, of: "the header of a bundle")
    guard word == 3 else {
      throw .unreadable(
        path: parts.place(of: part), place: "byte \(bytes.start)",
        reason: "a bundle begins with the number 3, this with \(word)")
    }
  }

  private func content(
    of bundle: any ByteReading, _ offset: Int, _ size: Int, _ tile: TileIndex, _ part: CachePart
  ) throws(SourceError) -> [UInt8] {
    if size == 0 { return [] }
    guard size <= LocalFile.tileLimit, offset <= bundle.size, size <= bundle.size - offset else {
      throw .unreadable(
        path: parts.place(of: part), place: "byte \(bundle.start + offset)",
        reason:
          "tile \(tile.level)/\(tile.row)/\(tile.column) (level, row, column) of \(size) bytes is expected there, "
          + "and the bundle has \(bundle.size) bytes")
    }
    return try bundle.bytes(at: offset, count: size, of: "a tile")
  }
}
