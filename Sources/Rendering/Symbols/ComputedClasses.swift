import DocumentModel

/// Breaks of classes that are computed from values.
package enum ComputedClasses {
  /// The largest value of each class, rising, the last the largest of all; fewer where there are fewer values to tell apart.
  ///
  /// - Parameter values: In any order; finite.
  package static func breaks(
    _ values: [Double], _ method: FeatureRenderer.ComputedBreaks.Method, count: Int
  ) -> [Double] {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last, count > 0 else { return [] }
    if least == most { return [most] }
    var breaks: [Double]
    switch method {
    case .equalInterval:
      breaks = (1..<count).map { least + (most - least) * Double($0) / Double(count) }
    case .quantile:
      // Between two values, as R's type 7, numpy and QGIS interpolate.
      breaks = (1..<count).map { number in
        let place = Double(sorted.count - 1) * Double(number) / Double(count)
        let below = Int(place)
        let next = sorted[min(below + 1, sorted.count - 1)]
        return sorted[below] + (next - sorted[below]) * (place - Double(below))
      }
    case .naturalBreaks: breaks = naturalBreaks(sorted, count)
    case .standardDeviation:
      let mean = sorted.reduce(0, +) / Double(sorted.count)
      let variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sorted.count)
      let step = variance.squareRoot() * (count >= 8 ? 0.5 : 1)
      breaks = (1..<count).map { mean + step * (Double($0) - Double(count) / 2) }.filter { $0 > least && $0 < most }
    }
    breaks.append(most)
    var rising: [Double] = []
    for value in breaks where rising.last.map({ $0 < value }) ?? true { rising.append(value) }
    return rising
  }

  /// Where the sum of squared distances from the classes' means is the least (Fisher 1958, by dynamic programming; Jenks's
  /// natural breaks). Distinct values with their counts; for each class the best begin never falls as its end rises, so halving
  /// finds all of them in n log n.
  private static func naturalBreaks(_ sorted: [Double], _ count: Int) -> [Double] {
    var values: [Double] = []
    var weights: [Double] = []
    for value in sorted {
      if value == values.last {
        weights[weights.count - 1] += 1
      } else {
        values.append(value)
        weights.append(1)
      }
    }
    let size = values.count
    if size <= count { return Array(values.dropLast()) }
    // Sums from the first value on; from the middle of all, so that squares keep their digits.
    let middle = values[size / 2]
    var weight = [0.0]
    var sum = [0.0]
    var squares = [0.0]
    for (value, share) in zip(values, weights) {
      let distance = value - middle
      weight.append(weight[weight.count - 1] + share)
      sum.append(sum[sum.count - 1] + share * distance)
      squares.append(squares[squares.count - 1] + share * distance * distance)
    }
    func cost(_ start: Int, _ end: Int) -> Double {
      let (share, total) = (weight[end] - weight[start], sum[end] - sum[start])
      return max(0, squares[end] - squares[start] - total * total / share)
    }
    var best = (0...size).map { $0 == 0 ? 0 : cost(0, $0) }
    var starts: [[Int32]] = []
    for classNumber in 1..<count {
      var next = [Double](repeating: .infinity, count: size + 1)
      var begin = [Int32](repeating: 0, count: size + 1)
      // Ends first...last, whose classes begin between low and high.
      var work = [(classNumber + 1, size, classNumber, size - 1)]
      while let (first, last, low, high) = work.popLast() {
        if first > last { continue }
        let end = (first + last) / 2
        var (lowest, place) = (Double.infinity, low)
        for start in low...max(low, min(high, end - 1)) {
          let total = best[start] + cost(start, end)
          if total < lowest { (lowest, place) = (total, start) }
        }
        next[end] = lowest
        begin[end] = Int32(place)
        work.append((first, end - 1, low, place))
        work.append((end + 1, last, place, high))
      }
      best = next
      starts.append(begin)
    }
    var end = size
    var breaks: [Double] = []
    for begin in starts.reversed() {
      end = Int(begin[end])
      breaks.append(values[end - 1])
    }
    return breaks.reversed()
  }
}
