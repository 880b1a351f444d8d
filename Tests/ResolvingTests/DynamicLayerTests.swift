import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// Layers whose servers draw on request: rule 4, and which pictures are asked for.
@Suite struct DynamicLayerTests {
  /// - Parameter codes: What the server lists; `nil`: it draws in any reference.
  private static func drawn(
    _ codes: [String]?, full: Extent? = TilingScheme.wgs84World, most: Int? = nil, scales: ClosedRange<Double>? = nil,
    obstacle: String? = nil
  ) -> LayerDescription {
    LayerDescription(
      tilingSchemes: [], fullExtent: full, isRemote: true,
      drawing: DrawingOnRequest(
        references: codes.map { .listed($0) } ?? .any, ownReference: .wgs84, mostColumns: most, mostRows: most,
        scales: scales, obstacleToWrapping: obstacle))
  }

  private static let home = ExtentForm.center(
    Position(x: 10, y: 50), reference: .wgs84, .resolution(1000), snapsToLevel: false)

  private static func resolve(
    over description: LayerDescription, extent: ExtentForm = home, rotation: Double = 0, wraps: Bool = false,
    size: (Double, Double) = (800, 600), base: LayerDescription = Sources.mercator,
    _ change: (inout Layer) -> Void = { _ in }
  ) -> Resolution {
    var document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over", line: 20) { layer, _ in change(&layer) }],
      canvas: Documents.canvas(size.0, size.1), extent: extent, wrapsAround: wraps)
    document.rotation = rotation
    return Resolver(document, ["base": base, "over": description]).resolve()
  }

  private static func placement(_ resolution: Resolution) throws -> TilePlacement {
    try #require(resolution.layer("over")?.tiles, "\(resolution.layer("over")?.reason ?? "") \(resolution.findings)")
  }

  /// The boxes that are asked for, in the scheme's numbers.
  private static func boxes(_ placement: TilePlacement) -> [Extent] {
    placement.rows.flatMap { row in
      placement.columns.compactMap { placement.scheme.extent(of: TileIndex(level: 0, column: $0, row: row)) }
    }
  }

  // MARK: - Rule 4

  @Test func asksForTheMapsReferenceWhereItIsOffered() throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:4326", "EPSG:3857"]))
    #expect(resolution.findings.isEmpty)
    let layer = try #require(resolution.layer("over"))
    #expect(layer.action == .request && layer.reference == .webMercator && layer.code == nil)
    let placement = try Self.placement(resolution)
    let view = try #require(resolution.map?.view)
    #expect(placement.scale == 1 && placement.originX == 0 && placement.originY == 0 && placement.tileCount == 1)
    #expect(placement.scheme.tileSize == view.size && Self.boxes(placement) == [view.extent])
  }

  @Test func warpsFromTheBestOfferedReferenceAndSaysSo() throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:4326", "EPSG:2056", "EPSG:3035"]))
    #expect(resolution.codes == ["MD311"])
    let layer = try #require(resolution.layer("over"))
    // Metres as the map's, and meant for all that the map shows: not Switzerland's, not degrees.
    #expect(layer.action == .warp && layer.reference == .code("EPSG:3035") && layer.code?.name == "MD311")
    #expect(resolution.findings[0].message.contains("is asked for in EPSG:3035 and warped"))
    let placement = try Self.placement(resolution)
    #expect(placement.warp != nil && placement.tileCount == 1)
  }

  /// Rule 2: the same zone of UTM on ETRS89 and on WGS 84.
  @Test func warnsOfAReferenceThatIsNearlyTheMaps() throws {
    let near = Self.resolve(over: Self.drawn(["EPSG:32632"]), base: Self.drawn(["EPSG:25832"]))
    #expect(near.codes == ["MD313"] && near.layer("over")?.code?.name == "MD313")
    #expect(near.layer("over")?.action == .warp && near.findings[0].severity == .warning)
    let message = near.findings[0].message
    #expect(message.contains("in EPSG:32632 and warped") && message.contains("the same projection on another datum"))
    #expect(message.contains("at the map's centre") || message.contains("nobody has measured"), "\(message)")
    #expect(near.findings[0].hint?.text.contains("add `srs: EPSG:25832` to `over`") == true)
    let far = Self.resolve(over: Self.drawn(["EPSG:25833"]), base: Self.drawn(["EPSG:25832"]))
    #expect(far.codes == ["MD311"])
    let never = Self.resolve(over: Self.drawn(["EPSG:32632"]), base: Self.drawn(["EPSG:25832"])) {
      $0.reproject = .never
    }
    #expect(never.codes == ["MD304"])
  }

  @Test func takesTheReferenceThatTheDocumentNamesWhetherListedOrNot() throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"])) {
      $0.reference = Located(.code("EPSG:25832"), at: Documents.range(21))
    }
    #expect(resolution.layer("over")?.reference == .code("EPSG:25832"))
    #expect(resolution.findings.first?.message.contains("its `srs` says so") == true)
  }

  @Test func refusesWhatMustNotBeReprojected() throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:4326"])) { $0.reproject = .never }
    #expect(resolution.codes == ["MD304"])
    // It is not drawn, so nothing is asked for or warped.
    let words = resolution.findings.first?.message ?? ""
    #expect(words.contains("would be asked for in") && !words.contains("is asked for"), "\(words)")
    #expect(resolution.layer("over")?.action == .reject)
  }

  @Test func asksOfAThousandReferencesOnlyAFew() throws {
    let many = (2000..<9000).map { "EPSG:\($0)" }
    let start = ContinuousClock.now
    let resolution = Self.resolve(over: Self.drawn(many + ["EPSG:4326"]))
    #expect(resolution.layer("over")?.action == .request)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func fixesTheMapsReferenceAsABasemap() throws {
    func base(_ codes: [String]?, reference: String? = nil, _ change: (inout Layer) -> Void = { _ in }) -> Resolution {
      let document = Documents.map(
        [Documents.tiled("base") { layer, _ in change(&layer) }], reference: reference.map { .code($0) },
        extent: Self.home)
      return Resolver(document, ["base": Self.drawn(codes)]).resolve()
    }
    #expect(base(["EPSG:25832"]).map?.reference == .code("EPSG:25832"))
    let several = base(["EPSG:25832", "EPSG:3857"])
    #expect(several.codes == ["MD302"] && several.map == nil)
    #expect(several.findings[0].message.contains("offers EPSG:25832 and EPSG:3857"))
    #expect(base(["EPSG:25832", "EPSG:3857"], reference: "EPSG:3857").map?.reference == .webMercator)
    #expect(base(nil, reference: "EPSG:25833").map?.reference == .code("EPSG:25833"))
    #expect(base(nil).map?.reference == .wgs84)
    let other = base(["EPSG:4326"], reference: "EPSG:25832")
    #expect(other.codes.first == "MD301")
    let warped = base(["EPSG:4326"], reference: "EPSG:25832") { $0.reproject = .always }
    #expect(warped.codes == ["MD311"] && warped.map?.reference == .code("EPSG:25832"))
    #expect(warped.layer("base")?.action == .warp && warped.layer("base")?.reference == .wgs84)
  }

  @Test func hasNoLevels() {
    let document = Documents.map(
      [Documents.tiled("base")], reference: .webMercator,
      extent: .center(Position(x: 0, y: 0), reference: .wgs84, .level(3), snapsToLevel: false))
    let resolution = Resolver(document, ["base": Self.drawn(["EPSG:3857"])]).resolve()
    #expect(resolution.findings.first?.message.contains("draws at any scale") == true)
  }

  // MARK: - Pictures

  @Test func asksForNothingBeyondTheWorld() throws {
    let whole = ExtentForm.center(Position(x: 0, y: 0), reference: .wgs84, .resolution(0.5), snapsToLevel: false)
    let resolution = Self.resolve(over: Self.drawn(["EPSG:4326"]), extent: whole, base: Sources.degrees)
    let placement = try Self.placement(resolution)
    #expect(Self.boxes(placement) == [TilingScheme.wgs84World])
    #expect(placement.originX == 40 && placement.originY == 120)
  }

  @Test func passesOverWhatLiesElsewhere() {
    let far = Self.drawn(["EPSG:3857"], full: Extent(xmin: 100, ymin: -40, xmax: 120, ymax: -20))
    let resolution = Self.resolve(over: far)
    #expect(resolution.layer("over")?.action == .skip)
    #expect(resolution.layer("over")?.reason == "nothing of it lies in the picture")
  }

  @Test(arguments: [(10, 0, 80, 60), (300, 18, 4, 3), (500, 31, 2, 2), (799, 49, 2, 1), (800, 0, 1, 1)])
  func joinsPiecesWhereThePictureIsTooLarge(_ most: Int, _ gutter: Int, _ columns: Int, _ rows: Int) throws {
    let placement = try Self.placement(Self.resolve(over: Self.drawn(["EPSG:3857"], most: most)))
    #expect(placement.columns == 0...columns - 1 && placement.rows == 0...rows - 1)
    let (size, scheme) = (placement.scheme.tileSize, placement.scheme)
    #expect(scheme.gutter == gutter)
    #expect(size.width + 2 * gutter <= most && size.height + 2 * gutter <= most)
    #expect(size.width * columns >= 800 && size.width * columns < 800 + columns)
    #expect(placement.scale == 1 && placement.originX == 0)
  }

  @Test func asksOnBothSidesOfTheAntimeridian() throws {
    let pacific = ExtentForm.center(
      Position(x: 175, y: -20), reference: .wgs84, .resolution(10_000), snapsToLevel: false)
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"]), extent: pacific, wraps: true)
    let placement = try Self.placement(resolution)
    #expect(placement.columns == -1...0 && placement.rows == 0...0 && placement.scheme.gutter == 0)
    let seam = Self.boxes(placement)[0].xmax
    // On a pixel of the view, the nearest one to the edge of the world.
    #expect(abs(seam - TilingScheme.webMercatorWorld.xmax) <= 5000 && seam == Self.boxes(placement)[1].xmin)
    #expect(placement.originX == placement.originX.rounded() && placement.scale == 1)
  }

  @Test func drawsTheWorldOnceWhereItStandsThereSeveralTimes() throws {
    let wide = ExtentForm.center(Position(x: 0, y: 0), reference: .wgs84, .resolution(120_000), snapsToLevel: false)
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"]), extent: wide, wraps: true)
    let placement = try Self.placement(resolution)
    #expect(placement.columnsAround == placement.tileCount / placement.rows.count)
    #expect(abs(placement.scale - 1) < 0.002 && placement.columns.count > placement.tileCount)
  }

  @Test func asksForTheBoxAroundATurnedMap() throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"]), rotation: 30)
    let placement = try Self.placement(resolution)
    let (view, box) = (try #require(resolution.map?.view), Self.boxes(placement))
    #expect(resolution.layer("over")?.action == .warp && box.count == 1)
    #expect(box[0].contains(view.extent) && box[0].width < view.extent.width + 10 * view.resolution)
    #expect(resolution.layer("over")?.reason.contains("around the turned map") == true)
    // Lines of the grid at whole multiples of its resolution.
    let line = (box[0].xmin + TilingScheme.webMercatorWorld.xmax) / placement.level.resolution
    #expect(abs(line - line.rounded()) < 1e-6)
  }

  @Test func aWarpedMapAcrossTheAntimeridianAsksForWhatItShowsOnly() throws {
    let pacific = Sources.described(
      Sources.scheme(.code("EPSG:3832"), origin: Position(x: -2e7, y: 2e7), coarsest: 5e4))
    let view = ExtentForm.center(Position(x: 180, y: 0), reference: .wgs84, .resolution(2000), snapsToLevel: false)
    let resolution = Self.resolve(over: Self.drawn(["EPSG:4326"]), extent: view, base: pacific)
    let placement = try Self.placement(resolution)
    let indices = try #require(placement.warp?.tiles.indices)
    let boxes = indices.compactMap { placement.scheme.extent(of: $0) }
    #expect(boxes.contains { $0.xmin < -170 } && boxes.contains { $0.xmax > 170 } && boxes.count <= 6)
    #expect(!boxes.contains { $0.contains(Position(x: 0, y: 0)) })
    // The pictures come out even round the world.
    #expect(boxes.allSatisfy { $0.xmin >= -180.000001 && $0.xmax <= 180.000001 })
  }

  @Test(arguments: [0.0, 25])
  func theSameMapAsksForTheSameBoxes(_ rotation: Double) throws {
    let placements = try (0..<2).map { _ in
      try Self.placement(Self.resolve(over: Self.drawn(["EPSG:4326"]), rotation: rotation))
    }
    #expect(placements[0] == placements[1])
  }

  // MARK: - What servers say

  @Test(arguments: [
    (100.0...50_000.0, "MD338"), (1.0...100_000_000, ""), (50_000_000...100_000_000, "MD338"),
    // Within what servers' ideas of a pixel differ by.
    (1.0...3_000_000, ""),
  ])
  func isNotAskedForFarOutsideItsScales(_ scales: ClosedRange<Double>, _ code: String) {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"], scales: scales))
    #expect(resolution.codes == (code.isEmpty ? [] : [code]))
    #expect(resolution.layer("over")?.action == (code.isEmpty ? .request : .skip))
    let meant = Self.resolve(over: Self.drawn(["EPSG:3857"], scales: scales)) { $0.maxScale = 1 }
    #expect(meant.codes.isEmpty)
  }

  @Test(arguments: [
    (100.0...50_000.0, "between 1:50,000 and 1:100 alone"), (0...50_000, "at 1:50,000 and larger scales alone"),
    (50_000_000...Double.greatestFiniteMagnitude, "at 1:50,000,000 and smaller scales alone"),
  ])
  func saysAtWhichScalesItsServerDraws(_ scales: ClosedRange<Double>, _ words: String) throws {
    let resolution = Self.resolve(over: Self.drawn(["EPSG:3857"], scales: scales))
    let finding = try #require(resolution.findings.first)
    #expect(finding.message.hasPrefix("layer `over` is not drawn: its server draws it \(words), and the map is at 1:"))
    #expect(
      finding.hint?.text == "say with `minScale` and `maxScale` where it is shown, or take the layer out")
  }

  @Test func aServerThatCannotStopsTheWorldFromGoingOn() {
    let old = Self.drawn(nil, obstacle: "its server is ArcGIS 9.31")
    let resolution = Self.resolve(over: old, wraps: true)
    #expect(resolution.codes == ["MD320"] && resolution.map?.wrapAround == .unsupported)
    #expect(resolution.findings[0].message.contains("its server is ArcGIS 9.31"))
  }

  /// A server that says its largest picture has a pixel.
  @Test(arguments: [0.0, 20]) func tooManyPiecesAreRefusedBeforeTheyAreCountedOut(_ rotation: Double) throws {
    for size in [(200.0, 150.0), (20_000, 15_000)] {
      let resolution = Self.resolve(
        over: Self.drawn(["EPSG:3857"], most: 1), rotation: rotation, size: size)
      #expect(resolution.codes == ["MD336"])
      let finding = try #require(resolution.findings.first)
      #expect(finding.message.contains("its server says are at most 1 pixel wide"), "\(finding.message)")
      #expect(resolution.layer("over")?.action == .reject && resolution.layer("over")?.tiles == nil)
    }
    let few = Self.resolve(over: Self.drawn(["EPSG:3857"], most: 256), rotation: rotation, size: (8000, 6000))
    #expect(few.codes == [] && (few.layer("over")?.tiles?.tileCount ?? 0) > 500)
  }
}
