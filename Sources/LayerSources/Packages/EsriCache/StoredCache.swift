import DocumentModel
import Geodesy

/// An open Esri cache of bundles or in a package: what its description says, checked against the tiles.
struct StoredCache: TileSource {
  let description: LayerDescription
  let identity: String
  let remarks: [SourceRemark]
  /// Declared levels, between the coarsest and the finest that have tiles, that have none.
  let emptyLevels: Set<Int>
  /// Found from the bytes of a tile.
  let format: PictureFormat
  private let storage: any TileStorage

  /// What a description says of a cache, in whatever form it is written.
  struct Said {
    var scheme: TilingScheme
    /// The name of the description, for messages: `conf.xml`.
    var source: String
    var pictures: CacheConfiguration.Pictures?
    /// In the reference of the scheme.
    var fullExtent: Extent?
    var initialExtent: Extent?
    /// That are meant to have tiles; `nil` where nothing is said but the levels of the scheme, which may be more.
    var levels: ClosedRange<Int>?
    var title: String?
    var attribution: String?
    var remarks: [SourceRemark] = []
  }

  /// - Throws: `empty` where no level of the scheme has a tile; `otherKind` for what is no picture; `unreadable`.
  init(_ said: Said, storage: any TileStorage, identity: String) throws(SourceError) {
    let parts = storage.parts
    let present = try storage.levels().filter { said.scheme.level(numbered: $0) != nil }.sorted()
    guard let first = present.first, let last = present.last else {
      throw .empty(
        path: parts.path, reason: "it has files of tiles for none of the levels that `\(said.source)` declares")
    }
    let declared = said.levels ?? first...last
    let gaps = said.scheme.levels.map(\.number).filter { declared.contains($0) && !present.contains($0) }.sorted()
    var remarks = said.remarks
    if !gaps.isEmpty { remarks.append(.levelWithoutTiles(gaps)) }
    let sample = try TileSample(of: storage, levels: present)
    format = try sample.picture(path: parts.path)
    remarks += sample.remarks(against: said)
    remarks += Self.cutShort(storage, levels: present)
    description = LayerDescription(
      tilingSchemes: [said.scheme],
      fullExtent: said.fullExtent ?? sample.survey.flatMap { said.scheme.extent(of: $0.range(level: first)) },
      initialExtent: said.initialExtent ?? said.fullExtent, levels: first...last, attribution: said.attribution,
      mediaType: said.pictures == .mixed ? nil : format.mediaType, title: said.title,
      pictureSize: sample.size == said.scheme.tileSize ? nil : sample.size)
    self.remarks = remarks
    emptyLevels = Set(gaps)
    self.identity = identity
    self.storage = storage
  }

  /// Files that are looked into when a cache is opened: the time that it takes does not grow with the cache.
  private static let mostLookedInto = 64

  /// Files that end before their tiles do, as after a copy that was stopped.
  private static func cutShort(_ storage: any TileStorage, levels: [Int]) -> [SourceRemark] {
    guard storage is CompactTiles else { return [] }
    let share = max(1, mostLookedInto / levels.count)
    var remarks: [SourceRemark] = []
    for level in levels {
      let survey: LevelSurvey?
      do throws(SourceError) { survey = try storage.survey(of: level, bundles: share) } catch {
        // The end of it may lie in its index too; the other bundles are good.
        remarks.append(.metadataDisagrees("level \(level): \(error.placeAndReason)"))
        continue
      }
      guard let found = survey?.cutShort else { continue }
      remarks.append(
        .metadataDisagrees(
          "`\(found.place)` is cut short: by its index, \(found.tiles) \(found.tiles == 1 ? "tile lies" : "tiles lie") "
            + "behind its end"))
    }
    return remarks
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    let bytes = try storage.bytes(of: index)
    return .here(bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes)))
  }

  /// How many tiles there are; `nil` where that would take long.
  func census() -> Int? {
    var count = 0
    for level in (try? storage.levels()) ?? [] {
      guard let survey = try? storage.survey(of: level, bundles: 256) else { continue }
      guard survey.isComplete else { return nil }
      count += survey.count
    }
    return count
  }
}

extension LevelSurvey {
  func range(level: Int) -> TileRange { TileRange(level: level, columns: columns, rows: rows) }
}

/// The first tiles of a cache's coarsest levels: what its tiles are, whatever its description says.
private struct TileSample {
  /// Of the coarsest level; `nil` where its files hold no tile.
  let survey: LevelSurvey?
  /// Of the first tile that is a picture.
  private(set) var size: PixelSize?
  private var format: PictureFormat?
  /// Tiles before it that are none.
  private var others: [(tile: TileIndex, format: PictureFormat)] = []

  /// Some levels: in real packages the first of one or two are damaged.
  private static let most = 4

  init(of storage: any TileStorage, levels: [Int]) throws(SourceError) {
    var coarsest: LevelSurvey?
    for level in levels.prefix(Self.most) {
      let survey = try storage.survey(of: level, bundles: 64)
      if level == levels.first { coarsest = survey }
      guard let survey else { continue }
      let tile = TileIndex(level: level, column: survey.first.column, row: survey.first.row)
      let header = PictureHeader(of: try storage.bytes(of: tile))
      if header.format.isPicture {
        (format, size) = (header.format, header.size)
        break
      }
      others.append((tile, header.format))
    }
    survey = coarsest
  }

  func picture(path: String) throws(SourceError) -> PictureFormat {
    if let format { return format }
    guard let other = others.first else {
      throw .empty(path: path, reason: "the index of its coarsest levels lists no tile")
    }
    throw .otherKind(
      path: path, reason: "its tiles are \(other.format.words), not PNG, JPEG or WebP pictures")
  }

  func remarks(against said: StoredCache.Said) -> [SourceRemark] {
    var remarks = others.map { tile, format in
      SourceRemark.metadataDisagrees(
        "tile \(tile.level)/\(tile.row)/\(tile.column) (level, row, column) is \(format.words), not a picture")
    }
    if let format, let pictures = said.pictures, !pictures.allows(format) {
      remarks.append(
        .metadataDisagrees("`\(said.source)` says that tiles are \(pictures.words), but one is \(format.words)"))
    }
    let wanted = said.scheme.tileSize
    if let size, size != wanted {
      remarks.append(
        .metadataDisagrees(
          "`\(said.source)` says that tiles have \(wanted.width) x \(wanted.height) pixels, but one has "
            + "\(size.width) x \(size.height)"))
    }
    return remarks
  }
}

extension CacheConfiguration.Pictures {
  /// True for a format that tiles so described may have.
  func allows(_ format: PictureFormat) -> Bool {
    switch self {
    case .png: format == .png
    case .jpeg: format == .jpeg
    case .mixed: format == .png || format == .jpeg
    case .lerc: false
    }
  }

  var words: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .mixed: "PNG or JPEG"
    case .lerc: "LERC"
    }
  }

  /// For a `CacheTileFormat` or `format` as Esri's software writes it; `nil` for another.
  init?(named name: String) {
    switch name.uppercased() {
    case "PNG", "PNG8", "PNG24", "PNG32": self = .png
    case "JPEG", "JPG": self = .jpeg
    case "MIXED": self = .mixed
    case "LERC", "LERC2D": self = .lerc
    default: return nil
    }
  }
}
