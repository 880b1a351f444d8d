import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct PatternTests {
  /// The head of a PNG of 40 x 30 pixels, and a byte that tells it apart.
  private let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 40, 0, 0, 0, 30, 7]

  private func layer(_ condition: String, _ more: String = "", image: [UInt8]? = nil) throws -> LayerInDocument {
    let folder = try TemporaryFolder()
    try folder.write(image ?? png, to: "maps/dots.png")
    return try LayerInDocument("type: pattern\nimage: dots.png\nwhere: \(condition)\n\(more)", in: folder)
  }

  @Test(arguments: [
    ("x % 2 == 1", [1, 0, 1]), ("y % 2 == 1", [0, 1, 0]), ("(x + y) % 2 == 0", [0, 0, 0]), ("z == 3", [1, 1, 1]),
    ("z in (1, 2)", [0, 0, 0]), ("x > 4 and y > 9", [0, 0, 0]), ("x >= 5 or y > 9", [1, 0, 1]),
    ("null is null", [1, 1, 1]),
    ("x / 0 > 1", [0, 0, 0]), ("true", [1, 1, 1]),
  ])
  func isTheSamePictureWhereTheConditionHolds(_ condition: String, _ drawn: [Int]) async throws {
    let source = try await layer(condition).open(basemap: .webMercator)
    let tiles = [(5, 4), (0, 3), (7, 0)]
    for ((column, row), isDrawn) in zip(tiles, drawn) {
      #expect(try source.bytes(3, column, row) == (isDrawn == 1 ? png : nil), "\(column), \(row)")
      #expect(try source.isAbsent(3, column, row) == (isDrawn == 0))
    }
  }

  @Test func countsColumnsAndRowsOfItsOwnScheme() async throws {
    let scheme = "tilingScheme: {srs: EPSG:3857, origin: [0, 0], tileSize: 512, levels: [{level: 3, resolution: 1}]}"
    let source = try await layer("x == -1 and y == -2", scheme).open(basemap: .webMercator)
    #expect(source.description.tilingSchemes.first?.levels.map(\.number) == [3])
    #expect(try source.bytes(3, -1, -2) == png)
    #expect(try source.isAbsent(3, -2, -1))
  }

  @Test func fillsTheTilesOfTheBasemap() async throws {
    let layer = try layer("x == 1")
    #expect(try await layer.open().description.tilingSchemes.isEmpty)
    let source = try await layer.open(basemap: .wgs84)
    #expect(source.description.tilingSchemes == [.wgs84])
    #expect(source.description.pictureSize == PixelSize(width: 40, height: 30))
    #expect(source.description.mediaType == "image/png")
    #expect(!source.description.isRemote)
    #expect(try layer.kind.localFiles.map { $0.hasSuffix("maps/dots.png") } == [true])
    guard case .here(.picture(let picture)) = try source.tile(TileIndex(level: 2, column: 1, row: 0)) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.isSameOnEachTile)
  }

  @Test func tellsConditionsApart() async throws {
    let folder = try TemporaryFolder()
    try folder.write(png, to: "maps/dots.png")
    let identities = try await [1, 2].asyncMap { number in
      try await LayerInDocument("type: pattern\nimage: dots.png\nwhere: x == \(number)", in: folder).open().identity
    }
    #expect(Set(identities).count == 2)
  }

  @Test func saysWhatIsWrongWithItsPicture() async throws {
    let page = try layer("true", image: Array("<!doctype html><html></html>".utf8))
    let path = page.folder.path + "/maps/dots.png"
    await #expect(
      throws: SourceError.otherKind(
        path: path, reason: "it is an HTML page; `pattern` draws PNG, JPEG and WebP pictures")
    ) { try await page.open() }
    let cut = try layer("true", image: Array(png.prefix(20)))
    await #expect(
      throws: SourceError.unreadable(
        path: cut.folder.path + "/maps/dots.png", place: nil,
        reason: "a PNG picture is expected, and its head is cut short")
    ) { try await cut.open() }
    let missing = try LayerInDocument("type: pattern\nimage: none.png\nwhere: true")
    await #expect(throws: SourceError.notFound(path: missing.folder.path + "/maps/none.png")) {
      try await missing.open()
    }
    let folder = try LayerInDocument("type: pattern\nimage: ../maps\nwhere: true")
    await #expect(throws: SourceError.self) { try await folder.open() }
  }

  @Test(arguments: [
    ("type: pattern\nimage: a.png\nwhere: x % 2", "MD114"),
    ("type: pattern\nimage: a.png\nwhere: column == 1", "MD114"),
    ("type: pattern\nimage: a.png\nwhere: x = 1", "MD114"), ("type: pattern\nimage: a.png\nwhere: [1]", "MD103"),
    ("type: pattern\nimage: a.png", "MD102"), ("type: pattern\nwhere: x == 1", "MD102"),
    ("type: pattern\nimage: a.png\nwhere: x == 1\ncolor: red", "MD101"),
  ])
  func refusesKeysThatDoNotFit(_ layer: String, _ code: String) throws {
    #expect(try LayerInDocument(layer).findings.map(\.code.name) == [code])
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
