import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Rendering
import TestSupport
import Testing

@testable import Pipeline

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Maps with layers of `type: image`, whose pictures say by their colours where each pixel lies.
@Suite(.timeLimit(.minutes(10))) struct ImageRenderTests {
  private static let size = (width: 120, height: 100)

  /// Waves of 12 levels a pixel: an eighth of a pixel shows as a level and a half.
  static let waves = PlainPicture(width: size.width, height: size.height) { x, y in
    (wave(x * 12 + 30), wave(y * 12 + 70), wave(x * 5 + y * 7), 255)
  }

  private static func wave(_ value: Int) -> UInt8 { UInt8(value % 512 < 256 ? value % 512 : 511 - value % 512) }

  /// What lies between the centres of four pixels, mixed; `place` counts from the picture's corner.
  private static func color(at place: SIMD2<Double>) -> [Double] {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (right, down) = (x - Double(column), y - Double(row))
    return (0..<3).map { channel in
      func level(_ column: Int, _ row: Int) -> Double { Double(waves.bytes[(row * size.width + column) * 4 + channel]) }
      return (level(column, row) * (1 - right) + level(column + 1, row) * right) * (1 - down)
        + (level(column, row + 1) * (1 - right) + level(column + 1, row + 1) * right) * down
    }
  }

  /// Renders a map, and compares each pixel with what should lie there.
  /// - Parameter place: Of a position of the map in the picture.
  /// - Returns: The largest error of a colour, the pixels that were compared, and those beside the picture that are not white.
  private static func errors(
    _ keys: String, _ top: String, files: [String: String] = [:], place: (Double, Double) -> SIMD2<Double>
  ) async throws -> (largest: Double, compared: Int, spilled: Int) {
    let project = try PipelineProject(["map.yaml": document(keys, top)])
    try project.folder.write(waves.png, to: "waves.png")
    for (name, text) in files { try project.folder.write(text, to: name) }
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    let map = try #require(try await project.plan()["map"])
    let extent = try #require(map["extent"]?.numbers)
    let (resolution, rotation) = (map["resolution"]?.numbers.first ?? 0, map["rotation"]?.numbers.first ?? 0)
    let view = MapView(
      reference: .webMercator, center: Position(x: (extent[0] + extent[2]) / 2, y: (extent[1] + extent[3]) / 2),
      resolution: resolution, size: picture.size, pixelRatio: 1, rotation: rotation)
    var (largest, compared, spilled) = (0.0, 0, 0)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let ground = view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let place = place(ground.x, ground.y)
        let start = (y * picture.size.width + x) * 4
        let found = picture.bytes[start..<start + 3].map(Double.init)
        let (width, height) = (Double(size.width), Double(size.height))
        if place.x > 2, place.x < width - 2, place.y > 2, place.y < height - 2 {
          compared += 1
          for (one, other) in zip(found, color(at: place)) { largest = max(largest, abs(one - other)) }
        } else if place.x < -1 || place.x > width + 1 || place.y < -1 || place.y > height + 1 {
          spilled += found == [255, 255, 255] ? 0 : 1
        }
      }
    }
    return (largest, compared, spilled)
  }

  /// - Parameters:
  ///   - keys: Of the layer, beside its file `waves.png`.
  ///   - top: Of the document: its extent, and what else it needs.
  static func document(_ keys: String, _ top: String) -> String {
    """
    mapdoc: 1
    srs: EPSG:3857
    canvas: {size: [300, 260], background: "#ffffff"}
    \(top)
    layers:
      - {id: ground, type: builtin, name: world, opacity: 0}
      - {id: photo, type: image, path: waves.png, \(keys)}

    """
  }

  static let extent = "initialExtent: {bbox: [995000, 5994500, 1005400, 6003600], srs: EPSG:3857}"

  /// The place by the eight equations of a projective map, solved here: no code in common with what is tested.
  @Test(arguments: ["", "rotation: 33\n"])
  func liesBetweenItsFourCornersWithinAnEighthOfAPixel(_ turned: String) async throws {
    let corners = [(996_000.0, 6_003_000.0), (1_004_000, 6_002_000), (1_003_000, 5_995_000), (997_000, 5_996_000)]
    let places = [(0.0, 0.0), (120, 0), (120, 100), (0, 100)]
    let local = corners.map { (($0.0 - 1e6) / 4000, ($0.1 - 6e6) / 4000) }
    let solution = try #require(
      Equations.solved(
        zip(local, places).flatMap { corner, place in
          let (x, y) = corner
          return [
            [x, y, 1, 0, 0, 0, -x * place.0, -y * place.0, place.0],
            [0, 0, 0, x, y, 1, -x * place.1, -y * place.1, place.1],
          ]
        }))
    let written = corners.map { "[\($0.0), \($0.1)]" }.joined(separator: ", ")
    let result = try await Self.errors("srs: EPSG:3857, corners: [\(written)]", turned + Self.extent) { x, y in
      let (x, y) = ((x - 1e6) / 4000, (y - 6e6) / 4000)
      let weight = solution[6] * x + solution[7] * y + 1
      return SIMD2(
        (solution[0] * x + solution[1] * y + solution[2]) / weight,
        (solution[3] * x + solution[4] * y + solution[5]) / weight)
    }
    #expect(result.largest <= 1.5 && result.compared > 10_000 && result.spilled == 0, "\(result)")
  }

  /// `gdalwarp -r bilinear` of a picture that is placed in the same way, at half its resolution, differs by at most one level.
  @Test func liesWhereItsWorldFileSays() async throws {
    let file = "60\n16\n10\n-56\n996500\n6001000\n"
    let result = try await Self.errors(
      "srs: EPSG:3857", Self.extent, files: ["waves.pgw": file]
    ) { x, y in
      // The inverse of 60, 10; 16, -56, about the centre of the first pixel.
      let (dx, dy) = (x - 996_500, y - 6_001_000)
      let determinant = 60.0 * -56 - 10 * 16
      return SIMD2((-56 * dx - 10 * dy) / determinant + 0.5, (-16 * dx + 60 * dy) / determinant + 0.5)
    }
    #expect(result.largest <= 1.5 && result.compared > 10_000 && result.spilled == 0, "\(result)")
  }

  /// In degrees on a map in Web Mercator (its formulas are those of EPSG's guidance note 7-2, 1.3.3.2), across 180 degrees.
  @Test(arguments: ["[180, 20]", "[-178, 20]"])
  func standsInEachCopyOfTheWorld(_ center: String) async throws {
    let top = "wrapAround: true\ninitialExtent: {center: \(center), zoom: 3}"
    let result = try await Self.errors("srs: EPSG:4326, bbox: [165, 5, -165, 30]", top) { x, y in
      let radius = 6_378_137.0
      var longitude = x / radius * 180 / .pi
      longitude -= 360 * ((longitude - 180) / 360).rounded()
      let latitude = (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi
      return SIMD2((longitude - 165) * 4, (30 - latitude) * 4)
    }
    #expect(result.largest <= 1.5 && result.compared > 3_000 && result.spilled == 0, "\(result)")
  }

  @Test(arguments: [
    ("EPSG:3857", "wrapAround: true\ninitialExtent: {center: [180, 10], zoom: 1}", "[200, 120]"),
    ("EPSG:3995", "initialExtent: {center: [0, 90], resolution: 40000}", "[140, 140]"),
  ])
  func aPictureOfTheWorldHasNoSeamAndNoHoleAtThePole(_ reference: String, _ top: String, _ size: String) async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: \(reference)
      canvas: {size: \(size), background: "#ff00ff"}
      \(top)
      layers:
        - {id: world, type: image, path: grey.png, srs: EPSG:4326, bbox: [-180, -90, 180, 90], reproject: always}

      """
    ])
    try project.folder.write(PlainPicture(width: 361, height: 180) { _, _ in (120, 120, 120, 255) }.png, to: "grey.png")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    let colors = Set(stride(from: 0, to: picture.bytes.count, by: 4).map { Array(picture.bytes[$0..<$0 + 3]) })
    #expect(colors == [[120, 120, 120]])
  }

  /// A chequer of single pixels, shrunk eleven times.
  @Test(arguments: ["", ", rotation: 12"])
  func isShrunkWithoutAliasing(_ turned: String) async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: EPSG:3857
      canvas: {size: [40, 40]}
      initialExtent: {bbox: [300000, 300000, 700000, 700000], srs: EPSG:3857}
      layers:
        - {id: fine, type: image, path: fine.png, srs: EPSG:3857, bbox: [0, 0, 1000000, 1000000]\(turned)}

      """
    ])
    let chequer = PlainPicture(width: 1100, height: 1100) { x, y in
      let level: UInt8 = (x + y) % 2 == 0 ? 255 : 0
      return (level, level, level, 255)
    }
    try project.folder.write(chequer.png, to: "fine.png")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    let levels = stride(from: 0, to: picture.bytes.count, by: 4).map { Int(picture.bytes[$0]) }
    #expect(levels.allSatisfy { (118...138).contains($0) }, "\(levels.min() ?? 0) to \(levels.max() ?? 0)")
  }

  @Test func isMadeAgainWhenThePictureOrItsWorldFileChanges() async throws {
    let project = try PipelineProject(["map.yaml": Self.document("srs: EPSG:3857", Self.extent)])
    try project.folder.write(Self.waves.png, to: "waves.png")
    try project.folder.write("60\n0\n0\n-60\n996500\n6001000\n", to: "waves.pgw")
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    try project.folder.write("60\n0\n0\n-60\n996530\n6001000\n", to: "waves.pgw")
    #expect(try await project.render().count(.rendered) == 1)
    try project.folder.write(PlainPicture(width: 120, height: 100) { _, _ in (1, 2, 3, 255) }.png, to: "waves.png")
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
  }

  @Test func isFetchedFromTheWebOnce() async throws {
    let server = try ScriptedServer { request in
      request.target == "/photo.png" ? .ok(Self.waves.png) : .ok("<html>", type: "text/html")
    }
    func project(_ name: String) throws -> PipelineProject {
      try PipelineProject([
        "map.yaml": """
        mapdoc: 1
        canvas: {size: [120, 100]}
        initialExtent: {bbox: [0, 0, 120000, 100000], srs: EPSG:3857}
        layers:
          - {id: photo, type: image, url: "\(server.baseAddress)/\(name)", srs: EPSG:3857, bbox: [0, 0, 120000, 100000]}

        """
      ])
    }
    let good = try project("photo.png")
    let report = try await good.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    // Pixel for pixel, and asked for once for its size and itself.
    #expect(try PictureDecoder.decode(good.folder.read("build/map.png")).bytes == Self.waves.bytes)
    #expect(server.requests.map(\.target) == ["/photo.png"])
    #expect(try await good.render().count(.upToDate) == 1)
    #expect(try await good.check().map(\.code) == [.notKnownOffline])
    let page = try await project("page").render()
    #expect(page.count(.failed) == 1)
    let finding = try #require(page.findings.diagnostics.first { $0.code == .serviceAnswerUnusable })
    #expect(finding.message.contains("should be a picture") && finding.message.contains("an HTML page"))
  }

  @Test func planSaysWhatBecomesOfIt() async throws {
    func layer(_ keys: String) async throws -> JSONValue {
      let project = try PipelineProject(["map.yaml": Self.document(keys, Self.extent)])
      try project.folder.write(Self.waves.png, to: "waves.png")
      return try #require(try await project.plan()["layers"]?[1])
    }
    let upright = try await layer("srs: EPSG:3857, bbox: [996000, 5995000, 1002000, 6000000]")
    #expect(upright["action"] == .string("resample") && upright["level"] == .null)
    #expect(upright["reason"] == .string("its picture of 120 x 100 pixels is drawn at 1.4286 times its size"))
    let turned = try await layer("srs: EPSG:3857, bbox: [996000, 5995000, 1002000, 6000000], rotation: 5")
    #expect(turned["action"] == .string("warp") && turned["code"] == .null)
    let other = try await layer("srs: EPSG:25832, bbox: [496000, 5238000, 500000, 5242000]")
    #expect(other["action"] == .string("warp") && other["code"] == .string("MD311"))
    #expect(other["srs"] == .string("EPSG:25832"))
    let never = try await layer("srs: EPSG:25832, bbox: [496000, 5238000, 500000, 5242000], reproject: never")
    #expect(never["action"] == .string("reject") && never["code"] == .string("MD304"))
    let away = try await layer("srs: EPSG:3857, bbox: [0, 0, 1000, 1000]")
    #expect(away["action"] == .string("skip"))
  }

  /// A pixel a degree, on a map in degrees that ends at 180: what lies beyond is at its other end.
  @Test(arguments: [(0, 360), (100, 250), (-300, -200), (170, 190), (-180, 180)])
  func beyondTheEdgeOfTheWorldItLiesAtTheOtherEnd(_ west: Int, _ east: Int) async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [360, 180], background: "#ffffff"}
      initialExtent: [-180, -90, 180, 90]
      layers:
        - {id: ground, type: builtin, name: world, srs: EPSG:4326, opacity: 0}
        - {id: photo, type: image, path: photo.png, srs: EPSG:4326, bbox: [\(west), -80, \(east), 80], resampling: nearest}

      """
    ])
    func level(_ column: Int) -> UInt8 { UInt8(column % 128) }
    let photo = PlainPicture(width: east - west, height: 160) { x, y in (level(x), UInt8(y), 7, 255) }
    try project.folder.write(photo.png, to: "photo.png")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    var mistakes = 0
    for y in 0..<180 {
      for x in 0..<360 {
        let copies = [-360, 0, 360].map { x - 180 + $0 - west }
        let column = copies.first { 0..<east - west ~= $0 }
        var wanted: [UInt8] = [255, 255, 255, 255]
        if let column, 10..<170 ~= y { wanted = [level(column), UInt8(y - 10), 7, 255] }
        let start = (y * 360 + x) * 4
        if Array(picture.bytes[start..<start + 4]) != wanted { mistakes += 1 }
      }
    }
    #expect(mistakes == 0)
  }

  /// Its place is told of the pixels as they are stored, as GDAL takes them.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func isNotTurnedAsEXIFSays() async throws {
    let bytes = try Fixtures.bytes("tile-images/pillow/hopper_orientation_6.jpg")
    let stored = try PictureDecoder.decode(bytes, isAsStored: true)
    let size = stored.size
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      srs: EPSG:3857
      canvas: {size: [\(size.width), \(size.height)]}
      initialExtent: {bbox: [0, 0, \(size.width)00, \(size.height)00], srs: EPSG:3857}
      layers:
        - {id: photo, type: image, path: photo.jpg, srs: EPSG:3857}

      """
    ])
    try project.folder.write(bytes, to: "photo.jpg")
    try project.folder.write("100\n0\n0\n-100\n50\n\(size.height)00\n", to: "photo.jgw")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1 && report.findings.diagnostics.isEmpty, "\(report.findings.diagnostics)")
  }

  @Test func cornersMayLieAcrossTheAntimeridian() async throws {
    let top = "wrapAround: true\ninitialExtent: {center: [180, 20], zoom: 3}"
    let corners = "[[165, 30], [-165, 30], [-165, 5], [165, 5]]"
    let result = try await Self.errors("srs: EPSG:4326, corners: \(corners)", top) { x, y in
      let radius = 6_378_137.0
      var longitude = x / radius * 180 / .pi
      longitude -= 360 * ((longitude - 180) / 360).rounded()
      return SIMD2((longitude - 165) * 4, (30 - (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi) * 4)
    }
    #expect(result.largest <= 1.5 && result.compared > 3_000 && result.spilled == 0, "\(result)")
  }
}

/// A system of linear equations, by elimination.
private enum Equations {
  /// - Parameter rows: Of coefficients, each with its right side last.
  static func solved(_ rows: [[Double]]) -> [Double]? {
    var rows = rows
    for column in rows.indices {
      guard let pivot = (column..<rows.count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        rows[pivot][column] != 0
      else { return nil }
      rows.swapAt(column, pivot)
      for other in rows.indices where other != column {
        let factor = rows[other][column] / rows[column][column]
        for index in column...rows.count { rows[other][index] -= factor * rows[column][index] }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
  }
}
