import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// What a document or its data ask for and no map can show: bounded, and said.
@Suite struct SymbolBoundsTests {
  private func batch(_ kind: ShapeKind, _ positions: [(Double, Double)], _ values: [ExpressionValue] = [])
    -> FeatureBatch
  {
    var batch = FeatureBatch(fieldNames: values.isEmpty ? [] : ["v"])
    batch.paths.append(path: positions.map { Position(x: $0.0, y: $0.1) })
    batch.features.append(FeatureBatch.Feature(kind: kind, paths: 0..<1, number: 4, row: 0))
    batch.values = values
    return batch
  }

  private func drawn(
    _ symbol: Symbol, _ batch: FeatureBatch, callouts: Callouts? = nil
  ) -> DrawnFeatures {
    let style = FeatureDrawer.Style(renderer: .simple([symbol]), callouts: callouts, pixelRatio: 1, scale: 50_000)
    let none = SymbolPictures { _ in .failure(.missing) }
    var drawer = FeatureDrawer(style, fieldNames: batch.fieldNames, pictures: none)
    drawer.draw(batch)
    return drawer.finished()
  }

  private func text(_ template: String, _ change: (inout TextSymbol) -> Void = { _ in }) throws -> TextSymbol {
    var text = TextSymbol()
    text.text = TextTemplate(template)
    change(&text)
    return text
  }

  private func place(_ requests: [LabelRequest]) throws -> PlacedLabels {
    var placer = LabelPlacer(PixelSize(width: 400, height: 300), pixelRatio: 1)
    return try placer.place(requests)
  }

  @Test(arguments: [1e-307, 1e-300, 1e-9, 0.0001, 0.2, 0])
  func lettersTooSmallToSeeAreNotWritten(_ size: Double) throws {
    let line = batch(.line, [(10, 150), (390, 150)], [.decimal(size)])
    let symbol = try text("abc") {
      $0.size = .worked(try! Expression("v"))
      $0.repeatDistance = 0.5
    }
    let requests = drawn(.text(symbol), line).labels
    #expect(requests.map(\.style.size) == [0])
    #expect(try place(requests).drawing.isEmpty)
    // Also where another part of the program asks for them.
    var request = try #require(requests.first)
    request.style.size = size
    #expect(try place([request]).drawing.isEmpty)
  }

  @Test func theSmallestLettersFollowALineInBoundedTime() throws {
    let line = batch(.line, [(0, 150), (4000, 160), (0, 170), (4000, 180)])
    let symbol = try text("abc") {
      $0.size = .fixed(0.5)
      $0.repeatDistance = 0.5
    }
    #expect(try place(drawn(.text(symbol), line).labels).labels.count <= 500)
  }

