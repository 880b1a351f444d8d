internal import CSQLite

/// A connection that writes a database of mapdoc's own, for one thread at a time, and lets no other process in.
///
/// Nothing is synced: a killed process leaves what was committed, a lost power supply may leave less, and the file has no
/// good name until ``PackageFolder`` has synced and renamed it.
final class WritableDatabase {
  let path: String
  private let handle: OpaquePointer

  /// Opens the file, or makes it.
  init(_ path: String) throws(PackageError) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened, status == SQLITE_OK else {
      let failure = opened.map { Self.failure(path, $0) } ?? .cannotWrite(path: path, reason: "out of memory")
      sqlite3_close_v2(opened)
      throw failure
    }
    handle = opened
    try run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=OFF; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements without values.
  func run(_ text: String) throws(PackageError) {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw Self.failure(path, handle) }
  }

  func prepare(_ text: String) throws(PackageError) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw Self.failure(path, handle) }
    return Statement(statement, of: self)
  }

  /// Runs one statement with values for `?1`, `?2` and so on.
  func run(_ text: String, _ values: Value...) throws(PackageError) {
    let statement = try prepare(text)
    statement.bind(values)
    _ = try statement.step()
  }

  /// The first column of the first row.
  func number(_ query: String) throws(PackageError) -> Int? {
    let statement = try prepare(query)
    return try statement.step() ? statement.number(0) : nil
  }

  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  fileprivate func failure() -> PackageError { Self.failure(path, handle) }

  private static func failure(_ path: String, _ handle: OpaquePointer) -> PackageError {
    let code = sqlite3_errcode(handle)
    switch code {
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: return .cannotWrite(path: path, reason: "another process is writing it")
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY, SQLITE_PERM:
      let number = sqlite3_system_errno(handle)
      return number == 0
        ? .cannotWrite(path: path, reason: String(cString: sqlite3_errmsg(handle))) : PackageError(path, number)
    default: return .cannotWrite(path: path, reason: "SQLite: \(String(cString: sqlite3_errmsg(handle)))")
    }
  }

  enum Value {
    case null
    case int(Int)
    case real(Double)
    case text(String)
  }

  /// A compiled statement; its rows are read one after the other.
  final class Statement {
    private let handle: OpaquePointer
    private let database: WritableDatabase

    fileprivate init(_ handle: OpaquePointer, of database: WritableDatabase) {
      (self.handle, self.database) = (handle, database)
    }

    deinit { sqlite3_finalize(handle) }

    /// Starts again with values for `?1`, `?2` and so on.
    func bind(_ values: [Value]) {
      sqlite3_reset(handle)
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .null: sqlite3_bind_null(handle, place)
        case .int(let number): sqlite3_bind_int64(handle, place, Int64(number))
        case .real(let number): sqlite3_bind_double(handle, place, number)
        case .text(let text): sqlite3_bind_text(handle, place, text, -1, mapdoc_sqlite_transient())
        }
      }
    }

    /// Starts again with whole numbers, and runs to the end; without an array, for what is done a million times.
    func run(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) throws(PackageError) {
      sqlite3_reset(handle)
      sqlite3_bind_int64(handle, 1, Int64(first))
      sqlite3_bind_int64(handle, 2, Int64(second))
      sqlite3_bind_int64(handle, 3, Int64(third))
      sqlite3_bind_int64(handle, 4, Int64(fourth))
      guard sqlite3_step(handle) == SQLITE_DONE else { throw database.failure() }
    }

    /// Runs to the end with bytes for `?1` and whole numbers for those that follow.
    func run(bytes: [UInt8], _ numbers: (Int, Int, Int)? = nil) throws(PackageError) {
      sqlite3_reset(handle)
      if let numbers {
        sqlite3_bind_int64(handle, 2, Int64(numbers.0))
        sqlite3_bind_int64(handle, 3, Int64(numbers.1))
        sqlite3_bind_int64(handle, 4, Int64(numbers.2))
      }
      // The bytes are used before the call returns, so they need no copy.
      let status = bytes.withUnsafeBytes { buffer in
        sqlite3_bind_blob64(handle, 1, buffer.baseAddress, UInt64(buffer.count), nil)
        let status = sqlite3_step(handle)
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        return status
      }
      guard status == SQLITE_DONE else { throw database.failure() }
    }

    /// - Returns: False when there is no further row.
    func step() throws(PackageError) -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw database.failure()
      }
    }

    func reset() { sqlite3_reset(handle) }

    func number(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    func text(_ column: Int) -> String {
      sqlite3_column_text(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    func bytes(_ column: Int) -> [UInt8] {
      guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
      return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }
  }
}
