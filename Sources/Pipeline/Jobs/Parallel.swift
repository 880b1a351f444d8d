import FoundationEssentials

/// Work on many things at once, with the results in the order of the things.
enum Parallel {
  static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)

  /// - Parameters:
  ///   - width: How many are worked on at the same time.
  ///   - size: How many a task takes; `nil`: several, for work that is quick.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int = processors, chunk size: Int? = nil, _ work: @escaping @Sendable (Item) async -> Result
  ) async -> [Result] {
    if items.count == 1 { return [await work(items[0])] }
    // Chunks: a task for each of a thousand quick documents would cost more than some of them.
    let chunk = size ?? max(1, min(16, items.count / (width * 4)))
    return await withTaskGroup(of: (Int, [Result]).self) { group in
      var next = 0
      func start() {
        let range = next..<min(next + chunk, items.count)
        next = range.upperBound
        group.addTask {
          var results: [Result] = []
          for item in items[range] { results.append(await work(item)) }
          return (range.lowerBound, results)
        }
      }
      while next < items.count, next < width * chunk { start() }
      var parts: [(Int, [Result])] = []
      while let part = await group.next() {
        parts.append(part)
        if next < items.count { start() }
      }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }
}
