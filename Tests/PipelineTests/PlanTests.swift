import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// The JSON form of a plan, key by key, on a map whose numbers can be computed by hand.
@Suite(.timeLimit(.minutes(10))) struct PlanTests {
  private static let document = """
    mapdoc: 1
    canvas: {size: [512, 256], pixelRatio: 2, background: white}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: world, type: builtin}
      - {id: streets, type: xyz, url: "http://127.0.0.1:1/{z}/{x}/{y}.png", maxScale: 0, minScale: 1000}
      - id: both
        type: group
        layers:
          - {id: tiles, type: xyz, url: "http://127.0.0.1:1/{z}/{x}/{y}.png", minLevel: 0, opacity: 0.5}
    bookmarks:
      - {name: north, extent: {center: [0, 60], level: 2}, canvas: {size: [256, 256]}}
    outputs:
      - {path: "a/${map}.png"}
      - {path: "a/${map}-${bookmark}.jpg", bookmarks: all}

    """

  private func plan(bookmark: String? = nil, dpi: Double? = nil) async throws -> (JSONValue, PipelineProject) {
    let project = try PipelineProject(["map.yaml": Self.document])
    return (try await project.plan(bookmark: bookmark, dpi: dpi), project)
  }

  @Test func hasTheKeysOfTheInterfaceInTheirOrder() async throws {
    let (plan, project) = try await plan()
    #expect(plan.keys == ["document", "map", "layers", "grids", "sheets", "outputs", "diagnostics"])
    #expect(plan["document"] == .string(project.path("map.yaml")))
    #expect(
      plan["map"]?.keys == [
        "srs", "extent", "fullExtent", "frame", "visibleArea", "size", "dpi", "resolution", "scale", "projectedScale",
        "rotation", "wrapAround", "frames",
      ])
    #expect(
      plan["layers"]?[0]?.keys == [
        "id", "type", "srs", "action", "reason", "code", "level", "tiles", "requests", "bytesEstimate", "operation",
        "accuracy",
      ])
    #expect(plan["grids"] == .array([]) && plan["sheets"] == .array([]))
    #expect(plan["outputs"]?[0]?.keys == ["path", "format", "bookmark"])
  }

  @Test func theMapsNumbersAreRight() async throws {
    let map = try #require(try await plan().0["map"])
    #expect(map["srs"] == "EPSG:3857")
    // Level 2: 156543.03392804097 / 4 m a logical pixel, half of that a device pixel.
    let resolution = 156_543.03392804097 / 4
    #expect(map["size"]?.numbers == [1024, 512] && map["frame"]?.numbers == [0, 0, 1024, 512])
    #expect(map["dpi"]?.numbers == [192])
    #expect(close(map["resolution"], [resolution / 2], 1e-9))
    #expect(close(map["extent"], [-256 * resolution, -128 * resolution, 256 * resolution, 128 * resolution], 1e-6))
    let world = 20_037_508.342789244
    #expect(close(map["fullExtent"], [-world, -world, world, world], 1e-6))
    let (right, top) = (256 * resolution, 128 * resolution)
    #expect(close(map["visibleArea"], [-right, top, right, top, right, -top, -right, -top], 1e-6))
    // 39135.75848 x 96 / 0.0254
    #expect(close(map["projectedScale"], [147_914_677.7], 0.1))
    // On the equator Web Mercator is true along the horizontal.
    #expect(close(map["scale"], [147_914_677.7], 15_000))
    #expect(map["rotation"]?.numbers == [0] && map["wrapAround"] == "disabled" && map["frames"]?.numbers == [0])
  }

  @Test func itsLayersSayWhatWillBeDone() async throws {
    let layers = try #require(try await plan().0["layers"])
    let world = try #require(layers[0])
    #expect(world["id"] == "world" && world["type"] == "builtin" && world["srs"] == "EPSG:3857")
    // 512 x 256 logical pixels at level 2 about the origin: columns 1 and 2, rows 1 and 2. Twice as many pixels are drawn.
    #expect(world["level"]?.numbers == [2] && world["tiles"]?.numbers == [4])
    #expect(world["requests"]?.numbers == [0] && world["bytesEstimate"]?.numbers == [0])
    #expect(world["operation"] == .null && world["accuracy"] == .null)
    let streets = try #require(layers[1])
    #expect(streets["action"] == "skip" && streets["level"] == .null && streets["tiles"]?.numbers == [0])
    #expect(layers[2]?["id"] == "both" && layers[2]?["type"] == "group")
    let tiles = try #require(layers[3])
    #expect(tiles["id"] == "tiles" && tiles["tiles"]?.numbers == [4] && tiles["requests"]?.numbers == [4])
    #expect((tiles["bytesEstimate"]?.numbers.first ?? 0) > 0)
    #expect(layers[4] == nil)
  }

  @Test func atTheLevelsOwnResolutionTilesAreDrawn() async throws {
    let project = try PipelineProject([
      "map.yaml": Self.document.replacing(", pixelRatio: 2", with: "")
    ])
    let plan = try await project.plan()
    #expect(plan["layers"]?[0]?["action"] == "draw" && plan["layers"]?[3]?["action"] == "draw")
    // And between two levels they are resampled.
    let between = try PipelineProject([
      "map.yaml": Self.document.replacing("level: 2, snap: level", with: "zoom: 1.6")
    ])
    #expect(try await between.plan()["layers"]?[0]?["action"] == "resample")
  }

  @Test func itsOutputsAreThoseOfTheDocument() async throws {
    let (plan, project) = try await plan()
    #expect(plan["outputs"]?[0]?["path"] == .string(project.path("a/map.png")))
    #expect(plan["outputs"]?[0]?["format"] == "png" && plan["outputs"]?[0]?["bookmark"] == .null)
    #expect(plan["outputs"]?[1]?["path"] == .string(project.path("a/map-north.jpg")))
    #expect(plan["outputs"]?[1]?["format"] == "jpg" && plan["outputs"]?[1]?["bookmark"] == "north")
  }

  @Test func aBookmarkHasItsOwnCanvasAndDpi() async throws {
    let map = try #require(try await plan(bookmark: "north", dpi: 96).0["map"])
    #expect(map["size"]?.numbers == [256, 256] && map["dpi"]?.numbers == [96])
    // At 60 degrees the ground is half as large: cos 60° = 0.5, but for the ellipsoid.
    let ratio = try #require(map["scale"]?.numbers.first) / #require(map["projectedScale"]?.numbers.first)
    #expect(abs(ratio - 0.5) < 0.005)
  }

  @Test func withErrorsItSaysWhatItCan() async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      layers:
        - {id: world, type: builtin}
        - {id: other, type: builtin, srs: EPSG:4326}

      """
    ])
    let plan = try await project.plan()
    #expect(plan["layers"]?[1]?["action"] == "reject" && plan["layers"]?[1]?["code"] == "MD301")
    #expect(plan["diagnostics"]?[0]?["code"] == "MD301")
    #expect(
      plan["diagnostics"]?[0]?.keys == [
        "code", "severity", "message", "hint", "file", "line", "column", "endLine", "endColumn", "layer", "path",
      ])
    let broken = try PipelineProject(["map.yaml": "mapdoc: 1\nlayers: 3\n"])
    let rest = try await broken.plan()
    #expect(rest["map"] == .null && rest["layers"] == .array([]))
  }

  private func close(_ value: JSONValue?, _ wanted: [Double], _ tolerance: Double) -> Bool {
    guard let numbers = value?.numbers, numbers.count == wanted.count else { return false }
    return zip(numbers, wanted).allSatisfy { abs($0 - $1) <= tolerance }
  }
}
