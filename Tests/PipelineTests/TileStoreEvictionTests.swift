import Geodesy
import Rendering
import Synchronization
import Testing

@testable import Pipeline

@Suite final class TileStoreEvictionTests {
  /// Room for 32 tiles of 16 pixels a side, which weigh 1024 bytes and 256 for what stands beside them.
  private let store = TileStore(bound: 32 * 1280)
  private let loads = Mutex<[Int: Int]>([:])

  private func ask(_ number: Int, side: Int = 16) async -> Bool {
    let key = TileStore.Key(source: "s", tile: TileIndex(level: 0, column: number, row: 0))
    let picture = Picture(size: PixelSize(width: side, height: side))
    let counting = Counting()
    let (tile, isShared) = await store.tile(key) {
      counting.count()
      return LoadedTile(content: .picture(picture), cost: .none, digest: nil)
    }
    loads.withLock { $0[number, default: 0] += counting.value }
    guard case .picture = tile.content else { return false }
    return isShared
  }

  private final class Counting: Sendable {
    private let number = Atomic<Int>(0)
    func count() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
  }

  @Test func aTileIsLoadedOnce() async {
    let (first, second) = (await ask(1), await ask(1))
    #expect(!first && second)
    #expect(loads.withLock { $0 } == [1: 1])
  }

  @Test func theOldestGoWhenTheBoundIsPassed() async {
    for number in 0..<33 { _ = await ask(number) }
    let newest = await ask(32)
    #expect(newest, "the newest is there")
    let oldest = await ask(0)
    #expect(!oldest, "the oldest is loaded again")
  }

  @Test func onePictureLargerThanTheBoundStaysUntilTheNextComes() async {
    let first = await ask(1, side: 200)
    let second = await ask(1, side: 200)
    #expect(!first && second)
    _ = await ask(2)
    let third = await ask(1, side: 200)
    #expect(!third)
  }

  @Test func whatWasFetchedAheadStaysUntilItIsUsed() async {
    // Twelve tiles ahead: each is used when the twelfth after it has come, as a wide picture does. Those that were used
    // are newer than those that wait, so 24 must stay: 28 do.
    for number in 0..<90 {
      _ = await ask(number)
      guard number >= 12 else { continue }
      let isThere = await ask(number - 12)
      #expect(isThere, "tile \(number - 12) was dropped before it was used")
    }
    #expect(loads.withLock { $0.values.allSatisfy { $0 == 1 } })
  }
}
