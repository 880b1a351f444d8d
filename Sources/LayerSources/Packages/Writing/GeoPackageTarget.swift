import Diagnostics
import Geodesy

/// Writes a GeoPackage 1.3 (OGC 12-128r18): a table of tiles for each layer, in any reference.
struct GeoPackageTarget: PackageTarget {
  static let typeName = "geopackage"
  static let suffix: String? = "gpkg"
  static let words = "a GeoPackage"
  static let holdsSeveral = true
  static let isItsStage = true
  static let keepsAttribution = false

  private let tilesets: [Tileset]
  private let matrices: [PackedMatrices]
  private let tables: [String]
  /// What `gpkg_contents` calls them for people; no two are the same.
  private let identifiers: [String]

  init(_ tilesets: [Tileset]) throws(PackageError) {
    self.tilesets = tilesets
    var matrices: [PackedMatrices] = []
    for tileset in tilesets { matrices.append(try PackedMatrices(tileset)) }
    self.matrices = matrices
    tables = Self.tables(of: tilesets)
    identifiers = Self.distinct(
      tilesets.map { one in
        tilesets.count { $0.title == one.title } > 1 ? "\(one.title) (\(one.id))" : one.title
      })
  }

  /// Named as the layers are; names that SQLite and the specification keep for themselves get a mark.
  private static func tables(of tilesets: [Tileset]) -> [String] {
    distinct(
      tilesets.map { tileset in
        let lower = tileset.id.lowercased()
        let isReserved = ["gpkg_", "sqlite_", "rtree_", "pack_"].contains { lower.hasPrefix($0) }
        return isReserved ? "layer_" + tileset.id : tileset.id
      })
  }

  /// To SQLite, names that differ in the case of their letters are one: a later one gets a number.
  private static func distinct(_ names: [String]) -> [String] {
    // A name that stands as it is goes before one that has to be made.
    var taken: Set<String> = []
    let isFirst = names.map { taken.insert($0.lowercased()).inserted }
    return zip(names, isFirst).map { name, isFirst in
      var (one, number) = (name, 2)
      while !isFirst, !taken.insert(one.lowercased()).inserted {
        one = "\(name)_\(number)"
        number += 1
      }
      return one
    }
  }

  var layout: TileStage.Layout { .tables(tables) }

  func read(_ tile: TileIndex, in tileset: Int) -> TileIndex { matrices[tileset].tile(tile) }

  func layerKeys(tileset: Int) -> [(key: String, value: String)] {
    tilesets.count > 1 ? [("table", tables[tileset])] : []
  }

  func open(_ path: String, tileset: Int) throws(SourceError) -> any TileSource {
    let database = try SQLiteDatabase(reading: path)
    let all = try GeoPackageTable.all(in: database)
    return try GeoPackageTiles(try GeoPackageTable.chosen(tables[tileset], of: all, path: path), in: database)
  }

  func finish(_ stage: TileStage, at path: String) throws(PackageError) {
    try stage.endFilling()
    let database = stage.database
    try database.run(Self.schema)
    try writeReferences(to: database)
    for index in tilesets.indices { try write(index, stage.facts[index], to: database) }
    try database.run("PRAGMA application_id=\(0x4750_4B47); PRAGMA user_version=10300")  // "GPKG", version 1.3
  }

  private func writeReferences(to database: WritableDatabase) throws(PackageError) {
    var known: Set<Int> = []
    let undefined = [(-1, "Undefined Cartesian SRS"), (0, "Undefined geographic SRS")]
    for (number, name) in undefined {
      known.insert(number)
      try database.run(
        "INSERT INTO gpkg_spatial_ref_sys VALUES (?1, ?2, 'NONE', ?2, 'undefined', NULL)", .text(name), .int(number))
    }
    let references = [SpatialReference.wgs84] + tilesets.map(\.scheme.reference)
    for (index, reference) in references.enumerated() {
      let number = Self.number(of: reference, index)
      guard known.insert(number).inserted else { continue }
      let text: String
      do { text = try reference.geoPackageWKT() } catch {
        throw .cannotHold(reason: "\(reference) cannot be described in a GeoPackage: \(error)", hint: nil)
      }
      let code = Self.code(of: reference)
      try database.run(
        "INSERT INTO gpkg_spatial_ref_sys VALUES (?1, ?2, ?3, ?4, ?5, NULL)", .text(reference.name), .int(number),
        .text(code?.authority ?? "NONE"), .int(code?.number ?? number), .text(text))
    }
  }

