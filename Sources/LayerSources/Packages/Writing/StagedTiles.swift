/// Reading a full stage, for packages that are built out of it.
extension TileStage {
  /// A tile of the stage, without its bytes.
  struct Placed: Sendable {
    let place: PackagePlace
    /// Of ``picture(_:)``; equal for equal tiles.
    let image: Int
  }

  /// How many tiles lie in it, counted in its tables.
  package func countedTiles() throws(PackageError) -> Int {
    var count = 0
    for table in tables { count += try database.number("SELECT count(*) FROM \(Self.quoted(table))") ?? 0 }
    return count
  }

  private var tables: [String] {
    switch layout {
    case .shared: ["map"]
    case .tables(let names): names
    }
  }

  /// The tiles of one level, by column and row; of all levels where none is named.
  /// - Precondition: ``Layout/shared``.
  func placed(level: Int? = nil) throws(PackageError) -> [Placed] {
    let rows = try database.prepare(
      "SELECT zoom_level, tile_column, tile_row, tile_id FROM map"
        + (level.map { " WHERE zoom_level = \($0)" } ?? "") + " ORDER BY zoom_level, tile_column, tile_row")
    var placed: [Placed] = []
    while try rows.step() {
      placed.append(
        Placed(
          place: PackagePlace(level: rows.number(0), column: rows.number(1), row: rows.number(2)), image: rows.number(3)
        ))
    }
    return placed
  }

  /// Sizes in bytes by the number of an image; they count from 1.
  func imageSizes() throws(PackageError) -> [Int] {
    let most = try database.number("SELECT coalesce(max(tile_id), 0) FROM images") ?? 0
    var sizes = [Int](repeating: 0, count: most + 1)
    let rows = try database.prepare("SELECT tile_id, length(tile_data) FROM images")
    while try rows.step() { sizes[rows.number(0)] = rows.number(1) }
    return sizes
  }

  /// Hands over pictures by their number, one look-up each.
  func pictures() throws(PackageError) -> StagedPictures {
    StagedPictures(try database.prepare("SELECT tile_data FROM images WHERE tile_id = ?1"))
  }
}

/// The pictures of a stage.
final class StagedPictures {
  private let statement: WritableDatabase.Statement

  init(_ statement: WritableDatabase.Statement) { self.statement = statement }

  func picture(_ image: Int) throws(PackageError) -> [UInt8] {
    statement.bind([.int(image)])
    defer { statement.reset() }
    return try statement.step() ? statement.bytes(0) : []
  }
}
