import DocumentModel

/// A filter's values in steps of 1/256 pixel, in whole multiples of 1/16384, so that the last bits of a processor's `sin` do
/// not show.
struct FilterTable: Sendable {
  /// In source pixels, when the picture is not shrunk.
  let radius: Float
  private let values: [Float]

  private static let steps = 256
  private static let unit = 16384.0

  private init(_ kernel: FilterKernel) {
    radius = Float(kernel.radius)
    values = (0...Int(kernel.radius) * Self.steps + 1).map { step in
      (kernel.value(Double(step) / Double(Self.steps)) * Self.unit).rounded() / Self.unit
    }.map(Float.init)
  }

  /// - Parameter distance: From 0 to the radius, and not more than a step beyond.
  @inline(__always)
  func value(_ distance: Float) -> Float {
    values[min(values.count - 1, Int(distance * Float(Self.steps) + 0.5))]
  }

  /// `nil` for `nearest`, which is no filter.
  static func table(_ resampling: Resampling) -> FilterTable? {
    switch resampling {
    case .nearest: nil
    case .bilinear: bilinear
    case .cubic: cubic
    case .lanczos: lanczos
    }
  }

  private static let bilinear = FilterKernel(.bilinear).map(FilterTable.init)
  private static let cubic = FilterKernel(.cubic).map(FilterTable.init)
  private static let lanczos = FilterKernel(.lanczos).map(FilterTable.init)
}

/// Where a filter reads its pixels.
protocol PixelReading {
  /// - Parameters:
  ///   - x: From the place that coordinates count from; so does `y`.
  func pixel(x: Int, y: Int) -> UInt32
}

/// Mixes all pixels around a place by a filter, which is widened where the picture is shrunk.
struct FilterSampler {
  let table: FilterTable
  private let overshoots: Bool
  private var across: [Float]
  private var down: [Float]

  /// A filter that is widened more reads only each second pixel, or each third, …: as many as at this widening.
  static let mostStretch: Float = 8

  init(_ table: FilterTable, overshoots: Bool) {
    self.table = table
    self.overshoots = overshoots
    let taps = Int(2 * table.radius * Self.mostStretch) + 4
    across = [Float](repeating: 0, count: taps)
    down = across
  }

  /// - Parameters:
  ///   - place: In pixels; at least the filter's reach from 0 on both axes.
  ///   - stretch: How much wider the filter is than its own radius, on both axes; at least 1.
  mutating func pixel(_ source: borrowing some PixelReading, _ place: SIMD2<Float>, stretch: SIMD2<Float>) -> UInt32 {
    let columns = Self.weigh(place.x, stretch.x, table, &across)
    let rows = Self.weigh(place.y, stretch.y, table, &down)
    var sum = SIMD4<Float>.zero
    for row in 0..<rows.count {
      var line = SIMD4<Float>.zero
      let y = rows.first + row * rows.step
      for column in 0..<columns.count {
        line += channels(source.pixel(x: columns.first + column * columns.step, y: y)) * across[column]
      }
      sum += line * down[row]
    }
    sum *= 1 / (columns.sum * rows.sum)
    return Rendering.pixel(overshoots ? withinAlpha(sum) : sum)
  }

  private struct Taps {
    let first: Int
    let step: Int
    let count: Int
    let sum: Float
  }

  @inline(__always)
  private static func weigh(_ place: Float, _ stretch: Float, _ table: FilterTable, _ weights: inout [Float]) -> Taps {
    let reach = table.radius * stretch
    let step = max(1, Int((stretch / mostStretch).rounded(.up)))
    let start = place - reach - 0.5
    // Both are above 0, where cutting off is rounding down.
    let first = Int(start) + (Float(Int(start)) < start ? 1 : 0)
    let last = Int(place + reach - 0.5)
    let count = min(weights.count, (last - first) / step + 1)
    let scale = 1 / stretch
    var sum: Float = 0
    for tap in 0..<count {
      let weight = table.value(abs(Float(first + tap * step) + 0.5 - place) * scale)
      weights[tap] = weight
      sum += weight
    }
    return Taps(first: first, step: step, count: count, sum: sum)
  }
}
