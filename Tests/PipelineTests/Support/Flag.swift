import Synchronization

/// Something that a test turns on, and that another thread looks at.
final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set(_ value: Bool = true) { state.withLock { $0 = value } }
}
