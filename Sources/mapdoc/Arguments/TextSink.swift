import Glibc
import Synchronization

/// Where a command's text goes.
package protocol TextSink: Sendable {
  /// Appends a text; it may be kept back until ``flush()``.
  func write(_ text: String)
  /// Hands on all that was written.
  func flush()
  /// Why something could not be written, as the system says it; `nil` while all is well. A reader that went away
  /// (`mapdoc plan map.yaml | head`) is no failure.
  var failure: String? { get }
}

/// Keeps what is written: for tests, and for commands that look at another's output.
package final class MemorySink: TextSink {
  private let kept = Mutex("")

  package init() {}

  package var text: String { kept.withLock { $0 } }
  package func write(_ text: String) { kept.withLock { $0 += text } }
  package func flush() {}
  package var failure: String? { nil }
}

/// Writes to a file descriptor, which it does not close.
package final class DescriptorSink: TextSink {
  private let descriptor: Int32
  /// In bytes; 0 hands every text on at once.
  private let bufferSize: Int
  private let state = Mutex(State())

  private struct State {
    var buffer: [UInt8] = []
    /// Set by the first error; all that follows is dropped.
    var error: Int32 = 0
  }

  /// - Parameter isBuffered: Texts are gathered to 64 KiB, for results; otherwise each is written at once, for
  ///   messages.
  package init(descriptor: Int32, isBuffered: Bool) {
    self.descriptor = descriptor
    self.bufferSize = isBuffered ? 1 << 16 : 0
  }

  package func write(_ text: String) {
    state.withLock { state in
      guard state.error == 0 else { return }
      state.buffer.append(contentsOf: text.utf8)
      if state.buffer.count > bufferSize { writeOut(&state) }
    }
  }

  package func flush() { state.withLock { writeOut(&$0) } }

  package var failure: String? {
    let error = state.withLock { $0.error }
    return error == 0 || error == EPIPE ? nil : String(cString: strerror(error))
  }

  /// Goes on after a partial write and a signal; waits where the descriptor does not block.
  private func writeOut(_ state: inout State) {
    state.error = state.buffer.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 {
          written += count
        } else if errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    state.buffer.removeAll(keepingCapacity: true)
  }
}
