import DocumentModel
import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite(.enabled(if: getuid() == 0, "only root may mount a small disk"), .timeLimit(.minutes(10)))
struct CacheDiskTests {
  private func cache(_ folder: String) -> TileCache {
    TileCache(folder: folder, limit: 1 << 30, busyTimeout: 0.05, writerLimits: .init(), time: .system)
  }

  @Test func goesOnWithWhatItHasWhenTheDiskIsFull() async throws {
    guard let disk = try SmallDisk("size=1m") else { return }  // a container without the right to mount
    let cache = cache(disk.folder.path + "/cache")
    cache.store(TileCacheTests.entry([1]), for: TileCacheTests.key(0))
    await cache.flush()
    for number in 1..<100 {
      cache.store(
        TileCacheTests.entry([UInt8](repeating: UInt8(number), count: 50_000)), for: TileCacheTests.key(number))
      if number % 10 == 0 { await cache.flush() }
    }
    await cache.flush()
    #expect(cache.warnings.count == 1)
    guard case .cacheNotWritten(_, let reason)? = cache.warnings.first else {
      Issue.record("\(cache.warnings)")
      return
    }
    #expect(reason == "the disk is full")
    #expect(cache.entry(for: TileCacheTests.key(0))?.body == [1])
    await cache.close()
    let connection = try SQLiteConnection(path: cache.file.path, busyTimeout: 1)
    #expect(try connection.prepare("PRAGMA integrity_check").firstText() == "ok")
  }

  @Test func readsACacheOnAReadOnlyDisk() async throws {
    guard let disk = try SmallDisk("size=8m") else { return }
    let first = cache(disk.folder.path)
    first.store(TileCacheTests.entry([1]), for: TileCacheTests.key(0))
    await first.close()
    guard disk.makeReadOnly() else { return }
    let second = cache(disk.folder.path)
    #expect(second.entry(for: TileCacheTests.key(0))?.body == [1])
    second.store(TileCacheTests.entry([2]), for: TileCacheTests.key(1))
    await second.close()
    #expect(second.warnings.count == 1)
    guard case .cacheNotWritten? = second.warnings.first else {
      Issue.record("\(second.warnings)")
      return
    }
  }

  @Test func goesOnWithoutACacheInAReadOnlyFolder() async throws {
    guard let disk = try SmallDisk("size=8m"), disk.makeReadOnly() else { return }
    let server = try ScriptedServer { _ in .ok([1]) }
    var settings = ProjectSettings(root: disk.folder.path)
    settings.cacheFolder = disk.folder.path + "/cache"
    let fetcher = Fetcher(
      options: FetcherOptions(
        settings: settings, cacheFolder: disk.folder.path, version: "1", homepage: "https://example.org"))
    for _ in 0..<3 {
      _ = try await fetcher.fetch(Request(address: server.baseAddress + "/")) { _ in }
    }
    await fetcher.shutdown()
    #expect(server.requests.count == 1, "what no cache keeps is kept for the run")
    #expect(fetcher.warnings.count == 1)
    guard case .cacheUnavailable? = fetcher.warnings.first else {
      Issue.record("\(fetcher.warnings)")
      return
    }
  }
}

extension SQLiteStatement {
  func firstText() throws -> String? { try step() ? text(0) : nil }
}
