import Diagnostics
import Geodesy
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Rotation and warping, from the document to the plan and the picture.
@Suite(.timeLimit(.minutes(15))) struct WarpPlanTests {
  private func plan(_ text: String, bookmark: String? = nil) async throws -> JSONValue {
    let project = try PipelineProject(["map.yaml": text])
    return try await project.plan(bookmark: bookmark)
  }

  private static let turned = """
    mapdoc: 1
    canvas: {size: [400, 200]}
    initialExtent: {center: [10, 0], resolution: 1000}
    rotation: 30
    layers:
      - {id: world, type: builtin, tileSize: 256}
    bookmarks:
      - {name: upright, extent: {center: [10, 0], resolution: 1000}, rotation: 0}

    """

  @Test func aTurnedMapSaysWhatItShows() async throws {
    let plan = try await plan(Self.turned)
    let map = try #require(plan["map"])
    #expect(map["rotation"]?.numbers == [30])
    let x = 10 / 180 * 20_037_508.342789244
    // From the top left corner, clockwise: 200 km to the left and 100 up, turned by 30° against the clock.
    let (cosine, sine) = (0.8660254037844387, 0.5)
    let corners = [(-200.0, 100.0), (200, 100), (200, -100), (-200, -100)].flatMap { corner -> [Double] in
      [x + (corner.0 * cosine - corner.1 * sine) * 1000, (corner.0 * sine + corner.1 * cosine) * 1000]
    }
    let found = try #require(map["visibleArea"]?.numbers)
    #expect(zip(found, corners).allSatisfy { abs($0 - $1) < 1e-6 } && found.count == 8)
    let extent = try #require(map["extent"]?.numbers)
    #expect(abs(extent[0] - (x - 223_205.0807568878)) < 1e-6 && abs(extent[3] - 186_602.5403784439) < 1e-6)
    #expect(plan["layers"]?[0]?["action"] == "resample" && plan["layers"]?[0]?["operation"] == .null)
    let upright = try await self.plan(Self.turned, bookmark: "upright")
    #expect(upright["map"]?["rotation"]?.numbers == [0])
  }

  private static let warped = """
    mapdoc: 1
    canvas: {size: [300, 300]}
    srs: EPSG:3035
    initialExtent: {bbox: [4000000, 2900000, 4600000, 3500000], srs: EPSG:3035}
    layers:
      - {id: world, type: builtin, reproject: always}

    """

  @Test func aWarpedBasemapIsInTheDocumentsReference() async throws {
    let plan = try await plan(Self.warped)
    #expect(plan["map"]?["srs"] == "EPSG:3035")
    #expect(plan["map"]?["extent"]?.numbers == [4_000_000, 2_900_000, 4_600_000, 3_500_000])
    let layer = try #require(plan["layers"]?[0])
    #expect(layer["action"] == "warp" && layer["srs"] == "EPSG:3857")
    #expect(layer["operation"] != .null && (layer["tiles"]?.numbers.first ?? 0) > 3)
    #expect(plan["diagnostics"] == .array([]))
  }

  @Test func aWarpedMapIsDrawnWithoutHoles() async throws {
    let project = try PipelineProject(["map.yaml": Self.warped.replacing("300, 300", with: "200, 200")])
    let report = try await project.render()
    #expect(report.maps.map(\.status) == [.rendered])
    #expect(report.maps.first?.layers.first?.coverage == 1)
    let picture = try PictureDecoder.decode(
      try project.folder.read("build/map.png"), limit: PictureLimit(side: 1000, pixels: 1_000_000))
    #expect(picture.size == PixelSize(width: 200, height: 200))
    // Water and land of the built-in world; white is the ground beneath.
    let white = stride(from: 0, to: picture.bytes.count, by: 4).count { place in
      picture.bytes[place..<place + 3].allSatisfy { $0 == 255 }
    }
    #expect(white < 400)
    // Drawn once, it is up to date.
    #expect(try await project.render().maps.map(\.status) == [.upToDate])
  }

  @Test func theWorldFileOfATurnedPictureTurns() {
    let view = MapView(
      reference: .webMercator, center: Position(x: 1000, y: 2000), resolution: 2,
      size: PixelSize(width: 101, height: 51),
      pixelRatio: 1, rotation: 30)
    let numbers = WorldFile(of: view).text.split(separator: "\n").compactMap { Double($0) }
    #expect(numbers.count == 6)
    // x = A column + B row + C, y = D column + E row + F, in the order A, D, B, E, C, F; the middle pixel shows the centre.
    let (a, d, b, e, c, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    #expect(abs(a * 50 + b * 25 + c - 1000) < 1e-9 && abs(d * 50 + e * 25 + f - 2000) < 1e-9)
    // North is 30° to the right of up: going up the picture leads north and west.
    #expect(abs(-e - 1.7320508075688772) < 1e-9 && abs(-b + 1) < 1e-9 && a == -e && d == b)
  }

  @Test func aTurnedExtentIsTheSmallestBoxAlongThePage() async throws {
    let document = """
      mapdoc: 1
      canvas: {size: [400, 400]}
      rotation: 45
      initialExtent: {bbox: [0, 0, 1000000, 1000000], srs: EPSG:3857}
      layers:
        - {id: world, type: builtin}

      """
    let map = try #require(try await plan(document)["map"])
    // A square on its corner: the picture's side is its diagonal.
    let resolution = try #require(map["resolution"]?.numbers.first)
    #expect(abs(resolution - 1_000_000 * 1.4142135623730951 / 400) < 1e-6)
    let corners = try #require(map["visibleArea"]?.numbers)
    #expect(abs((corners[0] + corners[4]) / 2 - 500_000) < 1e-6 && abs((corners[1] + corners[5]) / 2 - 500_000) < 1e-6)
  }

  @Test func aVeryLargePictureIsSaidBefore() {
    #expect(PictureSizeWords.text(pixels: 1_600_000_000, bytes: 900_000_000) == "this makes 1.6 GPixel, about 900 MB")
    #expect(PictureSizeWords.bytes(of: .png, pixels: 1_600_000_000) == 900_000_000)
  }
}
