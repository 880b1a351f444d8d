import Geodesy
import LayerSources
import Rendering
import Synchronization
import Testing

@testable import Pipeline

@Suite(.timeLimit(.minutes(10))) struct TileStoreTests {
  private func key(_ number: Int) -> TileStore.Key {
    TileStore.Key(source: "s", tile: TileIndex(level: 9, column: number, row: 0))
  }

  private static func picture(_ side: Int = 16) -> LoadedTile {
    LoadedTile(content: .picture(Picture(size: PixelSize(width: side, height: side))), cost: .none, digest: nil)
  }

  private static let failure = LoadedTile(
    content: .failed(.undecodable(place: .tile("level 1"), reason: "text")), cost: .none, digest: nil)

  @Test func thoseWhoAskAtTheSameTimeShareOneLoad() async {
    let store = TileStore()
    let loads = Counter()
    let gate = AsyncSemaphore(permits: 0)
    let shared = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { [key = key(1)] in
          await store.tile(key) {
            loads.add()
            await gate.acquire()
            return Self.picture()
          }.isShared
        }
      }
      // All of them wait for the one load, which nobody lets end before.
      while loads.value == 0 { await Task.yield() }
      gate.release()
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(loads.value == 1)
    #expect(shared == 19)
  }

  @Test func aLoadOutlivesTheOneWhoAskedForIt() async {
    let store = TileStore()
    let loads = Counter()
    let gate = AsyncSemaphore(permits: 0)
    let first = Task { [key = key(1)] in
      await store.tile(key) {
        loads.add()
        await gate.acquire()
        return Task.isCancelled ? Self.failure : Self.picture()
      }
    }
    while loads.value == 0 { await Task.yield() }
    first.cancel()
    gate.release()
    let second = await store.tile(key(1)) {
      loads.add()
      return Self.picture()
    }
    #expect(second.isShared && loads.value == 1)
  }

  @Test func aFailureIsNotKept() async {
    let store = TileStore()
    _ = await store.tile(key(1)) { Self.failure }
    let second = await store.tile(key(1)) { Self.picture() }
    #expect(!second.isShared)
    guard case .picture = second.tile.content else {
      Issue.record("the failure was kept")
      return
    }
  }

  @Test func anAbsentTileIsKept() async {
    let store = TileStore()
    _ = await store.tile(key(1)) { LoadedTile(content: .absent, cost: .none, digest: nil) }
    #expect(await store.tile(key(1)) { Self.failure }.isShared)
  }

  @Test func pastItsBoundTheLeastRecentlyUsedGo() async {
    // Ten tiles of 16 x 16 x 4 + 256 bytes.
    let store = TileStore(bound: 10 * 1280)
    for number in 0..<10 { _ = await store.tile(key(number)) { Self.picture() } }
    // Tile 0 is used again, so that 1 is now the oldest; the eleventh passes the bound, and seven eighths of it stay.
    #expect(await store.tile(key(0)) { Self.picture() }.isShared)
    _ = await store.tile(key(10)) { Self.picture() }
    var kept: [Int] = []
    for number in 0...10 {
      // A load that fails leaves the store as it is.
      if await store.tile(key(number), load: { Self.failure }).isShared { kept.append(number) }
    }
    #expect(kept == [0, 4, 5, 6, 7, 8, 9, 10])
  }

  @Test func tilesOfOtherSourcesAreOthers() async {
    let store = TileStore()
    _ = await store.tile(key(1)) { Self.picture() }
    let other = TileStore.Key(source: "t", tile: key(1).tile)
    #expect(await !store.tile(other) { Self.picture() }.isShared)
  }
}
