import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// What is turned away before it is looked at closely would not have found a place.
@Suite struct LookingAheadTests {
  private let size = PixelSize(width: 500, height: 400)
  private static let words = [
    "i", "l.l", "WWW", "Ķekava", "Москва", "東京都", "العربية", "हिन्दी", "a\nsecond line", "...", "x y z",
    "Saint-Rémy-en-l'Eau", "🚉",
    "fi", "A long name of many words that is broken",
  ]

  private func requests(_ seed: UInt64) -> [LabelRequest] {
    var random = Randomness(seed: seed)
    func place() -> PixelPoint {
      PixelPoint(x: .random(in: -20...520, using: &random), y: .random(in: -20...420, using: &random))
    }
    return (0..<900).map { number in
      let style = TextStyle(
        font: [nil, "DejaVu Serif", "DejaVu Sans Mono"][number % 3], size: .random(in: 6...20, using: &random),
        color: .black, halo: number % 2 == 0 ? TextStyle.Halo(color: .white, width: 1.5) : nil)
      let text = TextRun(Self.words[Int.random(in: 0..<Self.words.count, using: &random)])
      if number % 3 == 0 {
        var path = PathList()
        var at = place()
        for _ in 0..<12 {
          path.add(at.x, at.y)
          at.x += .random(in: -5...30, using: &random)
          at.y += .random(in: -15...15, using: &random)
        }
        path.endPath()
        var request = LabelRequest([text], style, at: .line(path))
        request.repeatDistance = number % 2 == 0 ? 40 : nil
        return request
      }
      var request = LabelRequest([text], style, at: .point(place(), clearance: Double(number % 4) * 3))
      if number % 7 == 0 { request.rotation = .random(in: 0...360, using: &random) }
      if number % 5 == 0 { request.wrap = .random(in: 1...90, using: &random) }
      return request
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func theSameLabelsArePlaced(_ seed: UInt64) throws {
    let requests = requests(seed)
    var (quick, slow) = (LabelPlacer(size, pixelRatio: 1), LabelPlacer(size, pixelRatio: 1))
    slow.looksAhead = false
    let (one, other) = (try quick.place(requests), try slow.place(requests))
    #expect(one.labels.count > 40 && one.labels.count < 500)
    #expect(one.labels.map(\.request) == other.labels.map(\.request))
    #expect(one.labels.map(\.boxes) == other.labels.map(\.boxes))
  }

  /// 5000 features at one place: what finds no room there is not set again and again.
  @Test func manyCalloutsAtOnePlaceEnd() throws {
    let requests = (0..<5000).map { number in
      CalloutRequest(
        at: PixelPoint(x: 250, y: 200), title: "L\(number)", lines: [], style: TextStyle(size: 11, color: .black))
    }
    var placer = LabelPlacer(size, pixelRatio: 1)
    let placed = try placer.place(callouts: requests)
    #expect(placed.labels.count > 0 && placed.labels.count + placed.unplaced.count == 5000)
    var crowded = CrowdedPlaces()
    for _ in 0..<50 {
      #expect(!crowded.hasNoRoom(for: (20, 10), requests[0]))
      crowded.addFailure(at: requests[0])
    }
    #expect(crowded.hasNoRoom(for: (20, 10), requests[0]))
  }

  @Test(arguments: [1, 2] as [UInt64], [1, 3.125]) func theSameCalloutsArePlaced(_ seed: UInt64, _ ratio: Double) throws
  {
    var random = Randomness(seed: seed)
    let requests = (0..<300).map { number in
      let lines = (0..<number % 4).map { line in
        CalloutRequest.Line(
          label: line == 1 ? "Label" : nil, value: Self.words[Int.random(in: 0..<Self.words.count, using: &random)])
      }
      return CalloutRequest(
        at: PixelPoint(x: .random(in: -20...520, using: &random), y: .random(in: -20...420, using: &random)),
        clearance: Double(number % 3) * 4, title: number % 5 == 0 ? nil : Self.words[number % Self.words.count],
        lines: lines, style: TextStyle(size: .random(in: 5...14, using: &random), color: .black))
    }
    var (quick, slow) = (LabelPlacer(size, pixelRatio: ratio), LabelPlacer(size, pixelRatio: ratio))
    slow.looksAhead = false
    let (one, other) = (try quick.place(callouts: requests), try slow.place(callouts: requests))
    #expect(one.labels.count > 3)
    #expect(one.labels.map(\.request) == other.labels.map(\.request))
    #expect(one.labels.map(\.boxes) == other.labels.map(\.boxes))
  }
}
