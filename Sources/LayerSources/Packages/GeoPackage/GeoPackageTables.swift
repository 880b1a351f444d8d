import Geodesy

/// A row of `gpkg_contents`: a table of a GeoPackage, and what it says of itself.
struct GeoPackageTable: Sendable, Equatable {
  let name: String
  /// `tiles`, `features`, `2d-gridded-coverage`.
  let dataType: String
  let title: String?
  /// In the reference of `referenceNumber`; `nil` where the numbers are missing or enclose nothing.
  let extent: Extent?
  let referenceNumber: Int?
  /// False where there is no table or view of that name.
  let exists: Bool

  /// All of a file, in the order of the rows.
  /// - Throws: `unreadable` where it is no GeoPackage.
  static func all(in database: SQLiteDatabase) throws(SourceError) -> [GeoPackageTable] {
    guard database.hasColumns(["table_name", "data_type"], in: "gpkg_contents") else {
      throw .unreadable(
        path: database.path, place: nil, reason: "it has no table `gpkg_contents`, which lists what a GeoPackage holds")
    }
    let names = Set(try database.tableNames())
    let rows = try database.statement(
      "SELECT table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents LIMIT 1000")
    var tables: [GeoPackageTable] = []
    while try rows.step() {
      guard let name = rows.text(0), let type = rows.text(1) else { continue }
      let corners = (3...6).compactMap { rows.real($0) }
      let box =
        corners.count == 4
        ? Extent(xmin: corners[0], ymin: corners[1], xmax: corners[2], ymax: corners[3]) : nil
      tables.append(
        GeoPackageTable(
          name: name, dataType: type, title: rows.text(2).flatMap { $0.isEmpty ? nil : $0 },
          extent: box.flatMap { $0.isEmpty || !$0.isFinite ? nil : $0 }, referenceNumber: rows.number(7),
          exists: names.contains(name)))
    }
    return tables
  }

  /// The one that is drawn.
  /// - Parameter wanted: As the document names it; `nil`: the only one.
  /// - Throws: `badKey` for `table` where none is named and there are several, or where it names something else;
  ///   `empty`, `otherKind` where nothing could be named.
  static func chosen(_ wanted: String?, of tables: [GeoPackageTable], path: String) throws(SourceError)
    -> GeoPackageTable
  {
    let usable = tables.filter { $0.dataType == "tiles" && $0.exists }
    let list = usable.map { "`\($0.name)`" }.joined(separator: ", ")
    if let wanted {
      if let table = usable.first(where: { $0.name == wanted }) { return table }
      let reason =
        if let other = tables.first(where: { $0.name == wanted }) {
          other.exists
            ? "table `\(wanted)` of `\(path)` holds \(other.dataType), not tiles"
            : "`\(path)` lists a table `\(wanted)`, which is not there"
        } else {
          "`\(path)` has no table `\(wanted)`"
        }
      throw .badKey(
        key: "table", reason: reason,
        hint: usable.isEmpty
          ? "it has no table of tiles"
            + (tables.isEmpty ? "" : ": " + tables.map { "`\($0.name)` holds \($0.dataType)" }.joined(separator: ", "))
          : "its tables of tiles: \(list)")
    }
    if let only = usable.first, usable.count == 1 { return only }
    if usable.count > 1 {
      throw .badKey(
        key: "path", reason: "`\(path)` has \(usable.count) tables of tiles, and `table` does not say which: \(list)",
        hint: "write `table: \(usable[0].name)`, or another of them")
    }
    let others = Set(tables.map(\.dataType)).sorted()
    if others.isEmpty { throw .empty(path: path, reason: "`gpkg_contents` lists no table") }
    throw .otherKind(
      path: path,
      reason: "it holds \(others.joined(separator: ", ")), and no table of tiles; `geopackage` draws tiles")
  }
}
