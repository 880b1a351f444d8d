#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Round intervals between lines, and the choice among them.
struct GridIntervals {
  /// Of what kind of numbers they are round.
  enum Numbers {
    /// 1, 2 and 5 times powers of ten.
    case decimal
    /// Degrees, and then minutes and seconds or decimals, as labels write them.
    case angles(AngleFormat)
  }

  let numbers: Numbers

  /// Logical pixels between lines of the finest level: at least that many, and at most where the kind of grid lets choose. Grids
  /// with an interval for each power of ten have up to ten times the least.
  static let closest = 40.0
  static let widest = 200.0
  /// Looked for first: labels have room beside each other.
  private static let comfortable = 75.0
  /// Lines of one level.
  static let mostLines = 500.0
  private static let mostLevels = 3

  private static let wholeDegrees = [1.0, 2, 5, 10, 15, 30, 45, 90]
  private static let sixtieths = [1.0, 2, 5, 10, 20, 30]

  /// The smallest round interval that is at least so large.
  func atLeast(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 90 }
    guard case .angles(let format) = numbers else { return Self.decimal(atLeast: value) }
    if value > 30.0 / 60 || format == .decimalDegrees && value > 0.5 {
      return Self.wholeDegrees.first { $0 >= value * (1 - 1e-9) } ?? 90
    }
    switch format {
    case .decimalDegrees: return Self.decimal(atLeast: value)
    case .degreesDecimalMinutes: return Self.sixtieth(atLeast: value * 60).map { $0 / 60 } ?? 1
    case .degreesMinutesSeconds:
      if value > 30.0 / 3600 { return Self.sixtieth(atLeast: value * 60).map { $0 / 60 } ?? 1 }
      return Self.sixtieth(atLeast: value * 3600).map { $0 / 3600 } ?? 1.0 / 60
    }
  }

  private static func sixtieth(atLeast value: Double) -> Double? {
    value > 0.5 * (1 + 1e-9) ? sixtieths.first { $0 >= value * (1 - 1e-9) } : decimal(atLeast: value)
  }

  private static func decimal(atLeast value: Double) -> Double {
    let exponent = log10(value).rounded(.down)
    for step in [1.0, 2, 5, 10] {
      let candidate = exponent < 0 ? step / pow(10, -exponent) : step * pow(10, exponent)
      if candidate >= value * (1 - 1e-9) { return candidate }
    }
    return value
  }

  /// The finest intervals for so many logical pixels a unit: the same in x and y where both then stand apart as they should.
  func finest(_ pixelsPerUnit: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let least = min(pixelsPerUnit.x, pixelsPerUnit.y)
    let most = max(pixelsPerUnit.x, pixelsPerUnit.y)
    for distance in [Self.comfortable, Self.closest] {
      let both = atLeast(distance / least)
      if both * most <= Self.widest { return (both, both) }
    }
    return (atLeast(Self.comfortable / pixelsPerUnit.x), atLeast(Self.comfortable / pixelsPerUnit.y))
  }

  /// The next round interval above.
  func coarser(than interval: Double) -> Double { atLeast(interval * 1.01) }

  /// Intervals of the levels that show, the finest last: each a multiple of the next.
  func levels(finest: Double) -> [Double] {
    var levels = [finest]
    while levels.count < Self.mostLevels, let coarser = heavier(than: levels[0]) { levels.insert(coarser, at: 0) }
    return levels
  }

  /// Of which lines are drawn heavier than those of an interval; `nil`: of none.
  private func heavier(than interval: Double) -> Double? {
    guard case .angles(let format) = numbers else {
      // 1 -> 10, 2 -> 10, 5 -> 50.
      let leading = Self.leading(interval)
      return interval * (leading == 2 ? 5 : 10)
    }
    if interval >= 1 {
      switch interval.rounded() {
      case 1, 2: return interval * 5
      case 5: return 30
      case 10: return 30
      case 15, 30, 45: return 90
      default: return nil
      }
    }
    let isDecimal = format == .decimalDegrees
    let part = isDecimal ? interval : interval * 60 >= 1 - 1e-9 ? interval * 60 : interval * 3600
    if isDecimal { return interval * (Self.leading(interval) == 5 ? 10 : 5) }
    if format == .degreesDecimalMinutes, interval * 60 < 1 - 1e-9 {
      return interval * (Self.leading(interval * 60) == 5 ? 10 : 5)
    }
    switch (part * 1000).rounded() / 1000 {
    case 1, 2: return interval * 5
    case 5: return interval * 6
    case 10: return interval * 3
    case 20: return interval * 3
    case 30: return interval * 10
    default: return interval * (Self.leading(part) == 5 ? 10 : 5)
    }
  }

  private static func leading(_ value: Double) -> Int {
    guard value > 0, value.isFinite else { return 1 }
    return Int(saturating: (value / pow(10, (log10(value) + 1e-9).rounded(.down))).rounded())
  }
}

/// Lines at the multiples of an interval.
struct IntervalSteps {
  let interval: Double
  /// Set where it is exactly 1 / that: 1/60 of a degree.
  private let inverse: Double?

  init(_ interval: Double) {
    self.interval = interval
    let inverse = (1 / interval).rounded()
    self.inverse = interval < 1 && abs(inverse * interval - 1) < 1e-12 ? inverse : nil
  }

  func value(_ step: Int) -> Double { inverse.map { Double(step) / $0 } ?? Double(step) * interval }

  /// The steps from one value to another.
  func steps(from low: Double, to high: Double) -> ClosedRange<Int>? {
    let first = (low / interval - 1e-9).rounded(.up)
    let last = (high / interval + 1e-9).rounded(.down)
    guard first <= last, last - first < 1e6, abs(first) < 1e15, abs(last) < 1e15 else { return nil }
    return Int(first)...Int(last)
  }

  /// How many of its own steps a coarser interval is.
  func ratio(to coarser: Double) -> Int { max(1, Int(saturating: (coarser / interval).rounded())) }
}
