internal import CSQLite

/// Why SQLite could not do something.
struct SQLiteFailure: Error, Hashable {
  /// The primary result code.
  let code: Int32
  let message: String

  var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
  /// Not a database, or not a sound one.
  var isDamaged: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_FORMAT }

  /// A sentence's part: "the disk is full".
  var reason: String {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED: "another program keeps it locked"
    case SQLITE_CORRUPT: "its content is damaged"
    case SQLITE_NOTADB, SQLITE_FORMAT: "it is not an SQLite database"
    case SQLITE_FULL: "the disk is full"
    case SQLITE_READONLY, SQLITE_PERM: "it cannot be written to"
    case SQLITE_CANTOPEN: "it cannot be opened"
    case SQLITE_IOERR: "the disk does not read or write"
    default: message
    }
  }
}

/// Owns a connection to a database file. Belongs to one thread at a time.
final class SQLiteConnection {
  private let handle: OpaquePointer

  enum Mode: Hashable, Sendable {
    /// Makes the file where there is none.
    case readWrite
    /// Never writes to the file; needs the index of the log beside it.
    case readOnly
    /// On a disk that nobody can write to: needs nothing beside the file.
    case immutable
  }

  /// - Parameter busyTimeout: How long a lock of others is waited for, in seconds.
  init(path: String, mode: Mode = .readWrite, busyTimeout: Double) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    let name = mode == .immutable ? "file:" + Self.escaped(path) + "?immutable=1" : path
    let flags = mode == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let kind = SQLITE_OPEN_NOMUTEX | (mode == .immutable ? SQLITE_OPEN_URI : 0)
    let code = sqlite3_open_v2(name, &handle, flags | kind, nil)
    guard let handle else { throw SQLiteFailure(code: SQLITE_NOMEM, message: "out of memory") }
    self.handle = handle
    guard code == SQLITE_OK else { throw failure }
    sqlite3_busy_timeout(handle, Int32(busyTimeout * 1000))
  }

  /// What would mean something in a URI.
  private static func escaped(_ path: String) -> String {
    let escapes: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return path.map { escapes[$0] ?? String($0) }.joined()
  }

  deinit { sqlite3_close_v2(handle) }  // waits for the statements that are still alive

  fileprivate var failure: SQLiteFailure {
    SQLiteFailure(code: sqlite3_errcode(handle) & 0xff, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs one or more statements that give no rows.
  func execute(_ sql: String) throws(SQLiteFailure) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw failure }
    return SQLiteStatement(statement, of: self)
  }

  /// The first column of the first row, 0 where there is none.
  func integer(_ sql: String) throws(SQLiteFailure) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Runs a statement whose rows nobody wants to its end.
  func drain(_ sql: String) throws(SQLiteFailure) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Runs `body` between `BEGIN IMMEDIATE` and `COMMIT`; rolls back when either fails.
  func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      // A full disk may have rolled it back already: the failure that counts is the first one.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }
}

/// A prepared statement: bind (from 1), step, read columns (from 0), reset.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  fileprivate init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// - Returns: Whether there is a row.
  func step() throws(SQLiteFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let failure = connection.failure
      reset()
      throw failure
    }
  }

  /// Steps once and resets, for statements that give no rows.
  func run() throws(SQLiteFailure) {
    _ = try step()
    reset()
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func bind(_ value: Int, at place: Int32) { sqlite3_bind_int64(handle, place, Int64(value)) }

  func bind(_ value: String?, at place: Int32) {
    guard let value else {
      sqlite3_bind_null(handle, place)
      return
    }
    sqlite3_bind_text(handle, place, value, -1, mapdoc_sqlite_transient())
  }

  func bind(_ value: [UInt8], at place: Int32) {
    guard !value.isEmpty else {
      sqlite3_bind_zeroblob(handle, place, 0)
      return
    }
    _ = value.withUnsafeBytes { bytes in
      sqlite3_bind_blob64(handle, place, bytes.baseAddress, UInt64(bytes.count), mapdoc_sqlite_transient())
    }
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func text(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    return String(cString: text)
  }

  /// Lends the bytes of a column; empty where it is null.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    return body(
      UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }
}
