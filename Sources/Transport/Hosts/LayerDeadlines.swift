import Synchronization

/// Gives up on a layer whose server has not answered for too long, so that one dead server does not cost a time-out for
/// each of a thousand tiles. Only time in which a request of the layer is under way counts, not time in a queue.
final class LayerDeadlines: Sendable {
  private struct Watch {
    var underWay = 0
    /// When the present wait for an answer began, moved on by the time in which nothing was under way.
    var waitingSince: Double
    /// When the last request ended.
    var idleSince: Double
    /// When it was given up.
    var gaveUpAt: Double?
  }

  /// A layer at a host. Looked up about ten times for each tile, so it hashes its texts once.
  struct Key: Hashable, Sendable {
    let layer: String
    let host: String
    private let digest: Int

    init(layer: String, host: String) {
      self.layer = layer
      self.host = host
      var hasher = Hasher()
      hasher.combine(layer)
      hasher.combine(host)
      digest = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  /// After so many seconds a layer that was given up is tried again.
  static let rest = 30.0

  private let time: Timekeeper
  private let watches = Mutex<[Key: Watch]>([:])

  init(time: Timekeeper) { self.time = time }

  func begin(_ key: Key) {
    watches.withLock { watches in
      let now = time.instant()
      var watch = watches[key] ?? Watch(waitingSince: now, idleSince: now)
      if watch.underWay == 0 { watch.waitingSince += now - watch.idleSince }
      watch.underWay += 1
      watches[key] = watch
    }
  }

  func end(_ key: Key) {
    watches.withLock { watches in
      watches[key]?.underWay -= 1
      watches[key]?.idleSince = time.instant()
    }
  }

  /// The server has answered, whatever it said.
  func answered(_ key: Key) {
    watches.withLock { watches in
      watches[key]?.waitingSince = time.instant()
      watches[key]?.gaveUpAt = nil
    }
  }

  /// Seconds that are left for an attempt; `nil` when the layer has been given up.
  /// - Parameter deadline: In seconds without any answer.
  func remaining(_ key: Key, deadline: Double) -> Double? {
    watches.withLock { watches in
      let now = time.instant()
      guard var watch = watches[key] else { return deadline }
      if let gaveUpAt = watch.gaveUpAt {
        if now - gaveUpAt < Self.rest { return nil }
        watch.gaveUpAt = nil
        watch.waitingSince = now
      }
      let left = deadline - (now - watch.waitingSince)
      if left <= 0 { watch.gaveUpAt = now }
      watches[key] = watch
      return left > 0 ? left : nil
    }
  }
}