  @Test func aTextIsCutWhereNoLabelHasRoomForIt() throws {
    let point = batch(.point, [(100, 100)], [.text(String(repeating: "wörd ", count: 1000))])
    let labels = drawn(.text(try text("{v}{v}")), point)
    let written = try #require(labels.labels.first?.text.first?.text)
    #expect(written.unicodeScalars.count == 2000 && written.hasSuffix("wörd\u{2026}"))
    #expect(labels.remarks.all.map(\.kind) == [.cutText(2000)])
    #expect(
      labels.remarks.all.first?.words == "the text of 1 feature (the first is number 5) is cut after 2000 letters")
    let whole = batch(.point, [(100, 100)], [.text(String(repeating: "ö", count: 2000))])
    let kept = drawn(.text(try text("{v}")), whole)
    #expect(kept.labels.first?.text.first?.text.count == 2000 && kept.remarks.all.isEmpty)
  }

  /// A letter with its marks is not parted from them, unless it has thousands.
  @Test func aTextIsCutBetweenLetters() throws {
    let family = "👩‍👩‍👧"
    let families = batch(.point, [(100, 100)], [.text("a" + String(repeating: family, count: 600))])
    let written = try #require(drawn(.text(try text("{v}")), families).labels.first?.text.first?.text)
    #expect(written == "a" + String(repeating: family, count: 399) + "\u{2026}")
    let marks = batch(.point, [(100, 100)], [.text("a" + String(repeating: "\u{301}", count: 5000))])
    let one = try #require(drawn(.text(try text("{v}")), marks).labels.first?.text.first?.text)
    #expect(one.unicodeScalars.count == 2000)
  }

  @Test func aCalloutHasAsManyLinesAsItShows() throws {
    let line = Callouts.Line(label: nil, value: try #require(TextTemplate("x") as TextTemplate?))
    let callouts = Callouts(
      condition: nil, title: nil, lines: Array(repeating: line, count: 5000), text: TextSymbol())
    let found = drawn(.marker(MarkerSymbol()), batch(.point, [(100, 100)]), callouts: callouts).callouts
    #expect(found.first?.lines.count == CalloutRequest.mostLines)
  }

  private func marks(size: Double, spacing: Double, _ positions: [(Double, Double)]) -> DrawnFeatures {
    var marker = MarkerSymbol()
    marker.size = .fixed(size)
    var line = LineSymbol()
    line.width = .fixed(0)
    line.markers = LineSymbol.Markers(symbol: marker, spacing: spacing)
    return drawn(.line(line), batch(.line, positions))
  }

  private func count(_ drawing: Drawing) -> Int {
    drawing.items.reduce(0) { sum, item in
      if case .markers(let list) = item.mark { sum + list.styleNumbers.count } else { sum + 1 }
    }
  }

  @Test func marksAlongALineStandNoCloserThanTheirSizeAllows() {
    #expect(count(marks(size: 4, spacing: 10, [(0, 0), (1000, 0)]).drawing) == 100)
    #expect(count(marks(size: 4, spacing: 0.5, [(0, 0), (1000, 0)]).drawing) == 2000)
    // A 32nd of 320 is 10.
    #expect(count(marks(size: 320, spacing: 0.5, [(0, 0), (1000, 0)]).drawing) == 100)
  }

  /// A dot with an outline of 10,000 pixels is no stamp of 400 million pixels.
  @Test func anOutlineCountsAsTheMarkDoes() {
    var marker = MarkerSymbol()
    marker.size = .fixed(0.001)
    marker.outline = MarkerSymbol.Outline(color: .fixed(.black), width: .fixed(10_000))
    let drawing = drawn(.marker(marker), batch(.point, [(50, 50)])).drawing
    #expect(drawing.items.allSatisfy { if case .markers = $0.mark { false } else { true } })
    var line = LineSymbol()
    line.markers = LineSymbol.Markers(symbol: marker, spacing: 0.5)
    #expect(drawn(.line(line), batch(.line, [(0, 0), (1000, 0)])).drawing.items.count < 20)
  }

  /// Round ends of dashes a 32nd of a line's width: 10,000 circles would be a line.
  @Test func dashesWhoseEndsCloseTheirGapsAreNone() {
    let path = PathList(x: [0, 1000], y: [0, 0], ends: [2])
    for (cap, dash, polygons) in [(LineSymbol.Cap.round, [1.0, 1], 3), (.butt, [1, 1], 500), (.round, [20, 20], 75)] {
      var stroker = Stroker(Stroke(color: .black, width: 100, dash: dash, cap: cap))
      stroker.add(path, 0..<path.count)
      #expect(stroker.outlines.polygons.count == polygons)
    }
  }

  @Test func marksAlongAVeryLongLineEnd() {
    let scribble = (0..<1000).map { (Double($0 % 2) * 100, Double($0) / 10) }
    let drawn = marks(size: 4, spacing: 0.5, scribble)
    #expect(count(drawn.drawing) == SymbolLayers.markLimit)
    #expect(drawn.remarks.all.map(\.kind) == [.cutMarks(SymbolLayers.markLimit)])
    #expect(drawn.remarks.all.first?.first == 4)
  }

  /// A line of 800,000 pixels: a million dashes would take a second and a hundred megabytes, and more no machine has.
  @Test(arguments: [(0.5, false), (0.25, true)]) func dashesWithoutEndAreNoDashes(_ dash: Double, _ areLost: Bool) {
    let scribble = (0..<8001).map { (Double($0 % 2) * 100, Double($0) / 100) }
    var line = LineSymbol()
    line.dash = [dash, dash]
    var fill = FillSymbol()
    fill.outline = line
    for drawn in [
      drawn(.line(line), batch(.line, scribble)), drawn(.fill(fill), batch(.polygon, scribble)),
    ] {
      #expect(drawn.remarks.all.map(\.kind) == (areLost ? [.lostDashes(SymbolLayers.dashLimit)] : []))
      let dashes = drawn.drawing.items.compactMap {
        if case .stroke(_, let stroke) = $0.mark { stroke.dash } else { nil }
      }
      #expect(dashes == [areLost ? [] : [dash, dash]])
    }
  }
}
