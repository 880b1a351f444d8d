import Diagnostics
import DocumentModel
import Geodesy

/// `type: mbtiles`: raster tiles in an SQLite file, rows counted from the south.
struct MBTilesLayer: PathLayerKind {
  static let typeName = "mbtiles"
  static let summary = "raster tiles (PNG, JPEG, WebP) in one MBTiles file, in Web Mercator"
  static let pathField = RequiredField<FilePath>("path", "the MBTiles file")

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [60, -12], zoom: 2.5}
    layers:
      - {id: islands, type: mbtiles, path: data/archipelago.mbtiles, onMissingTile: "#a0c3dc"}
    """

  let path: String

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try MBTilesPackage(path: path)
  }
}

/// An open MBTiles file. The rows of `tiles` and the bytes in them are believed, its `metadata` only where they do not disagree.
struct MBTilesPackage: TileSource {
  let description: LayerDescription
  let identity: String
  let remarks: [SourceRemark]
  /// Found from the bytes of the first tile.
  let format: PictureFormat
  let tileSize: Int
  /// Of the first tile.
  let pictureSize: PixelSize?
  /// Levels between the coarsest and the finest that have no row.
  let emptyLevels: Set<Int>
  private let tiles: SQLiteTiles

  init(path: String) throws(SourceError) {
    let database = try SQLiteDatabase(reading: path)
    guard database.hasColumns(["zoom_level", "tile_column", "tile_row", "tile_data"], in: "tiles") else {
      throw try Self.notAPackage(database)
    }
    let metadata = try MBTilesMetadata(from: database)
    let contents = try MBTilesContents(of: database)
    guard let levels = contents.levels, let first = contents.firstTile else {
      throw .empty(path: path, reason: "`tiles` has no row with a picture")
    }
    let header = PictureHeader(of: first)
    guard header.format.isPicture else {
      throw .otherKind(path: path, reason: Self.otherContent(header.format, metadata))
    }
    format = header.format
    tileSize = MercatorPyramid.tileSize(of: header.size)
    pictureSize = header.size
    let scheme = MercatorPyramid.scheme(tileSize: tileSize, finest: levels.upperBound)
    let (extent, extentRemark) = try contents.fullExtent(saidToBe: metadata.bounds, of: database, scheme: scheme)
    description = LayerDescription(
      tilingSchemes: [scheme], fullExtent: extent, levels: levels, attribution: metadata.attribution,
      mediaType: format.mediaType, title: metadata.title)
    remarks =
      metadata.disagreements(with: format, levels: levels) + extentRemark
      + (try contents.misplaced(in: database).map { [.metadataDisagrees($0)] } ?? [])
      + (contents.gaps.isEmpty ? [] : [.levelWithoutTiles(contents.gaps)])
    emptyLevels = Set(contents.gaps)
    identity = "mbtiles:" + LocalFile.resolved(path)
    tiles = try SQLiteTiles(
      "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3", of: database)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard (0...MercatorPyramid.finestLevel).contains(index.level) else { return .here(.absent) }
    let bytes = try tiles.bytes(level: index.level, column: index.column, row: (1 << index.level) - 1 - index.row)
    return .here(bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes)))
  }

  private static func notAPackage(_ database: SQLiteDatabase) throws(SourceError) -> SourceError {
    let names = try database.tableNames()
    if names.contains("gpkg_contents") {
      return .otherKind(path: database.path, reason: "it is a `geopackage`, not MBTiles")
    }
    let found =
      names.isEmpty ? "it has no tables" : "it has \(names.prefix(8).map { "`\($0)`" }.joined(separator: ", "))"
    return .unreadable(
      path: database.path, place: nil,
      reason: "no table or view `tiles` with `zoom_level`, `tile_column`, `tile_row`, `tile_data`; \(found)")
  }

  private static func otherContent(_ format: PictureFormat, _ metadata: MBTilesMetadata) -> String {
    if metadata.isVector || format == .gzip {
      let packing = format == .gzip ? "MVT, gzip-compressed" : "MVT"
      return "its tiles are vector tiles (\(packing)); `mbtiles` draws PNG, JPEG and WebP tiles"
    }
    return "its tiles are \(format.words), not PNG, JPEG or WebP pictures"
  }
}

extension MBTilesLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.suffix == "mbtiles" && candidate.isFile
      || candidate.tables.contains("tiles") && !candidate.tables.contains("gpkg_contents")
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let package = try MBTilesPackage(path: candidate.source)
    let count = try? SQLiteDatabase(reading: candidate.source).number(
      "SELECT count(*) FROM (SELECT 1 FROM tiles LIMIT 1000001)")
    return InspectionReport(
      kind: typeName, candidate, package,
      .init(
        format: package.format, pictureSize: package.pictureSize,
        tileCount: count.flatMap { $0 > 1_000_000 ? nil : $0 },
        emptyLevels: package.emptyLevels, keys: [("path", YAMLText.inDocument(candidate.source))]))
  }
}
