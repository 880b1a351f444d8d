import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct CalloutTests {
  private let size = PixelSize(width: 800, height: 600)

  private func callout(_ title: String?, _ x: Double, _ y: Double, lines: Int = 2) -> CalloutRequest {
    CalloutRequest(
      at: PixelPoint(x: x, y: y), clearance: 5, title: title,
      lines: (0..<lines).map { CalloutRequest.Line(label: "Field \($0)", value: "value of \($0)") },
      style: TextStyle(size: 12, color: .black))
  }

  private func place(_ requests: [CalloutRequest]) throws -> PlacedLabels {
    var placer = LabelPlacer(size, pixelRatio: 1)
    return try placer.place(callouts: requests)
  }

  @Test func aBoxStandsRightAboveWithALineToItsFeature() throws {
    let placed = try place([callout("Harbour", 300, 300)])
    let box = try #require(placed.labels.first?.boxes.first)
    #expect(box.bounds.x > 305 && box.center.y < 300)
    guard case .stroke(let leader, _) = try #require(placed.drawing.items.first).mark else {
      Issue.record("no line")
      return
    }
    // It ends at the edge of the symbol.
    let (x, y) = (leader.x[1] - 300, leader.y[1] - 300)
    #expect(abs((x * x + y * y).squareRoot() - 5) < 1e-6)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func boxesTouchNeitherEachOtherNorTheEdgeOfThePage(seed: UInt64) throws {
    var random = Randomness(seed: seed)
    let requests = (0..<40).map { number in
      callout(
        number % 3 == 0 ? nil : "Place \(number)", .random(in: 0...800, using: &random),
        .random(in: 0...600, using: &random), lines: 1 + number % 4)
    }
    var placer = LabelPlacer(size, pixelRatio: 1)
    let placed = try placer.place(callouts: requests)
    let boxes = placed.labels.flatMap(\.boxes)
    #expect(boxes.count > 8)
    for (number, box) in boxes.enumerated() {
      let bounds = box.bounds
      #expect(bounds.x >= 0 && bounds.y >= 0 && bounds.x + bounds.width <= 800 && bounds.y + bounds.height <= 600)
      #expect(!boxes[..<number].contains { $0.touches(box) })
    }
    // Labels that come later keep off.
    let style = TextStyle(size: 12, color: .black)
    let labels = requests.map { LabelRequest([TextRun("label")], style, at: .point($0.point, clearance: 5)) }
    for label in try placer.place(labels).labels.flatMap(\.boxes) {
      #expect(!boxes.contains { $0.touches(label) })
    }
  }

  @Test func theOrderDoesNotMatter() throws {
    let requests = (0..<12).map { (number: Int) -> CalloutRequest in
      callout("Place \(number)", Double(100 + number * 37 % 500), Double(100 + number * 91 % 400))
    }
    let one = try place(requests).labels.map(\.boxes)
    let other = try place(requests.reversed()).labels.map(\.boxes)
    #expect(one == other)
  }

  @Test func longValuesAreBrokenAndEmptyBoxesLeftOut() throws {
    var long = callout("Title", 300, 300, lines: 0)
    long.lines = [CalloutRequest.Line(label: "Note", value: String(repeating: "word ", count: 40))]
    let box = try #require(try place([long]).labels.first?.boxes.first)
    #expect(box.half.x < 12 * 16 && box.half.y > 30)
    #expect(try place([callout(nil, 300, 300, lines: 0)]).labels.isEmpty)
  }

  @Test func aBoxWithoutRoomIsNamed() throws {
    var huge = callout("Title", 300, 300)
    huge.style.size = 300
    #expect(try place([huge]).unplaced == [0])
  }
}
