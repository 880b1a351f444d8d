/// A connection with its prepared writes. Belongs to the writer's thread.
final class CacheWrites {
  let generation: Int
  private let connection: SQLiteConnection
  private let storeAnswer: SQLiteStatement
  private let storeBody: SQLiteStatement
  private let refresh: SQLiteStatement
  private let touch: SQLiteStatement
  private let removeAnswer: SQLiteStatement
  private let removeBody: SQLiteStatement
  private let oldest: SQLiteStatement

  init(_ connection: SQLiteConnection, generation: Int) throws(SQLiteFailure) {
    self.generation = generation
    self.connection = connection
    storeAnswer = try connection.prepare(
      "INSERT OR REPLACE INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)")
    storeBody = try connection.prepare("INSERT OR REPLACE INTO bodies VALUES (?1, ?2)")
    refresh = try connection.prepare(
      """
      UPDATE answers SET fresh_until = ?2, stale_until = ?3, entity_tag = coalesce(?4, entity_tag),
        last_modified = coalesce(?5, last_modified), stored = ?7 WHERE row = ?1 AND request = ?6
      """)
    touch = try connection.prepare("UPDATE answers SET used = ?2 WHERE row = ?1 AND used < ?2")
    removeAnswer = try connection.prepare("DELETE FROM answers WHERE row = ?1")
    removeBody = try connection.prepare("DELETE FROM bodies WHERE row = ?1")
    oldest = try connection.prepare("SELECT row, size FROM answers ORDER BY used, row LIMIT ?1")
  }

  /// All or nothing.
  func commit(_ changes: [(key: CacheKey, change: CacheChange)], touched: [CacheKey: Int]) throws(SQLiteFailure) {
    try connection.transaction { () throws(SQLiteFailure) in
      for (key, change) in changes {
        switch change {
        case .store(let entry): try store(entry, under: key)
        case .remove: try remove(row: key.row)
        case .refresh(let freshness, let confirmed, let entityTag, let lastModified):
          refresh.bind(key.row, at: 1)
          refresh.bind(freshness.freshUntil, at: 2)
          refresh.bind(freshness.staleUntil, at: 3)
          refresh.bind(entityTag, at: 4)
          refresh.bind(lastModified, at: 5)
          refresh.bind(key.digest.bytes, at: 6)
          refresh.bind(confirmed, at: 7)
          try refresh.run()
        }
      }
      for (key, hour) in touched {
        touch.bind(key.row, at: 1)
        touch.bind(hour, at: 2)
        try touch.run()
      }
    }
  }

  private func store(_ entry: CacheEntry, under key: CacheKey) throws(SQLiteFailure) {
    storeAnswer.bind(key.row, at: 1)
    storeAnswer.bind(key.digest.bytes, at: 2)
    storeAnswer.bind(entry.address, at: 3)
    storeAnswer.bind(entry.host, at: 4)
    storeAnswer.bind(entry.layer, at: 5)
    storeAnswer.bind(entry.status, at: 6)
    storeAnswer.bind(entry.contentType, at: 7)
    storeAnswer.bind(entry.entityTag, at: 8)
    storeAnswer.bind(entry.lastModified, at: 9)
    storeAnswer.bind(entry.stored, at: 10)
    storeAnswer.bind(entry.freshness.freshUntil, at: 11)
    storeAnswer.bind(entry.freshness.staleUntil, at: 12)
    storeAnswer.bind(entry.usedHour, at: 13)
    storeAnswer.bind(entry.body.count, at: 14)
    storeAnswer.bind(entry.digest.bytes, at: 15)
    try storeAnswer.run()
    storeBody.bind(key.row, at: 1)
    storeBody.bind(entry.body, at: 2)
    try storeBody.run()
  }

  private func remove(row: Int) throws(SQLiteFailure) {
    removeAnswer.bind(row, at: 1)
    try removeAnswer.run()
    removeBody.bind(row, at: 1)
    try removeBody.run()
  }

  /// Copies what was committed from the log into the file, as far as no reader is in the way.
  func settle() {
    // What it cannot do now, the end or a later commit does.
    try? connection.drain("PRAGMA wal_checkpoint(PASSIVE)")
  }

  /// Bytes of the file's pages that hold something; asks no table.
  func usedBytes() throws(SQLiteFailure) -> Int {
    try (connection.integer("PRAGMA page_count") - connection.integer("PRAGMA freelist_count"))
      * connection.integer("PRAGMA page_size")
  }

  /// Removes what was used least recently: so many bytes of bodies, or so many rows. Their pages are used again.
  /// - Returns: Whether anything was left to remove.
  func evict(bytes: Int, rows: Int) throws(SQLiteFailure) -> Bool {
    var doomed: [Int] = []
    var freed = 0
    oldest.bind(rows, at: 1)
    while freed < bytes, try oldest.step() {
      doomed.append(oldest.integer(0))
      freed += oldest.bounded(1)
    }
    oldest.reset()
    try connection.transaction { () throws(SQLiteFailure) in
      for row in doomed { try remove(row: row) }
    }
    return !doomed.isEmpty
  }
}
