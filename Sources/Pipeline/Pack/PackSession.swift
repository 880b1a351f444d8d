import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Synchronization
import Transport

/// Fills a stage: a bounded set of workers ask for tiles, and one of them at a time writes what came, in the order of the
/// plan, so that the same tiles make the same file however they came.
final class PackSession: Sendable {
  /// How far it is, for a line of progress.
  struct Progress: Sendable {
    var total = 0
    /// Of earlier runs.
    var earlier = 0
    /// Answered in this run: pictures and tiles that are absent.
    var done = 0
    var absent = 0
    /// Of pictures.
    var bytes = 0
  }

  /// A tile that could not be had.
  struct Failure: Sendable {
    let part: Int
    let tile: TileIndex
    let failure: TileFailure
    /// The document says `onError: warn`, and the tile is bad for good: it is left out.
    var isLeftOut = false
  }

  /// What came of it.
  struct Outcome: Sendable {
    var failures: [Failure]
    /// What kept the package from being written; nothing more was asked for.
    var error: PackageError?
    /// Some tiles that were written, with the digests of their bytes.
    var sample: [(number: Int, digest: TileFingerprint)]
  }

  private struct State: Sendable {
    /// The next number to hand out.
    var cursor = 0
    /// How many have been handed out in this run, and how many of these have been taken to the stage, in a row.
    var handedOut = 0
    var taken = 0
    /// What came before its turn, by the order of handing out.
    var waiting: [Int: Arrival] = [:]
    var waitingBytes = 0
    var isWriting = false
    var isStopped = false
    var progress = Progress()
    var failures: [Failure] = []
    var error: PackageError?
    var sample: [(number: Int, digest: TileFingerprint)] = []
    var random = SplitMix()
  }

  private enum Arrival: Sendable {
    case entry(TileStage.Entry)
    case failed
  }

  /// Passed from writer to writer under ``State/isWriting``, so that one thread at a time has it.
  private struct Held: @unchecked Sendable { let stage: TileStage }

  let plan: PackPlan
  private let target: any PackageTarget
  let fetcher: Fetcher
  private let held: Held
  /// What an earlier run has done.
  private let before: NumberRanges
  let limits: [PictureLimit]
  private let state: Mutex<State>

  /// Workers: enough for every connection of a host and the next request behind each. Bytes that may wait for their turn,
  /// or for a slow disk; and tiles.
  private static let most = (workers: 96, bytes: 64 << 20, tiles: 8192)
  /// With so many tiles that cannot be had, the others are not asked for.
  static let mostFailures = 20
  /// Tiles whose digests are kept, for the comparison at the end.
  private static let sampleSize = 512

  init(_ plan: PackPlan, into stage: TileStage, of target: any PackageTarget, fetcher: Fetcher) {
    self.plan = plan
    self.target = target
    self.fetcher = fetcher
    held = Held(stage: stage)
    before = stage.done
    limits = plan.parts.map { PictureLimit.ofTile($0.source.description) }
    var state = State()
    state.progress.total = plan.count
    state.progress.earlier = stage.done.count
    self.state = Mutex(state)
  }

  var progress: Progress { state.withLock { $0.progress } }

  /// Nothing more is asked for.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Asks for all that is missing. Returns when all has come, when too much has failed, or when the task is cancelled;
  /// what came by then is committed.
  ///
  /// Answers that are on their way when the task is cancelled are waited for a little: who stops a pack would otherwise
  /// ask for them again.
  func run() async -> Outcome {
    let workers = Task { await workInGrowingNumber() }
    await withTaskCancellationHandler {
      await workers.value
    } onCancel: {
      state.withLock { $0.isStopped = true }
      Task {
        try? await Task.sleep(for: Self.grace)
        workers.cancel()
      }
    }
    writeRest()
    return state.withLock { Outcome(failures: $0.failures, error: $0.error, sample: $0.sample) }
  }

  /// Less than the program waits for the end of a run that is stopped.
  private static let grace = Duration.milliseconds(1200)

  private enum Ended { case worker, clock }

  /// Begins with few workers, and adds more while answers are slow to come: a near server is asked best over few
  /// connections, a far one over all that the project allows.
  private func workInGrowingNumber() async {
    await withTaskGroup(of: Ended.self) { group in
      var (workers, running, done) = (0, 0, 0)
      func add() {
        for _ in 0..<min(Self.step, Self.most.workers - workers, plan.count) {
          group.addTask {
            await self.work()
            return .worker
          }
          workers += 1
          running += 1
        }
        guard workers < Self.most.workers else { return }
        group.addTask {
          try? await Task.sleep(for: Self.tick)
          return .clock
        }
      }
      add()
      while running > 0, let ended = await group.next() {
        switch ended {
        case .worker: running -= 1
        case .clock:
          let now = progress.done
          // The time that a worker takes for a tile, from how many have come.
          let isSlow = Double(now - done) * Self.patience.inSeconds < Double(workers) * Self.tick.inSeconds
          done = now
          if isSlow {
            add()
          } else {
            group.addTask {
              try? await Task.sleep(for: Self.tick)
              return .clock
            }
          }
        }
      }
      group.cancelAll()
    }
  }

  private static let step = 32
  private static let tick = Duration.milliseconds(100)
  /// An answer that takes longer is slow.
  private static let patience = Duration.milliseconds(8)

