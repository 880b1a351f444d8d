import Glibc
import Synchronization

/// Stores what was fetched, off the path of those who fetch: one thread, which commits some rows together.
final class CacheWriter: Sendable {
  struct Limits: Sendable {
    /// Changes wait at most so many seconds for others to be committed with …
    var patience = 0.1
    /// … and no longer once none has come for so many: the last ones are written while the picture is still being drawn.
    var lull = 0.003
    /// So many changes wait for no others.
    var rows = 64
    /// Bytes of bodies that may wait; above it new ones are not stored.
    var waitingBytes = 64 << 20
    /// From one look whether what was committed can be put in its place to the next, in seconds.
    var rest = 1.0
    /// For a lock of another process, in seconds, before what waits is dropped.
    var lockPatience = 10.0
  }

  private struct Queue {
    var changes: [CacheKey: CacheChange] = [:]
    /// What is being committed: still to be found by readers.
    var writing: [CacheKey: CacheChange] = [:]
    var bytes = 0
    var touched: [CacheKey: Int] = [:]
    var flushes: [CheckedContinuation<Void, Never>] = []
    var isClosing = false
    var thread: pthread_t?
  }

  private let file: CacheFile
  private let bell = Doorbell()
  private let queue = Mutex(Queue())
  let limits: Limits
  /// Of the whole cache, in bytes.
  let sizeLimit: Int

  init(file: CacheFile, sizeLimit: Int, limits: Limits = Limits()) {
    self.file = file
    self.sizeLimit = sizeLimit
    self.limits = limits
  }

  /// What is known of an answer that is not in the file yet.
  func change(for key: CacheKey) -> CacheChange? {
    queue.withLock { $0.changes[key] ?? $0.writing[key] }
  }

  func add(_ change: CacheChange, for key: CacheKey) {
    guard file.isWritable else { return }
    let rings = queue.withLock { queue in
      guard !queue.isClosing else { return false }
      switch (change, queue.changes[key]) {
      case (.store(let entry), _):
        guard queue.bytes + entry.body.count <= limits.waitingBytes, entry.body.count <= sizeLimit / 4 else {
          return false
        }
        queue.bytes += entry.body.count
        queue.changes[key] = change
      case (.refresh(let freshness, let confirmed, let tag, let modified), .store(var entry)?):
        entry.refresh(freshness, confirmed: confirmed, entityTag: tag, lastModified: modified)
        queue.changes[key] = .store(entry)
      default: queue.changes[key] = change
      }
      startThread(&queue)
      return queue.changes.count == 1 || queue.changes.count == limits.rows
    }
    if rings { bell.ring() }
  }

  /// Notes that an answer was read. Committed with the next changes, or at the end.
  func touch(_ key: CacheKey, hour: Int) {
    guard file.isWritable else { return }
    let rings = queue.withLock { queue in
      guard !queue.isClosing, queue.touched.count < 100_000 else { return false }
      queue.touched[key] = hour
      startThread(&queue)
      return queue.touched.count == 4096
    }
    if rings { bell.ring() }
  }

  /// Returns when all that was added before is in the file, or has been given up.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isIdle = queue.withLock { queue in
        guard queue.thread != nil else { return true }
        queue.flushes.append(continuation)
        return false
      }
      if isIdle { continuation.resume() } else { bell.ring() }
    }
  }

  /// Flushes, and ends the thread. Nothing is taken afterwards.
  func close() async {
    await flush()
    if let thread = endThread() { pthread_join(thread, nil) }
  }

  /// Ends the thread once it has stored what waits, without waiting for it.
  func abandon() {
    if let thread = endThread() { pthread_detach(thread) }
  }

  private func endThread() -> pthread_t? {
    let thread = queue.withLock { queue in
      queue.isClosing = true
      defer { queue.thread = nil }
      return queue.thread
    }
    bell.ring()
    return thread
  }

  private func startThread(_ queue: inout Queue) {
    guard queue.thread == nil else { return }
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self)
    let code = withoutSignals {
      pthread_create(
        &thread, nil,
        { writer in
          if let writer { Unmanaged<CacheWriter>.fromOpaque(writer).takeRetainedValue().run() }
          return nil
        }, me.toOpaque())
    }
    if code == 0 { queue.thread = thread } else { me.release() }
  }
}

