import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct ViewFinderTests {
  /// The view of an extent on a map in a reference, on an 800 x 600 canvas unless told.
  private func resolve(
    _ extent: ExtentForm?, on map: String = "EPSG:3857", canvas: Canvas = Documents.canvas(800, 600),
    bookmarks: [(String, ExtentForm)] = [], change: (inout TiledKeys) -> Void = { _ in }
  ) -> Resolution {
    let reference = SpatialReference.code(map)
    let scheme: TilingScheme =
      switch reference {
      case .webMercator: .webMercator
      case .wgs84: .wgs84
      default: Sources.scheme(reference, origin: Position(x: -5e6, y: 1e7), coarsest: 16_384, levels: 0...16)
      }
    let document = Documents.map(
      [Documents.tiled("base") { _, keys in change(&keys) }], canvas: canvas, extent: extent, bookmarks: bookmarks)
    return Resolver(document, ["base": Sources.described(scheme)]).resolve()
  }

  private func box(_ box: [Double], _ reference: String = "EPSG:4326") -> ExtentForm {
    .box(xmin: box[0], ymin: box[1], xmax: box[2], ymax: box[3], reference: .code(reference))
  }

  private func center(_ x: Double, _ y: Double, _ scale: ExtentScale, _ reference: String = "EPSG:4326") -> ExtentForm {
    .center(Position(x: x, y: y), reference: .code(reference), scale, snapsToLevel: false)
  }

  // MARK: - Boxes

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

  // MARK: - Centres

  struct CenterCase: Sendable, CustomTestStringConvertible {
    let position: [Double]
    let map: String
    let place: [Double]
    let atScale: Double
    let atZoom: Double
    var testDescription: String { "\(position) on \(map)" }
  }

  /// Made with pyproj: the geodesic (`CRS.get_geod().inv`) between places 50 m left and right of the centre gives metres m
  /// for a unit; `25000 * 0.0254 / 96 / m`, and `2 * pi * 6378137 / 256 / 2**7.5 * m(EPSG:3857) / m`.
  static let centers: [CenterCase] = [
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:3857", place: [1112081.713024803, 7085388.165495079],
      atScale: 11.109255336202978, atZoom: 864.7862565471371),
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:4326", place: [9.99, 53.55], atScale: 9.979613863703915e-05,
      atZoom: 0.007768507117532992),
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:25832", place: [565590.9406877231, 5933912.16541642],
      atScale: 6.612286717956449, atZoom: 514.7252903084625),
    CenterCase(
      position: [2.35, 48.85], map: "EPSG:2154", place: [652301.5648305281, 6861302.725899576],
      atScale: 6.613841179011375, atZoom: 570.0766429943193),
    CenterCase(
      position: [25, 70], map: "EPSG:3857", place: [2782987.269831839, 11068715.659379493],
      atScale: 19.282501737322725, atZoom: 864.786256547137),
    CenterCase(
      position: [14, 60], map: "EPSG:25832", place: [778711.2297558112, 6661953.040422019],
      atScale: 6.618235079351903, atZoom: 433.72202433229853),
  ]

  @Test(arguments: centers)
  func measuresScaleOnTheGroundAndZoomByTheGroundOfWebMercator(_ example: CenterCase) throws {
    let position = example.position
    let scaled = try #require(
      resolve(center(position[0], position[1], .scale(25_000)), on: example.map).map)
    #expect(abs(scaled.view.resolution / example.atScale - 1) < 1e-6)
    #expect(abs(scaled.groundScale - 25_000) < 0.05)
    #expect(abs(scaled.view.center.x - example.place[0]) < scaled.view.resolution / 8)
    #expect(abs(scaled.view.center.y - example.place[1]) < scaled.view.resolution / 8)
    let zoomed = try #require(resolve(center(position[0], position[1], .zoom(7.5)), on: example.map).map)
    #expect(abs(zoomed.view.resolution / example.atZoom - 1) < 1e-6)
  }

  /// A logical pixel is 1/96 inch, and a degree 111319.4908 m.
  @Test(arguments: [1.0, 2, 3.125])
  func meansLogicalPixelsByResolutionAndProjectedScale(ratio: Double) throws {
    let canvas = Documents.canvas(800, 600, dpi: 96 * ratio)
    let byResolution = try #require(resolve(center(9, 53, .resolution(4.77)), canvas: canvas).map)
    #expect(abs(byResolution.view.resolution - 4.77 / ratio) < 1e-9)
    let byScale = try #require(
      resolve(center(9, 53, .projectedScale(1_000_000)), on: "EPSG:4326", canvas: canvas).map)
    #expect(abs(byScale.view.logicalResolution / (1_000_000 * 0.0254 / 96 / 111319.4908) - 1) < 1e-9)
    #expect(abs(byScale.projectedScale - 1_000_000) < 0.01)
  }

  @Test func takesTheResolutionOfALevelOfTheBasemap() throws {
    let map = try #require(resolve(center(9, 53, .level(7))).map)
    #expect(map.view.resolution == TilingScheme.webMercator.levels[7].resolution)
    let resolution = resolve(center(9, 53, .level(31)))
    #expect(resolution.map == nil)
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .unknownLevel)
    #expect(finding.message == "basemap `base` has no level `31`; it has 0 to 24")
  }

  @Test func takesALongitudeBeyond180ForTheSamePlace() throws {
    let east = try #require(resolve(center(190, -40, .zoom(6))).map)
    #expect(east.view == (try #require(resolve(center(-170, -40, .zoom(6))).map)).view)
  }

  @Test func hasNoGroundScaleAtAPoleInDegrees() {
    #expect(resolve(center(0, 90, .scale(1000)), on: "EPSG:4326").codes == ["MD307"])
    #expect(resolve(center(0, 90, .resolution(0.1)), on: "EPSG:4326").codes.isEmpty)
    #expect(resolve(center(0, 90, .zoom(4)), on: "EPSG:3857").codes == ["MD307"])
  }

  // MARK: - Levels

  @Test(arguments: [1.0, 2])
  func snapsToTheNextCoarserLevelSoThatTilesAreCopied(ratio: Double) throws {
    for zoom in [6.2, 6.999, 7, 7.0001] {
      let form = ExtentForm.center(
        Position(x: 9.987, y: 53.551), reference: .wgs84, .zoom(zoom), snapsToLevel: true)
      let resolution = resolve(form, canvas: Documents.canvas(801, 600, dpi: 96 * ratio))
      let map = try #require(resolution.map)
      let level = TilingScheme.webMercator.levels[zoom < 7 ? 6 : 7].resolution
      #expect(map.view.logicalResolution == level)
      let tiles = try #require(map.layers[0].tiles)
      #expect(tiles.scale == ratio)
      #expect(abs(tiles.originX - tiles.originX.rounded()) < 1e-6)
      #expect(abs(tiles.originY - tiles.originY.rounded()) < 1e-6)
      #expect(map.layers[0].action == (ratio == 1 ? .draw : .resample))
      // The centre moves by half a pixel at most.
      let asked = Position(x: 1111747.7, y: 7085575.4)
      #expect(abs(map.view.center.x - asked.x) < map.view.resolution)
      #expect(abs(map.view.center.y - asked.y) < map.view.resolution)
    }
  }

  @Test func snapsDevicePixelsWhereTheyAreWhatCounts() throws {
    let form = ExtentForm.center(Position(x: 9.987, y: 53.551), reference: .wgs84, .zoom(6.5), snapsToLevel: true)
    let resolution = resolve(form, canvas: Documents.canvas(800, 600, dpi: 300)) { $0.detail = .device }
    let map = try #require(resolution.map)
    #expect(map.layers[0].action == .draw)
    #expect(map.layers[0].tiles?.scale == 1)
  }

  @Test func snapsBoxesAndFitsToTheNextCoarserLevel() throws {
    let box = ExtentForm.box(xmin: 9, ymin: 53, xmax: 11, ymax: 54, reference: .wgs84, snapsToLevel: true)
    let places = [Position(x: 9, y: 53), Position(x: 11, y: 54)]
    let fit = ExtentForm.fitGeometry(places, reference: .wgs84, padding: .zero, snapsToLevel: true)
    for form in [box, fit] {
      let map = try #require(resolve(form).map)
      #expect(map.layers[0].action == .draw && map.layers[0].tiles?.scale == 1)
      // 1 degree of latitude over 600 pixels is 311 m a pixel of the map; level 9 has 305.7, level 8 twice as many.
      #expect(map.layers[0].tiles?.level.number == 8)
    }
  }

  @Test func snapsToLevelsThatAreDrawnOnly() throws {
    func snapped(_ scale: ExtentScale) -> ExtentForm {
      .center(Position(x: 9, y: 53), reference: .wgs84, scale, snapsToLevel: true)
    }
    let map = try #require(resolve(snapped(.zoom(6.5))) { $0.maxLevel = 4 }.map)
    #expect(map.layers[0].tiles?.level.number == 4 && map.layers[0].tiles?.scale == 1)
    #expect(resolve(snapped(.level(6))) { $0.maxLevel = 4 }.codes == ["MD308"])
    let document = Documents.map([Documents.tiled("base")], extent: snapped(.level(10)))
    let part = Resolver(document, ["base": Sources.described(.webMercator, levels: 0...3)]).resolve()
    #expect(part.codes == ["MD308"])
    #expect(part.findings.first?.message.contains("it draws 0 to 3") == true)
  }

  /// A place to fit and a centre are judged alike.
  @Test(arguments: [90.0, -90])
  func aPoleHasNoPlaceInWebMercator(_ latitude: Double) {
    let pole = Position(x: 0, y: latitude)
    #expect(resolve(.fitGeometry([pole], reference: .wgs84, padding: .zero)).codes == ["MD307"])
    #expect(resolve(.center(pole, reference: .wgs84, .scale(10_000), snapsToLevel: false)).codes == ["MD307"])
    let reaching = [pole, Position(x: 20, y: latitude / 2)]
    #expect(resolve(.fitGeometry(reaching, reference: .wgs84, padding: .zero)).codes == [])
  }

  /// Real caches write 156543.033928 for 156543.03392804097: the picture is the same, so the tiles are copied.
  @Test func copiesAViewWithin64thOfAPixelOfALevelsGrid() throws {
    let level = TilingScheme.webMercator.levels[5].resolution
    let origin = 20037508.342789244
    func map(off pixels: Double, factor: Double) throws -> ResolvedMap {
      let x = -origin + (3000 + pixels) * level
      let form = center(x, 0, .resolution(level * factor), "EPSG:3857")
      return try #require(resolve(form).map)
    }
    #expect(try map(off: 0.015, factor: 1).layers[0].action == .draw)
    #expect(try map(off: 0, factor: 1.00003).layers[0].action == .draw)
    #expect(try map(off: 0.02, factor: 1).layers[0].action == .resample)
    #expect(try map(off: 0, factor: 1.0001).layers[0].action == .resample)
    #expect(try map(off: 0.015, factor: 1).view.center.x == -origin + 3000 * level)
  }

  // MARK: - Fits

  @Test func fitsPositionsInsideThePadding() throws {
    let places = [Position(x: 9, y: 53), Position(x: 10, y: 54), Position(x: 9.5, y: 53.2)]
    let padding = Padding(top: 100, right: 0, bottom: 20, left: 300)
    let canvas = Documents.canvas(800, 600, dpi: 192)
    let map = try #require(
      resolve(.fitGeometry(places, reference: .wgs84, padding: padding), on: "EPSG:4326", canvas: canvas).map)
    let inner = places.map { map.view.point(of: $0) }
    // One degree each way in 500 x 480 logical pixels: the height decides, with the width in the middle.
    #expect(abs(map.view.resolution - 1.0 / 960) < 1e-9)
    #expect(abs((inner.map(\.y).min() ?? 0) - 200) < 0.02)
    #expect(abs((inner.map(\.y).max() ?? 0) - 1160) < 0.02)
    let (left, right) = (inner.map(\.x).min() ?? 0, inner.map(\.x).max() ?? 0)
    #expect(abs((left + right) / 2 - 1100) < 0.02)
  }

  @Test func fitsOnePointAtOneToTenThousand() throws {
    let form = ExtentForm.fitGeometry([Position(x: 9.99, y: 53.55)], reference: .wgs84, padding: .zero)
    for map in ["EPSG:3857", "EPSG:25832", "EPSG:4326"] {
      #expect(abs(try #require(resolve(form, on: map).map).groundScale - 10_000) < 0.1)
    }
  }

  @Test func refusesAPaddingThatLeavesNothing() {
    let padding = Padding(top: 0, right: 400, bottom: 0, left: 400)
    let form = ExtentForm.fitGeometry([Position(x: 9, y: 53)], reference: .wgs84, padding: padding)
    #expect(resolve(form).codes == ["MD307"])
  }

  @Test func fitsALayersFullExtent() throws {
    let part = Extent(xmin: 5, ymin: 45, xmax: 15, ymax: 55)
    let document = Documents.map(
      [Documents.tiled("base"), Documents.group("both", [Documents.tiled("part"), Documents.tiled("bare")])],
      extent: .fitLayer("both", padding: .zero))
    let knowledge = [
      "base": Sources.mercator, "part": Sources.described(.wgs84, full: part), "bare": Sources.described(.wgs84),
    ]
    let view = try #require(Resolver(document, knowledge).resolve().map?.view)
    let corner = SpatialReference.webMercator
    let projected = try #require(Projector(from: .wgs84, to: corner).project(part))
    #expect(abs(view.center.x - projected.center.x) < view.resolution / 60)
    #expect(view.extent.contains(projected, tolerance: view.resolution / 60))
  }

  @Test func refusesToFitALayerThatDoesNotSayHowFarItReaches() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("bare")], extent: .fitLayer("bare", padding: .zero))
    let resolution = Resolver(document, ["base": Sources.mercator, "bare": Sources.described(.webMercator)]).resolve()
    #expect(resolution.codes == ["MD307"])
  }

  @Test func saysNothingMoreOfALayerToFitThatFailed() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("gone")], extent: .fitLayer("gone", padding: .zero))
    let resolver = Resolver(
      document: document, knowledge: ["base": .described(Sources.mercator), "gone": .failed])
    let resolution = resolver.resolve(ViewChoice())
    #expect(resolution.map == nil && resolution.findings.isEmpty)
  }

  // MARK: - Bookmarks

  @Test func showsABookmarkByItsName() throws {
    let bookmarks = [("harbour", center(9.9, 53.5, .zoom(12))), ("same", ExtentForm.bookmark("harbour"))]
    let viaInitial = try #require(resolve(.bookmark("same"), bookmarks: bookmarks).map)
    #expect(viaInitial.bookmark == nil)
    let document = Documents.map([Documents.tiled("base")], bookmarks: bookmarks)
    let chosen = Resolver(document, ["base": Sources.mercator]).resolve(ViewChoice(bookmark: "harbour"))
    #expect(chosen.map?.view == viaInitial.view)
    #expect(chosen.map?.bookmark == "harbour")
  }

  /// The reader reports names that nobody has and circles of bookmarks; said twice would be said once too often.
  @Test func leavesBookmarksThatDoNotExistOrGoRoundToTheReader() {
    let round = [("a", ExtentForm.bookmark("b")), ("b", ExtentForm.bookmark("a"))]
    for form in [ExtentForm.bookmark("harbor"), .bookmark("a"), .fitLayer("nobody", padding: .zero)] {
      let resolution = resolve(form, bookmarks: round)
      #expect(resolution.map == nil && resolution.findings.isEmpty)
    }
    let document = Documents.map([Documents.tiled("base")], bookmarks: round)
    let resolver = Resolver(document, ["base": Sources.mercator])
    #expect(resolver.resolve(ViewChoice(bookmark: "b")).map == nil)
    #expect(resolver.resolve(ViewChoice(bookmark: "c")).codes == ["MD202"])
  }

  // MARK: - Without an extent

  @Test func showsTheFullExtentElseTheWorldWhereNothingIsAsked() throws {
    #expect(try #require(resolve(nil).map).view.extent.contains(TilingScheme.webMercatorWorld, tolerance: 1))
    #expect(try #require(resolve(nil, on: "EPSG:4326").map).view.extent.contains(TilingScheme.wgs84World))
    // The area of use of UTM zone 32: 0 to 12 degrees east, 38.76 to 84.33 degrees north.
    let utm = try #require(resolve(nil, on: "EPSG:25832").map)
    #expect(utm.view.extent.contains(Position(x: 500_000, y: 5_900_000)))
    #expect(utm.view.extent.height < 6_000_000)
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
