import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// `type: raster`: what its bands look like, where it lies, and in which levels it is read.
@Suite struct RasterLayerTests {
  private typealias Image = TIFFMaker.Image
  private static let place = [500_000.0, 10, 0, 5_900_000, 0, -10]

  private static func file(
    _ image: TIFFMaker.Image, _ others: [TIFFMaker.Image] = [], empty: String? = nil
  ) -> TIFFMaker {
    var maker = TIFFMaker([image] + others, at: place, code: 25832)
    maker.emptyValue = empty
    return maker
  }

  private static func layer(_ maker: TIFFMaker, _ keys: String = "", files: [String: String] = [:]) throws
    -> LayerInDocument
  {
    let folder = try TemporaryFolder()
    try folder.write(maker.bytes, to: "maps/map.tif")
    for (name, text) in files { try folder.write(text, to: "maps/" + name) }
    return try LayerInDocument("type: raster\npath: map.tif\n" + keys, in: folder)
  }

  /// Premultiplied R, G, B, A of pixels of the tile 0, 0 of a level.
  private static func colors(
    _ maker: TIFFMaker, _ keys: String = "", level: Int = 0, at places: [(Int, Int)]
  ) async throws -> [[Int]] {
    let layer = try layer(maker, keys)
    #expect(layer.findings.isEmpty, "\(layer.findings.map(\.message))")
    let source = try await layer.open()
    let width = try #require(source.description.drawing?.pyramid?.tileSize.width)
    let bytes = try #require(try source.bytes(level, 0, 0))
    return places.map { x, y in bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4].map { Int($0) } }
  }

  private static func error(_ maker: TIFFMaker, _ keys: String = "") async throws -> SourceError? {
    let layer = try layer(maker, keys)
    do throws(any Error) {
      _ = try await layer.open()
      return nil
    } catch { return error as? SourceError }
  }

  // MARK: - Colours

  @Test func bytesAreColorsAsTheyAre() async throws {
    let grey = Self.file(Image(width: 20, height: 10, .byte) { x, y, _ in Double(x * 10 + y) })
    #expect(try await Self.colors(grey, at: [(3, 4), (19, 9)]) == [[34, 34, 34, 255], [199, 199, 199, 255]])
    let rgb = Self.file(Image(width: 20, height: 10, bands: 3, .byte) { x, y, band in Double(x * 10 + y + band * 10) })
    #expect(try await Self.colors(rgb, at: [(3, 4)]) == [[34, 44, 54, 255]])
    #expect(try await Self.colors(rgb, "bands: [3, 2, 1]", at: [(3, 4)]) == [[54, 44, 34, 255]])
    #expect(try await Self.colors(rgb, "bands: 2", at: [(3, 4)]) == [[44, 44, 44, 255]])
    #expect(try await Self.colors(rgb, "bands: [1, 2]", at: [(3, 4)]) == [[6, 6, 6, 44]])
  }

  @Test func alphaIsFoundAndPremultiplied() async throws {
    var image = Image(width: 4, height: 2, bands: 4, .byte) { x, _, band in band == 3 ? [0, 51, 255, 128][x] : 100 }
    image.extra = [2]
    let colors = try await Self.colors(Self.file(image), at: [(0, 0), (1, 0), (2, 0), (3, 1)])
    #expect(colors == [[0, 0, 0, 0], [20, 20, 20, 51], [100, 100, 100, 255], [50, 50, 50, 128]])
  }

  @Test func aPaletteHasItsColorsUnlessItIsStretched() async throws {
    var image = Image(width: 4, height: 2, .byte) { x, _, _ in Double(x) }
    image.photometric = 3
    image.palette = [(1, 2, 3), (255, 0, 0), (0, 200, 0), (9, 9, 9)]
    image.palette += [(Int, Int, Int)](repeating: (0, 0, 0), count: 252)
    #expect(try await Self.colors(Self.file(image), at: [(1, 0), (2, 1)]) == [[255, 0, 0, 255], [0, 200, 0, 255]])
    #expect(try await Self.colors(Self.file(image), "stretch: minmax", at: [(1, 0)]) == [[85, 85, 85, 255]])
    #expect(
      try await Self.colors(Self.file(image), "nodata: 1", at: [(1, 0), (2, 0)]) == [[0, 0, 0, 0], [0, 200, 0, 255]])
  }

  /// `gdal_translate -ot Byte -scale 100 900 0 255` gives the same.
  @Test func otherNumbersAreStretched() async throws {
    let values: [Double] = [100, 300, 500, 900, -9999, .nan]
    let heights = Self.file(Image(width: 6, height: 1, .float) { x, _, _ in values[x] }, empty: "-9999")
    let places = (0..<6).map { ($0, 0) }
    let measured = try await Self.colors(heights, at: places)
    #expect(
      measured == [
        [0, 0, 0, 255], [64, 64, 64, 255], [128, 128, 128, 255], [255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 0],
      ])
    let given = try await Self.colors(heights, "stretch: [0, 500]", at: places)
    #expect(given.map { $0[0] } == [51, 153, 255, 255, 0, 0] && given[4][3] == 0)
    #expect(try await Self.colors(heights, "stretch: none", at: places).map { $0[0] } == [100, 255, 255, 255, 0, 0])
    // The mean of 450 less and plus 296 m, that is from 154 to 746.
    let deviations = try await Self.colors(heights, "stretch: {deviations: 1}", at: places)
    #expect(deviations.map { $0[0] } == [0, 63, 149, 255, 0, 0])
    let ramp = try await Self.colors(heights, "ramp: viridis", at: places)
    #expect(ramp[0] == [0x44, 0x01, 0x54, 255] && ramp[3] == [0xFD, 0xE7, 0x25, 255] && ramp[4] == [0, 0, 0, 0])
    let turned = try await Self.colors(heights, "ramp: -viridis", at: places)
    #expect(turned[3] == [0x44, 0x01, 0x54, 255])
  }

  @Test func threeBandsAreStretchedEachByItself() async throws {
    let image = Image(width: 101, height: 1, bands: 3, .uint16) { x, _, band in Double(x * [10, 20, 30][band] + 5) }
    let colors = try await Self.colors(Self.file(image), at: [(2, 0), (50, 0), (98, 0), (100, 0)])
    #expect(colors == [[0, 0, 0, 255], [128, 128, 128, 255], [255, 255, 255, 255], [255, 255, 255, 255]])
    let given = try await Self.colors(
      Self.file(image), "stretch: [[5, 1005], [5, 4005], [5, 6005]]", at: [(100, 0)])
    #expect(given == [[255, 128, 128, 255]])
  }

  @Test func aPixelIsEmptyWhereAllItsBandsAre() async throws {
    let image = Image(width: 3, height: 1, bands: 3, .byte) { x, _, band in x == 0 || x == 1 && band == 0 ? 0 : 70 }
    let colors = try await Self.colors(Self.file(image, empty: "0"), at: [(0, 0), (1, 0), (2, 0)])
    #expect(colors == [[0, 0, 0, 0], [0, 70, 70, 255], [70, 70, 70, 255]])
    #expect(try await Self.colors(Self.file(image, empty: "0"), "nodata: none", at: [(0, 0)]) == [[0, 0, 0, 255]])
    let other = try await Self.colors(Self.file(image), "nodata: [70, 70, 70]", at: [(0, 0), (1, 0), (2, 0)])
    #expect(other == [[0, 0, 0, 255], [0, 70, 70, 255], [0, 0, 0, 0]])
  }

  @Test func aMaskHidesPixels() async throws {
    let image = Image(width: 40, height: 20, bands: 3, .byte) { _, _, _ in 200 }
    var mask = Image(width: 40, height: 20, .byte) { x, _, _ in x < 20 ? 0 : 255 }
    mask.purpose = .mask
    mask.photometric = 4
    let colors = try await Self.colors(Self.file(image, [mask]), at: [(19, 3), (20, 3)])
    #expect(colors == [[0, 0, 0, 0], [200, 200, 200, 255]])
  }

  // MARK: - Levels

  @Test func overviewsAreReadAndMeansTakenBeyondThem() async throws {
    let image = Image(width: 1030, height: 600, .byte) { x, _, _ in Double(x % 2 * 100) }
    var half = Image(width: 515, height: 300, .byte) { x, _, _ in Double(x % 256) }
    half.purpose = .overview
    let layer = try Self.layer(Self.file(image, [half]))
    let source = try await layer.open()
    let pyramid = try #require(source.description.drawing?.pyramid)
    #expect(pyramid.levels.map(\.size.width) == [1030, 515, 258, 129] && pyramid.levels.map(\.cost) == [1, 1, 4, 16])
    #expect(pyramid.tileSize == PixelSize(width: 512, height: 512))
    let overview = try #require(try source.bytes(1, 0, 0))
    #expect([0, 7, 255, 256].map { overview[$0 * 4] } == [0, 7, 255, 0])
    // Means of two overview pixels a side: (0 + 1) / 2 is rounded up.
    let means = try #require(try source.bytes(2, 0, 0))
    #expect([0, 1, 100].map { means[$0 * 4] } == [1, 3, 201])
    // The last tile of a level holds what is left of it; beyond is nothing.
    let last = try #require(try source.bytes(0, 2, 1))
    #expect(last[5 * 4 + 3] == 255 && last[6 * 4 + 3] == 0 && last[(87 * 512) * 4 + 3] == 255)
    #expect(last[(88 * 512) * 4 + 3] == 0)
    #expect(try source.isAbsent(0, 3, 0) && source.isAbsent(4, 0, 0) && source.isAbsent(0, 0, -1))
  }

  @Test func nearestTakesNoMeans() async throws {
    let image = Image(width: 600, height: 600, .byte) { x, _, _ in Double(x % 2 * 100) }
    let colors = try await Self.colors(Self.file(image), "resampling: nearest", level: 1, at: [(4, 4), (5, 5)])
    #expect(colors.allSatisfy { $0 == [0, 0, 0, 255] || $0 == [100, 100, 100, 255] })
    #expect(try await Self.colors(Self.file(image), level: 1, at: [(4, 4)]) == [[50, 50, 50, 255]])
  }

  // MARK: - Where it lies

  @Test func liesWhereItSays() async throws {
    let image = Image(width: 30, height: 20, .byte) { _, _, _ in 1 }
    let description = try await Self.layer(Self.file(image)).open().description
    #expect(description.fullExtent == Extent(xmin: 500_000, ymin: 5_899_800, xmax: 500_300, ymax: 5_900_000))
    #expect(description.drawing?.ownReference == (try SpatialReference.parse("EPSG:25832")))
    var point = Self.file(image)
    point.isPoint = true
    #expect(try await Self.layer(point).open().description.fullExtent == description.fullExtent)
    let turned = TIFFMaker([image], at: [500_000, 8, 6, 5_900_000, 6, -8], code: 25832)
    let corners = try await Self.layer(turned).open().description.drawing?.image?.corners
    #expect(corners?[1] == Position(x: 500_240, y: 5_900_180) && corners?[3] == Position(x: 500_120, y: 5_899_840))
  }

  @Test func wantsToKnowPlaceAndReference() async throws {
    let image = Image(width: 30, height: 20, .byte) { _, _, _ in 1 }
    let nowhere = TIFFMaker([image], at: nil, code: 25832)
    guard case .badKey("path", let reason, _)? = try await Self.error(nowhere) else {
      Issue.record("a raster without a place was taken")
      return
    }
    #expect(reason.contains("nothing says where"))
    let unnamed = TIFFMaker([image], at: Self.place, code: nil)
    guard case .badKey("path", let words, let hint)? = try await Self.error(unnamed) else {
      Issue.record("a raster without a reference was taken")
      return
    }
    #expect(words.contains("no `srs`") && hint?.contains("add `srs:`") == true)
    #expect(try await Self.error(unnamed, "srs: EPSG:25832") == nil)
    let world = try Self.layer(nowhere, files: ["map.tfw": "10\n0\n0\n-10\n500005\n5899995\n"])
    #expect(try await world.open().description.fullExtent?.xmin == 500_000)
  }

  // MARK: - Mistakes

  @Test(arguments: [
    ("bands: 2", "bands", "there is no band 2; "),
    ("stretch: [[0, 1], [0, 2]]", "stretch", "2 ranges, and one band is drawn"),
    ("nodata: [1, 2]", "nodata", "2 numbers, and one band is drawn"),
  ])
  func saysWhatDoesNotFitTheFile(_ keys: String, _ key: String, _ reason: String) async throws {
    let image = Image(width: 3, height: 2, .byte) { _, _, _ in 1 }
    guard case .badKey(let named, let words, let hint)? = try await Self.error(Self.file(image), keys) else {
      Issue.record("it was taken")
      return
    }
    #expect(named == key && words.hasPrefix(reason) && hint != nil)
  }

  @Test(arguments: [
    ("bands: [1, 2, 3, 4, 5]", Code.outOfRange), ("bands: 0", .outOfRange), ("bands: red", .wrongType),
    ("stretch: wide", .unknownValue), ("stretch: [5, 5]", .outOfRange), ("stretch: [1, 2, 3]", .wrongType),
    ("stretch: {percent: 60}", .outOfRange), ("stretch: {percent: 2, deviations: 2}", .conflictingKeys),
    ("stretch: {}", .wrongType), ("ramp: virdis", .unknownValue), ("nodata: nothing", .wrongType),
    ("stretch: {percentage: 2}", .unknownKey),
  ])
  func refusesKeysThatMeanNothing(_ keys: String, _ code: Code) throws {
    let layer = try LayerInDocument("type: raster\npath: map.tif\n" + keys)
    #expect(layer.findings.first?.code == code, "\(layer.findings.map(\.message))")
  }
}
