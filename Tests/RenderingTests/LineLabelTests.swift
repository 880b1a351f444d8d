import DocumentModel
import Geodesy
import Glibc
import Testing

@testable import Rendering

@Suite struct LineLabelTests {
  private let size = PixelSize(width: 800, height: 600)

  private func request(
    _ text: String, _ positions: [(Double, Double)], size: Double = 14, every distance: Double? = nil
  ) -> LabelRequest {
    var path = PathList()
    path.append(path: positions.map { Position(x: $0.0, y: $0.1) })
    let style = TextStyle(size: size, color: .black, halo: TextStyle.Halo(color: .white, width: 1.5))
    var request = LabelRequest([TextRun(text)], style, at: .line(path))
    request.repeatDistance = distance
    return request
  }

  private func place(_ requests: [LabelRequest]) throws -> PlacedLabels {
    var placer = LabelPlacer(size, pixelRatio: 1)
    return try placer.place(requests)
  }

  private func wave(_ height: Double, steps: Int = 200, reversed: Bool = false) -> [(Double, Double)] {
    let points = (0...steps).map { step in
      let x = 40 + 720 * Double(step) / Double(steps)
      return (x, 300 + height * sin(x / 90))
    }
    return reversed ? points.reversed() : points
  }

  /// A walk that turns at random.
  private func walk(_ random: inout Randomness) -> [(Double, Double)] {
    var (x, y) = (Double.random(in: 0...800, using: &random), Double.random(in: 0...600, using: &random))
    var angle = Double.random(in: 0...(2 * .pi), using: &random)
    return (0..<40).map { _ in
      angle += Double.random(in: -0.5...0.5, using: &random)
      (x, y) = (x + cos(angle) * 12, y + sin(angle) * 12)
      return (x, y)
    }
  }

