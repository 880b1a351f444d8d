import DocumentModel
import Glibc

/// A filter that resamples along one axis.
struct FilterKernel: Sendable {
  /// In source pixels, when the picture is not shrunk.
  let radius: Double
  let value: @Sendable (Double) -> Double

  /// `nil` for `nearest`, which is no filter.
  init?(_ resampling: Resampling) {
    switch resampling {
    case .nearest: return nil
    case .bilinear: self.init(radius: resampling.radius) { max(0, 1 - abs($0)) }
    case .cubic: self.init(radius: resampling.radius, value: Self.catmullRom)
    case .lanczos: self.init(radius: resampling.radius, value: Self.lanczos3)
    }
  }

  private init(radius: Double, value: @escaping @Sendable (Double) -> Double) {
    self.radius = radius
    self.value = value
  }

  /// Keys (1981) with a = -1/2, which is Catmull and Rom's spline.
  private static func catmullRom(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }

  /// sinc(x)·sinc(x/3), Duchon (1979).
  private static func lanczos3(_ distance: Double) -> Double {
    if distance == 0 { return 1 }
    if abs(distance) >= 3 { return 0 }
    let x = distance * .pi
    return 3 * sin(x) * sin(x / 3) / (x * x)
  }
}

/// Which source pixels make each result pixel along one axis, and with what weight.
struct AxisWeights: Sendable {
  /// Weights of each result pixel.
  let taps: Int
  /// The first source pixel of each result pixel.
  private(set) var firsts: [Int] = []
  /// `taps` for each result pixel: whole multiples of 1/16384 with a sum of exactly 1, so that what is even or
  /// opaque stays so and the last bits of a processor's `sin` do not show.
  private(set) var weights: [Float] = []

  private static let unit = 16384.0

  /// - Parameters:
  ///   - results: Device pixels.
  ///   - origin: Where source pixel 0 begins, in device pixels.
  ///   - scale: Device pixels for each source pixel, above 0. Below 1 the filter is widened, so that all source
  ///     pixels have a part (but for `nearest`).
  ///   - limits: The source pixels there are; the outermost stand for those beyond.
  init(results: Range<Int>, origin: Double, scale: Double, limits: Range<Int>, resampling: Resampling) {
    let kernel = FilterKernel(resampling)
    let stretch = max(1, 1 / scale)
    let reach = (kernel?.radius ?? 0) * stretch
    taps = kernel == nil ? 1 : min(limits.count, Int((2 * reach).rounded(.up)) + 1)
    firsts.reserveCapacity(results.count)
    weights.reserveCapacity(results.count * taps)
    for result in results {
      let center = (Double(result) + 0.5 - origin) / scale
      guard let kernel else {
        firsts.append(min(limits.upperBound - 1, max(limits.lowerBound, Int(center.rounded(.down)))))
        weights.append(1)
        continue
      }
      // The first source pixel whose centre is within reach.
      let start = Int((center - reach - 0.5).rounded(.up))
      let first = min(limits.upperBound - taps, max(limits.lowerBound, start))
      firsts.append(first)
      append(center: center, reach: reach, start: start, first: first, stretch: stretch, kernel: kernel)
    }
  }

  private mutating func append(
    center: Double, reach: Double, start: Int, first: Int, stretch: Double, kernel: FilterKernel
  ) {
    var raw = [Double](repeating: 0, count: taps)
    for source in start...max(start, Int((center + reach - 0.5).rounded(.down))) {
      raw[min(taps - 1, max(0, source - first))] += kernel.value((Double(source) + 0.5 - center) / stretch)
    }
    let sum = raw.reduce(0, +)
    var whole = raw.map { ($0 / sum * Self.unit).rounded() }
    // What rounding took or gave is the heaviest one's.
    let heaviest = whole.indices.reduce(0) { whole[$1] > whole[$0] ? $1 : $0 }
    whole[heaviest] += Self.unit - whole.reduce(0, +)
    weights += whole.map { Float($0 / Self.unit) }
  }

  /// The source pixels that are read.
  var reads: Range<Int> {
    guard let least = firsts.min(), let most = firsts.max() else { return 0..<0 }
    return least..<most + taps
  }
}
