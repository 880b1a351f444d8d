import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Resolving
import Synchronization

/// Hands the tiles of one layer of one picture to the renderer, and records what became of them.
final class LayerSupplier: TileSupplying {
  let layer: Layer
  let placement: TilePlacement
  private let keys: TiledKeys
  let source: any TileSource
  private let loader: TileLoader
  private let record = Mutex(LayerRecord())
  /// Tiles that are fetched before they are needed: enough for every connection of a host, few enough to stay in the store.
  private let ahead: AsyncSemaphore
  private let fetching = Mutex(Fetching())

  /// What is fetched ahead: each tile once, however often it is announced, in however many places the picture shows it.
  private struct Fetching: Sendable {
    var tasks: [Task<Void, Never>] = []
    var announced: Set<TileIndex> = []
  }

  /// Called once when the layer has failed and the document says that the map then fails.
  private let abort: @Sendable () -> Void

  init(
    _ layer: Layer, _ keys: TiledKeys, _ source: any TileSource, _ placement: TilePlacement, loader: TileLoader,
    abort: @escaping @Sendable () -> Void
  ) {
    self.layer = layer
    self.keys = keys
    self.source = source
    self.placement = placement
    self.loader = loader
    self.abort = abort
    let size = placement.scheme.tileSize
    ahead = AsyncSemaphore(permits: min(96, max(4, (48 << 20) / (size.width * size.height * 4))))
  }

  func prefetch(_ tiles: [TileIndex]) {
    let new = fetching.withLock { fetching in
      tiles.map(placement.tile).filter { fetching.announced.insert($0).inserted }
    }
    guard !new.isEmpty else { return }
    let task = Task {
      await withDiscardingTaskGroup { group in
        for tile in new {
          await ahead.acquire()
          if Task.isCancelled { break }
          group.addTask { _ = await self.load(tile) }
        }
      }
    }
    fetching.withLock { $0.tasks.append(task) }
  }

  /// Stops fetching ahead; what other maps wait for goes on.
  func stop() {
    fetching.withLock { fetching in
      for task in fetching.tasks { task.cancel() }
    }
    ahead.open()
  }

  func tile(_ place: TileIndex) async -> SuppliedTile {
    let index = placement.tile(place)
    let loaded = await load(index)
    if record.withLock({ $0.see(index, loaded) }) { ahead.release() }
    switch loaded.content {
    case .picture(let picture):
      if picture.size != placement.scheme.tileSize, picture.size != source.description.pictureSize, keys.tileSize == nil
      {
        record.withLock { $0.noteOtherSize(picture.size, of: index) }
      }
      return .picture(picture)
    case .absent: return await absent(index)
    case .failed:
      if layer.onError == .fail { abort() }
      return .failed
    }
  }

  /// Its tiles are asked for over the network.
  var isRemote: Bool { source.description.isRemote }

  /// Its tiles come from somewhere: they are not drawn by this version of mapdoc.
  var hasChangingTiles: Bool { layer.hasChangingTiles(from: source) }

  /// What was drawn, and what went wrong; complete when the picture is.
  var outcome: LayerRecord { record.withLock { $0 } }

  private func load(_ index: TileIndex) async -> LoadedTile {
    // What has failed once in this picture is not asked for again: its retries are used up.
    if let lost = record.withLock({ $0.lost[index] }) { return lost }
    let (tile, isShared) = await loader.tile(index, of: source)
    record.withLock { $0.note(index, tile, isShared: isShared) }
    return tile
  }

  private func absent(_ index: TileIndex) async -> SuppliedTile {
    switch keys.onMissingTile {
    case .parent: return await nearestParent(of: index)
    case .fail: return failed(index, .missing(index))
    case .transparent, .color: return .absent(parent: nil)
    }
  }

  /// A tile that its source answered, and that fails all the same.
  private func failed(_ index: TileIndex, _ failure: LayerRecord.Failure) -> SuppliedTile {
    record.withLock { $0.fail(index, failure) }
    if layer.onError == .fail { abort() }
    return .failed
  }

  /// The nearest coarser tile there is, and the part of its picture that covers this tile.
  private func nearestParent(of index: TileIndex) async -> SuppliedTile {
    let scheme = placement.scheme
    for level in scheme.levels(coarserThan: index.level) where source.description.levels?.contains(level.number) ?? true
    {
      guard let part = scheme.parent(of: index, at: level) else { continue }
      let loaded = await load(part.tile)
      record.withLock { $0.consult(part.tile, loaded) }
      switch loaded.content {
      case .absent: continue
      case .failed(let failure): return failed(index, .tile(failure))
      case .picture(let picture):
        // The part is in pixels of the scheme; the picture may have more.
        let columns = Double(picture.size.width) / Double(scheme.tileSize.width)
        let rows = Double(picture.size.height) / Double(scheme.tileSize.height)
        let rectangle = PixelRectangle(
          x: part.x * columns, y: part.y * rows, width: part.width * columns, height: part.height * rows)
        record.withLock { $0.noteParent(of: index) }
        return .absent(parent: (picture, rectangle))
      }
    }
    return .absent(parent: nil)
  }
}

