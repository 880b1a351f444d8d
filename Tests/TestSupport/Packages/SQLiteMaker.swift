internal import CSQLite

/// Makes databases for tests out of SQL.
package enum SQLiteMaker {
  package struct Failed: Error {
    package let reason: String
  }

  /// Runs statements on a database file, which is made where it is not there.
  package static func run(_ statements: String, on path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
    else { throw Failed(reason: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory") }
  }
}
