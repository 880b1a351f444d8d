import Diagnostics
import DocumentModel
import Geodesy
import Resolving

/// A grid in a plan.
struct PlannedGrid: Sendable {
  let grid: ResolvedGrid
  let labels: [PageLabels.OfGrid]

  /// Intervals are in degrees, metres or units of the grid's reference; of edges of zones `null`. `xInterval` is there where
  /// lines of one x stand otherwise apart than those of one y.
  var json: JSONValue {
    [
      "id": .string(grid.grid.id.value), "type": .string(grid.grid.typeName), "datum": .string(datum),
      "levels": .array(grid.figure.levels.map(Self.json)),
      "labels": .array(
        labels.map { placed in
          [
            "text": .string(placed.label.text), "level": .int(placed.label.level),
            "x": .double(Self.rounded(placed.center.x)), "y": .double(Self.rounded(placed.center.y)),
            "angle": .double(Self.rounded(placed.angle)),
          ]
        }),
    ]
  }

  private static func json(_ level: GridLevel) -> JSONValue {
    let interval: JSONValue = level.interval.map { .double($0.y) } ?? .null
    if let both = level.interval, both.x != both.y {
      return [
        "level": .int(level.number), "interval": interval, "xInterval": .double(both.x), "lines": .int(level.lines),
      ]
    }
    return ["level": .int(level.number), "interval": interval, "lines": .int(level.lines)]
  }

  /// To a hundredth of a pixel or a degree.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private var datum: String {
    switch grid.grid.specification.kind {
    case .latlong, .utm, .mgrs: "WGS 84"
    case .usng: "NAD 83"
    case .projected(let reference): reference.name
    }
  }

  /// For people.
  var lines: [String] {
    let levels = grid.figure.levels.filter { $0.lines > 0 }.map { level -> String in
      let lines = Report.count(level.lines, "line")
      guard let interval = level.interval else { return "\(Report.count(level.lines, "edge")) of zones" }
      let words = [interval.x, interval.y].map {
        ReadableNumber.significant($0, digits: 6, places: 0...9) + grid.grid.unit
      }
      return "\(lines) each \(words[0] == words[1] ? words[0] : words[0] + " by " + words[1])"
    }
    let facts = levels + [Report.count(labels.count, "label")]
    return ["    \(grid.grid.id.value)  \(grid.grid.typeName)  " + facts.joined(separator: ", ")]
  }
}
