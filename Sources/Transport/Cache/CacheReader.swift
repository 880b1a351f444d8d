/// A connection with its prepared reads. Belongs to one thread at a time.
final class CacheReader {
  let generation: Int
  private let entry: SQLiteStatement
  private let digest: SQLiteStatement

  init(_ connection: SQLiteConnection, generation: Int) throws(SQLiteFailure) {
    self.generation = generation
    entry = try connection.prepare(
      """
      SELECT a.request, a.status, a.content_type, a.entity_tag, a.last_modified, a.stored, a.fresh_until, a.stale_until,
        a.digest, a.layer, a.host, a.address, a.used, b.body
      FROM answers a JOIN bodies b ON b.row = a.row WHERE a.row = ?
      """)
    digest = try connection.prepare("SELECT request, digest FROM answers WHERE row = ?")
  }

  func entry(for key: CacheKey) throws(SQLiteFailure) -> CacheEntry? {
    defer { entry.reset() }
    entry.bind(key.row, at: 1)
    guard try entry.step(), entry.withBytes(0, SHA256.Digest.init(bytes:)) == key.digest,
      let digest = entry.withBytes(8, SHA256.Digest.init(bytes:))
    else { return nil }
    return CacheEntry(
      status: entry.integer(1), contentType: entry.text(2), entityTag: entry.text(3), lastModified: entry.text(4),
      stored: entry.bounded(5),
      freshness: Freshness(freshUntil: entry.bounded(6), staleUntil: entry.bounded(7)),
      body: entry.withBytes(13) { [UInt8]($0) }, digest: digest, layer: entry.text(9) ?? "",
      host: entry.text(10) ?? "", address: entry.text(11) ?? "", usedHour: entry.bounded(12))
  }

  /// The digest of the body alone, which costs no read of the body.
  func digest(for key: CacheKey) throws(SQLiteFailure) -> SHA256.Digest? {
    defer { digest.reset() }
    digest.bind(key.row, at: 1)
    guard try digest.step(), digest.withBytes(0, SHA256.Digest.init(bytes:)) == key.digest else { return nil }
    return digest.withBytes(1, SHA256.Digest.init(bytes:))
  }
}

extension SQLiteStatement {
  /// A moment, an hour or a size that fits every sum made of it, whatever stands in the file: from 0 to 10¹⁴.
  func bounded(_ column: Int32) -> Int { min(max(integer(column), 0), 100_000_000_000_000) }
}