  /// `srs_id`: EPSG's number, Esri's; beyond both for a reference without one.
  private static func number(of reference: SpatialReference, _ index: Int) -> Int {
    code(of: reference)?.number ?? 300_000 + index
  }

  private static func code(of reference: SpatialReference) -> (authority: String, number: Int)? {
    let parts = reference.definition.split(separator: ":")
    guard parts.count == 2, ["EPSG", "ESRI"].contains(parts[0]), let number = Int(parts[1]) else { return nil }
    return (String(parts[0]), number)
  }

  private func write(_ index: Int, _ facts: TilesetFacts, to database: WritableDatabase) throws(PackageError) {
    let (tileset, matrices, table) = (tilesets[index], matrices[index], tables[index])
    let reference = Self.number(of: tileset.scheme.reference, index + 1)
    let box = matrices.box
    let data = tileset.extent.intersection(box) ?? box
    let about = [tileset.summary, tileset.attribution].compactMap { $0 }.joined(separator: " ")
    try database.run(
      """
      INSERT INTO gpkg_contents VALUES (?1, 'tiles', ?2, ?3, '\(Self.day)', ?4, ?5, ?6, ?7, ?8)
      """, .text(table), .text(identifiers[index]), .text(about), .real(data.xmin), .real(data.ymin), .real(data.xmax),
      .real(data.ymax), .int(reference))
    try database.run(
      "INSERT INTO gpkg_tile_matrix_set VALUES (?1, ?2, ?3, ?4, ?5, ?6)", .text(table), .int(reference),
      .real(box.xmin), .real(box.ymin), .real(box.xmax), .real(box.ymax))
    // A tile of more pixels than its scheme counts shows the same ground in smaller ones.
    let size = facts.pictureSize ?? tileset.scheme.tileSize
    for matrix in matrices.all {
      let ratio = Double(tileset.scheme.tileSize.width) / Double(size.width)
      try database.run(
        "INSERT INTO gpkg_tile_matrix VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", .text(table), .int(matrix.level),
        .int(matrix.columns), .int(matrix.rows), .int(size.width), .int(size.height), .real(matrix.resolution * ratio),
        .real(matrix.resolution * ratio))
    }
    if !matrices.isHalving {
      try writeExtension(
        "gpkg_zoom_other", table, "http://www.geopackage.org/spec/#extension_zoom_other_intervals", database)
    }
    if facts.counts[.webp, default: 0] > 0 {
      try writeExtension("gpkg_webp", table, "http://www.geopackage.org/spec/#extension_tiles_webp", database)
    }
  }

  /// What people call a table; it must differ from all others.
  private func writeExtension(
    _ name: String, _ table: String, _ definition: String, _ database: WritableDatabase
  ) throws(PackageError) {
    try database.run(
      "INSERT INTO gpkg_extensions VALUES (?1, 'tile_data', ?2, ?3, 'read-write')", .text(table), .text(name),
      .text(definition))
  }

  /// In place of the day of writing: the same tiles make the same bytes.
  private static let day = "1980-01-01T00:00:00.000Z"

  /// As annex C of the specification has it.
  private static let schema = """
    DROP TABLE IF EXISTS gpkg_extensions; DROP TABLE IF EXISTS gpkg_tile_matrix;
    DROP TABLE IF EXISTS gpkg_tile_matrix_set; DROP TABLE IF EXISTS gpkg_contents;
    DROP TABLE IF EXISTS gpkg_spatial_ref_sys;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL,
      min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL,
      CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
    CREATE TABLE gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL,
      matrix_width INTEGER NOT NULL, matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL,
      tile_height INTEGER NOT NULL, pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL,
      CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level),
      CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name));
    CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
      definition TEXT NOT NULL, scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
    """
}
