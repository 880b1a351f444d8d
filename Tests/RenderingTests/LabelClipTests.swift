import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Labels of layers with a `clip`.
@Suite struct LabelClipTests {
  private let style = TextStyle(size: 12, color: .black)
  /// A window, and a hole in it.
  private let window = [
    [(100.0, 100.0), (300, 100), (300, 300), (100, 300)], [(180, 180), (180, 220), (220, 220), (220, 180)],
  ].map { ring in ring.map { PixelPoint(x: $0.0, y: $0.1) } }

  private func paths(_ places: [(Double, Double)]) -> PathList {
    var list = PathList()
    list.append(path: places.map { Position(x: $0.0, y: $0.1) })
    return list
  }

  private func drawn(_ subjects: [LabelRequest.Subject]) -> DrawnFeatures {
    var drawn = FeatureDrawer(
      FeatureDrawer.Style(pixelRatio: 1, scale: 1000), fieldNames: [],
      pictures: SymbolPictures { _ in .failure(.missing) }
    ).finished()
    drawn.labels = subjects.map { LabelRequest([TextRun("Name of it")], style, at: $0) }
    drawn.callouts = [
      CalloutRequest(at: PixelPoint(x: 50, y: 50), clearance: 3, title: "a", lines: [], style: style, priority: 0),
      CalloutRequest(at: PixelPoint(x: 150, y: 250), clearance: 3, title: "b", lines: [], style: style, priority: 0),
    ]
    return drawn
  }

  private func boxes(_ subject: LabelRequest.Subject, clips: Bool = true) throws -> [LabelBox] {
    let clip = try #require(LabelClip([window]))
    let drawn = drawn([subject])
    var placer = LabelPlacer(PixelSize(width: 400, height: 400), pixelRatio: 1)
    return try placer.place(clips ? drawn.clipped(by: clip).labels : drawn.labels).labels.flatMap(\.boxes)
  }

  private func isInside(_ box: LabelBox) -> Bool {
    let bounds = box.bounds
    return bounds.x >= 100 && bounds.y >= 100 && bounds.x + bounds.width <= 300 && bounds.y + bounds.height <= 300
  }

  @Test func aPlaceOutsideHasNoLabel() throws {
    let outside = LabelRequest.Subject.point(PixelPoint(x: 60, y: 60), clearance: 3)
    #expect(try boxes(outside).isEmpty && boxes(outside, clips: false).count == 1)
    #expect(try boxes(.point(PixelPoint(x: 200, y: 200), clearance: 3)).isEmpty, "in the hole")
    let inside = try #require(try boxes(.point(PixelPoint(x: 290, y: 150), clearance: 3)).first)
    #expect(isInside(inside), "to the left, where there is room")
  }

  @Test func lettersAlongALineStandInside() throws {
    let line = LabelRequest.Subject.line(paths([(0, 150), (290, 150)]))
    let letters = try boxes(line)
    #expect(!letters.isEmpty && letters.allSatisfy(isInside))
    #expect(try boxes(.line(paths([(0, 50), (400, 50)]))).isEmpty)
  }

  @Test func aPolygonIsLabelledWhereItShows() throws {
    let polygon = LabelRequest.Subject.polygon(paths([(0, 110), (400, 110), (400, 170), (0, 170)]))
    let box = try #require(try boxes(polygon).first)
    #expect(isInside(box) && abs(box.center.x - 200) < 60)
    #expect(try boxes(.polygon(paths([(0, 310), (400, 310), (400, 390), (0, 390)]))).isEmpty)
  }

  @Test func calloutsOfWhatIsCutAwayAreLeftOut() throws {
    let clip = try #require(LabelClip([window]))
    #expect(drawn([]).clipped(by: clip).callouts.map(\.title) == ["b"])
    #expect(LabelClip([]) == nil)
    // Of a group's clip and a layer's what lies in both.
    let left = [(0.0, 0.0), (150, 0), (150, 400), (0, 400)].map { PixelPoint(x: $0.0, y: $0.1) }
    let both = try #require(LabelClip([window, [left]]))
    #expect(both.contains(PixelPoint(x: 120, y: 120)) && !both.contains(PixelPoint(x: 160, y: 120)))
    #expect(both.bounds == PixelRectangle(x: 100, y: 100, width: 50, height: 200))
  }
}
