import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Parts of one line in several features.
@Suite struct LineJoiningTests {
  private func request(_ text: String, _ paths: [[(Double, Double)]], joins: Bool = true, size: Double = 14)
    -> LabelRequest
  {
    var list = PathList()
    for path in paths { list.append(path: path.map { Position(x: $0.0, y: $0.1) }) }
    var request = LabelRequest([TextRun(text)], TextStyle(size: size, color: .black), at: .line(list))
    request.joinsLines = joins
    return request
  }

  private func paths(_ request: LabelRequest) -> [[(Double, Double)]] {
    guard case .line(let paths) = request.subject else { return [] }
    return (0..<paths.count).map { path in paths.range(of: path).map { (paths.x[$0], paths.y[$0]) } }
  }

  private func isSame(_ one: [(Double, Double)], _ other: [(Double, Double)]) -> Bool {
    let (a, b) = (one.map { [$0.0, $0.1] }, other.map { [$0.0, $0.1] })
    return a == b || a == b.reversed()
  }

  @Test func partsThatMeetBecomeOneLineWhicheverWayTheyRun() throws {
    let joined = LineJoining.joined([
      request("Elbe", [[(0, 0), (10, 0)]]), request("Weser", [[(10, 0), (10, 50)]]),
      request("Elbe", [[(30, 5), (20, 0)]]), request("Elbe", [[(10, 0), (20, 0)]]),
      request("Elbe", [[(100, 0), (120, 0)]]),
    ])
    #expect(joined.map { $0.text[0].text } == ["Elbe", "Weser", "Elbe"])
    let path = try #require(paths(joined[0]).first)
    #expect(paths(joined[0]).count == 1 && isSame(path, [(0, 0), (10, 0), (20, 0), (30, 5)]))
  }

  /// Two arms about an island: what bends least goes on.
  @Test func atAForkTheStraightestGoesOn() throws {
    let joined = LineJoining.joined([
      request("Rhine", [[(0, 0), (100, 0)]]), request("Rhine", [[(100, 0), (150, 90)]]),
      request("Rhine", [[(100, 0), (200, 10)]]),
    ])
    #expect(joined.count == 2)
    #expect(isSame(paths(joined[0])[0], [(0, 0), (100, 0), (200, 10)]))
    #expect(isSame(paths(joined[1])[0], [(100, 0), (150, 90)]))
  }

  @Test func ringsAndPartsThatMeetTwiceEnd() throws {
    let joined = LineJoining.joined([
      request("Ring", [[(0, 0), (10, 0), (10, 10)]]), request("Ring", [[(0, 0), (0, 10), (10, 10)]]),
      request("Ring", [[(50, 50), (60, 50), (50, 60), (50, 50)]]), request("Ring", [[(1, 1)], []]),
    ])
    #expect(joined.count == 3)
    #expect(paths(joined[0]).count == 1 && paths(joined[0])[0].count == 5)
  }

  /// Other letters, other texts, and those that do not want to.
  @Test func whatIsNotOfOneKindStaysApart() {
    let line = [[(0.0, 0.0), (10.0, 0.0)]]
    let next = [[(10.0, 0.0), (20.0, 0.0)]]
    #expect(LineJoining.joined([request("A", line), request("B", next)]).count == 2)
    #expect(LineJoining.joined([request("A", line), request("A", next, size: 12)]).count == 2)
    #expect(LineJoining.joined([request("A", line), request("A", next, joins: false)]).count == 2)
    #expect(LineJoining.joined([request("A", line), request("A", next)]).count == 1)
  }

  /// The parts of one feature stay with it: it is labelled once.
  @Test func aFeatureOfSeveralPartsIsLabelledOnce() {
    let joined = LineJoining.joined([
      request("A", [[(0, 0), (10, 0)], [(40, 40), (80, 40)]]), request("A", [[(10, 0), (20, 0)]]),
    ])
    #expect(joined.count == 1 && paths(joined[0]).count == 2)
  }

  /// A street in short pieces, each too short for its name.
  @Test func aStreetInPiecesHasItsName() throws {
    let pieces = (0..<20).map { [[(100 + 10 * Double($0), 100.0), (110 + 10 * Double($0), 100.0)]] }
    var placer = LabelPlacer(PixelSize(width: 400, height: 200), pixelRatio: 1)
    let apart = try placer.place(pieces.map { request("Long Street", $0) })
    #expect(apart.labels.isEmpty)
    let joined = try placer.place(LineJoining.joined(pieces.map { request("Long Street", $0) }))
    #expect(joined.labels.count == 1)
  }

  /// 40,000 ends at one place, and lines in one row, take no longer than to look at them.
  @Test(.timeLimit(.minutes(10))) func manyLinesTakeNoTime() {
    let star = (0..<20_000).map { request("A", [[(50, 50), (Double($0), 100)]]) }
    #expect(LineJoining.joined(star).count == 20_000)
    let row = (0..<20_000).map { request("A", [[(Double($0), 0), (Double($0 + 1), 0)]]) }
    #expect(LineJoining.joined(row).count == 1)
  }
}
