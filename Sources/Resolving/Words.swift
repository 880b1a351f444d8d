import Diagnostics
import Geodesy

/// How numbers, references and lists are written in reasons and findings: the same everywhere, without a locale.
enum Words {
  /// `1:25,000`, rounded to what a reader can use; `1:0.5` for what is larger than nature.
  static func scale(_ denominator: Double) -> String {
    switch denominator {
    case ..<0.001: "1:\(denominator)"
    case ..<0.1: "1:\(number(denominator, decimals: 5))"
    case ..<10: "1:\(number(denominator, decimals: 2))"
    default: "1:\(grouped(denominator))"
    }
  }

  /// A number with at most `decimals` digits behind the point and no zeros at the end: `0.35`, `12`, `1500000`.
  static func number(_ value: Double, decimals: Int = 6) -> String { ReadableNumber.fixed(value, places: decimals) }

  /// A whole number with commas between its thousands.
  static func grouped(_ value: Double) -> String { ReadableNumber.grouped(value) }

  /// The two digits that matter of a positive number, never more than it: 72,223 is 72,000.
  static func roundedDown(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    var step = 1.0
    while value / step >= 100 { step *= 10 }
    return (value / step).rounded(.down) * step
  }

  /// A length on the ground: `0.35 m`, `12 m`, `1.2 km`.
  static func metres(_ length: Double) -> String {
    switch length.magnitude {
    case ..<1: "\(number(length, decimals: 2)) m"
    case ..<100: "\(number(length, decimals: 1)) m"
    case ..<10_000: "\(number(length, decimals: 0)) m"
    default: "\(number(length / 1000, decimals: 1)) km"
    }
  }

  /// `one`, `one and two`, `one, two and three`; past `limit` the rest is counted.
  static func list(_ items: [String], limit: Int = 8) -> String {
    if items.count > limit {
      return items.prefix(limit).joined(separator: ", ") + " and \(items.count - limit) more"
    }
    guard let last = items.last, items.count > 1 else { return items.first ?? "none" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Level numbers as runs: `0 to 5, 7 and 9 to 12`.
  static func levels(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = runs.last, last.upperBound &+ 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else if runs.last?.contains(number) != true {
        runs.append(number...number)
      }
    }
    return list(
      runs.map { run in
        switch run.count {
        case 1: String(run.lowerBound)
        case 2: "\(run.lowerBound), \(run.upperBound)"
        default: "\(run.lowerBound) to \(run.upperBound)"
        }
      })
  }

  /// How a message names a reference: its code, or a short name for a definition in words.
  static func reference(_ reference: SpatialReference) -> String { reference.description }

  static func references(_ all: [SpatialReference]) -> String { list(all.map(reference)) }

  /// A magnification with the digits that matter: `1.34`, `4`, `0.013`.
  static func factor(_ value: Double) -> String {
    number(value, decimals: value < 0.1 ? 4 : value < 10 ? 2 : 1)
  }
}

extension Words {
  /// `12.5, 48` with the digits that matter on the ground.
  static func position(_ position: Position) -> String {
    "\(number(position.x)), \(number(position.y))"
  }

  static func box(_ extent: Extent) -> String {
    "[\([extent.xmin, extent.ymin, extent.xmax, extent.ymax].map { number($0) }.joined(separator: ", "))]"
  }
}
