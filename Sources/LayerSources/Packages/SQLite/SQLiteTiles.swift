import Synchronization

/// Reads tiles by level, column and row out of a database that many tasks read at once: each has a connection of its own,
/// with the query compiled; few are kept.
///
/// `@unchecked Sendable`: a reader is in the pool, under the lock, or out of it and known to one call only.
final class SQLiteTiles: @unchecked Sendable {
  private let path: String
  private let query: String
  private let lock = Mutex(())
  private var idle: [Reader]
  private static let kept = 8

  /// - Parameters:
  ///   - query: With `?1` level, `?2` column and `?3` row; its first column are the bytes.
  ///   - database: Becomes the first connection.
  /// - Throws: `unreadable` with SQLite's reason.
  init(_ query: String, of database: SQLiteDatabase) throws(SourceError) {
    (path, self.query) = (database.path, query)
    idle = [try Reader(query, database)]
  }

  /// Empty where there is no such row.
  func bytes(level: Int, column: Int, row: Int) throws(SourceError) -> [UInt8] {
    let reader: Reader
    if let idle = take() { reader = idle } else { reader = try Reader(query, SQLiteDatabase(reading: path)) }
    defer { give(reader) }
    return try reader.bytes(level: level, column: column, row: row)
  }

  private func take() -> Reader? { lock.withLock { _ in idle.popLast() } }

  private func give(_ reader: Reader) {
    lock.withLock { _ in if idle.count < Self.kept { idle.append(reader) } }
  }

  /// Reads tiles over one connection; one task at a time has it.
  private final class Reader {
    private let statement: SQLiteStatement

    init(_ query: String, _ database: SQLiteDatabase) throws(SourceError) { statement = try database.statement(query) }

    func bytes(level: Int, column: Int, row: Int) throws(SourceError) -> [UInt8] {
      statement.bind((level, column, row))
      defer { statement.reset() }
      return try statement.step() ? statement.bytes(0) : []
    }
  }
}
