import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct PolygonLabelTests {
  private let size = PixelSize(width: 800, height: 600)

  private func request(_ text: String, _ rings: [[(Double, Double)]], mayReachBeyond: Bool = false) -> LabelRequest {
    var list = PathList()
    for ring in rings { list.append(path: ring.map { Position(x: $0.0, y: $0.1) }) }
    let style = TextStyle(size: 14, color: .black, halo: TextStyle.Halo(color: .white, width: 1.5))
    var request = LabelRequest([TextRun(text)], style, at: .polygon(list))
    request.mayReachBeyond = mayReachBeyond
    return request
  }

  private func box(_ request: LabelRequest) throws -> LabelBox? {
    var placer = LabelPlacer(size, pixelRatio: 1)
    return try placer.place([request]).labels.first?.boxes.first
  }

  /// Whether all letters lie inside.
  private func isInside(_ request: LabelRequest) throws -> Bool {
    guard case .polygon(let rings) = request.subject else { return false }
    var placer = LabelPlacer(size, pixelRatio: 1)
    let items = try placer.place([request]).drawing.items
    guard case .letters(let letters, _, _) = try #require(items.first).mark else { return false }
    return letters.x.indices.allSatisfy { Self.holds(rings, letters.x[$0], letters.y[$0]) }
  }

  private static func holds(_ rings: PathList, _ x: Double, _ y: Double) -> Bool {
    var winding = 0
    for ring in 0..<rings.count {
      let path = rings.path(ring)
      for (a, b) in zip(path, path.dropFirst() + path.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += b.y > a.y ? 1 : -1 }
      }
    }
    return winding != 0
  }

  @Test func theNameStandsInTheMiddle() throws {
    let box = try #require(try box(request("Square", [[(200, 100), (600, 100), (600, 500), (200, 500)]])))
    #expect(abs(box.center.x - 400) < 8 && abs(box.center.y - 300) < 8 && box.sin == 0)
  }

  @Test func theNameStandsInTheFattestPartNotInTheCentreOfTheBox() throws {
    // A C, whose centre lies outside of it.
    let shape = [
      (100.0, 100.0), (500, 100), (500, 160), (160, 160), (160, 340), (500, 340), (500, 500), (100, 500),
    ]
    let request = request("Crescent", [shape])
    let box = try #require(try box(request))
    #expect(box.center.y > 340)
    #expect(try isInside(request))
  }

  @Test func holesStayFree() throws {
    let request = request(
      "Ring", [[(100, 100), (500, 100), (500, 300), (100, 300)], [(180, 280), (420, 280), (420, 120), (180, 120)]])
    #expect(try isInside(request))
  }

  @Test func theNameStandsInThePartThatThePageShows() throws {
    let box = try #require(try box(request("Russia", [[(600, -2000), (9000, -2000), (9000, 3000), (600, 3000)]])))
    #expect(box.center.x > 600 && box.bounds.x + box.bounds.width < 800)
    #expect(abs(box.center.x - 700) < 10 && abs(box.center.y - 300) < 10)
  }

  @Test func aLongNameIsBrokenWhereItDoesNotFit() throws {
    let narrow = [(100.0, 100.0), (210, 100), (210, 400), (100, 400)]
    let request = request("Bosna i Hercegovina", [narrow])
    let box = try #require(try box(request))
    #expect(box.half.x < 56 && box.half.y > 15)
    #expect(try isInside(request))
  }

  @Test func lettersReachOutsideOnlyWhereTheyMay() throws {
    let small = [(400.0, 300.0), (420, 300), (420, 320), (400, 320)]
    #expect(try box(request("Liechtenstein", [small])) == nil)
    let box = try #require(try box(request("Liechtenstein", [small], mayReachBeyond: true)))
    #expect(abs(box.center.x - 410) < 3 && abs(box.center.y - 310) < 3)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func lettersStayInsideOfAnyShape(seed: UInt64) throws {
    var random = Randomness(seed: seed)
    for number in 0..<30 {
      // Stars of random points, some of which cross themselves.
      let (x, y) = (Double.random(in: 0...800, using: &random), Double.random(in: 0...600, using: &random))
      let ring = (0..<12).map { _ in
        (x + Double.random(in: -160...160, using: &random), y + Double.random(in: -160...160, using: &random))
      }
      let request = request(["A", "Lower Saxony", "Two Words More"][number % 3], [ring])
      if try box(request) != nil { #expect(try isInside(request)) }
    }
  }

  @Test func hostilePolygonsEnd() throws {
    #expect(try box(request("x", [[(.nan, 0), (1, 1), (2, 0)]])) == nil)
    #expect(try box(request("x", [[(0, 0), (1e300, 0), (1e300, 1e300), (0, 1e300)]])) != nil)
    #expect(try box(request("x", [[(5, 5), (5, 5), (5, 5)]])) == nil)
  }
}
