import Geodesy

/// The tile matrix set of a table: where its tiles lie (OGC 12-128r18, clauses 2.2.6 and 2.2.7).
struct GeoPackageMatrices {
  let scheme: TilingScheme
  /// What all matrices cover.
  let extent: Extent
  let remarks: [SourceRemark]

  /// - Throws: `unreadable` with the row; `unknownReference`; `otherKind` for pixels that are not square.
  init(of table: String, in database: SQLiteDatabase) throws(SourceError) {
    let path = database.path
    let sets = try database.statement(
      "SELECT srs_id, min_x, min_y, max_x, max_y FROM gpkg_tile_matrix_set WHERE table_name = ?1")
    sets.bind(text: table)
    guard try sets.step(), let number = sets.number(0) else {
      throw .unreadable(
        path: path, place: "table gpkg_tile_matrix_set", reason: "no row of it says where the tiles of `\(table)` lie")
    }
    let corners = (1...4).compactMap { sets.real($0) }
    guard corners.count == 4, corners.allSatisfy({ abs($0) < 1e15 }) else {
      throw .unreadable(
        path: path, place: "table gpkg_tile_matrix_set, row `\(table)`", reason: "its box is not four numbers")
    }
    let box = Extent(xmin: corners[0], ymin: corners[1], xmax: corners[2], ymax: corners[3])
    guard !box.isEmpty else {
      throw .unreadable(
        path: path, place: "table gpkg_tile_matrix_set, row `\(table)`", reason: "its box has no inside")
    }
    let reference = try GeoPackageReference.reference(number: number, in: database)
    let matrices = try Self.matrices(of: table, in: database)
    let size = matrices[0].tileSize
    var remarks: [SourceRemark] = []
    let misfits = matrices.filter { !$0.fits(box) }
    if let first = misfits.first {
      remarks.append(
        .metadataDisagrees(
          "the matrix of zoom_level \(first.level) covers \(first.width) x \(first.height) units, and the matrix set "
            + "\(box.width) x \(box.height): the size of its pixels is believed"))
    }
    scheme = TilingScheme(
      reference: reference, origin: Position(x: box.xmin, y: box.ymax), tileSize: size,
      levels: try matrices.map { matrix throws(SourceError) in
        // A scheme has one size of tiles: those of another show the same ground in more or fewer pixels.
        guard matrix.tileSize.width * size.height == matrix.tileSize.height * size.width else {
          throw .otherKind(
            path: path,
            reason: "tiles of zoom_level \(matrix.level) have another shape than those of \(matrices[0].level)")
        }
        return .init(
          number: matrix.level, resolution: matrix.pixel * Double(matrix.tileSize.width) / Double(size.width))
      })
    extent = box
    self.remarks = remarks
  }

  private struct Matrix {
    let level: Int
    let columns: Int
    let rows: Int
    let tileSize: PixelSize
    let pixel: Double

    var width: Double { Double(columns * tileSize.width) * pixel }
    var height: Double { Double(rows * tileSize.height) * pixel }

    /// The specification wants equality; writers round.
    func fits(_ box: Extent) -> Bool {
      abs(width / box.width - 1) < 1e-3 && abs(height / box.height - 1) < 1e-3
    }
  }

  private static func matrices(of table: String, in database: SQLiteDatabase) throws(SourceError) -> [Matrix] {
    let rows = try database.statement(
      """
      SELECT zoom_level, matrix_width, matrix_height, tile_width, tile_height, pixel_x_size, pixel_y_size
      FROM gpkg_tile_matrix WHERE table_name = ?1 ORDER BY zoom_level LIMIT \(SchemeLimit.levels + 1)
      """)
    rows.bind(text: table)
    var matrices: [Matrix] = []
    while try rows.step() {
      let numbers = (0...4).map { rows.number($0) }
      let place = "table gpkg_tile_matrix, row `\(table)`, zoom_level \(numbers[0].map(String.init) ?? "NULL")"
      func failure(_ reason: String) -> SourceError {
        .unreadable(path: database.path, place: place, reason: reason)
      }
      guard let level = numbers[0], SchemeLimit.levelNumbers.contains(level) else {
        throw failure("it is not a whole number from 0 to \(SchemeLimit.levelNumbers.upperBound)")
      }
      let counts = 1...(1 << 40)
      guard let columns = numbers[1], let height = numbers[2], counts.contains(columns), counts.contains(height) else {
        throw failure("`matrix_width` and `matrix_height` are not numbers of columns and rows")
      }
      let sides = 1...SchemeLimit.tileSide
      guard let across = numbers[3], let down = numbers[4], sides.contains(across), sides.contains(down) else {
        throw failure("`tile_width` and `tile_height` are not from 1 to \(SchemeLimit.tileSide)")
      }
      guard let x = rows.real(5), let y = rows.real(6), x > 0, y > 0, x < 1e15, y < 1e15 else {
        throw failure("`pixel_x_size` and `pixel_y_size` are not above 0")
      }
      guard abs(x / y - 1) < 1e-3 else {
        throw .otherKind(
          path: database.path,
          reason: "a pixel of zoom_level \(level) of `\(table)` has \(x) x \(y) units; only square ones are drawn")
      }
      guard !matrices.contains(where: { $0.level == level }) else { throw failure("it stands twice") }
      matrices.append(
        Matrix(level: level, columns: columns, rows: height, tileSize: PixelSize(width: across, height: down), pixel: x)
      )
    }
    guard !matrices.isEmpty else {
      throw .unreadable(
        path: database.path, place: "table gpkg_tile_matrix", reason: "no row of it gives a level of `\(table)`")
    }
    guard matrices.count <= SchemeLimit.levels else {
      throw .unreadable(
        path: database.path, place: "table gpkg_tile_matrix",
        reason: "`\(table)` has more than the \(SchemeLimit.levels) levels that are read")
    }
    return matrices
  }
}

/// Spatial references by their number in `gpkg_spatial_ref_sys`.
enum GeoPackageReference {
  /// By authority and code where PROJ knows them, else by its well-known text. Positions are always x, y in a GeoPackage.
  /// - Throws: `unknownReference`, also for -1 and 0, which say that a reference is not known.
  static func reference(number: Int, in database: SQLiteDatabase) throws(SourceError) -> SpatialReference {
    func failure(_ reason: String) -> SourceError {
      .unknownReference(definition: "srs_id \(number)", path: database.path, reason: reason)
    }
    guard number != -1, number != 0 else {
      throw failure(
        "it means an undefined \(number == 0 ? "geographic" : "Cartesian") system: where the tiles lie is not known")
    }
    let second = database.hasColumns(["definition_12_063"], in: "gpkg_spatial_ref_sys")
    let rows = try database.statement(
      "SELECT organization, organization_coordsys_id, definition\(second ? ", definition_12_063" : "") "
        + "FROM gpkg_spatial_ref_sys WHERE srs_id = ?1")
    rows.bind([number])
    guard try rows.step() else { throw failure("`gpkg_spatial_ref_sys` has no row for it") }
    if let organization = rows.text(0), let code = rows.number(1),
      ["EPSG", "ESRI"].contains(organization.uppercased()),
      let known = try? SpatialReference.parse("\(organization.uppercased()):\(code)")
    {
      return known
    }
    var reason = "it has no definition"
    for column in second ? [2, 3] : [2] {
      guard let text = rows.text(column), !text.isEmpty, text != "undefined" else { continue }
      do { return try SpatialReference.parse(text) } catch { reason = "\(error)" }
    }
    throw failure(reason)
  }
}
