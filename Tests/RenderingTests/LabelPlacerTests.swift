import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct LabelPlacerTests {
  private let size = PixelSize(width: 600, height: 400)

  private func style(_ size: Double = 12, halo: Double = 1.5) -> TextStyle {
    TextStyle(size: size, color: .black, halo: TextStyle.Halo(color: .white, width: halo))
  }

  private func point(
    _ text: String, _ x: Double, _ y: Double, priority: Double = 0, clearance: Double = 4
  ) -> LabelRequest {
    LabelRequest(
      [TextRun(text)], style(), at: .point(PixelPoint(x: x, y: y), clearance: clearance), priority: priority)
  }

  private func fixed(_ text: String, _ places: [LabelRequest.FixedPlace], isObligatory: Bool = false) -> LabelRequest {
    var request = LabelRequest([TextRun(text)], style(), at: .fixed(places))
    request.isObligatory = isObligatory
    return request
  }

  private func place(_ requests: [LabelRequest], obstacles: [PixelRectangle] = []) throws -> PlacedLabels {
    var placer = LabelPlacer(size, pixelRatio: 1, obstacles: obstacles)
    return try placer.place(requests)
  }

  /// Texts all over the page and beside it, in three sizes, some turned, some on several lines.
  private func many(_ count: Int, seed: UInt64) -> [LabelRequest] {
    var random = Randomness(seed: seed)
    return (0..<count).map { number in
      let letters = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &random)))
      }
      var text = String(letters)
      if number % 5 == 0 { text += " gqjÅ and more" }
      let place = PixelPoint(
        x: Double.random(in: -50...650, using: &random), y: Double.random(in: -50...450, using: &random))
      var request = LabelRequest(
        [TextRun(text)], style([9, 12, 20][number % 3]), at: .point(place, clearance: Double(number % 4) * 3),
        priority: Double(Int.random(in: 0...3, using: &random)))
      if number % 7 == 0 { request.rotation = Double.random(in: 0...360, using: &random) }
      if number % 5 == 0 { request.wrap = 60 }
      return request
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func noLabelTouchesAnotherOrLeavesThePage(seed: UInt64) throws {
    let obstacle = PixelRectangle(x: 400, y: 300, width: 200, height: 100)
    let placed = try place(many(400, seed: seed), obstacles: [obstacle])
    let boxes = placed.labels.flatMap(\.boxes)
    #expect(boxes.count > 50)
    for (number, box) in boxes.enumerated() {
      let bounds = box.bounds
      #expect(bounds.x >= 0 && bounds.y >= 0 && bounds.x + bounds.width <= 600 && bounds.y + bounds.height <= 400)
      #expect(!box.touches(LabelBox(obstacle)))
      #expect(!boxes[..<number].contains { $0.touches(box) })
    }
    // All that is drawn lies in the boxes; curves of letters are straightened within 1/20 pixel.
    for (item, label) in zip(placed.drawing.items, placed.labels) {
      guard case .letters(let rings, _, let halo) = item.mark else { continue }
      let box = try #require(label.boxes.first).grown(by: 0.1 - (halo?.width ?? 0))
      #expect(zip(rings.x, rings.y).allSatisfy { box.contains(PixelPoint(x: $0, y: $1)) })
    }
  }

  @Test func theResultIsTheSameInAnyOrder() throws {
    let requests = many(300, seed: 9)
    var random = Randomness(seed: 10)
    let order = Array(requests.indices).shuffled(using: &random)
    let (one, other) = (try place(requests), try place(order.map { requests[$0] }))
    #expect(one.labels.map(\.boxes) == other.labels.map(\.boxes))
    #expect(one.labels.map(\.request) == other.labels.map { order[$0.request] })
    #expect(Set(one.unplaced) == Set(other.unplaced.map { order[$0] }))
  }

  @Test func placesGoToThePriorLabel() throws {
    let low = point("Oberammergau", 300, 200)
    let high = point("Ettal", 304, 203, priority: 5)
    #expect(try place([low, high]).labels.first?.request == 1)
    // So close together that only one of them keeps the best place: right above.
    let box = try #require(try place([low, high]).labels.first?.boxes.first)
    #expect(box.center.x > 304 && box.center.y < 203)
  }

  @Test func theFirstChoiceIsRightAbove() throws {
    let box = try #require(try place([point("Rome", 300, 200)]).labels.first?.boxes.first)
    #expect(box.center.x - box.half.x > 302 && box.center.y < 200 && box.center.y + box.half.y > 192)
  }

  @Test func atTheEdgeOfThePageALabelTakesAnotherSide() throws {
    let box = try #require(try place([point("Vladivostok", 590, 200)]).labels.first?.boxes.first)
    #expect(box.bounds.x + box.bounds.width < 590)
  }

  @Test func aPlaceWithoutASymbolHasItsLabelOnIt() throws {
    let box = try #require(try place([point("Ocean", 300, 200, clearance: 0)]).labels.first?.boxes.first)
    #expect(abs(box.center.x - 300) < 1 && abs(box.center.y - 200) < 3)
  }

  @Test func labelsCoverOtherSymbolsOnlyWhereTheyMust() throws {
    // The symbol without room for its own label lies where the first choice would be.
    let placed = try place([point("Alpha", 300, 200, priority: 1), point("", 325, 194, priority: 0)])
    let box = try #require(placed.labels.first?.boxes.first)
    #expect(!box.contains(PixelPoint(x: 325, y: 194)))
  }

  @Test func fixedPlacesAreTriedInTheirOrder() throws {
    let (one, other) = (PixelPoint(x: 100, y: 100), PixelPoint(x: 300, y: 100))
    let places = [
      LabelRequest.FixedPlace(point: one, anchor: .center), LabelRequest.FixedPlace(point: other, anchor: .center),
    ]
    let placed = try place([fixed("10°", places), fixed("20°", places), fixed("30°", places)])
    #expect(placed.labels.compactMap(\.boxes.first).map { ($0.center.x / 100).rounded() } == [1, 3])
    #expect(placed.unplaced == [2])
  }

  @Test(arguments: MarkerSymbol.Anchor.allCases) func theAnchorStandsOnThePlace(anchor: MarkerSymbol.Anchor) throws {
    let place = LabelRequest.FixedPlace(point: PixelPoint(x: 300, y: 200), anchor: anchor)
    let box = try #require(try self.place([fixed("HEH", [place])]).labels.first?.boxes.first)
    let (x, y) = ((box.center.x - 300) / box.half.x, (box.center.y - 200) / box.half.y)
    switch anchor {
    case .left, .topLeft, .bottomLeft: #expect(x > 0.8)
    case .right, .topRight, .bottomRight: #expect(x < -0.8)
    default: #expect(abs(x) < 0.1)
    }
    switch anchor {
    case .top, .topLeft, .topRight: #expect(y > 0.6)
    case .bottom, .bottomLeft, .bottomRight: #expect(y < -0.6)
    default: #expect(abs(y) < 0.2)
    }
  }

  @Test func obligatoryLabelsComeFirstAndAreMovedIntoThePage() throws {
    let corner = LabelRequest.FixedPlace(point: PixelPoint(x: 598, y: 3), anchor: .left)
    let placed = try place([
      point("Somewhere", 560, 8, priority: 100), fixed("31T", [corner], isObligatory: true),
    ])
    #expect(placed.labels.first?.request == 1)
    let bounds = try #require(placed.labels.first?.boxes.first).bounds
    #expect(bounds.x + bounds.width <= 600 && bounds.y >= 0)
  }

  @Test func placesThatAreNowhereAreLeftOut() throws {
    let placed = try place([point("a", .nan, 1), point("b", 1e300, 4), point("c", -.infinity, 4)])
    #expect(placed.labels.isEmpty)
    #expect(placed.unplaced == [0, 1, 2])
  }

  @Test func whatIsMissingIsNamed() throws {
    var request = point("a\u{F8F7A}", 300, 200)
    request.style.font = "No Such Font"
    request.owner = 3
    let all = try place([request]).missing
    #expect(all.count == 1)
    let missing = try #require(all[3])
    #expect(missing.fonts == ["No Such Font"] && missing.letters == ["\u{F8F7A}"])
  }

  @Test func bandsShowTheSameLetters() async throws {
    var scene = Scene(size: PixelSize(width: 300, height: 120), background: .white, layers: [])
    var placer = LabelPlacer(scene.size, pixelRatio: 1)
    let requests = many(60, seed: 3).filter { $0.text[0].text.count > 3 }
    scene.labels = try placer.place(requests).drawing
    let whole = try await scene.picture(bandHeight: 120, jobs: 1)
    for band in [1, 7, 32] { #expect(try await scene.picture(bandHeight: band, jobs: 3) == whole) }
  }
}
