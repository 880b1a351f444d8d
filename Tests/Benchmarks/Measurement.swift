import Diagnostics
import Glibc

/// What one item of a stage's work costs.
struct Measurement: Sendable {
  /// What is measured in, and how many of it a second has.
  enum Unit: String, Sendable {
    case document = "ms/document"
    case map = "ms/map"
    case tile = "µs/tile"
    case pixel = "ns/pixel"
    case position = "ns/position"

    var perSecond: Double {
      switch self {
      case .document, .map: 1e3
      case .tile: 1e6
      case .pixel, .position: 1e9
      }
    }
  }

  let work: String
  let unit: Unit
  /// Seconds for each item.
  var cost: Cost
  /// CPU seconds for each item that were reached before mapdoc was written, by libraries and by hand: what the work
  /// cannot be much cheaper than. `nil` where nobody measured it.
  var floor: Double?

  /// - Parameter floor: In the unit.
  init(_ work: String, _ unit: Unit, _ cost: Cost, floor: Double? = nil) {
    self.work = work
    self.unit = unit
    self.cost = cost
    self.floor = floor.map { $0 / unit.perSecond }
  }
}

/// Time that some work took.
struct Cost: Sendable {
  /// Seconds of the clock on the wall.
  var wall: Double
  /// Seconds of all processors.
  var cpu: Double

  static func - (one: Cost, other: Cost) -> Cost {
    Cost(wall: max(0, one.wall - other.wall), cpu: max(0, one.cpu - other.cpu))
  }

  /// Does work several times and takes the medians.
  ///
  /// - Parameter items: How many the work is done on.
  /// - Returns: The cost of one item: over at most 9 runs, and at least 3, within about 1.2 seconds.
  static func median(items: Int, _ work: () async throws -> Void) async rethrows -> Cost {
    try await work()  // caches of the processor, lazy constants, libraries that are opened when first needed
    var walls: [Double] = []
    var processors: [Double] = []
    var spent = 0.0
    while walls.count < 3 || (walls.count < 9 && spent < 1.2) {
      let (wall, cpu) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
      try await work()
      walls.append(seconds(CLOCK_MONOTONIC) - wall)
      processors.append(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
      spent += walls[walls.count - 1]
    }
    return Cost(wall: middle(walls) / Double(items), cpu: middle(processors) / Double(items))
  }

  /// Does two works in turn, so that both meet the same moods of the machine, and takes the median of each.
  static func medians(
    runs: Int, _ first: () async throws -> Void, _ second: () async throws -> Void
  ) async rethrows -> (first: Cost, second: Cost) {
    var costs: (first: [Cost], second: [Cost]) = ([], [])
    for run in 0...runs {
      let (one, other) = (try await timed(first), try await timed(second))
      // The first run of each opens libraries and files.
      if run == 0 { continue }
      costs.first.append(one)
      costs.second.append(other)
    }
    func median(_ costs: [Cost]) -> Cost { Cost(wall: middle(costs.map(\.wall)), cpu: middle(costs.map(\.cpu))) }
    return (median(costs.first), median(costs.second))
  }

  private static func timed(_ work: () async throws -> Void) async rethrows -> Cost {
    let (wall, cpu) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    try await work()
    return Cost(wall: seconds(CLOCK_MONOTONIC) - wall, cpu: seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
  }

  private static func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// All measurements of a run.
struct MeasurementTable: Sendable {
  private var rows: [(stage: String, measurement: Measurement)] = []

  mutating func add(_ measurement: Measurement, of stage: String) { rows.append((stage, measurement)) }

  /// For people: columns in line.
  var text: String {
    let head = ["stage", "work", "wall", "CPU", "unit", "floor", "CPU/floor"]
    let cells = [head] + rows.map { Self.cells($0.stage, $0.measurement) }
    let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let isNumber = [false, false, true, true, false, true, true]
    return cells.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += (isNumber[column] ? space + cell : cell + space) + "  "
      }
      return String(line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex))
    }.joined(separator: "\n")
  }

  /// For programs.
  var json: JSONValue {
    [
      "measurements": .array(
        rows.map { stage, one in
          [
            "stage": .string(stage), "work": .string(one.work), "unit": .string(one.unit.rawValue),
            "wall": .double(one.cost.wall * one.unit.perSecond), "cpu": .double(one.cost.cpu * one.unit.perSecond),
            "floor": one.floor.map { .double($0 * one.unit.perSecond) } ?? .null,
          ]
        })
    ]
  }

  private static func cells(_ stage: String, _ one: Measurement) -> [String] {
    let scale = one.unit.perSecond
    return [
      stage, one.work, number(one.cost.wall * scale), number(one.cost.cpu * scale), one.unit.rawValue,
      one.floor.map { number($0 * scale) } ?? "", one.floor.map { number(one.cost.cpu / $0) } ?? "",
    ]
  }

  /// Three digits that count.
  private static func number(_ value: Double) -> String {
    let decimals = value < 10 ? 2 : value < 100 ? 1 : 0
    let scale = [1, 10, 100][decimals]
    let scaled = Int((value * Double(scale)).rounded())
    if decimals == 0 { return String(scaled) }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
