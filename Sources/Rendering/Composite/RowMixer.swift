import DocumentModel

/// Makes a row of a resampled picture: rows of the source are added up with their weights, then mixed along the row.
struct RowMixer {
  /// Columns of the source that are read.
  private let reads: Range<Int>
  private var sums: [SIMD4<Float>]

  init(reads: Range<Int>) {
    self.reads = reads
    sums = [SIMD4<Float>](repeating: .zero, count: reads.count)
  }

  /// Forgets the last row.
  mutating func begin() {
    var sums = sums.mutableSpan
    sums.update(repeating: .zero)
  }

  /// Adds a row of a picture whose left edge lies at column `start` of the source.
  mutating func add(_ picture: borrowing Picture, row: Int, at start: Int, weight: Float) {
    let columns = reads.clamped(to: start..<start + picture.size.width)
    guard weight != 0, !columns.isEmpty else { return }
    let offset = columns.lowerBound - reads.lowerBound
    var sums = sums.mutableSpan
    picture.withRow(row, columns: columns.lowerBound - start..<columns.upperBound - start) { source in
      precondition(offset >= 0 && offset + source.count <= sums.count)
      for place in 0..<source.count {
        sums[unchecked: offset + place] += channels(source[unchecked: place]) * weight
      }
    }
  }

  /// Adds the same pixel over `columns` of the source.
  mutating func add(_ pixel: UInt32, columns: Range<Int>, weight: Float) {
    let part = channels(pixel) * weight
    for column in reads.clamped(to: columns) { sums[column - reads.lowerBound] += part }
  }

  /// Mixes the columns. Colours never pass their alpha.
  mutating func write(_ weights: borrowing AxisWeights, overshoots: Bool, into target: inout MutableSpan<UInt32>) {
    let (firsts, values, taps, sums) = (weights.firsts.span, weights.weights.span, weights.taps, sums.span)
    precondition(
      target.count == firsts.count && values.count == firsts.count * taps
        && weights.reads.lowerBound >= reads.lowerBound
        && weights.reads.upperBound <= reads.upperBound)
    for place in 0..<target.count {
      let first = firsts[unchecked: place] - reads.lowerBound
      var sum = sums[unchecked: first] * values[unchecked: place * taps]
      var tap = 1
      while tap < taps {
        sum += sums[unchecked: first + tap] * values[unchecked: place * taps + tap]
        tap += 1
      }
      if overshoots { sum = withinAlpha(sum) }
      target[unchecked: place] = pixel(sum)
    }
  }
}

/// What a filter with negative weights gives, brought back into its range: colours never pass their alpha.
@inline(__always)
func withinAlpha(_ channels: SIMD4<Float>) -> SIMD4<Float> {
  let alpha = min(255, max(0, channels.w))
  return pointwiseMin(pointwiseMax(channels, .zero), SIMD4(repeating: alpha))
}
