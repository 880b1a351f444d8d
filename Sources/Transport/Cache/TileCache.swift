import DocumentModel
import Glibc
import Synchronization

/// The durable cache of answers: one SQLite file that many processes share, written off the path of those who fetch.
///
/// It never fails: where there is no file to be had it holds nothing, and ``warnings`` says why.
package final class TileCache: Sendable {
  package let folder: String
  let file: CacheFile
  let writer: CacheWriter
  private let time: Timekeeper
  private let readers = Mutex(Readers())
  /// With the generation of the file that it is from.
  private let knownSalt = Mutex<(generation: Int, bytes: [UInt8])?>(nil)

  /// Connections at rest.
  ///
  /// `@unchecked Sendable`: a reader is either here, guarded by the mutex, or with the one thread that took it out.
  private struct Readers: @unchecked Sendable {
    var idle: [CacheReader] = []
    var isClosed = false
  }

  /// Hours between two notes that an answer was read.
  private static let touchEvery = 6

  /// - Parameters:
  ///   - folder: Absolute; made when the cache is first used.
  ///   - limit: Of the file, in bytes.
  package convenience init(folder: String, limit: Int, time: Timekeeper = .system) {
    self.init(folder: folder, limit: limit, busyTimeout: 2, writerLimits: .init(), time: time)
  }

  init(folder: String, limit: Int, busyTimeout: Double, writerLimits: CacheWriter.Limits, time: Timekeeper) {
    self.folder = folder
    self.time = time
    file = CacheFile(folder: folder, busyTimeout: busyTimeout, date: time.date)
    writer = CacheWriter(file: file, sizeLimit: limit, limits: writerLimits)
  }

  deinit { writer.abandon() }

  /// What went wrong so far, each once.
  package var warnings: [TransportWarning] { file.warnings }

  /// Whether there is anything that could be looked at; what asks makes nothing.
  package var isOnDisk: Bool { CacheFile.exists(in: folder) }

  /// Whether what is given to ``store(_:for:)`` is kept.
  var isWritable: Bool { file.isWritable }

  /// The key of a request: the address, all headers that matter (names in lower case, in order), and a digest of the
  /// credential, so that what was fetched with one serves only layers that name it.
  static func key(
    address: String, headers: [Layer.Header], credential: Credential? = nil, host: String = "", salt: [UInt8]
  ) -> CacheKey {
    var hash = SHA256()
    hash.update(salt)
    hash.update(address)
    if !headers.isEmpty {
      for line in headers.map({ "\n\($0.name.lowercased()):\($0.value)" }).sorted() { hash.update(line) }
    }
    if let credential { hash.update("\n\ncredential \(credential.digest(salt: salt, host: host).hex)") }
    return CacheKey(digest: hash.finish())
  }

  func entry(for key: CacheKey) -> CacheEntry? {
    let change = writer.change(for: key)
    if case .store(let entry)? = change { return entry }
    if case .remove? = change { return nil }
    guard var entry = read({ reader throws(SQLiteFailure) in try reader.entry(for: key) }) ?? nil else { return nil }
    if case .refresh(let freshness, let confirmed, let tag, let modified)? = change {
      entry.refresh(freshness, confirmed: confirmed, entityTag: tag, lastModified: modified)
    }
    let hour = Int(time.date() / 3600)
    if hour >= entry.usedHour + Self.touchEvery { writer.touch(key, hour: hour) }
    return entry
  }

  /// The digest of the stored body, fresh or not, without a read of the body.
  func digest(for key: CacheKey) -> SHA256.Digest? {
    switch writer.change(for: key) {
    case .store(let entry): entry.digest
    case .remove: nil
    default: read { reader throws(SQLiteFailure) in try reader.digest(for: key) } ?? nil
    }
  }

  func store(_ entry: CacheEntry, for key: CacheKey) { writer.add(.store(entry), for: key) }

  func refresh(_ freshness: Freshness, entityTag: String?, lastModified: String?, for key: CacheKey) {
    let now = Int(time.date())
    writer.add(.refresh(freshness, confirmed: now, entityTag: entityTag, lastModified: lastModified), for: key)
  }

  func remove(_ key: CacheKey) { writer.add(.remove, for: key) }

  /// Returns when all that was stored before is in the file.
  package func flush() async { await writer.flush() }

  /// Flushes and lets the file go; the cache holds nothing afterwards.
  package func close() async {
    await writer.close()
    readers.withLock { readers in
      readers.isClosed = true
      readers.idle = []
    }
  }

  /// Runs `body` on a reader at rest, or a new one; `nil` where there is no file, or reading fails.
  private func read<Result>(_ body: (CacheReader) throws(SQLiteFailure) -> Result) -> Result? {
    guard let reader = takeReader() else { return nil }
    do throws(SQLiteFailure) {
      let result = try body(reader)
      readers.withLock { readers in
        if !readers.isClosed, readers.idle.count < 16 { readers.idle.append(reader) }
      }
      return result
    } catch {
      file.report(error, generation: reader.generation, whileWriting: false)
      return nil
    }
  }

  private func takeReader() -> CacheReader? {
    let generation = file.generation
    let reader: CacheReader? = readers.withLock { readers in
      if readers.isClosed { return nil }
      readers.idle.removeAll { $0.generation != generation }
      return readers.idle.popLast()
    }
    if let reader { return reader }
    guard !readers.withLock({ $0.isClosed }), let (connection, generation) = file.connect() else { return nil }
    do { return try CacheReader(connection, generation: generation) } catch {
      file.report(error, generation: generation, whileWriting: false)
      return nil
    }
  }

  /// Random bytes that were made with the file; empty without one.
  func salt() -> [UInt8] {
    knownSalt.withLock { salt in
      if let salt, salt.generation == file.generation { return salt.bytes }
      var found: [UInt8] = []
      if let (connection, generation) = file.connect() {
        do throws(SQLiteFailure) {
          let statement = try connection.prepare("SELECT salt FROM salts")
          if try statement.step() { found = statement.withBytes(0) { [UInt8]($0) } }
        } catch {
          file.report(error, generation: generation, whileWriting: false)
        }
      }
      salt = (file.generation, found)
      return found
    }
  }
}
