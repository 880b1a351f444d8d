/// The tables of the cache file, and how it is known as ours.
enum CacheSchema {
  /// `mdoc`, in the header of the file.
  private static let applicationID = 0x6d64_6f63
  private static let version = 1

  enum Condition: Hashable { case ours, empty, newer, foreign }

  /// For each connection. Without a secure delete, which Debian's SQLite has on: freed pages are reused as they are.
  static let settings = """
    PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = 16777216; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
    """

  /// `row` is the first 63 bits of `request`, the digest of address and headers, which is compared when a row is read.
  /// Bodies are apart, so that a look at or a change of the rest costs no copy of them. Times are seconds since 1970.
  private static let tables = """
    CREATE TABLE answers (
      row INTEGER PRIMARY KEY, request BLOB NOT NULL, address TEXT NOT NULL, host TEXT NOT NULL, layer TEXT NOT NULL,
      status INTEGER NOT NULL, content_type TEXT, entity_tag TEXT, last_modified TEXT, stored INTEGER NOT NULL,
      fresh_until INTEGER NOT NULL, stale_until INTEGER NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL,
      digest BLOB NOT NULL);
    CREATE INDEX answers_by_use ON answers (used);
    CREATE TABLE bodies (row INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE salts (salt BLOB NOT NULL);
    INSERT INTO salts VALUES (randomblob(32));
    """

  static func condition(of connection: SQLiteConnection) throws(SQLiteFailure) -> Condition {
    let id = try connection.integer("PRAGMA application_id")
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
    if id == applicationID {
      let found = try connection.integer("PRAGMA user_version")
      return found == version ? .ours : found > version ? .newer : .foreign
    }
    return id == 0 && tables == 0 ? .empty : .foreign
  }

  static func create(in connection: SQLiteConnection) throws(SQLiteFailure) {
    // A new file has nothing to lose: one that is torn by a crash is set aside like any other that is damaged. That comes
    // first, as already the next makes a page; page size and vacuum hold only for a file without pages.
    try connection.execute(
      "PRAGMA synchronous = OFF; PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(SQLiteFailure) in
      // Another process that could not take the lock file may have been quicker.
      guard try condition(of: connection) == .empty else { return }
      try connection.execute(tables)
      try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
  }
}
