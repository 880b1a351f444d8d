import Diagnostics
import DocumentModel
import Geodesy

/// `type: exploded-cache`: an Esri cache with a file for each tile.
struct ExplodedCacheLayer: PathLayerKind {
  static let typeName = "exploded-cache"
  static let summary =
    "an Esri map cache of single files: `conf.xml`, `conf.cdi`, `_alllayers/L00/R00000000/C00000000.png`"
  static let pathField = RequiredField<FilePath>("path", "the folder that holds `conf.xml` and `_alllayers`")

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [190400, 7310600], srs: EPSG:25833, level: 2, snap: level}
    layers:
      - {id: relief, type: exploded-cache, path: data/nordholm}
    """

  let path: String
  var localFiles: [String] { [ExplodedCache.folder(of: path)] }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try ExplodedCache(path: path)
  }
}

/// An open exploded cache. A tile's path is made of numbers only, so nothing outside its folder can be read.
struct ExplodedCache: TileSource {
  let description: LayerDescription
  let identity: String
  let remarks: [SourceRemark]
  let configuration: CacheConfiguration
  /// Declared levels between the coarsest and the finest with a folder that have none.
  let emptyLevels: Set<Int>
  private let tiles: String
  /// Folder names by level number: `L07`.
  private let levelFolders: [Int: String]
  private let suffixes: [String]

  /// - Parameter path: The folder of the cache, its `_alllayers`, or its `conf.xml`.
  init(path: String) throws(SourceError) {
    let folder = try CacheFolder(at: path)
    configuration = try CacheConfiguration(conf: folder.conf.bytes, path: folder.conf.path)
    try Self.checkKind(configuration, path: folder.path)
    tiles = try folder.tiles
    levelFolders = try Self.levelFolders(in: tiles, of: configuration.scheme)
    let present = levelFolders.keys.sorted()
    guard let first = present.first, let last = present.last else {
      throw .empty(path: tiles, reason: "it has a folder for none of the levels that `\(folder.confName)` declares")
    }
    suffixes = configuration.pictures == .png ? [".png", ".jpg"] : [".jpg", ".png"]
    var remarks: [SourceRemark] = []
    let gaps = configuration.scheme.levels.map(\.number).filter { (first...last).contains($0) && !present.contains($0) }
    emptyLevels = Set(gaps)
    if !gaps.isEmpty { remarks.append(.levelWithoutTiles(gaps.sorted())) }
    var extent = try folder.extent(in: configuration.scheme.reference, &remarks)
    if extent == nil { extent = try Self.tileExtent(in: tiles, levelFolders, of: configuration.scheme) }
    description = LayerDescription(
      tilingSchemes: [configuration.scheme], fullExtent: extent, initialExtent: extent, levels: first...last,
      mediaType: configuration.pictures == .mixed ? nil : configuration.pictures == .png ? "image/png" : "image/jpeg",
      title: folder.name)
    self.remarks = remarks
    identity = "exploded-cache:" + LocalFile.resolved(folder.path)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard let level = levelFolders[index.level], let row = Self.hexadecimal(index.row),
      let column = Self.hexadecimal(index.column)
    else { return .here(.absent) }
    let name = "\(tiles)/\(level)/R\(row)/C\(column)"
    for suffix in suffixes {
      if let bytes = try LocalFile.bytes(of: name + suffix, limit: LocalFile.tileLimit) {
        return .here(bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes)))
      }
    }
    return .here(.absent)
  }

  /// How many tiles there are, `nil` where they are too many to count, and the format of the first.
  func census() -> (count: Int?, format: PictureFormat?) {
    var count = 0
    var format: PictureFormat?
    for (_, level) in levelFolders.sorted(by: { $0.key < $1.key }) {
      let path = PathResolution.joined(tiles, level)
      for row in (try? LocalFile.names(in: path)) ?? [] where Self.index(row, "R") != nil {
        let columns = ((try? LocalFile.names(in: PathResolution.joined(path, row))) ?? []).filter { name in
          Self.index(name.prefix { $0 != "." }, "C") != nil
        }
        count += columns.count
        if format == nil, let first = columns.first {
          format = LocalFile.head(of: "\(path)/\(row)/\(first)", count: 64).map { PictureFormat(of: $0) }
        }
        if count > 200_000 { return (nil, format) }
      }
    }
    return (count, format)
  }

  /// The folder of the cache, whichever of its parts is named.
  static func folder(of path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    let name = PathResolution.lastComponent(of: String(path)).lowercased()
    return name == "conf.xml" || name == "_alllayers" ? LocalFile.folder(of: String(path)) : String(path)
  }

  private static func checkKind(_ configuration: CacheConfiguration, path: String) throws(SourceError) {
    if case .compact(let version) = configuration.storage {
      throw .otherKind(
        path: path, reason: "its tiles lie in bundles (\(version)); that is a `compact-cache`")
    }
    if configuration.pictures == .lerc {
      throw .otherKind(path: path, reason: "its tiles are elevations (LERC), not pictures")
    }
  }

  /// The folders of the levels that are declared and have a row; more levels are often declared than were made.
  private static func levelFolders(in tiles: String, of scheme: TilingScheme) throws(SourceError) -> [Int: String] {
    let names = try LocalFile.names(in: tiles)
    var folders: [Int: String] = [:]
    for name in names {
      guard let number = CachePart.level(of: name.utf8), scheme.level(numbered: number) != nil, folders[number] == nil
      else {
        continue
      }
      let rows = try LocalFile.names(in: PathResolution.joined(tiles, name), limit: 16)
      if rows.contains(where: { Self.index($0, "R") != nil }) { folders[number] = name }
    }
    return folders
  }

  /// The box around the tiles of the coarsest level that is there.
  private static func tileExtent(in tiles: String, _ folders: [Int: String], of scheme: TilingScheme)
    throws(SourceError) -> Extent?
  {
    guard let level = scheme.levels.first(where: { folders[$0.number] != nil }), let folder = folders[level.number]
    else { return nil }
    var box: Extent?
    let path = PathResolution.joined(tiles, folder)
    for rowName in try LocalFile.names(in: path) {
      guard let row = index(rowName, "R") else { continue }
      let columns = try LocalFile.names(in: PathResolution.joined(path, rowName)).compactMap { name in
        index(name.prefix { $0 != "." }, "C")
      }
      guard let first = columns.min(), let last = columns.max() else { continue }
      let range = TileRange(level: level.number, columns: first...last, rows: row...row)
      guard let part = scheme.extent(of: range) else { continue }
      box = box?.union(part) ?? part
    }
    return box
  }

  /// The number behind a letter: 26 of `R0000001a`.
  private static func index(_ name: some StringProtocol, _ letter: Unicode.Scalar) -> Int? {
    CachePart.number(name.utf8, after: letter, digits: 8...8)
  }

  /// Eight lower-case digits; `nil` outside 32 bits.
  private static func hexadecimal(_ number: Int) -> String? {
    UInt32(exactly: number).map { CachePart.hexadecimal(Int($0), digits: 8) }
  }
}

extension ExplodedCacheLayer: InspectableKind {
  /// Compact caches have the same `conf.xml`.
  static var isAskedLast: Bool { true }

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    let names = [PathResolution.lastComponent(of: candidate.source).lowercased()]
    return candidate.names.contains("conf.xml") || candidate.kind != nil && names[0] == "conf.xml"
      || candidate.kind == .folder && names[0] == "_alllayers"
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let cache = try ExplodedCache(path: candidate.source)
    let (count, format) = cache.census()
    return InspectionReport(
      kind: typeName, candidate, cache,
      .init(
        format: format, tileCount: count, emptyLevels: cache.emptyLevels, declaresLevels: true,
        keys: [("path", YAMLText.inDocument(ExplodedCache.folder(of: candidate.source)))]))
  }
}
