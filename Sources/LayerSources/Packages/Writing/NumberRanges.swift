/// A set of whole numbers that lie mostly in a row, kept as ranges: what has been done of a long list.
package struct NumberRanges: Sendable, Equatable {
  /// Ascending, with a gap between each and the next.
  package private(set) var ranges: [ClosedRange<Int>] = []
  package private(set) var count = 0

  package init() {}

  package func contains(_ number: Int) -> Bool {
    let index = firstIndex(endingAtOrAfter: number)
    return index < ranges.count && ranges[index].contains(number)
  }

  /// - Returns: False for a number that was in it.
  @discardableResult
  package mutating func insert(_ number: Int) -> Bool { insert(number...number) }

  /// - Returns: False where any of it was in it; nothing is changed then.
  @discardableResult
  package mutating func insert(_ new: ClosedRange<Int>) -> Bool {
    // Nearly always the next one.
    if let last = ranges.last, last.upperBound + 1 == new.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound...new.upperBound
      count += new.count
      return true
    }
    var index = firstIndex(endingAtOrAfter: new.lowerBound)
    if index < ranges.count, ranges[index].lowerBound <= new.upperBound { return false }
    var merged = new
    if index < ranges.count, ranges[index].lowerBound == new.upperBound + 1 {
      merged = merged.lowerBound...ranges.remove(at: index).upperBound
    }
    if index > 0, ranges[index - 1].upperBound + 1 == new.lowerBound {
      index -= 1
      merged = ranges.remove(at: index).lowerBound...merged.upperBound
    }
    ranges.insert(merged, at: index)
    count += new.count
    return true
  }

  /// The first number from one on that is not in it.
  package func firstMissing(from number: Int) -> Int {
    let index = firstIndex(endingAtOrAfter: number)
    return index < ranges.count && ranges[index].contains(number) ? ranges[index].upperBound + 1 : number
  }

  private func firstIndex(endingAtOrAfter number: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
