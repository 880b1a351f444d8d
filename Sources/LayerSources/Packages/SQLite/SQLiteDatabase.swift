internal import CSQLite
import DocumentModel

/// A connection that reads one database file, for one thread at a time.
///
/// The file is foreign: values above ``LocalFile/tileLimit``, views that never end and functions with side effects are
/// stopped by SQLite itself.
final class SQLiteDatabase {
  let path: String
  private let handle: OpaquePointer
  /// Counts thousands of SQLite's instructions since a statement began; SQLite holds its address.
  private let ticks: UnsafeMutablePointer<Int>

  /// Fifty million instructions, about half a second: a look-up takes some dozens, a count of a million rows some millions.
  private static let tickLimit = 50_000

  /// Opens for reading; as immutable where the folder is read-only, because a database in WAL mode wants to make files beside it.
  ///
  /// - Throws: `notFound`, or `unreadable` with what was found at byte 0, or with SQLite's reason.
  init(reading path: String) throws(SourceError) {
    switch LocalFile.kind(of: path) {
    case nil: throw .notFound(path: path)
    case .file: break
    case .folder: throw .unreadable(path: path, place: nil, reason: "a folder, where an SQLite database is expected")
    case .other: throw .unreadable(path: path, place: nil, reason: "a device or a pipe, not a file")
    }
    guard let head = LocalFile.head(of: path, count: 1024) else {
      throw .unreadable(path: path, place: nil, reason: "it may not be read")
    }
    let format = PictureFormat(of: head)
    guard format == .sqlite else {
      throw .unreadable(path: path, place: "byte 0", reason: "\(format.words), not an SQLite database")
    }
    let isImmutable = !LocalFile.isWritable(folder: LocalFile.folder(of: path))
    let address = "file:" + Self.escaped(LocalFile.resolved(path)) + (isImmutable ? "?immutable=1" : "")
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(
      address, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, status == SQLITE_OK else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .unreadable(path: path, place: nil, reason: "SQLite: \(reason)")
    }
    self.path = path
    handle = opened
    ticks = .allocate(capacity: 1)
    ticks.initialize(to: 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(LocalFile.tileLimit))
    sqlite3_busy_timeout(handle, 2_000)
    sqlite3_progress_handler(
      handle, 1_000,
      { counter in
        guard let ticks = counter?.assumingMemoryBound(to: Int.self) else { return 1 }
        ticks.pointee += 1
        return ticks.pointee > SQLiteDatabase.tickLimit ? 1 : 0
      }, ticks)
    sqlite3_exec(handle, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON", nil, nil, nil)
  }

  deinit {
    sqlite3_close_v2(handle)
    ticks.deallocate()
  }

  /// Compiles a query.
  /// - Throws: `unreadable` with SQLite's reason: no such table, damaged.
  func statement(_ query: String) throws(SourceError) -> SQLiteStatement {
    ticks.pointee = 0
    var statement: OpaquePointer?
    guard sqlite3_prepare_v3(handle, query, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw failure() }
    return SQLiteStatement(statement, of: self)
  }

  /// True when a table or view has these columns.
  func hasColumns(_ columns: [String], in table: String) -> Bool {
    (try? statement("SELECT \(columns.joined(separator: ", ")) FROM \(table) LIMIT 0")) != nil
  }

  /// The first column of the first row, where it is a whole number.
  func number(_ query: String, _ values: Int...) throws(SourceError) -> Int? {
    let statement = try statement(query)
    statement.bind(values)
    return try statement.step() ? statement.number(0) : nil
  }

  /// Names of its tables and views, sorted.
  func tableNames() throws(SourceError) -> [String] {
    let statement = try statement(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name LIMIT 1000")
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0) ?? "") }
    return names
  }

  /// What the last query took so far, in thousands of SQLite's instructions: one that an index answers takes less than one.
  var cost: Int { ticks.pointee }

  fileprivate func startClock() { ticks.pointee = 0 }

  fileprivate func failure() -> SourceError {
    let isEndless = sqlite3_errcode(handle) == SQLITE_INTERRUPT
    let reason = isEndless ? "a query did not end" : String(cString: sqlite3_errmsg(handle))
    return .unreadable(path: path, place: nil, reason: "SQLite: \(reason)")
  }

  /// `%`, `?` and `#` have a meaning in SQLite's file addresses.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      switch character {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.append(character)
      }
    }
  }
}

/// A compiled query of one database; its rows are read one after the other.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  fileprivate init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Starts again with whole numbers for `?1`, `?2` and so on.
  func bind(_ values: [Int]) {
    sqlite3_reset(handle)
    database.startClock()
    for (index, value) in values.enumerated() { sqlite3_bind_int64(handle, Int32(index + 1), Int64(value)) }
  }

  func bind(_ tile: (Int, Int, Int)) {
    sqlite3_reset(handle)
    database.startClock()
    sqlite3_bind_int64(handle, 1, Int64(tile.0))
    sqlite3_bind_int64(handle, 2, Int64(tile.1))
    sqlite3_bind_int64(handle, 3, Int64(tile.2))
  }

  /// Starts again with a text for `?1`.
  func bind(text: String) {
    sqlite3_reset(handle)
    database.startClock()
    // -1 is SQLITE_TRANSIENT: SQLite makes a copy of the text.
    sqlite3_bind_text(handle, 1, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  /// Ends the query, so that the file is not held.
  func reset() { sqlite3_reset(handle) }

  /// Goes to the next row.
  /// - Returns: False when there is none.
  /// - Throws: `unreadable` with SQLite's reason.
  func step() throws(SourceError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure()
    }
  }

  /// A whole number; `nil` for `NULL`, for text that is none, and for fractions.
  func number(_ column: Int) -> Int? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: Int(sqlite3_column_int64(handle, Int32(column)))
    case SQLITE_TEXT: text(column).flatMap { Int($0) }
    default: nil
    }
  }

  /// A finite number; `nil` for `NULL` and for text.
  func real(_ column: Int) -> Double? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER, SQLITE_FLOAT:
      let value = sqlite3_column_double(handle, Int32(column))
      return value.isFinite ? value : nil
    default: return nil
    }
  }

  /// A text; `nil` for `NULL`.
  func text(_ column: Int) -> String? {
    guard let text = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// A copy of the bytes; empty for `NULL`.
  func bytes(_ column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
  }
}
