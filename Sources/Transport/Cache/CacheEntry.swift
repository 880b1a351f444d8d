/// What an answer is stored under: a digest of the address and the headers that matter.
///
/// Salted with the cache's own salt, so that a key in an address cannot be tried out on a stolen cache with a table.
struct CacheKey: Sendable, Hashable {
  let digest: SHA256.Digest

  /// 63 bits of it: the number of the row.
  var row: Int { Int((UInt64(digest.words[0]) << 32 | UInt64(digest.words[1])) & UInt64(Int.max)) }
}

/// An answer as the cache holds it. Times are seconds since 1970.
struct CacheEntry: Sendable, Hashable {
  var status: Int
  var contentType: String?
  var entityTag: String?
  var lastModified: String?
  /// When it came, or was last confirmed.
  var stored: Int
  var freshness: Freshness
  var body: [UInt8]
  var digest: SHA256.Digest
  /// Which layer asked first.
  var layer: String
  var host: String
  /// Without secrets.
  var address: String
  /// In hours since 1970: when it was last read, as coarse as it is kept.
  var usedHour: Int
}

extension CacheEntry {
  /// What a server's word that it is still right makes of it.
  mutating func refresh(_ freshness: Freshness, confirmed: Int, entityTag: String?, lastModified: String?) {
    self.freshness = freshness
    stored = confirmed
    self.entityTag = entityTag ?? self.entityTag
    self.lastModified = lastModified ?? self.lastModified
  }
}

/// A change that the writer has not committed yet.
enum CacheChange: Sendable {
  case store(CacheEntry)
  /// The server has said that what is stored is still right.
  case refresh(Freshness, confirmed: Int, entityTag: String?, lastModified: String?)
  case remove
}
