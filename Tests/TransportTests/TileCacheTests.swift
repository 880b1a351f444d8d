import DocumentModel
import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct TileCacheTests {
  static func entry(_ body: [UInt8], layer: String = "map/base", host: String = "example.org", stored: Int = 1000)
    -> CacheEntry
  {
    CacheEntry(
      status: 200, contentType: "image/png", entityTag: "\"é\"", lastModified: nil, stored: stored,
      freshness: Freshness(freshUntil: stored + 100, staleUntil: stored + 200), body: body,
      digest: SHA256.digest(of: body), layer: layer, host: host, address: "http://\(host)/", usedHour: stored / 3600)
  }

  static func key(_ number: Int) -> CacheKey { TileCache.key(address: "http://a/\(number)", headers: [], salt: [1]) }

  private func cache(
    _ folder: TemporaryFolder, limit: Int = 1 << 30, busyTimeout: Double = 0.02, time: VirtualTime = VirtualTime(),
    _ limits: CacheWriter.Limits = .init()
  ) -> TileCache {
    TileCache(
      folder: folder.path + "/c/d", limit: limit, busyTimeout: busyTimeout, writerLimits: limits, time: time.keeper)
  }

  @Test func findsWhatWasStoredBeforeAndAfterItIsInTheFile() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder)
    let entry = Self.entry([1, 2, 3])
    #expect(cache.entry(for: Self.key(1)) == nil)
    cache.store(entry, for: Self.key(1))
    #expect(cache.entry(for: Self.key(1)) == entry)
    #expect(cache.digest(for: Self.key(1)) == entry.digest)
    await cache.flush()
    #expect(cache.entry(for: Self.key(1)) == entry)
    #expect(cache.digest(for: Self.key(1)) == entry.digest)
    #expect(cache.entry(for: Self.key(2)) == nil)
    cache.refresh(Freshness(freshUntil: 5, staleUntil: 6), entityTag: "n", lastModified: nil, for: Self.key(1))
    #expect(cache.entry(for: Self.key(1))?.freshness.freshUntil == 5)
    await cache.flush()
    #expect(cache.entry(for: Self.key(1))?.freshness.freshUntil == 5)
    #expect(cache.entry(for: Self.key(1))?.entityTag == "n")
    #expect(cache.entry(for: Self.key(1))?.body == [1, 2, 3])
    cache.remove(Self.key(1))
    #expect(cache.entry(for: Self.key(1)) == nil)
    await cache.flush()
    #expect(cache.entry(for: Self.key(1)) == nil)
    await cache.close()
    #expect(cache.warnings == [])
  }

  /// As soon as nothing more comes: at the end of a run nothing is left to be written and waited for.
  @Test func whatWasStoredIsPutInItsPlaceWhileTheRunGoesOn() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder)
    cache.store(Self.entry([1, 2, 3]), for: Self.key(1))
    await cache.flush()
    var count = 0
    for _ in 0..<500 where count == 0 {
      try await Task.sleep(for: .milliseconds(10))
      // Such a connection reads the file alone, without the log beside it.
      let connection = try SQLiteConnection(path: folder.path + "/c/d/tiles.sqlite", mode: .immutable, busyTimeout: 0)
      count = try connection.integer("SELECT count(*) FROM bodies")
    }
    #expect(count == 1)
    await cache.close()
  }

  @Test func tellsKeysApartThatShareARow() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder)
    let one = Self.key(1)
    var words = one.digest.words
    words[7] ^= 1
    let twin = CacheKey(digest: SHA256.Digest(words: words))
    #expect(one.row == twin.row)
    cache.store(Self.entry([1]), for: one)
    await cache.flush()
    #expect(cache.entry(for: twin) == nil)
    #expect(cache.digest(for: twin) == nil)
    cache.store(Self.entry([2]), for: twin)
    await cache.flush()
    #expect(cache.entry(for: one) == nil)
    #expect(cache.entry(for: twin)?.body == [2])
    await cache.close()
  }

  @Test func removesWhatWasUsedLeastRecentlyAboveTheBound() async throws {
    let folder = try TemporaryFolder()
    let time = VirtualTime()
    let limit = 1 << 20
    let cache = cache(folder, limit: limit, time: time)
    let body = [UInt8](repeating: 5, count: 20_000)
    for number in 0..<100 {
      let stored = Int(time.keeper.date())
      cache.store(Self.entry(body, stored: stored), for: Self.key(number))
      time.advance(7 * 3600)
      if number % 10 == 0 { await cache.flush() }
      #expect(cache.entry(for: Self.key(0)) != nil, "is read all the time")
    }
    await cache.flush()
    #expect(cache.entry(for: Self.key(99)) != nil)
    #expect(cache.entry(for: Self.key(1)) == nil)
    let totals = try cache.totals()
    #expect(totals.count > 30 && totals.bytes <= limit)
    await cache.close()
    let connection = try SQLiteConnection(path: cache.file.path, busyTimeout: 1)
    #expect(try connection.integer("SELECT count(*) FROM bodies") == totals.count)
    #expect(cache.file.bytesOnDisk < 2 * limit)
  }

  @Test func storesNoBodyThatWouldFillIt() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder, limit: 100_000)
    cache.store(Self.entry([UInt8](repeating: 0, count: 25_001)), for: Self.key(1))
    #expect(cache.entry(for: Self.key(1)) == nil)
    await cache.close()
  }

  @Test func countsByHostAndLayer() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder)
    cache.store(Self.entry([1, 2], layer: "a", host: "x", stored: 10), for: Self.key(1))
    cache.store(Self.entry([1], layer: "b", host: "x", stored: 20), for: Self.key(2))
    cache.store(Self.entry([], layer: "b", host: "y", stored: 30), for: Self.key(3))
    await cache.flush()
    let totals = try cache.totals()
    #expect(totals.count == 3)
    #expect(totals.bytes == 3)
    #expect(totals.fileBytes > 0)
    #expect(
      totals.hosts == [
        .init(name: "x", count: 2, bytes: 3, oldest: 10, newest: 20),
        .init(name: "y", count: 1, bytes: 0, oldest: 30, newest: 30),
      ])
    #expect(totals.layers.map(\.name) == ["a", "b"])
    #expect(try cache.clear(.layer("a")) == 1)
    #expect(try cache.clear(.host("y")) == 1)
    #expect(try cache.totals().layers.map(\.count) == [1])
    #expect(cache.entry(for: Self.key(2))?.body == [1])
    #expect(try cache.clear(.all) == 1)
    #expect(try cache.totals().count == 0)
    await cache.close()
  }

  /// Sums of such numbers would leave the range of an `Int`.
  @Test func holdsWhateverNumbersStandInTheFile() async throws {
    let folder = try TemporaryFolder()
    let first = cache(folder)
    for number in 0..<3 { first.store(Self.entry([1, 2]), for: Self.key(number)) }
    await first.close()
    try SQLiteConnection(path: first.file.path, busyTimeout: 1).execute(
      "UPDATE answers SET stored = \(Int.max), used = \(Int.max), size = \(Int.max), fresh_until = \(Int.min)")
    let second = cache(folder)
    let entry = try #require(second.entry(for: Self.key(0)))
    #expect(entry.freshness.moved(from: entry.stored, to: 0).staleUntil < 0)
    let connection = try SQLiteConnection(path: first.file.path, busyTimeout: 1)
    #expect(try CacheWrites(connection, generation: 0).evict(bytes: .max, rows: 10))
    #expect(second.entry(for: Self.key(2)) == nil)
  }

  @Test func canBeClosedTwiceAtOnce() async throws {
    for _ in 0..<20 {
      let cache = cache(try TemporaryFolder())
      cache.store(Self.entry([1]), for: Self.key(0))
      await withDiscardingTaskGroup { group in
        for _ in 0..<4 { group.addTask { await cache.close() } }
      }
    }
  }

  @Test func prunesByAgeAndToABoundAndGivesTheRoomBack() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder)
    let body = [UInt8](repeating: 5, count: 50_000)
    for number in 0..<20 { cache.store(Self.entry(body, stored: number * 3600), for: Self.key(number)) }
    await cache.flush()
    let before = try cache.totals()
    #expect(try cache.prune(unusedSince: 5 * 3600) == 5)
    #expect(try cache.prune(toBytes: 500_000) == 5)
    #expect((0..<20).map { cache.digest(for: Self.key($0)) != nil } == (0..<20).map { $0 >= 10 })
    #expect(try cache.totals().fileBytes < before.fileBytes * 2 / 3)
    await cache.close()
  }

  @Test(arguments: ["not a database, only some text that is long enough to be looked at as a header of one", "short"])
  func setsADamagedFileAside(content: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "c/d/tiles.sqlite")
    let cache = cache(folder)
    cache.store(Self.entry([1]), for: Self.key(1))
    await cache.flush()
    #expect(cache.entry(for: Self.key(1))?.body == [1])
    let aside = cache.file.path + ".damaged-20260115T120000Z"
    #expect(
      cache.warnings == [
        .cacheRebuilt(path: cache.file.path, setAsideAs: aside, reason: "it is not an SQLite database")
      ])
    #expect(try folder.read("c/d/tiles.sqlite.damaged-20260115T120000Z") == Array(content.utf8))
    await cache.close()
  }

  @Test func setsAForeignDatabaseAside() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "c/d/x")
    do {
      let other = try SQLiteConnection(path: folder.path + "/c/d/tiles.sqlite", busyTimeout: 1)
      try other.execute("CREATE TABLE tiles (a); INSERT INTO tiles VALUES (1)")
    }
    let cache = cache(folder)
    cache.store(Self.entry([1]), for: Self.key(1))
    await cache.close()
    guard case .cacheRebuilt(_, _, let reason)? = cache.warnings.first, cache.warnings.count == 1 else {
      Issue.record("\(cache.warnings)")
      return
    }
    #expect(reason == "it is not a cache of mapdoc")
  }

  @Test func leavesTheCacheOfANewerVersionAlone() async throws {
    let folder = try TemporaryFolder()
    let first = cache(folder)
    first.store(Self.entry([1]), for: Self.key(1))
    await first.close()
    try SQLiteConnection(path: first.file.path, busyTimeout: 1).execute("PRAGMA user_version = 99")
    let second = cache(folder)
    #expect(second.entry(for: Self.key(1)) == nil)
    #expect(second.warnings == [.cacheUnavailable(path: first.file.path, reason: "a newer mapdoc made it")])
    await second.close()
  }

  @Test func setsAsideAFileThatProvesDamagedWhileItIsUsed() async throws {
    let folder = try TemporaryFolder()
    let first = cache(folder)
    for number in 0..<200 { first.store(Self.entry([UInt8](repeating: 1, count: 10_000)), for: Self.key(number)) }
    await first.close()
    // All pages but the first are overwritten: the header and the schema still look sound.
    var bytes = try folder.read("c/d/tiles.sqlite")
    for place in 8192..<bytes.count { bytes[place] = 0xa5 }
    try folder.write(bytes, to: "c/d/tiles.sqlite")
    let second = cache(folder)
    for number in 0..<200 { _ = second.entry(for: Self.key(number)) }
    second.store(Self.entry([7]), for: Self.key(1))
    await second.flush()
    #expect(second.entry(for: Self.key(1))?.body == [7])
    guard case .cacheRebuilt(_, _, "its content is damaged")? = second.warnings.first, second.warnings.count == 1 else {
      Issue.record("\(second.warnings)")
      return
    }
    await second.close()
  }

  @Test func goesOnWithoutACacheThatAnotherProgramKeepsLocked() async throws {
    let folder = try TemporaryFolder()
    let first = cache(folder)
    first.store(Self.entry([1]), for: Self.key(1))
    await first.close()
    let hog = try SQLiteConnection(path: first.file.path, busyTimeout: 1)
    try hog.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM answers")
    let second = cache(folder)
    #expect(second.entry(for: Self.key(1)) == nil)
    second.store(Self.entry([2]), for: Self.key(2))
    await second.close()
    #expect(
      second.warnings == [.cacheUnavailable(path: first.file.path, reason: "another program keeps it locked")])
  }

  @Test func readsWhileAnotherProgramWritesAndGivesUpWriting() async throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder, CacheWriter.Limits(lockPatience: 0.05))
    cache.store(Self.entry([1]), for: Self.key(1))
    await cache.flush()
    let hog = try SQLiteConnection(path: cache.file.path, busyTimeout: 1)
    try hog.execute("BEGIN IMMEDIATE; DELETE FROM answers")
    #expect(cache.entry(for: Self.key(1))?.body == [1])
    cache.store(Self.entry([2]), for: Self.key(2))
    await cache.flush()
    #expect(
      cache.warnings == [.cacheNotWritten(path: cache.file.path, reason: "another program keeps it locked")])
    try hog.execute("ROLLBACK")
    await cache.close()
  }

  @Test func goesOnWithoutAFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file", to: "c")
    let cache = cache(folder)
    cache.store(Self.entry([1]), for: Self.key(1))
    await cache.flush()
    #expect(cache.entry(for: Self.key(1)) == nil)
    await cache.close()
    #expect(cache.warnings == [.cacheUnavailable(path: folder.path + "/c/d/tiles.sqlite", reason: "not a directory")])
    #expect(throws: CacheError.self) { try cache.clear(.all) }
  }
}
