import Arguments
import Glibc
import Pipeline
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: the first lets the run end in order, so that no half-written file is left; the second, or two
/// seconds, ends it at once after the files that are being written have been taken away.
enum Interruption {
  private struct State {
    var number: Int32?
    var stop: (@Sendable () -> Void)?
  }

  private static let state = Mutex(State())

  /// How the run was stopped; `nil` where it was not.
  static var status: ExitStatus? {
    switch state.withLock({ $0.number }) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    case SIGHUP: .hungUp
    default: nil
    }
  }

  /// The end of a pipe that the handler writes the signal's number into.
  private static let bell = Atomic<Int32>(-1)

  /// Takes the signals over, with a thread of its own that waits for them.
  ///
  /// By a handler, not by blocking them: the main thread of an asynchronous program waits with all signals open.
  static func begin() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(ends[1], ordering: .sequentiallyConsistent)
    let reading = ends[0]
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        Interruption.wait(at: Int32(Int(bitPattern: argument)))
        return nil
      }, UnsafeMutableRawPointer(bitPattern: Int(reading)))
    guard error == 0 else { return }
    pthread_detach(thread)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // Nothing but what a handler may do.
      let savedError = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Interruption.bell.load(ordering: .relaxed), &byte, 1)
      errno = savedError
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    // `nohup` starts us with the signal ignored, and it stays so.
    var present = sigaction()
    sigaction(SIGHUP, nil, &present)
    if present.__sigaction_handler.sa_handler == nil { sigaction(SIGHUP, &action, nil) }
  }

  /// - Parameter stop: Called once, from another thread; at once when a signal has come already.
  static func whenItComes(_ stop: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      state.stop = stop
      return state.number != nil
    }
    if hasCome { stop() }
  }

  private static func wait(at reading: Int32) {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) != 1 { if errno != EINTR { return } }
    let stop = state.withLock { state in
      state.number = Int32(byte)
      return state.stop
    }
    stop?()
    // Another signal, or the end of patience; a run that ends in order is gone before.
    var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, 2000)
    UnfinishedFiles.remove()
    _exit((status ?? .interrupted).rawValue)
  }
}
