import Geodesy
import Rendering
import Synchronization

/// The decoded tiles of a run, shared by all its maps: each tile is fetched and decoded once however many ask for it,
/// and the least recently used ones go when they pass the bound.
final class TileStore: Sendable {
  struct Key: Hashable, Sendable {
    /// ``TileSource/identity``: sources whose tiles are the same share them.
    let source: String
    /// `nil` for the picture of a source that has the same one on each tile.
    let tile: TileIndex?
  }

  private enum Entry {
    case loading(Task<LoadedTile, Never>)
    case ready(LoadedTile, age: UInt64)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// Of the ready ones.
    var bytes = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  /// In bytes of decoded pixels.
  private let bound: Int

  /// - Parameter bound: 64 MiB hold 256 tiles of 256 pixels, of which 224 always stay: twice the 96 that a layer fetches
  ///   ahead, because tiles that were used are newer than those that wait for their use.
  init(bound: Int = 64 << 20) { self.bound = bound }

  /// The tile, from the store or by `load`; several that ask at the same time share one load.
  func tile(_ key: Key, load: @escaping @Sendable () async -> LoadedTile) async -> (tile: LoadedTile, isShared: Bool) {
    let found: (entry: Entry, isShared: Bool) = state.withLock { state in
      state.clock += 1
      switch state.entries[key] {
      case .ready(let tile, _):
        let entry = Entry.ready(tile, age: state.clock)
        state.entries[key] = entry
        return (entry, true)
      case .loading(let task): return (.loading(task), true)
      case nil:
        // Unstructured on purpose: a map that fails must not take away the tile that another one waits for.
        let entry = Entry.loading(Task { self.finish(key, with: await load()) })
        state.entries[key] = entry
        return (entry, false)
      }
    }
    switch found.entry {
    case .ready(let tile, _): return (tile, found.isShared)
    case .loading(let task): return (await task.value, found.isShared)
    }
  }

  private func finish(_ key: Key, with tile: LoadedTile) -> LoadedTile {
    state.withLock { state in
      // A failure is not kept: a later map may be luckier.
      if case .failed = tile.content {
        state.entries[key] = nil
        return
      }
      state.entries[key] = .ready(tile, age: state.clock)
      state.bytes += tile.weight
      if state.bytes > bound { evict(&state) }
    }
    return tile
  }

  /// Drops the oldest eighth at once, so that the sorting is paid for rarely. The newest one stays even where it is larger
  /// than the bound, as one picture that is a layer may be: it is about to be asked for again.
  private func evict(_ state: inout State) {
    var ready: [(key: Key, age: UInt64, weight: Int)] = []
    for (key, entry) in state.entries {
      if case .ready(let tile, let age) = entry { ready.append((key, age, tile.weight)) }
    }
    ready.sort { $0.age < $1.age }
    for one in ready.dropLast() where state.bytes > bound / 8 * 7 {
      state.entries[one.key] = nil
      state.bytes -= one.weight
    }
  }
}

/// A tile as the store keeps it, and what getting it has cost.
struct LoadedTile: Sendable {
  enum Content: Sendable {
    case picture(Picture)
    case absent
    case failed(TileFailure)
  }

  let content: Content
  let cost: TileCost
  /// The digest of its bytes, for the stamp of a picture; `nil` for tiles that are drawn here.
  let digest: String?

  /// What it weighs in the store.
  fileprivate var weight: Int {
    if case .picture(let picture) = content { return picture.bytes.count + 256 }
    return 256
  }
}
