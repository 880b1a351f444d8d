import Diagnostics
import DocumentModel
import Geodesy

/// `type: geopackage`: raster tiles in a table of an OGC GeoPackage.
struct GeoPackageLayer: TiledLayerKind {
  static let typeName = "geopackage"
  static let summary = "raster tiles (PNG, JPEG, WebP) in a table of a GeoPackage, in any spatial reference"
  static let fields: [any FieldDeclaration] = [Keys.path, Keys.table]

  static let example: String? = """
    mapdoc: 1
    canvas: {size: [480, 480]}
    initialExtent: {center: [190400, 7310600], srs: EPSG:25833, level: 1, snap: level}
    layers:
      - {id: relief, type: geopackage, path: data/nordholm.gpkg, table: relief}
    """

  private enum Keys {
    static let path = RequiredField<FilePath>("path", "the GeoPackage")
    static let table = OptionalField<String>(
      "table", written: "the only one", "the table of tiles, as `mapdoc inspect` lists them")
  }

  let path: String
  let table: String?
  var localFiles: [String] { [path] }

  init?(from reader: MappingReader) {
    let path = reader.read(Keys.path)
    table = reader.read(Keys.table)
    guard let path else { return nil }
    self.path = path.resolved
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    let database = try SQLiteDatabase(reading: path)
    let tables = try GeoPackageTable.all(in: database)
    return try GeoPackageTiles(try GeoPackageTable.chosen(table, of: tables, path: path), in: database)
  }
}

/// A table of tiles of an open GeoPackage. Its rows and the bytes in them are believed, other tables where they agree.
struct GeoPackageTiles: TileSource {
  let description: LayerDescription
  let identity: String
  let remarks: [SourceRemark]
  /// Found from the bytes of the first tile.
  let format: PictureFormat
  /// Levels between the coarsest and the finest with tiles that have none.
  let emptyLevels: Set<Int>
  private let tiles: SQLiteTiles

