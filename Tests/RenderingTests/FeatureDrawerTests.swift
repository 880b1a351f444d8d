import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Features with their symbols, as pixels.
@Suite struct FeatureDrawerTests {
  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)

  /// Features of one kind, each a list of paths, with its values.
  private func batch(
    _ kind: ShapeKind, _ shapes: [[[(Double, Double)]]], fields: [String] = [], values: [[ExpressionValue]] = []
  ) -> FeatureBatch {
    var batch = FeatureBatch(fieldNames: fields)
    for (number, shape) in shapes.enumerated() {
      let first = batch.paths.count
      for path in shape { batch.paths.append(path: path.map { Position(x: $0.0, y: $0.1) }) }
      batch.features.append(
        FeatureBatch.Feature(kind: kind, paths: first..<batch.paths.count, number: number, row: number))
      batch.values += values.isEmpty ? [] : values[number]
    }
    return batch
  }

  private func drawn(
    _ renderer: FeatureRenderer, _ batches: [FeatureBatch], labels: [LabelClass] = [], ratio: Double = 1,
    starts: [Double] = [], pictures: SymbolPictures? = nil
  ) -> DrawnFeatures {
    let style = FeatureDrawer.Style(renderer: renderer, labels: labels, pixelRatio: ratio, scale: 50_000)
    let none = SymbolPictures { _ in .failure(.missing) }
    var drawer = FeatureDrawer(style, fieldNames: batches.first?.fieldNames ?? [], pictures: pictures ?? none)
    for batch in batches { drawer.draw(batch, starts: starts) }
    return drawer.finished()
  }

  private func picture(_ drawing: Drawing, side: Int = 64, bands: Int = 64) throws -> Picture {
    let size = PixelSize(width: side, height: side)
    let prepared = PreparedDrawing(drawing, size: size)
    var bytes: [UInt8] = []
    for top in stride(from: 0, to: side, by: bands) {
      let band = top..<min(side, top + bands)
      let painted = try DrawingPainter(prepared, width: side, band: band).painted()
      bytes += (painted ?? Picture(size: PixelSize(width: side, height: band.count))).bytes
    }
    return Picture(size: size, bytes: bytes)
  }

  private func line(_ change: (inout LineSymbol) -> Void) -> Symbol {
    var symbol = LineSymbol()
    symbol.cap = .butt
    change(&symbol)
    return .line(symbol)
  }

  private func fill(_ color: Color) -> Symbol {
    var symbol = FillSymbol()
    symbol.color = .fixed(color)
    return .fill(symbol)
  }

  /// Four areas side by side.
  private var stripes: [[[(Double, Double)]]] {
    [0.0, 16, 32, 48].map { left in [[(left, 0), (left + 16, 0), (left + 16, 64), (left, 64)]] }
  }

  private let square: [[(Double, Double)]] = [[(8, 8), (56, 8), (56, 56), (8, 56)]]

  @Test func aLineIsAsWideAsItSaysAtAnyDensity() throws {
    let symbol = line {
      $0.width = .fixed(4)
      $0.color = .fixed(red)
    }
    for ratio in [1.0, 2] {
      let half = 32.0
      let shapes = drawn(.simple([symbol]), [batch(.line, [[[(0, half), (64, half)]]])], ratio: ratio).drawing
      let picture = try picture(shapes)
      let rows = (0..<64).filter { picture[10, $0] == red.premultiplied }
      #expect(rows == Array(Int(half - 2 * ratio)..<Int(half + 2 * ratio)))
    }
  }

  @Test func casingsOfAllLinesLieBelowAllLines() throws {
    let symbol = line {
      $0.width = .fixed(4)
      $0.color = .fixed(red)
      $0.casing = LineSymbol.Casing(color: .fixed(blue), width: .fixed(2))
    }
    let cross = batch(.line, [[[(0, 32), (64, 32)]], [[(32, 0), (32, 64)]]])
    let picture = try picture(drawn(.simple([symbol]), [cross]).drawing)
    #expect(picture[10, 32] == red.premultiplied && picture[32, 10] == red.premultiplied)
    // The second line's casing does not cut the first line.
    #expect(picture[28, 32] == red.premultiplied && picture[29, 31] == red.premultiplied)
    #expect(picture[10, 28] == blue.premultiplied && picture[28, 10] == blue.premultiplied)
  }

  @Test func theSecondLineSymbolLiesOverTheFirstOfEveryFeature() throws {
    let symbols = [
      line {
        $0.width = .fixed(8)
        $0.color = .fixed(blue)
      },
      line {
        $0.width = .fixed(4)
        $0.color = .fixed(red)
      },
    ]
    let cross = batch(.line, [[[(0, 32), (64, 32)]], [[(32, 0), (32, 64)]]])
    let picture = try picture(drawn(.simple(symbols), [cross]).drawing)
    #expect(picture[28, 32] == red.premultiplied && picture[32, 28] == red.premultiplied)
  }

  @Test func dashesGoOnWhereTheLineWasCut() throws {
    let symbol = line {
      $0.width = .fixed(4)
      $0.color = .fixed(red)
      $0.dash = [10, 6]
    }
    let part = batch(.line, [[[(0, 32), (64, 32)]]])
    let picture = try picture(drawn(.simple([symbol]), [part], starts: [4]).drawing)
    let columns = (0..<64).filter { picture[$0, 32] == red.premultiplied }
    #expect(columns == Array(0..<6) + Array(12..<22) + Array(28..<38) + Array(44..<54) + Array(60..<64))
  }

  @Test func holesAreHolesAndOverlappingPartsAreFilled() throws {
    let rings: [[(Double, Double)]] = [
      [(4, 4), (60, 4), (60, 60), (4, 60)], [(20, 20), (20, 40), (40, 40), (40, 20)],
      [(2, 2), (12, 2), (12, 12), (2, 12)],
    ]
    let picture = try picture(drawn(.simple([fill(red)]), [batch(.polygon, [rings])]).drawing)
    #expect(picture[30, 30] == 0 && picture[50, 50] == red.premultiplied && picture[8, 8] == red.premultiplied)
  }

  @Test func outlinesInPlaceOfRingsAreStroked() throws {
    var symbol = FillSymbol()
    var outline = LineSymbol()
    outline.color = .fixed(red)
    outline.width = .fixed(2)
    symbol.outline = outline
    var cut = batch(.polygon, [square + [[(8, 56), (8, 8), (56, 8)]]])
    cut.features[0].paths = 0..<1
    cut.features[0].outlines = 1..<2
    let picture = try picture(drawn(.simple([.fill(symbol)]), [cut]).drawing)
    #expect(picture[30, 8] == red.premultiplied && picture[8, 30] == red.premultiplied)
    #expect(picture[56, 30] == 0 && picture[30, 56] == 0)
  }

  @Test func uniqueValuesCompareAsExpressionsDo() throws {
    let renderer = FeatureRenderer.uniqueValue(
      fields: [try #require(Expression(field: "kind"))],
      values: [
        FeatureRenderer.UniqueValue(value: [.integer(1)], symbols: [fill(red)]),
        FeatureRenderer.UniqueValue(value: [.integer(2)], symbols: [fill(blue)]),
      ], otherwise: [])
    let shapes = stripes
    let result = drawn(
      renderer,
      [batch(.polygon, shapes, fields: ["kind"], values: [[.decimal(1)], [.integer(2)], [.text("1")], [.null]])])
    let picture = try picture(result.drawing)
    #expect(picture[8, 30] == red.premultiplied && picture[24, 30] == blue.premultiplied)
    #expect(picture[40, 30] == 0 && picture[56, 30] == 0)
    #expect(result.remarks.all.map(\.kind) == [.otherType("\"kind\"")] && result.remarks.all[0].count == 1)
    #expect(result.legend.map(\.title) == ["1", "2"])
  }

  @Test func aClassHoldsItsLargestValue() throws {
    let renderer = FeatureRenderer.classBreaks(
      field: try Expression("v"),
      breaks: [
        FeatureRenderer.ClassBreak(most: 10, symbols: [fill(red)]),
        FeatureRenderer.ClassBreak(most: 20, symbols: [fill(blue)]),
      ], otherwise: [])
    let shapes = stripes
    let result = drawn(
      renderer,
      [
        batch(
          .polygon, shapes, fields: ["v"], values: [[.integer(-3)], [.integer(10)], [.decimal(10.5)], [.integer(21)]])
      ])
    let picture = try picture(result.drawing)
    #expect([8, 24, 40, 56].map { picture[$0, 30] } == [red, red, blue].map(\.premultiplied) + [0])
    #expect(result.legend.map(\.title) == ["≤ 10", "10 – 20"])
  }

  @Test func whatCannotBeWorkedOutIsSaidOnceAndDrawnByDefault() throws {
    var marker = MarkerSymbol()
    marker.size = .worked(try Expression("size"))
    marker.color = .worked(try Expression("colour"))
    let points = batch(
      .point, [[[(16, 16)]], [[(32, 32)]], [[(48, 48)]]], fields: ["size", "colour"],
      values: [[.integer(20), .text("red")], [.text("big"), .text("blue")], [.null, .text("reddish")]])
    let result = drawn(.simple([.marker(marker)]), [points])
    #expect(
      result.remarks.all.map(\.words) == [
        "`size` comes to no number for 2 features (the first is number 2, `big`)",
        "`colour` comes to no colour for 1 feature (the first is number 3, `reddish`)",
      ])
    let picture = try picture(result.drawing)
    #expect(picture[24, 16] == red.premultiplied && picture[32, 32] == blue.premultiplied && picture[38, 32] == 0)
  }

  @Test func markersStandOnTheirPlacesTurnedAndAnchored() throws {
    var marker = MarkerSymbol()
    marker.form = .shape(.pin)
    marker.size = .fixed(16)
    marker.color = .fixed(red)
    let place = batch(.point, [[[(32, 40)]]])
    let upright = try picture(drawn(.simple([.marker(marker)]), [place]).drawing)
    // The tip is at the place, the disc above it.
    #expect(upright[32, 22] == red.premultiplied && upright[32, 42] == 0)
    marker.rotation = .fixed(180)
    let turned = try picture(drawn(.simple([.marker(marker)]), [place]).drawing)
    #expect(turned[32, 58] == red.premultiplied && turned[32, 38] == 0)
    marker.rotation = .fixed(0)
    marker.form = .shape(.square)
    marker.anchor = .topLeft
    marker.offset = SymbolOffset(x: .fixed(2), y: .fixed(-3))
    let square = try picture(drawn(.simple([.marker(marker)]), [place]).drawing)
    #expect((0..<64).filter { square[$0, 45] != 0 } == Array(34..<50))
    #expect((0..<64).filter { square[40, $0] != 0 } == Array(37..<53))
  }

  @Test func symbolsGoToTheGeometriesTheyAreFor() throws {
    var marker = MarkerSymbol()
    marker.size = .fixed(10)
    marker.color = .fixed(blue)
    let area = batch(.polygon, [square])
    // Alone, a marker stands inside of an area, and a line goes along its edge.
    #expect(try picture(drawn(.simple([.marker(marker)]), [area]).drawing)[32, 32] == blue.premultiplied)
    let edge = line {
      $0.width = .fixed(2)
      $0.color = .fixed(red)
    }
    #expect(try picture(drawn(.simple([edge]), [area]).drawing)[30, 8] == red.premultiplied)
    let all = try picture(drawn(.simple([fill(red), .marker(marker)]), [area]).drawing)
    #expect(all[32, 32] == red.premultiplied)
  }

  @Test func labelsAreAskedForWithTheirTexts() throws {
    var text = TextSymbol()
    text.text = TextTemplate("{name}: {pop:,.1}")
    text.priority = .worked(try Expression("pop"))
    text.wrap = 40
    let labels = [
      LabelClass(symbol: text, condition: try Expression("pop > 10")),
      LabelClass(symbol: text, minScale: 10_000),
    ]
    let points = batch(
      .point, [[[(16, 16)]], [[(32, 32)]]], fields: ["name", "pop"],
      values: [[.text("A"), .integer(1_234_567)], [.text("B"), .integer(3)]])
    let requests = drawn(.standard, [points], labels: labels, ratio: 2).labels
    #expect(requests.map(\.text) == [[TextRun("A: 1,234,567.0")]])
    #expect(requests.first?.priority == 1_234_567 && requests.first?.style.size == 28 && requests.first?.wrap == 80)
    guard case .point(let place, let clearance)? = requests.first?.subject else { return #expect(Bool(false)) }
    #expect(place == PixelPoint(x: 16, y: 16) && clearance == 9)
  }

  @Test(arguments: [1, 5, 13]) func bandsShowTheSame(_ band: Int) throws {
    var drawing = Drawing()
    var marker = MarkerSymbol()
    marker.size = .fixed(9)
    marker.outline = MarkerSymbol.Outline()
    var dashed = LineSymbol()
    dashed.dash = [7, 4]
    dashed.width = .fixed(3)
    dashed.arrow = .both
    dashed.markers = LineSymbol.Markers(symbol: marker, spacing: 15)
    var hatched = FillSymbol()
    hatched.color = .fixed(Color(red: 200, green: 220, blue: 120, alpha: 128))
    hatched.outline = dashed
    for pattern in FillSymbol.Hatch.allCases {
      hatched.hatch = FillSymbol.Hatching(pattern: pattern, color: .fixed(.black), width: 1.3, spacing: 5.7)
      let star = batch(.polygon, [[[(5.3, 8), (60.1, 20.7), (11, 61), (33, 2.2), (58, 55)]]])
      drawing.append(drawn(.simple([.fill(hatched)]), [star]).drawing)
    }
    drawing.append(
      drawn(
        .simple([.line(dashed), .marker(marker)]),
        [batch(.line, [[[(-20, 3), (70, 44.4), (10, 60)]]]), batch(.point, [[[(20.3, 12.8), (21, 40), (63.9, 13)]]])]
      ).drawing)
    #expect(try picture(drawing, bands: band) == picture(drawing))
  }

  /// A casing goes around the head of an arrow, and does not look out of its tip.
  @Test func aCasingGoesAroundArrows() throws {
    var symbol = LineSymbol()
    symbol.width = .fixed(4)
    symbol.color = .fixed(red)
    symbol.arrow = .end
    symbol.casing = LineSymbol.Casing(color: .fixed(blue), width: .fixed(2))
    let picture = try picture(drawn(.simple([.line(symbol)]), [batch(.line, [[[(8, 32), (48, 32)]]])]).drawing)
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(picture.bytes[(y * 64 + x) * 4..<(y * 64 + x) * 4 + 4]) }
    // The head is 16 long and 12 wide; behind its tip the line's own casing of 8 pixels would reach to 52.
    #expect(pixel(36, 32) == [255, 0, 0, 255] && pixel(51, 32)[3] == 0 && pixel(49, 32)[2] > 0)
    #expect(pixel(33, 38)[2] > 200 && pixel(33, 38)[0] < 50, "beside the head")
    #expect(pixel(16, 35)[2] > 200 && pixel(16, 37)[3] == 0, "beside the line")
  }

  /// Heads of 8 pixels on a line of 10: each has half of it.
  @Test func headsShareAShortLine() throws {
    let symbol = line {
      $0.arrow = .both
      $0.width = .fixed(1)
    }
    let drawing = drawn(.simple([symbol]), [batch(.line, [[[(20, 32), (30, 32)]]])]).drawing
    var heads = PathList()
    for item in drawing.items { if case .fill(let rings, _) = item.mark { heads = rings } }
    #expect(heads.count == 2 && heads.x.allSatisfy { (20...30).contains($0) })
    #expect(heads.x.filter { abs($0 - 25) < 1e-9 }.count == 4, "their feet meet in the middle")
  }

  @Test(arguments: [1, 300.0 / 96]) func aHatchCoversItsShareAndRunsOn(_ ratio: Double) throws {
    for pattern in FillSymbol.Hatch.allCases {
      let hatching = Drawing.Hatching(pattern: pattern, color: .black, width: 2 * ratio, spacing: 8 * ratio)
      var drawing = Drawing()
      // Two areas side by side are as one.
      for (left, right) in [(0.0, 29.0), (29.0, 64.0)] {
        drawing.fill(PathList(x: [left, right, right, left], y: [0, 0, 64, 64], ends: [4]), .hatch(hatching))
      }
      let picture = try picture(drawing)
      let share = (0..<64 * 64).reduce(0.0) { $0 + Double(picture.bytes[$1 * 4 + 3]) / 255 } / (64 * 64)
      // At 300 dpi the page is no whole number of lines high.
      let wanted = pattern == .cross || pattern == .diagonalCross ? 1 - 0.75 * 0.75 : 0.25
      #expect(abs(share - wanted) < (ratio == 1 ? 0.02 : 0.05), "\(pattern): \(share)")
    }
  }
}
