import DocumentModel
import Geodesy
import Rendering

/// Setting the text of labels and finding places for them on a page of 2048 x 2048 pixels.
struct LabelStage: Stage {
  let name = "labels"

  private static let count = 20_000
  private static let page = PixelSize(width: 2048, height: 2048)

  func measure() async throws -> [Measurement] {
    [
      try await measured("20,000 labels beside points, each another text") { number, random in
        LabelRequest(
          [TextRun(Self.name(&random))], Self.style, at: .point(Self.point(&random), clearance: 3),
          priority: Double(number % 10))
      },
      try await measured("20,000 labels along lines of 200 pixels") { _, random in
        LabelRequest([TextRun(Self.name(&random))], Self.style, at: .line(Self.line(&random)))
      },
      try await measured("20,000 labels in polygons of 80 pixels") { _, random in
        LabelRequest([TextRun(Self.name(&random))], Self.style, at: .polygon(Self.polygon(&random)))
      },
    ]
  }

  private func measured(
    _ work: String, _ request: (Int, inout Numbers) -> LabelRequest
  ) async throws -> Measurement {
    // Other texts in each run: none has been set before.
    var run: UInt64 = 0
    var all: [[LabelRequest]] = []
    for _ in 0..<10 {
      run += 1
      var random = Numbers(state: run &* 0x9e37_79b9)
      all.append((0..<Self.count).map { request($0, &random) })
    }
    run = 0
    let cost = try await Cost.median(items: 1) {
      var placer = LabelPlacer(Self.page, pixelRatio: 1)
      let placed = try placer.place(all[Int(run) % all.count])
      run += 1
      guard placed.labels.count > 500 else { throw WrongWork("only \(placed.labels.count) labels were placed") }
    }
    return Measurement(work, .map, cost)
  }

  private static let style = TextStyle(size: 12, color: .black, halo: TextStyle.Halo(color: .white, width: 1.5))

  private static func name(_ random: inout Numbers) -> String {
    let letters = (0..<random.next(4...12)).map { _ in Character(Unicode.Scalar(UInt8(random.next(97...122)))) }
    return String(letters).capitalized
  }

  private static func point(_ random: inout Numbers) -> PixelPoint {
    PixelPoint(x: Double(random.next(0...20480)) / 10, y: Double(random.next(0...20480)) / 10)
  }

  private static func line(_ random: inout Numbers) -> PathList {
    var path = PathList()
    let start = point(&random)
    var (x, y) = (start.x, start.y)
    var (dx, dy) = (Double(random.next(-10...10)), Double(random.next(-10...10)))
    for _ in 0..<20 {
      path.add(x, y)
      (dx, dy) = (dx + Double(random.next(-3...3)), dy + Double(random.next(-3...3)))
      let length = max(1, (dx * dx + dy * dy).squareRoot())
      (x, y) = (x + dx / length * 10, y + dy / length * 10)
    }
    path.endPath()
    return path
  }

  private static func polygon(_ random: inout Numbers) -> PathList {
    var ring = PathList()
    let center = point(&random)
    // About the circle of radius 40, as an octagon with corners moved.
    for (x, y) in [(1.0, 0.0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7)] {
      let radius = Double(random.next(25...50))
      ring.add(center.x + x * radius, center.y + y * radius)
    }
    ring.endPath()
    return ring
  }
}

/// Numbers that are the same in every run (SplitMix64).
private struct Numbers {
  var state: UInt64

  mutating func next(_ range: ClosedRange<Int>) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return range.lowerBound + Int((value ^ value >> 31) % UInt64(range.count))
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