  @Test(arguments: [false, true]) func lettersFollowACurveAndAreReadFromLeftToRight(isReversed: Bool) throws {
    let boxes = try #require(
      try place([request("Rivière Rouge", wave(60, reversed: isReversed))]).labels.first?.boxes)
    #expect(boxes.count == 12, "a box for each letter")
    for (one, next) in zip(boxes, boxes.dropFirst()) {
      #expect(next.center.x > one.center.x)
      // The direction changes, but not at once.
      #expect(one.cos * next.cos + one.sin * next.sin > cos(0.4))
    }
    // Above the line.
    #expect(boxes.allSatisfy { $0.center.y < 300 + 60 * sin($0.center.x / 90) + 1 })
  }

  @Test func onALineAcrossThePageTheLabelIsLevelAndStraight() throws {
    let boxes = try #require(try place([request("Main Street", [(40, 300), (760, 300)])]).labels.first?.boxes)
    #expect(boxes.allSatisfy { abs($0.sin) < 1e-6 && $0.cos > 0 })
    // In the middle of the line.
    let middle = (boxes[0].bounds.x + boxes[boxes.count - 1].bounds.x) / 2
    #expect(abs(middle - 400) < 12)
  }

  @Test func lettersStandInALineThatIsWiderThanTheyAreHigh() throws {
    var wide = request("Main Street", [(40, 300), (760, 300)])
    wide.clearance = 9
    let box = try #require(try place([wide]).labels.first?.boxes.first)
    #expect(abs(box.center.y - 300) < 3)
  }

  @Test func steepLinesAreReadUpwards() throws {
    for line in [[(400.0, 50.0), (401, 550)], [(401.0, 550.0), (400, 50)], [(400.0, 50.0), (400, 550)]] {
      let boxes = try #require(try place([request("Meridian", line)]).labels.first?.boxes)
      #expect(boxes.allSatisfy { $0.sin < -0.99 })
    }
  }

  @Test func noLabelGoesRoundASharpBend() throws {
    // A zigzag whose legs are shorter than the text.
    let zigzag = (0..<12).map { (number: Int) -> (Double, Double) in
      (60 + Double(number) * 25, number % 2 == 0 ? 200 : 280)
    }
    #expect(try place([request("A rather long name", zigzag)]).unplaced == [0])
    // A corner: the label stands on one of its legs.
    let boxes = try #require(
      try place([request("Corner House", [(100, 500), (400, 500), (400, 100)])]).labels.first?.boxes)
    #expect(boxes.allSatisfy { abs($0.sin - boxes[0].sin) < 0.35 })
  }

  @Test func noLabelGoesOverAGap() throws {
    var path = PathList()
    for start in [100.0, 160, 220] {
      path.append(path: [Position(x: start, y: 300), Position(x: start + 50, y: 300)])
    }
    var gaps = request("Transsibirskaja", [(0, 0), (1, 0)])
    gaps.subject = .line(path)
    #expect(try place([gaps]).unplaced == [0])
  }

  @Test func labelsAreRepeatedAtADistance() throws {
    let placed = try place([request("A 7", wave(20), size: 11, every: 180)])
    let centers = placed.labels.map { $0.boxes[0].center.x }.sorted()
    #expect(centers.count == 4)
    for (one, next) in zip(centers, centers.dropFirst()) { #expect(next - one > 90 && next - one < 300) }
    #expect(try place([request("A 7", wave(20), size: 11)]).labels.count == 1)
  }

  /// From one text to the next there is a gap, however short the distance is that is asked for.
  @Test(arguments: [1.0, 40, 60, 90]) func repeatedLabelsKeepApart(distance: Double) throws {
    for line in [[(20.0, 300.0), (780, 300)], wave(30), wave(8)] {
      let placed = try place([request("Diagonal", line, size: 12, every: distance)])
      #expect(placed.labels.count > 3)
      let spans = placed.labels.map { label in
        (
          left: label.boxes.map { $0.bounds.x }.min() ?? 0,
          right: label.boxes.map { $0.bounds.x + $0.bounds.width }.max() ?? 0
        )
      }.sorted { $0.left < $1.left }
      for (one, next) in zip(spans, spans.dropFirst()) {
        #expect(next.left - one.right > 3)
        #expect(next.left - one.left >= 0.8 * distance)
      }
    }
  }

  /// The same line at another number of pixels has its label at the same place.
  @Test func theResolutionDoesNotMoveALabel() throws {
    let lines: [[(Double, Double)]] = [
      [(19, 90), (230, 66)], [(12, 40), (100, 60), (228, 44)], wave(20).map { ($0.0 / 4 + 8, $0.1 / 4) },
    ]
    for line in lines {
      let lefts = try [1, 1.5, 2, 3, 3.125].map { ratio in
        // Rounded as on a grid of pixels.
        let own = line.map { (($0.0 * ratio * 8).rounded() / 8, ($0.1 * ratio * 8).rounded() / 8) }
        let placed = try place([request("Label text", own, size: 16 * ratio)])
        return try #require(placed.labels.first?.boxes.first).center.x / ratio
      }
      #expect((lefts.max() ?? 0) - (lefts.min() ?? 0) < 1.5, "\(lefts)")
    }
  }

  @Test func twoCarriagewaysAreNamedAtDifferentPlaces() throws {
    let requests = [0.0, 30].map { down in request("A 7", wave(20).map { ($0.0, $0.1 + down) }, every: 180) }
    let centers = try place(requests).labels.map { $0.boxes[0].center }
    for (number, one) in centers.enumerated() {
      for other in centers[..<number] { #expect(hypot(one.x - other.x, one.y - other.y) > 85) }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func noLetterTouchesAnotherLabelOrLeavesThePage(seed: UInt64) throws {
    var random = Randomness(seed: seed)
    let requests = (0..<120).map { number in
      request(
        ["Rhein", "Mittelland Canal", "Mountain Road 12"][number % 3], walk(&random), size: [10, 14][number % 2])
    }
    let placed = try place(requests)
    #expect(placed.labels.count > 20)
    for (number, label) in placed.labels.enumerated() {
      for box in label.boxes {
        let bounds = box.bounds
        #expect(bounds.x >= 0 && bounds.y >= 0 && bounds.x + bounds.width <= 800 && bounds.y + bounds.height <= 600)
        #expect(box.cos > -0.31, "upside down")
        #expect(!placed.labels[..<number].contains { $0.boxes.contains { $0.touches(box) } })
      }
    }
  }

  @Test func hostileLinesEnd() throws {
    let far = (0..<1000).map { (Double($0 % 2) * 1e12, Double($0)) }
    _ = try place([request("x", far, every: 1e-9), request("x", [(.nan, 1), (5, 5)]), request("x", [(5, 5), (5, 5)])])
  }
}