  private func work() async {
    while !Task.isCancelled, let (order, number) = next() {
      let (part, tile) = plan.tile(number)
      do throws(TileProblem) {
        let picture = try await get(tile, of: part)
        arrived(
          order, bytes: picture?.bytes.count ?? 0,
          .entry(.init(number: number, tileset: part, place: target.place(of: tile, in: part), picture: picture)))
      } catch {
        failed(order, number, part, tile, error.failure)
      }
      while isFull, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
    }
  }

  private func next() -> (order: Int, number: Int)? {
    state.withLock { state in
      let number = before.firstMissing(from: state.cursor)
      guard !state.isStopped, number < plan.count else { return nil }
      state.cursor = number + 1
      state.handedOut += 1
      return (state.handedOut - 1, number)
    }
  }

  private var isFull: Bool { state.withLock { $0.waitingBytes > 2 * Self.most.bytes && !$0.isStopped } }
}

// MARK: - Taking tiles to the stage

extension PackSession {
  private func failed(_ order: Int, _ number: Int, _ part: Int, _ tile: TileIndex, _ failure: TileFailure) {
    if case .fetch(.cancelled) = failure { return arrived(order, bytes: 0, .failed) }
    let isLeftOut = plan.parts[part].layer.onError == .warn && failure.isForGood
    state.withLock { state in
      if state.failures.count < Self.mostFailures || isLeftOut && state.failures.count < 10_000 {
        state.failures.append(Failure(part: part, tile: tile, failure: failure, isLeftOut: isLeftOut))
      }
      if state.failures.count(where: { !$0.isLeftOut }) >= Self.mostFailures { state.isStopped = true }
    }
    guard isLeftOut else { return arrived(order, bytes: 0, .failed) }
    let place = target.place(of: tile, in: part)
    arrived(order, bytes: 0, .entry(.init(number: number, tileset: part, place: place, picture: nil)))
  }

  /// Notes what came; whoever finds nobody writing writes what is in order.
  private func arrived(_ order: Int, bytes: Int, _ arrival: Arrival) {
    let writes = state.withLock { state in
      state.waiting[order] = arrival
      state.waitingBytes += bytes
      if case .entry(let entry) = arrival {
        state.progress.done += 1
        state.progress.bytes += bytes
        if entry.picture == nil { state.progress.absent += 1 }
      }
      if state.isWriting { return false }
      state.isWriting = true
      return true
    }
    if writes { write() }
  }

  private func write() {
    while true {
      let ready = state.withLock { state in
        let ready = takeReady(&state)
        if ready.isEmpty { state.isWriting = false }
        return ready
      }
      if ready.isEmpty { return }
      keep(ready)
    }
  }

  /// What is in order; more than may wait is taken out of order.
  private func takeReady(_ state: inout State) -> [TileStage.Entry] {
    var ready: [TileStage.Entry] = []
    while let arrival = state.waiting.removeValue(forKey: state.taken) {
      state.taken += 1
      if case .entry(let entry) = arrival { ready.append(entry) }
    }
    if ready.isEmpty, state.waiting.count > Self.most.tiles || state.waitingBytes > Self.most.bytes {
      for (order, arrival) in state.waiting.sorted(by: { $0.key < $1.key }) {
        if case .entry(let entry) = arrival { ready.append(entry) }
        state.waiting[order] = .failed  // passed over when its turn comes
      }
    }
    state.waitingBytes -= ready.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) }
    return ready
  }

  private func keep(_ entries: [TileStage.Entry]) {
    for entry in entries {
      guard state.withLock({ $0.error == nil }) else { return }
      do throws(PackageError) {
        if let (bytes, header) = entry.picture {
          guard target.holds(header.format) else { throw unheld(entry, header.format) }
          sample(entry.number, bytes)
        }
        try held.stage.add(entry)
      } catch {
        stop(error)
      }
    }
  }

  private func stop(_ error: PackageError) {
    state.withLock { state in
      if state.error == nil { state.error = error }
      state.isStopped = true
    }
  }

  private func unheld(_ entry: TileStage.Entry, _ format: PictureFormat) -> PackageError {
    let (part, tile) = plan.tile(entry.number)
    return .cannotHold(
      reason: "\(type(of: target).words) holds no \(format.words.dropFirst(2))s, and tile \(tile.level)/\(tile.row)/"
        + "\(tile.column) (level, row, column) of layer `\(plan.parts[part].layer.id)` is one",
      hint: "`.mbtiles`, `.gpkg` and `.pmtiles` can hold it")
  }

  /// Keeps a random choice of all that were written, each with the same chance.
  private func sample(_ number: Int, _ bytes: [UInt8]) {
    state.withLock { state in
      let seen = state.progress.done - state.progress.absent
      if state.sample.count < Self.sampleSize {
        state.sample.append((number, TileFingerprint(of: bytes)))
      } else if case let place = Int.random(in: 0..<max(seen, 1), using: &state.random), place < Self.sampleSize {
        state.sample[place] = (number, TileFingerprint(of: bytes))
      }
    }
  }

  /// What waits for tiles that never came; then all is made fast.
  private func writeRest() {
    let rest = state.withLock { state in
      let rest = state.waiting.sorted { $0.key < $1.key }.compactMap { _, arrival in
        if case .entry(let entry) = arrival { entry } else { nil }
      }
      state.waiting = [:]
      return rest
    }
    keep(rest)
    guard state.withLock({ $0.error == nil }) else { return }
    do throws(PackageError) { try held.stage.commit() } catch { stop(error) }
  }
}
