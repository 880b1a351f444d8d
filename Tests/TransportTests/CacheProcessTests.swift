import Glibc
import TestSupport
import Testing

@testable import Transport

/// Many processes on one cache file; a process is an exit test.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CacheProcessTests {
  /// Stores answers with numbers of its own, as fast as it can.
  static func write(into folder: String, process: Int, count: Int) async {
    let cache = TileCache(
      folder: folder, limit: 1 << 30, busyTimeout: 5, writerLimits: .init(patience: 0.001, rows: 8), time: .system)
    for number in 0..<count {
      let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 3000 + number % 5000)
      cache.store(
        TileCacheTests.entry(body, layer: "process\(process)"), for: TileCacheTests.key(process << 20 + number))
      if number % 32 == 31 { await cache.flush() }
    }
    await cache.close()
    precondition(cache.warnings.isEmpty, "\(cache.warnings)")
  }

  /// Every row is whole: its digest is that of its body.
  private func check(_ folder: String) throws -> Int {
    let connection = try SQLiteConnection(path: folder + "/tiles.sqlite", busyTimeout: 5)
    #expect(try connection.prepare("PRAGMA integrity_check").firstText() == "ok")
    let rows = try connection.prepare("SELECT a.digest, b.body FROM answers a LEFT JOIN bodies b ON b.row = a.row")
    var count = 0
    while try rows.step() {
      count += 1
      let body = rows.withBytes(1) { [UInt8]($0) }
      #expect(rows.withBytes(0, SHA256.Digest.init(bytes:)) == SHA256.digest(of: body))
    }
    #expect(try connection.integer("SELECT count(*) FROM bodies") == count)
    return count
  }

  @Test func twoProcessesStoreAtOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    // Also the first moment, when both want to make the file, is one of both.
    async let one = #expect(processExitsWith: .success) { [path = path as String] in
      await CacheProcessTests.write(into: path, process: 1, count: 256)
    }
    async let two = #expect(processExitsWith: .success) { [path = path as String] in
      await CacheProcessTests.write(into: path, process: 2, count: 256)
    }
    _ = await (one, two)
    #expect(try check(path) == 512)
  }

  @Test func survivesProcessesThatAreKilledWhileTheyWrite() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await Self.write(into: path, process: 1, count: 1)
    for round in 0..<6 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
        let killer = Task.detached {
          usleep(UInt32(3000 + round * 4000))
          kill(getpid(), SIGKILL)
        }
        await CacheProcessTests.write(into: path, process: 10 + round, count: 100_000)
        await killer.value
      }
      _ = try check(path)
    }
    #expect(try check(path) > 0)
    let cache = TileCache(folder: path, limit: 1 << 30)
    cache.store(TileCacheTests.entry([1]), for: TileCacheTests.key(1))
    await cache.close()
    #expect(cache.warnings == [])
  }
}
