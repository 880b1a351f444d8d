import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// Views of boxes.
@Suite struct BoxViewTests: ViewResolving {
  struct BoxCase: Sendable, CustomTestStringConvertible {
    let box: [Double]
    let from: String
    let map: String
    /// Made with pyproj: `Transformer.from_crs(from, map, always_xy=True)` over an outline of 80,000 positions.
    let expected: [Double]
    var testDescription: String { "\(box) of \(from) on \(map)" }
  }

  static let boxes: [BoxCase] = [
    BoxCase(
      box: [10, 53, 11, 54], from: "EPSG:4326", map: "EPSG:3857",
      expected: [1113194.9079327357, 6982997.920389787, 1224514.3987260093, 7170156.2939999495]),
    BoxCase(
      box: [6, 47, 15, 55], from: "EPSG:4326", map: "EPSG:25832",
      expected: [271930.4349336657, 5205164.110041762, 956095.0727166161, 6111268.070079633]),
    BoxCase(
      box: [500000, 5_200_000, 900000, 6_000_000], from: "EPSG:25832", map: "EPSG:3857",
      expected: [1001875.4171394621, 5914887.992730087, 1681458.2910747821, 7198255.485509621]),
    // A pole inside.
    BoxCase(
      box: [-180, 60, 180, 90], from: "EPSG:4326", map: "EPSG:3995",
      expected: [-3333134.027630276, -3333134.027630276, 3333134.027630276, 3333134.027630276]),
    // All longitudes about a pole: `Transformer.from_crs(3995, 4326, always_xy=True).transform(1e6, 1e6)[1]` is the south.
    BoxCase(
      box: [-1_000_000, -1_000_000, 1_000_000, 1_000_000], from: "EPSG:3995", map: "EPSG:4326",
      expected: [-180, 77.03740063459344, 180, 90]),
    BoxCase(
      box: [-10, 35, 30, 65], from: "EPSG:4326", map: "EPSG:3035",
      expected: [2498537.999600948, 1327857.734366529, 6143462.000399052, 4790028.961062004]),
    // The square world: nobody means the poles at infinity.
    BoxCase(
      box: [-180, -90, 180, 90], from: "EPSG:4326", map: "EPSG:3857",
      expected: [-20037508.342789244, -20037508.342789244, 20037508.342789244, 20037508.342789244]),
  ]

  @Test(arguments: boxes)
  func showsTheSmallestBoxAboutItsCentreGrownInOneDirection(_ example: BoxCase) throws {
    let map = try #require(resolve(box(example.box, example.from), on: example.map).map)
    let wanted = Extent(
      xmin: example.expected[0], ymin: example.expected[1], xmax: example.expected[2], ymax: example.expected[3])
    let pixel = map.view.resolution
    #expect(abs(map.view.center.x - wanted.center.x) < pixel / 8)
    #expect(abs(map.view.center.y - wanted.center.y) < pixel / 8)
    #expect(abs(pixel - max(wanted.width / 800, wanted.height / 600)) < pixel / 8 / 800)
  }

  /// Boxes of all shapes on canvases of all shapes: what is asked for is shown, in the middle, with nothing cut.
  @Test(arguments: [1.0, 2, 300.0 / 96], [(800.0, 600.0), (333, 777), (1, 1), (2000, 17)])
  func showsAllOfABoxInTheMiddleOfEveryShape(ratio: Double, side: (Double, Double)) throws {
    var numbers = Lottery(seed: 7)
    for _ in 0..<40 {
      let (x, y) = (numbers.next(-100...100), numbers.next(-60...60))
      let (width, height) = (numbers.next(0...20), numbers.next(0...20))
      let asked = Extent(xmin: x, ymin: y, xmax: x + width, ymax: y + height)
      let canvas = Documents.canvas(side.0, side.1, dpi: 96 * ratio)
      let resolution = resolve(
        box([asked.xmin, asked.ymin, asked.xmax, asked.ymax]), on: "EPSG:4326", canvas: canvas)
      let view = try #require(resolution.map?.view)
      // A view may be moved onto a level's grid by 1/64 of a pixel.
      let tolerance = view.resolution / 60
      #expect(view.extent.contains(asked, tolerance: tolerance))
      #expect(abs(view.center.x - asked.center.x) < tolerance && abs(view.center.y - asked.center.y) < tolerance)
      #expect(view.size == canvas.pixelSize)
      let filled = max(asked.width / Double(view.size.width), asked.height / Double(view.size.height))
      #expect(abs(filled / view.resolution - 1) < 1e-3)
    }
  }

  @Test func showsABoxWithoutWidthAndHeightAtOneToTenThousand() throws {
    let map = try #require(resolve(box([9.99, 53.55, 9.99, 53.55])).map)
    #expect(abs(map.groundScale - 10_000) < 0.1)
  }

  @Test func neverMakesAMapLargerThanNature() throws {
    let map = try #require(resolve(box([9.99, 53.55, 9.99 + 1e-12, 53.55 + 1e-12])).map)
    #expect(abs(map.projectedScale - 1) < 1e-6)
  }

  @Test(arguments: [
    ([170.0, -50, -170, -30], "EPSG:4326", "EPSG:3857"), ([170, -50, -170, -30], "EPSG:4326", "EPSG:4326"),
    ([170, -50, 190, -30], "EPSG:4326", "EPSG:3857"),
    // A square about the antimeridian in New Zealand's own reference.
    ([1_800_000, 5_000_000, 2_600_000, 5_800_000], "EPSG:2193", "EPSG:3857"),
  ])
  func cannotCrossTheAntimeridianWhereTheMapIsCut(_ numbers: [Double], own: String, map: String) throws {
    let resolution = resolve(box(numbers, own), on: map)
    #expect(resolution.map == nil)
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .extentNotProjectable)
    #expect(finding.message.contains("without `wrapAround` nothing lies beyond"))
    #expect(finding.range == Documents.range(Documents.extentLine))
  }

  /// `Transformer.from_crs(4326, 2193, always_xy=True).transform(180, -40)` is 2197776.67, 5548706.56.
  @Test func crossesTheAntimeridianWhereTheMapIsNotCut() throws {
    let map = try #require(resolve(box([178, -42, -178, -38]), on: "EPSG:2193").map)
    #expect(map.view.extent.contains(Position(x: 2_197_776.67, y: 5_548_706.56)))
    #expect(map.view.extent.width < 800_000)
  }

  @Test(arguments: [
    ([0.0, -95, 10, 10], "MD307"), ([.infinity, 0, 10, 10], "MD307"), ([0, 10, 10, 5], "MD109"),
  ])
  func refusesBoxesThatAreNone(_ numbers: [Double], code: String) {
    #expect(resolve(box(numbers)).codes == [code])
    #expect(resolve(box(numbers)).map == nil)
  }
}

/// Numbers that look like chance and are the same in every run (splitmix64).
struct Lottery {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return range.lowerBound + Double(z >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }
}
