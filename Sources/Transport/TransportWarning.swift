/// Something about the cache that a user should know although the work goes on; said once in a run.
package enum TransportWarning: Sendable, Hashable {
  /// The file was damaged or not ours; it was renamed, and a new one begun.
  case cacheRebuilt(path: String, setAsideAs: String, reason: String)
  /// The run goes on without a cache.
  case cacheUnavailable(path: String, reason: String)
  /// What is in the cache is used; nothing more is stored.
  case cacheNotWritten(path: String, reason: String)

  /// Lower case, without full stop.
  package var message: String {
    switch self {
    case .cacheRebuilt(let path, let setAsideAs, let reason):
      "the cache `\(path)` was set aside as `\(setAsideAs)` and a new one begun: \(reason)"
    case .cacheUnavailable(let path, let reason): "the cache `\(path)` is not used: \(reason)"
    case .cacheNotWritten(let path, let reason): "nothing more is stored in the cache `\(path)`: \(reason)"
    }
  }
}
