import Geodesy

/// The tiles of an Esri cache, in one of the ways that they are stored.
protocol TileStorage: Sendable {
  var parts: any CacheParts { get }
  /// The bytes of a tile; empty where there is none.
  func bytes(of tile: TileIndex) throws(SourceError) -> [UInt8]
  /// The levels that have files.
  func levels() throws(SourceError) -> Set<Int>
  /// Which tiles a level has; `nil` where none was found.
  /// - Parameter bundles: The most files that are looked into.
  func survey(of level: Int, bundles: Int) throws(SourceError) -> LevelSurvey?
}

/// Which tiles of a level are there, without reading any.
struct LevelSurvey: Sendable, Equatable {
  private(set) var count = 0
  private(set) var rows: ClosedRange<Int> = 0...0
  private(set) var columns: ClosedRange<Int> = 0...0
  /// Row and column of the first.
  private(set) var first = (row: 0, column: 0)
  /// False where there were more files than were looked into.
  let isComplete: Bool
  /// The first file whose tiles lie behind its end, as it would be shown, with their number.
  var cutShort: (place: String, tiles: Int)?

  init(isComplete: Bool) { self.isComplete = isComplete }

  mutating func add(row: Int, column: Int) {
    if count == 0 {
      (rows, columns, first) = (row...row, column...column, (row, column))
    } else {
      rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
      columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
    }
    count += 1
  }

  /// Notes a tile that lies behind the end of its file.
  mutating func addLost(in place: String) {
    if cutShort == nil { cutShort = (place, 0) }
    if cutShort?.place == place { cutShort?.tiles += 1 }
  }

  static func == (one: LevelSurvey, other: LevelSurvey) -> Bool {
    one.count == other.count && one.rows == other.rows && one.columns == other.columns && one.first == other.first
      && one.isComplete == other.isComplete
  }
}

/// A file for each tile, as an exploded cache has them, in a package.
struct SingleTiles: TileStorage {
  let parts: any CacheParts
  /// The suffix that most tiles have comes first.
  let contents: [CachePart.Content]

  func bytes(of tile: TileIndex) throws(SourceError) -> [UInt8] {
    for content in contents {
      guard let part = CachePart(content, level: tile.level, row: tile.row, column: tile.column),
        let bytes = try parts.bytes(of: part)
      else { continue }
      guard bytes.size <= LocalFile.tileLimit else {
        throw .unreadable(
          path: parts.place(of: part), place: nil,
          reason: "\(bytes.size) bytes, more than the \(LocalFile.tileLimit) that are read")
      }
      return try bytes.bytes(at: 0, count: bytes.size, of: "a tile")
    }
    return []
  }

  func levels() throws(SourceError) -> Set<Int> { try parts.levels(with: Set(contents)) }

  func survey(of level: Int, bundles: Int) throws(SourceError) -> LevelSurvey? {
    var survey = LevelSurvey(isComplete: true)
    for content in contents {
      for part in try parts.parts(content, of: level) { survey.add(row: Int(part.row), column: Int(part.column)) }
    }
    return survey.count > 0 ? survey : nil
  }
}