extension CacheWriter {
  private struct Work {
    var changes: [(key: CacheKey, change: CacheChange)]
    var touched: [CacheKey: Int]
    var flushes: [CheckedContinuation<Void, Never>]
  }

  /// What the thread does.
  private func run() {
    var heard = 0
    var writes: CacheWrites?
    var settled = ContinuousClock.Instant?.none
    while true {
      let isDone = queue.withLock { $0.isClosing && $0.changes.isEmpty && $0.flushes.isEmpty }
      if isDone { return }
      // The log is copied into the file while the picture is still being drawn: at the end nothing is left to be waited for.
      if let writes, settled.map({ $0.duration(to: .now) > .seconds(limits.rest) }) ?? true {
        let before = heard
        heard = bell.wait(heard: heard, seconds: limits.lull)
        if heard == before {
          writes.settle()
          settled = .now
          heard = bell.wait(heard: heard, seconds: nil)
        }
      } else {
        heard = bell.wait(heard: heard, seconds: nil)
      }
      gather(&heard)
      let work = takeWork()
      commit(work, with: &writes)
      queue.withLock { $0.writing = [:] }
      evict(with: &writes)
      for flush in work.flushes { flush.resume() }
    }
  }

  /// Lets more come, unless somebody waits or there is enough.
  private func gather(_ heard: inout Int) {
    var (known, waited) = (0, 0.0)
    while waited < limits.patience {
      let (count, isUrgent) = queue.withLock { queue in
        (queue.changes.count, queue.isClosing || !queue.flushes.isEmpty)
      }
      if isUrgent || count >= limits.rows || count == known { return }
      known = count
      heard = bell.wait(heard: heard, seconds: limits.lull)
      waited += limits.lull
    }
  }

  private func takeWork() -> Work {
    queue.withLock { queue in
      let work = Work(
        changes: queue.changes.map { (key: $0.key, change: $0.value) }.sorted { $0.key.row < $1.key.row },
        touched: queue.touched, flushes: queue.flushes)
      queue.writing = queue.changes
      queue.changes = [:]
      queue.bytes = 0
      queue.touched = [:]
      queue.flushes = []
      return work
    }
  }

  private func commit(_ work: Work, with writes: inout CacheWrites?) {
    guard !work.changes.isEmpty || !work.touched.isEmpty else { return }
    var waited = 0.0
    while file.isWritable {
      let failure = perform(with: &writes) { writes throws(SQLiteFailure) in
        try writes.commit(work.changes, touched: work.touched)
      }
      guard let failure else { return }
      if failure.failure.isBusy, waited < limits.lockPatience {
        waited += 0.05 + file.busyTimeout
        usleep(50_000)
        continue
      }
      file.report(failure.failure, generation: failure.generation, whileWriting: true)
      writes = nil
    }
  }

  /// Makes room, some rows at a time, so that a flush never waits for long.
  private func evict(with writes: inout CacheWrites?) {
    guard file.isWritable, writes != nil else { return }
    let failure = perform(with: &writes) { writes throws(SQLiteFailure) in
      guard try writes.usedBytes() > sizeLimit else { return }
      let goal = sizeLimit / 10 * 9
      for _ in 0..<16 {
        let excess = try writes.usedBytes() - goal
        if excess <= 0 { return }
        if try !writes.evict(bytes: excess, rows: limits.rows) { return }
      }
    }
    guard let failure, !failure.failure.isBusy else { return }
    file.report(failure.failure, generation: failure.generation, whileWriting: true)
    writes = nil
  }

  /// Runs `body` on a connection of the file's present generation.
  private func perform(
    with writes: inout CacheWrites?, _ body: (CacheWrites) throws(SQLiteFailure) -> Void
  ) -> (failure: SQLiteFailure, generation: Int)? {
    if let old = writes, old.generation != file.generation { writes = nil }
    var generation = file.generation
    do throws(SQLiteFailure) {
      if writes == nil {
        guard let (connection, present) = file.connect() else { return nil }
        generation = present
        writes = try CacheWrites(connection, generation: present)
      }
      if let writes { try body(writes) }
      return nil
    } catch {
      return (error, generation)
    }
  }
}
