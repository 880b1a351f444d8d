/// Waiting for another process, which has no way to say when.
package enum Pause {
  /// Looks every two milliseconds whether it is so; without keeping a thread.
  package static func until(_ isSo: @Sendable () -> Bool) async throws {
    while !isSo() { try await Task.sleep(for: .milliseconds(2)) }
  }
}
