import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Maps that go on beyond the edge of the world, pixel by pixel.
@Suite(.timeLimit(.minutes(15))) struct WrapAroundTests {
  /// A picture of the built-in world: 256 pixels are the world at zoom 0.
  private func picture(
    longitude: Double, zoom: Double, size: (Int, Int), wrapsAround: Bool, srs: String = "EPSG:3857", more: String = "",
    layer: String = ""
  ) async throws -> Picture {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      wrapAround: \(wrapsAround)
      canvas: {size: [\(size.0), \(size.1)]}
      initialExtent: {center: [\(longitude), 0], zoom: \(zoom)}
      layers:
        - {id: world, type: builtin, srs: "\(srs)"\(layer)}
      \(more)
      outputs: [{path: map.png}]
      """
    ])
    let report = try await project.render()
    #expect(report.findings.diagnostics.isEmpty, "\(report.findings.diagnostics.map(\.message))")
    return try PictureDecoder.decode(project.folder.read("map.png"))
  }

  /// The first pixel in which a picture is not the other one, moved to the left by so many pixels and repeated.
  private func firstDifference(_ picture: Picture, _ world: Picture, moved: Int) -> String? {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let place = ((x + moved) % world.size.width + world.size.width) % world.size.width
        let (own, other) = ((y * picture.size.width + x) * 4, (y * world.size.width + place) * 4)
        if picture.bytes[own..<own + 4] != world.bytes[other..<other + 4] { return "\(x), \(y)" }
      }
    }
    return nil
  }

  @Test(arguments: [0.0, 45, 90, 180, -180, -135]) func isTheWorldMovedAndRepeated(_ longitude: Double) async throws {
    let world = try await picture(longitude: 0, zoom: 1, size: (512, 256), wrapsAround: false)
    let moved = try await picture(longitude: longitude, zoom: 1, size: (512, 256), wrapsAround: true)
    #expect(firstDifference(moved, world, moved: Int(longitude / 360 * 512)) == nil)
    let wide = try await picture(longitude: longitude, zoom: 1, size: (1536, 256), wrapsAround: true)
    #expect(firstDifference(wide, world, moved: Int(longitude / 360 * 512) - 512) == nil)
  }

  /// Between two levels tiles are resampled: across the edge as across any other, without a seam.
  @Test func hasNoSeamWhereTilesAreResampled() async throws {
    let first = try await picture(longitude: 180, zoom: 1.3, size: (300, 200), wrapsAround: true)
    let next = try await picture(longitude: 180 + 360, zoom: 1.3, size: (300, 200), wrapsAround: true)
    #expect(first == next)
    for y in 0..<200 {
      for x in 0..<300 { #expect(first.bytes[(y * 300 + x) * 4 + 3] == 255, "\(x), \(y)") }
    }
  }

  @Test func repeatsMapsInDegreesToo() async throws {
    let world = try await picture(longitude: 0, zoom: 1, size: (512, 256), wrapsAround: false, srs: "EPSG:4326")
    let moved = try await picture(longitude: 180, zoom: 1, size: (1024, 256), wrapsAround: true, srs: "EPSG:4326")
    #expect(firstDifference(moved, world, moved: 0) == nil)
  }

  @Test func showsNothingBeyondTheEdgeWithout() async throws {
    let half = try await picture(longitude: 180, zoom: 1, size: (512, 256), wrapsAround: false)
    for y in 0..<256 {
      #expect(half.bytes[(y * 512 + 300) * 4..<(y * 512 + 512) * 4].allSatisfy { $0 == 255 }, "row \(y)")
    }
    #expect(half.bytes[0..<255 * 4].contains { $0 != 255 })
  }

  /// A clip across the antimeridian shows the same in each frame.
  @Test func clipsTheSameInEachFrame() async throws {
    let clip =
      ", clip: {type: Polygon, coordinates: [[[160, -30], [200, -30], [200, 30], [160, 30], [160, -30]]]}"
    let wide = try await picture(longitude: 0, zoom: 1, size: (1024, 256), wrapsAround: true, layer: clip)
    let one = try await picture(longitude: 0, zoom: 1, size: (512, 256), wrapsAround: true, layer: clip)
    #expect(firstDifference(wide, one, moved: -256) == nil)
    #expect(one.bytes[(128 * 512 + 1) * 4..<(128 * 512 + 20) * 4].contains { $0 != 255 }, "the part beyond 180")
  }

  /// The picture shows each tile four times; the server is asked once.
  @Test func asksForEachTileOnce() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      wrapAround: true
      canvas: {size: [2048, 512]}
      initialExtent: {center: [180, 0], zoom: 1}
      layers:
        - {id: grey, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png"}
      outputs: [{path: map.png}]
      """
    ])
    let report = try await project.render()
    #expect(report.findings.diagnostics.isEmpty, "\(report.findings.diagnostics.map(\.message))")
    #expect(server.requests.map(\.target).sorted() == ["/1/0/0.png", "/1/0/1.png", "/1/1/0.png", "/1/1/1.png"])
    let picture = try PictureDecoder.decode(project.folder.read("map.png"))
    #expect(stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 0x78 })
    let plan = try await project.plan()
    #expect(plan["map"]?["wrapAround"] == "enabled" && (plan["map"]?["frames"]?.numbers.count ?? 0) >= 4)
    #expect(plan["layers"]?[0]?["tiles"]?.numbers == [4] && plan["layers"]?[0]?["requests"]?.numbers == [4])
    // Nothing has changed, so nothing is drawn again.
    #expect(try await project.render().count(.rendered) == 0)
  }

  /// Tiles that do not come out even once round the world, as those of Esri's caches with their origin at -400, are
  /// drawn in each frame and cut at its edges.
  @Test func repeatsTilesThatDoNotComeOutEven() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      wrapAround: true
      canvas: {size: [1024, 200]}
      initialExtent: {center: [180, 0], resolution: 0.7}
      layers:
        - {id: world, type: builtin, srs: "EPSG:4326"}
        - id: grey
          type: xyz
          url: "\(server.baseAddress)/{z}/{x}/{y}.png"
          tilingScheme: {srs: EPSG:4326, origin: [-400, 400], levels: [{level: 0, resolution: 0.7}]}
      outputs: [{path: map.png}]
      """
    ])
    let report = try await project.render()
    #expect(report.findings.diagnostics.allSatisfy { $0.code == .otherGrid }, "\(report.findings.diagnostics)")
    let picture = try PictureDecoder.decode(project.folder.read("map.png"))
    #expect(stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 0x78 })
    let asked = server.requests.map(\.target)
    #expect(Set(asked).count == asked.count)
  }
}