  /// - Throws: `empty` without tiles; `unreadable`, `unknownReference` and `otherKind` as ``GeoPackageMatrices``.
  init(_ table: GeoPackageTable, in database: SQLiteDatabase) throws(SourceError) {
    let path = database.path
    let quoted = "\"" + table.name.replacing("\"", with: "\"\"") + "\""
    guard database.hasColumns(["zoom_level", "tile_column", "tile_row", "tile_data"], in: quoted) else {
      throw .unreadable(
        path: path, place: "table \(table.name)",
        reason: "`zoom_level`, `tile_column`, `tile_row` and `tile_data` are expected, and one of them is missing")
    }
    let matrices = try GeoPackageMatrices(of: table.name, in: database)
    var remarks = matrices.remarks
    let declared = Set(matrices.scheme.levels.map(\.number))
    let found = try Self.levels(in: quoted, of: database)
    let present = found.filter { declared.contains($0) }
    let unlisted = found.filter { !declared.contains($0) }
    if !unlisted.isEmpty {
      let list = unlisted.map(String.init).joined(separator: ", ")
      guard !present.isEmpty else {
        throw .unreadable(
          path: path, place: "table gpkg_tile_matrix",
          reason: "`\(table.name)` has tiles of zoom_level \(list), and no row says how large their pixels are")
      }
      remarks.append(
        .metadataDisagrees("there are tiles of zoom_level \(list), which `gpkg_tile_matrix` does not list"))
    }
    guard let first = present.first, let last = present.last else {
      throw .empty(path: path, reason: "table `\(table.name)` has no row")
    }
    let gaps = (first...last).filter { declared.contains($0) && !present.contains($0) }
    if !gaps.isEmpty { remarks.append(.levelWithoutTiles(gaps)) }
    let header = PictureHeader(of: try Self.sample(present, in: quoted, of: database))
    guard header.format.isPicture else {
      throw .otherKind(
        path: path, reason: "tiles of `\(table.name)` are \(header.format.words), not PNG, JPEG or WebP pictures")
    }
    format = header.format
    let size = matrices.scheme.tileSize
    if let own = header.size, own != size {
      remarks.append(
        .metadataDisagrees(
          "`gpkg_tile_matrix` says that tiles have \(size.width) x \(size.height) pixels, but one has "
            + "\(own.width) x \(own.height)"))
    }
    let extent = try Self.extent(of: table, matrices, in: database, &remarks)
    description = LayerDescription(
      tilingSchemes: [matrices.scheme], fullExtent: extent, initialExtent: extent, levels: first...last,
      mediaType: format.mediaType, title: table.title,
      pictureSize: header.size == size ? nil : header.size)
    self.remarks = remarks
    emptyLevels = Set(gaps)
    identity = "geopackage:\(table.name):" + LocalFile.resolved(path)
    tiles = try SQLiteTiles(
      "SELECT tile_data FROM \(quoted) WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3", of: database)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    let bytes = try tiles.bytes(level: index.level, column: index.column, row: index.row)
    return .here(bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes)))
  }

  /// The levels with rows, each found by one look-up in the table's index.
  private static func levels(in table: String, of database: SQLiteDatabase) throws(SourceError) -> [Int] {
    var levels: [Int] = []
    var last = -1
    while levels.count < 2 * SchemeLimit.levels,
      let next = try database.number("SELECT min(zoom_level) FROM \(table) WHERE zoom_level > ?1", last), next > last
    {
      levels.append(next)
      last = next
    }
    return levels
  }

  private static func sample(_ levels: [Int], in table: String, of database: SQLiteDatabase) throws(SourceError)
    -> [UInt8]
  {
    let rows = try database.statement(
      "SELECT tile_data FROM \(table) WHERE zoom_level = ?1 AND length(tile_data) > 0 LIMIT 1")
    for level in levels {
      rows.bind([level])
      if try rows.step() { return rows.bytes(0) }
    }
    return []
  }

  /// The box of `gpkg_contents`, which is informative, cut to that of the matrix set, which is exact and may be larger than
  /// the data.
  private static func extent(
    of table: GeoPackageTable, _ matrices: GeoPackageMatrices, in database: SQLiteDatabase,
    _ remarks: inout [SourceRemark]
  ) throws(SourceError) -> Extent {
    guard var box = table.extent, let number = table.referenceNumber else { return matrices.extent }
    let reference = matrices.scheme.reference
    let own = try? GeoPackageReference.reference(number: number, in: database)
    if let own, own != reference {
      let projector = try? Projector(from: own, to: reference)
      guard let moved = projector?.project(box) else { return matrices.extent }
      box = moved
    }
    guard let inside = box.intersection(matrices.extent) else {
      remarks.append(
        .metadataDisagrees("the box of `gpkg_contents` lies outside of that of `gpkg_tile_matrix_set`, which is taken"))
      return matrices.extent
    }
    return inside
  }
}

extension GeoPackageLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    // Those that hold features alone are for `features`.
    if candidate.tables.contains("gpkg_geometry_columns"), !candidate.tables.contains("gpkg_tile_matrix") {
      return false
    }
    return candidate.tables.contains("gpkg_contents")
      || candidate.format == .sqlite && candidate.head.dropFirst(68).starts(with: "GP".utf8)
      || candidate.isFile && candidate.suffix == "gpkg"
  }

  /// Of the first table where there are several; the others are named.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let database = try SQLiteDatabase(reading: candidate.source)
    let tables = try GeoPackageTable.all(in: database)
    let usable = tables.filter { $0.dataType == "tiles" && $0.exists }
    let table = try GeoPackageTable.chosen(usable.first?.name, of: tables, path: candidate.source)
    let tiles = try GeoPackageTiles(table, in: database)
    let quoted = "\"" + table.name.replacing("\"", with: "\"\"") + "\""
    let count = try? SQLiteDatabase(reading: candidate.source).number(
      "SELECT count(*) FROM (SELECT 1 FROM \(quoted) LIMIT 1000001)")
    var keys = [("path", YAMLText.inDocument(candidate.source))]
    if usable.count > 1 { keys.append(("table", YAMLText.inDocument(table.name))) }
    var findings = InspectionReport.Findings(
      format: tiles.format, tileCount: count.flatMap { $0 > 1_000_000 ? nil : $0 }, emptyLevels: tiles.emptyLevels,
      declaresLevels: true, keys: keys)
    findings.remarks = usable.dropFirst().map { "another table of tiles: `\($0.name)`" }
    return InspectionReport(kind: typeName, candidate, tiles, findings)
  }
}
