import Synchronization

/// What has been asked and had so far; for progress and report.
package struct FetchStatistics: Sendable, Hashable {
  /// Over the wire, with retries and redirects.
  package var requests = 0
  package var retries = 0
  /// Of bodies, as they came over the wire.
  package var bytesReceived = 0
  /// Answers that were in the cache and fresh.
  package var cacheHits = 0
  /// Answers that a server confirmed (304).
  package var revalidated = 0
  /// Answers too old that stood in for ones that could not be had.
  package var stale = 0
  package var failures = 0
  /// By host name.
  package var hosts: [String: Traffic] = [:]
  /// By ``Request/layer``.
  package var layers: [String: Traffic] = [:]

  package struct Traffic: Sendable, Hashable {
    package var requests = 0
    package var retries = 0
    package var bytesReceived = 0
    package var cacheHits = 0

    fileprivate mutating func count(isRetry: Bool, bytes: Int) {
      requests += 1
      retries += isRetry ? 1 : 0
      bytesReceived += bytes
    }
  }
}

/// Counts from all threads.
final class FetchTally: Sendable {
  private let statistics = Mutex(FetchStatistics())

  var snapshot: FetchStatistics { statistics.withLock { $0 } }

  func asked(_ address: Address, layer: String, isRetry: Bool, bytes: Int) {
    statistics.withLock { statistics in
      statistics.requests += 1
      statistics.retries += isRetry ? 1 : 0
      statistics.bytesReceived += bytes
      statistics.hosts[address.host, default: .init()].count(isRetry: isRetry, bytes: bytes)
      statistics.layers[layer, default: .init()].count(isRetry: isRetry, bytes: bytes)
    }
  }

  func found(_ address: Address, layer: String) {
    statistics.withLock { statistics in
      statistics.cacheHits += 1
      statistics.hosts[address.host, default: .init()].cacheHits += 1
      statistics.layers[layer, default: .init()].cacheHits += 1
    }
  }

  func count(_ place: WritableKeyPath<FetchStatistics, Int> & Sendable) {
    statistics.withLock { $0[keyPath: place] += 1 }
  }
}
