/// What the cache holds, in total and by host and layer.
package struct CacheTotals: Sendable, Hashable {
  package var count = 0
  /// Of bodies.
  package var bytes = 0
  /// Of the file on disk, with its log.
  package var fileBytes = 0
  /// By name.
  package var hosts: [Share] = []
  /// By name; a layer counts what it asked for first.
  package var layers: [Share] = []

  package init() {}

  /// What one host or layer has in it.
  package struct Share: Sendable, Hashable {
    package let name: String
    package let count: Int
    package let bytes: Int
    /// When its first and its last answer were stored, in seconds since 1970.
    package let oldest: Int
    package let newest: Int
  }
}

/// What is to be cleared.
package enum CacheSelection: Sendable, Hashable {
  case all
  /// A host name, lower case.
  case host(String)
  /// As in ``Request/layer``.
  case layer(String)
}

/// Why the cache could not be looked at or changed.
package struct CacheError: Error, Sendable, Hashable {
  package let path: String
  /// Lower case, without full stop.
  package let reason: String
}

extension TileCache {
  /// For `cache info`. What waits to be stored does not count.
  /// - Throws: ``CacheError``.
  package func totals() throws(CacheError) -> CacheTotals {
    try upkeep { connection throws(SQLiteFailure) in
      var totals = CacheTotals()
      totals.count = try connection.integer("SELECT count(*) FROM answers")
      totals.bytes = try connection.integer("SELECT coalesce(sum(size), 0) FROM answers")
      totals.hosts = try Self.shares(by: "host", connection)
      totals.layers = try Self.shares(by: "layer", connection)
      totals.fileBytes = file.bytesOnDisk
      return totals
    }
  }

  private static func shares(
    by column: String, _ connection: SQLiteConnection
  ) throws(SQLiteFailure) -> [CacheTotals.Share] {
    let statement = try connection.prepare(
      """
      SELECT \(column), count(*), sum(size), min(stored), max(stored) FROM answers GROUP BY \(column) ORDER BY \(column)
      """)
    var shares: [CacheTotals.Share] = []
    while try statement.step() {
      shares.append(
        CacheTotals.Share(
          name: statement.text(0) ?? "", count: statement.integer(1), bytes: statement.integer(2),
          oldest: statement.integer(3), newest: statement.integer(4)))
    }
    return shares
  }

  /// Removes answers, and gives their room on the disk back.
  /// - Returns: How many.
  /// - Throws: ``CacheError``; nothing has been removed then.
  @discardableResult
  package func clear(_ selection: CacheSelection) throws(CacheError) -> Int {
    switch selection {
    case .all: try remove(where: "1") { _ in }
    case .host(let name): try remove(where: "host = ?1") { $0.bind(name, at: 1) }
    case .layer(let name): try remove(where: "layer = ?1") { $0.bind(name, at: 1) }
    }
  }

  /// Removes what was last used before a moment (in seconds since 1970, as coarse as six hours), then what was used
  /// least recently until bodies have at most so many bytes.
  /// - Returns: How many answers.
  /// - Throws: ``CacheError``.
  @discardableResult
  package func prune(toBytes limit: Int? = nil, unusedSince moment: Int? = nil) throws(CacheError) -> Int {
    var count = 0
    if let moment { count += try remove(where: "used < ?1") { $0.bind(moment / 3600, at: 1) } }
    guard let limit else { return count }
    // The sum over the newest up to each row: what passes the bound goes.
    count += try remove(
      where: """
        row IN (SELECT row FROM (SELECT row, sum(size) OVER (ORDER BY used DESC, row DESC) AS total FROM answers)
          WHERE total > ?1)
        """
    ) { $0.bind(limit, at: 1) }
    return count
  }

  private func remove(where condition: String, _ bind: (SQLiteStatement) -> Void) throws(CacheError) -> Int {
    try upkeep { connection throws(SQLiteFailure) in
      var count = 0
      try connection.transaction { () throws(SQLiteFailure) in
        let answers = try connection.prepare("DELETE FROM answers WHERE \(condition)")
        bind(answers)
        try answers.run()
        count = connection.changes
        if count > 0 { try connection.execute("DELETE FROM bodies WHERE row NOT IN (SELECT row FROM answers)") }
      }
      guard count > 0 else { return 0 }
      try connection.drain("PRAGMA incremental_vacuum")
      try connection.drain("PRAGMA wal_checkpoint(TRUNCATE)")
      return count
    }
  }

  private func upkeep<Result>(
    _ body: (SQLiteConnection) throws(SQLiteFailure) -> Result
  ) throws(CacheError) -> Result {
    guard let (connection, generation) = file.connect() else {
      throw CacheError(path: file.path, reason: file.warnings.last?.message ?? "it is not used")
    }
    do { return try body(connection) } catch {
      file.report(error, generation: generation, whileWriting: false)
      throw CacheError(path: file.path, reason: error.reason)
    }
  }
}
