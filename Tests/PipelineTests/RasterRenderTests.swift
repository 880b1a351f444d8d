import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Maps with layers of `type: raster`, beside what GDAL's programs make of the same files.
@Suite(.timeLimit(.minutes(10))) struct RasterRenderTests {
  private static func wave(_ value: Int) -> Double { Double(value % 512 < 256 ? value % 512 : 511 - value % 512) }

  /// Waves of 12 levels a pixel: an eighth of a pixel shows as a level and a half.
  private static func waves(_ width: Int, _ height: Int) -> TIFFMaker.Image {
    TIFFMaker.Image(width: width, height: height, bands: 3, .byte) { x, y, band in
      [wave(x * 12 + 30), wave(y * 12 + 70), wave(x * 5 + y * 7)][band]
    }
  }

  private static func project(_ maker: TIFFMaker, _ top: String, _ keys: String = "") throws -> PipelineProject {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      \(top)
      layers:
        - {id: ground, type: builtin, name: world, opacity: 0}
        - {id: r, type: raster, path: waves.tif\(keys)}

      """
    ])
    try project.folder.write(maker.bytes, to: "waves.tif")
    return project
  }

  private static func picture(_ project: PipelineProject) async throws -> Picture {
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    return try PictureDecoder.decode(project.folder.read("build/map.png"))
  }

  /// Four tiles, of which the last ones are cut: no pixel is changed, and none lies elsewhere.
  @Test func copiesPixelsWhereTheGridsMatch() async throws {
    let image = Self.waves(520, 515)
    let maker = TIFFMaker([image], at: [1000, 10, 0, 9000, 0, -10], code: 3857)
    let project = try Self.project(
      maker,
      "srs: EPSG:3857\ncanvas: {size: [540, 535], background: \"#ffffff\"}\n"
        + "initialExtent: {bbox: [900, 3750, 6300, 9100], srs: EPSG:3857}")
    let picture = try await Self.picture(project)
    var mistakes = 0
    for y in 0..<535 {
      for x in 0..<540 {
        let (column, row) = (x - 10, y - 10)
        var wanted: [UInt8] = [255, 255, 255, 255]
        if 0..<520 ~= column, 0..<515 ~= row {
          wanted =
            [Self.wave(column * 12 + 30), Self.wave(row * 12 + 70), Self.wave(column * 5 + row * 7)].map(UInt8.init) + [
              255
            ]
        }
        if Array(picture.bytes[(y * 540 + x) * 4..<(y * 540 + x) * 4 + 4]) != wanted { mistakes += 1 }
      }
    }
    #expect(mistakes == 0)
    let plan = try await project.plan()
    #expect(plan["layers"]?[1]?["action"] == "draw", "\(plan["layers"]?[1]?["reason"] ?? .null)")
  }

  /// Turned, in degrees, and in another projection: `gdalwarp -r bilinear` at the map's own pixels.
  @Test(
    .enabled(
      if: Program.named("gdalwarp") != nil && Program.named("gdal_translate") != nil,
      "GDAL's programs are not installed"),
    arguments: [
      ([500_000.0, 9, 3, 5_900_000, 2, -10], 25832, false), ([9, 0.00015, 0, 53.3, 0, -0.00009], 4326, true),
      ([4_300_000, 11, 0, 3_300_000, 0, -9], 3035, false),
    ])
  func liesWhereGDALPutsIt(_ transform: [Double], _ code: Int, _ isGeographic: Bool) async throws {
    let maker = TIFFMaker([Self.waves(260, 240)], at: transform, code: code, isGeographic: isGeographic)
    let project = try Self.project(
      maker, "srs: EPSG:3857\ncanvas: {size: [300, 280], background: \"#ffffff\"}\ninitialExtent: {fit: r, padding: 4}")
    let picture = try await Self.picture(project)
    let extent = try #require(try await project.plan()["map"]?["extent"]?.numbers)
    let warped = project.folder.path + "/warped.tif"
    let raw = project.folder.path + "/warped.raw"
    let box = extent.map { "\($0)" }
    let outcome = try await #require(Program.named("gdalwarp")).run(
      ["-q", "-t_srs", "EPSG:3857", "-te"] + box
        + ["-ts", "300", "280", "-r", "bilinear", "-et", "0", "-dstalpha", project.folder.path + "/waves.tif", warped])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = try await #require(Program.named("gdal_translate")).run(
      ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BIP", warped, raw])
    #expect(made.status == 0, "\(made.errors)")
    let expected = try project.folder.read("warped.raw")
    var (largest, compared) = (0, 0)
    for y in 1..<279 {
      for x in 1..<299 {
        // GDAL's filter ends at the edges of the raster, where ours fades: inner pixels alone.
        let around = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)].map {
          expected[((y + $0.1) * 300 + x + $0.0) * 4 + 3]
        }
        guard around.allSatisfy({ $0 == 255 }) else { continue }
        compared += 1
        for channel in 0..<3 {
          let place = (y * 300 + x) * 4 + channel
          largest = max(largest, abs(Int(picture.bytes[place]) - Int(expected[place])))
        }
      }
    }
    // A map that shows less ground than the raster has shrinks it, which GDAL filters in another way.
    #expect(largest <= 6 && compared > 20_000, "\(largest) \(compared)")
  }

  /// The overview is red, the raster itself blue.
  @Test func drawsTheOverviewThatFits() async throws {
    let full = TIFFMaker.Image(width: 600, height: 400, bands: 3, .byte) { _, _, band in band == 2 ? 255 : 0 }
    var half = TIFFMaker.Image(width: 300, height: 200, bands: 3, .byte) { _, _, band in band == 0 ? 255 : 0 }
    half.purpose = .overview
    let maker = TIFFMaker([full, half], at: [0, 10, 0, 4000, 0, -10], code: 3857)
    for (resolution, color) in [(19, [0, 0, 255]), (20, [255, 0, 0]), (45, [255, 0, 0])] as [(Int, [UInt8])] {
      let project = try Self.project(
        maker,
        "srs: EPSG:3857\ncanvas: {size: [60, 60]}\n"
          + "initialExtent: {center: [3000, 2000], resolution: \(resolution), srs: EPSG:3857}")
      let picture = try await Self.picture(project)
      #expect(Array(picture.bytes[(30 * 60 + 30) * 4..<(30 * 60 + 30) * 4 + 3]) == color, "\(resolution)")
    }
  }

  /// Of two tiles the lower one cannot be read.
  @Test func drawsWhatCanBeReadWithAWarning() async throws {
    let image = TIFFMaker.Image(width: 40, height: 600, .byte) { _, _, _ in 77 }
    let maker = TIFFMaker([image], at: [0, 10, 0, 6000, 0, -10], code: 3857)
    let project = try Self.project(
      maker,
      "srs: EPSG:3857\ncanvas: {size: [40, 600], background: \"#ffffff\"}\n"
        + "initialExtent: {bbox: [0, 0, 400, 6000], srs: EPSG:3857}", ", onError: warn")
    // The offset of the last of 38 strips.
    var bytes = maker.bytes
    let offset = 8 + 37 * 16 * 40
    let place = try #require(bytes.lastRange(of: [UInt8(offset & 255), UInt8(offset >> 8), 0, 0]))
    bytes.replaceSubrange(place, with: [0, 0, 0xFF, 0x7F])
    try project.folder.write(bytes, to: "waves.tif")
    let report = try await project.render()
    let findings = report.findings.diagnostics.filter { $0.layer == "r" }
    let finding = try #require(findings.first)
    #expect(findings.map(\.code) == [.sourceUnreadable] && finding.severity == .warning)
    #expect(finding.message.contains("band 1, columns 0 to 39, rows 512 to 599"), "\(finding.message)")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    #expect(picture.bytes[(100 * 40 + 20) * 4] == 77 && picture.bytes[(560 * 40 + 20) * 4] == 255)
  }

  @Test func aTouchMakesNoMapStaleAndAnotherPixelDoes() async throws {
    var image = TIFFMaker.Image(width: 40, height: 40, .byte) { _, _, _ in 77 }
    let top = "srs: EPSG:3857\ncanvas: {size: [40, 40]}\ninitialExtent: {bbox: [0, 0, 400, 400], srs: EPSG:3857}"
    let place = [0.0, 10, 0, 400, 0, -10]
    let project = try Self.project(TIFFMaker([image], at: place, code: 3857), top)
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    try project.folder.write(TIFFMaker([image], at: place, code: 3857).bytes, to: "waves.tif")
    #expect(try await project.render().count(.upToDate) == 1)
    image = TIFFMaker.Image(width: 40, height: 40, .byte) { x, _, _ in x == 0 ? 78 : 77 }
    try project.folder.write(TIFFMaker([image], at: place, code: 3857).bytes, to: "waves.tif")
    #expect(try await project.render().count(.rendered) == 1)
  }

  @Test func aWorldInDegreesStandsInEachFrameWithoutASeam() async throws {
    // Longitudes as colours, from 0 to 360 degrees: a grid of climate models.
    let image = TIFFMaker.Image(width: 720, height: 360, .byte) { x, _, _ in Double(min(255, abs(360 - x) / 2)) }
    let maker = TIFFMaker([image], at: [0, 0.5, 0, 90, 0, -0.5], code: 4326, isGeographic: true)
    let project = try Self.project(
      maker, "canvas: {size: [400, 200]}\nwrapAround: true\ninitialExtent: {center: [180, 0], zoom: 1}")
    let picture = try await Self.picture(project)
    var largest = 0
    for x in 0..<400 {
      // Web Mercator: 512 pixels once round the world.
      let longitude = 180 + (Double(x) + 0.5 - 200) * 360 / 512
      let wanted = abs(360 - 2 * longitude) / 2
      largest = max(largest, abs(Int(picture.bytes[(100 * 400 + x) * 4]) - Int(wanted.rounded())))
    }
    #expect(largest <= 1)
  }
}