/// What became of the tiles of one layer of one picture.
struct LayerRecord: Sendable {
  enum Failure: Sendable, Hashable {
    case tile(TileFailure)
    /// Absent, and the document says `onMissingTile: fail`.
    case missing(TileIndex)
  }

  enum Fate: Sendable { case drawn, absent, failed }

  private(set) var fates: [TileIndex: Fate] = [:]
  /// Absent tiles in whose place a part of a coarser one is drawn.
  private var parents: Set<TileIndex> = []
  /// Of all tiles that were seen, and of the coarser ones that were looked for in place of absent ones.
  private(set) var digests: [TileIndex: String] = [:]
  private var consulted: Set<TileIndex> = []
  private var failed: [TileIndex: Failure] = [:]
  /// Tiles that could not be had, also those that were only fetched ahead.
  private(set) var lost: [TileIndex: LoadedTile] = [:]
  private(set) var requests = 0
  private(set) var bytes = 0
  private(set) var fetched = 0
  /// Why old answers were used, by tile: parents too.
  private var stale: [TileIndex: String] = [:]
  /// The first tile, in the order of rows and columns, that has another size than the scheme's.
  private(set) var otherSize: (tile: TileIndex, size: PixelSize)?

  /// - Returns: True the first time that the tile is seen.
  mutating func see(_ index: TileIndex, _ tile: LoadedTile) -> Bool {
    let fate: Fate
    switch tile.content {
    case .picture: fate = .drawn
    case .absent: fate = .absent
    case .failed(let failure):
      fate = .failed
      failed[index] = .tile(failure)
    }
    digests[index] = tile.digest
    return fates.updateValue(fate, forKey: index) == nil
  }

  /// Counts what a load has cost, unless another map has paid for it.
  mutating func note(_ index: TileIndex, _ tile: LoadedTile, isShared: Bool) {
    if case .failed = tile.content { lost[index] = tile }
    if let reason = tile.cost.staleReason { stale[index] = reason }
    guard !isShared else { return }
    requests += tile.cost.requests
    bytes += tile.cost.bytes
    if tile.cost.requests > 0, !tile.cost.isFromCache { fetched += 1 }
  }

  mutating func noteParent(of index: TileIndex) { parents.insert(index) }

  /// Remembers a coarser tile that was looked for, whether it was there or not: what stands in the picture depends on it.
  mutating func consult(_ parent: TileIndex, _ tile: LoadedTile) {
    consulted.insert(parent)
    digests[parent] = tile.digest
  }

  /// The coarser tiles that were looked for, in an order of their own.
  var consultedParents: [TileIndex] { consulted.sorted(by: Self.precedes) }

  /// The tiles whose place shows data of the source.
  var backed: [TileIndex] { fates.keys.filter { fates[$0] == .drawn || parents.contains($0) } }

  /// The tiles that do not exist, whether a coarser one stands in for them or not, in an order of their own.
  var absent: [TileIndex] { fates.keys.filter { fates[$0] == .absent }.sorted(by: Self.precedes) }

  mutating func noteOtherSize(_ size: PixelSize, of index: TileIndex) {
    if let first = otherSize?.tile, (first.row, first.column) <= (index.row, index.column) { return }
    otherSize = (index, size)
  }

  mutating func fail(_ index: TileIndex, _ failure: Failure) {
    failed[index] = failure
    fates[index] = .failed
  }

  /// Each kind once, in the order of rows and columns: the same in every run.
  var failures: [Failure] {
    var kinds: Set<String> = []
    return failed.sorted { Self.precedes($0.key, $1.key) }.map(\.value).filter { kinds.insert($0.kind).inserted }
  }

  /// Why an old answer was used for the first tile for which one was; `nil` where none was.
  var staleReason: String? { stale.min { Self.precedes($0.key, $1.key) }?.value }

  private static func precedes(_ one: TileIndex, _ other: TileIndex) -> Bool {
    (one.level, one.row, one.column) < (other.level, other.row, other.column)
  }

  func count(_ fate: Fate) -> Int { fates.values.count { $0 == fate } }
}

extension LayerRecord.Failure {
  /// Failures of one kind are reported once for a layer.
  fileprivate var kind: String {
    switch self {
    case .tile(let failure): failure.code.name
    case .missing: Code.tileMissing.name
    }
  }
}
