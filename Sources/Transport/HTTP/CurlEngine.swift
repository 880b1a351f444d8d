internal import CCurl
import Glibc
import Synchronization

/// Runs exchanges with libcurl: one thread owns the multi handle and every easy handle; all others talk to it through
/// a mailbox. The thread starts with the first exchange and ends with ``shutdown()``.
final class CurlEngine: Sendable {
  /// A body that comes slower than this is broken off as timed out.
  struct LowSpeed: Sendable {
    /// Fewer bytes than this …
    var bytes = 256
    /// … in so many seconds.
    var seconds = 20.0
  }

  private struct Mailbox {
    var added: [Transfer] = []
    var cancelled: [UInt64] = []
    var isStopping = false
    var nextID: UInt64 = 0
    /// `nil` before the first exchange.
    var thread: EngineThread?
  }

  /// The multi handle, for `curl_multi_wakeup`, the one call of curl that any thread may make.
  private struct EngineThread: @unchecked Sendable {
    let id: pthread_t
    let table: UnsafePointer<mapdoc_curl>
    let multi: UnsafeMutableRawPointer
  }

  private let mailbox = Mutex(Mailbox())
  let lowSpeed: LowSpeed
  let time: Timekeeper

  init(lowSpeed: LowSpeed = LowSpeed(), time: Timekeeper = .system) {
    self.lowSpeed = lowSpeed
    self.time = time
  }

  /// What is done with a turn at a host.
  enum Start<Outcome: Sendable>: Sendable {
    case ask(WireRequest)
    /// Nothing is asked.
    case end(Outcome)
  }

  /// Asks a host once, in a turn of its gate, in one wait. The turn ends on the engine's thread, which by that starts the
  /// next exchange itself: no thread that is busy with decoding lies between two requests.
  ///
  /// - Parameters:
  ///   - admit: What to do with the turn; a cancelled task, also one that was cancelled before, gets `cancelled`. Quick.
  ///   - settle: What the answer means, before the turn ends. Quick.
  func exchange<Outcome: Sendable>(
    at gate: HostGate, as waiter: HostGate.Waiter,
    admit: @escaping @Sendable (HostGate.Passage) -> Start<Outcome>,
    settle: @escaping @Sendable (Result<WireAnswer, WireFailure>) -> Outcome
  ) async -> Outcome {
    let id = mailbox.withLock { mailbox in
      mailbox.nextID += 1
      return mailbox.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        gate.enter(waiter) { [self] passage in
          switch admit(passage) {
          case .end(let outcome):
            continuation.resume(returning: outcome)
            return false
          case .ask(let request):
            let transfer = Transfer(id: id, request: request) { result in
              let outcome = settle(result)
              gate.leave()
              continuation.resume(returning: outcome)
            }
            guard let failure = post(transfer, for: waiter) else { return true }
            continuation.resume(returning: settle(.failure(failure)))
            return false
          }
        }
      }
    } onCancel: {
      guard !gate.cancel(waiter) else { return }
      mailbox.withLock { mailbox in
        mailbox.cancelled.append(id)
        Self.wake(mailbox.thread)
      }
    }
  }

  /// - Returns: What keeps it from being started.
  private func post(_ transfer: Transfer, for waiter: HostGate.Waiter) -> WireFailure? {
    mailbox.withLock { mailbox in
      // Under the lock: a cancellation before this is seen here, one after it finds the transfer in the mailbox.
      if waiter.isCancelled || mailbox.isStopping { return .cancelled }
      if mailbox.thread == nil {
        switch startThread() {
        case .success(let thread): mailbox.thread = thread
        case .failure(let failure): return failure
        }
      }
      mailbox.added.append(transfer)
      if mailbox.added.count == 1 { Self.wake(mailbox.thread) }
      return nil
    }
  }

  /// Loads libcurl; a failure shows at the first exchange.
  static func load() { _ = mapdoc_curl_open() }

  /// Loads libcurl and starts the thread, if that is still to be done; a failure shows at the first exchange.
  func warmUp() {
    mailbox.withLock { mailbox in
      if mailbox.thread == nil, !mailbox.isStopping { mailbox.thread = try? startThread().get() }
    }
  }

  private static func wake(_ thread: EngineThread?) {
    if let thread { _ = thread.table.pointee.curl_multi_wakeup(thread.multi) }
  }

  private func startThread() -> Result<EngineThread, WireFailure> {
    guard let table = mapdoc_curl_open() else {
      return .failure(.noEngine(reason: String(cString: mapdoc_curl_open_error())))
    }
    guard let multi = table.pointee.curl_multi_init() else { return .failure(.noEngine(reason: "out of memory")) }
    _ = mapdoc_curl_multi_set_long(table, multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    _ = mapdoc_curl_multi_set_long(table, multi, CURLMOPT_MAXCONNECTS, 256)
    let loop = CurlLoop(engine: self, table: table, multi: multi)
    var id = pthread_t()
    let isStarted = withoutSignals {
      pthread_create(
        &id, nil,
        { loop in
          if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeRetainedValue().run() }
          return nil
        }, Unmanaged.passRetained(loop).toOpaque())
    }
    guard isStarted == 0 else { return .failure(.noEngine(reason: "no thread can be started")) }
    return .success(EngineThread(id: id, table: table, multi: multi))
  }

  /// Breaks off what is on its way, and returns when the thread has ended. Later exchanges are `cancelled`.
  func shutdown() async {
    if let thread = endThread() { pthread_join(thread, nil) }  // at once: nothing it does blocks
  }

  /// The same, without waiting.
  func abandon() {
    if let thread = endThread() { pthread_detach(thread) }
  }

  private func endThread() -> pthread_t? {
    mailbox.withLock { mailbox in
      mailbox.isStopping = true
      Self.wake(mailbox.thread)
      defer { mailbox.thread = nil }
      return mailbox.thread?.id
    }
  }

  /// What came since the last time; for the engine's thread.
  func takeMail() -> (added: [Transfer], cancelled: [UInt64], isStopping: Bool) {
    mailbox.withLock { mailbox in
      defer {
        mailbox.added = []
        mailbox.cancelled = []
      }
      return (mailbox.added, mailbox.cancelled, mailbox.isStopping)
    }
  }
}

/// Starts threads with every signal blocked: SIGINT goes to the main thread, and SIGPIPE, which TLS may raise, nowhere.
func withoutSignals<Result>(_ body: () -> Result) -> Result {
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
