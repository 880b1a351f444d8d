import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rasters that are damaged, no rasters, or name what they must not.
@Suite struct RasterFaultTests {
  private static let sound = TIFFMaker(
    [.init(width: 64, height: 64, .byte) { x, y, _ in Double(x + y) }], at: [0, 1, 0, 64, 0, -1], code: 3857)

  private static func error(_ name: String, in folder: TemporaryFolder) async throws -> SourceError? {
    let layer = try LayerInDocument("type: raster\npath: \(name)", in: folder)
    do throws(any Error) {
      _ = try await layer.open()
      return nil
    } catch { return error as? SourceError }
  }

  @Test func whatIsNoRasterIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no raster at all", to: "maps/text.tif")
    try folder.write(Array(Self.sound.bytes.prefix(6)), to: "maps/cut.tif")
    try folder.write([UInt8](), to: "maps/empty.tif")
    #expect(mkfifo(folder.path + "/maps/pipe.tif", 0o600) == 0)
    guard case .otherKind(_, let words)? = try await Self.error("text.tif", in: folder) else {
      Issue.record("a text was taken")
      return
    }
    #expect(words == "it is plain text, and no reader of rasters takes it")
    for name in ["cut.tif", "empty.tif"] {
      #expect(try await Self.error(name, in: folder) != nil)
    }
    guard case .notFound? = try await Self.error("none.tif", in: folder) else {
      Issue.record("a file that is not there was taken")
      return
    }
    for (name, what) in [("pipe.tif", "a device or a pipe"), (".", "a folder")] {
      guard case .unreadable(_, _, let reason)? = try await Self.error(name, in: folder) else {
        Issue.record("\(name) was taken")
        continue
      }
      #expect(reason == "\(what) stands where a raster is expected")
    }
  }

  /// The first strip is there, the last ones are cut off.
  @Test func namesTheRowsThatCannotBeRead() async throws {
    let folder = try TemporaryFolder()
    var bytes = Self.sound.bytes
    // The fourth strip of 16 rows lies beyond the end of the file: its offset is the last of the four of tag 273.
    let offset = 8 + 3 * 16 * 64
    let written = [UInt8(offset & 255), UInt8(offset >> 8), 0, 0]
    let place = try #require(bytes.lastRange(of: written))
    bytes.replaceSubrange(place, with: [0, 0, 0xFF, 0x7F])
    try folder.write(bytes, to: "maps/map.tif")
    let source = try await LayerInDocument("type: raster\npath: map.tif", in: folder).open()
    do throws(SourceError) {
      _ = try source.tile(TileIndex(level: 0, column: 0, row: 0))
      Issue.record("rows that are not there were read")
    } catch {
      guard case .unreadable(let path, let place, let reason) = error else { throw error }
      #expect(path.hasSuffix("map.tif") && place == "band 1, columns 0 to 63, rows 0 to 63")
      #expect(reason.contains("IReadBlock failed at X offset 0, Y offset 3"), "\(reason)")
    }
  }

  private static func vrt(_ source: String, _ attributes: String = "relativeToVRT=\"1\"", band: String = "") -> String {
    """
    <VRTDataset rasterXSize="64" rasterYSize="64"><SRS>EPSG:3857</SRS>
      <GeoTransform>0, 1, 0, 64, 0, -1</GeoTransform>
      <VRTRasterBand dataType="Byte" band="1"\(band)>
        <SimpleSource><SourceFilename \(attributes)>\(source)</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
      </VRTRasterBand></VRTDataset>
    """
  }

  @Test func aVRTReadsFilesOfItsFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "maps/tiles/map.tif")
    try folder.write(Self.vrt("tiles/map.tif"), to: "maps/map.vrt")
    try folder.write(Self.vrt("map.vrt"), to: "maps/outer.vrt")
    for name in ["map.vrt", "outer.vrt"] {
      let source = try await LayerInDocument("type: raster\npath: \(name)", in: folder).open()
      let bytes = try #require(try source.bytes(0, 0, 0))
      #expect(bytes[(3 * 64 + 5) * 4] == 8)
      #expect(source.ownFiles.contains { $0.hasSuffix("/tiles/map.tif") || $0.hasSuffix("/map.vrt") })
    }
  }

  /// Before GDAL 3.7 there was no type for them.
  @Test func bytesMayHaveASign() async throws {
    let folder = try TemporaryFolder()
    let image = TIFFMaker.Image(width: 64, height: 64, .byte) { x, _, _ in x == 0 ? 156 : 0 }
    try folder.write(TIFFMaker([image], at: [0, 1, 0, 64, 0, -1], code: 3857).bytes, to: "maps/map.tif")
    let sign = "<Metadata domain=\"IMAGE_STRUCTURE\"><MDI key=\"PIXELTYPE\">SIGNEDBYTE</MDI></Metadata>"
    try folder.write(
      Self.vrt("map.tif").replacing("<SimpleSource>", with: sign + "<SimpleSource>"), to: "maps/map.vrt")
    let source = try await LayerInDocument("type: raster\npath: map.vrt\nstretch: [-100, 100]", in: folder).open()
    let bytes = try #require(try source.bytes(0, 0, 0))
    #expect(bytes[0] == 0 && (127...128).contains(bytes[4]))
  }

  @Test(arguments: [
    ("../outside.tif", "does not lie beside it"), ("/vsicurl/http://127.0.0.1:1/a.tif", "no file is there"),
    ("/vsistdin/", "no file is there"), ("http://127.0.0.1:1/a.tif", "no file is there"),
    ("&lt;VRTDataset/&gt;", "no file is there"), ("NETCDF:a.nc:b", "no file is there"),
    ("loop.vrt", "deep in each other"), ("map.vrt", "made of this VRT itself"),
    ("pipe", "no file is there"), ("", "no file is there"),
  ])
  func aVRTReadsNothingElse(_ name: String, _ reason: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "outside.tif")
    #expect(mkdir(folder.path + "/maps", 0o700) == 0 && mkfifo(folder.path + "/maps/pipe", 0o600) == 0)
    try folder.write(Self.vrt(name), to: "maps/map.vrt")
    // Each names the next under a name of its own.
    for number in 0..<10 {
      try folder.write(Self.vrt("loop\(number).vrt"), to: "maps/loop\(number == 0 ? "" : "\(number - 1)").vrt")
    }
    guard case .unreadable(_, let place, let words)? = try await Self.error("map.vrt", in: folder) else {
      Issue.record("`\(name)` was opened")
      return
    }
    #expect(words.contains(reason), "\(words)")
    #expect(place == "line 4" || name == "loop.vrt")
  }

  /// By four points, which are followed exactly.
  @Test func groundControlPointsAreFollowed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    let points = [
      (0, 0, 500_000, 5_900_000), (64, 0, 500_640, 5_900_064), (0, 64, 500_064, 5_899_360),
      (64, 64, 500_704, 5_899_424),
    ]
    .map { "<GCP Id=\"\" Pixel=\"\($0.0)\" Line=\"\($0.1)\" X=\"\($0.2)\" Y=\"\($0.3)\"/>" }.joined()
    let text = """
      <VRTDataset rasterXSize="64" rasterYSize="64"><GCPList Projection="EPSG:25832">\(points)</GCPList>
        <VRTRasterBand dataType="Byte" band="1"><SimpleSource>
          <SourceFilename relativeToVRT="1">map.tif</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
        </VRTRasterBand></VRTDataset>
      """
    try folder.write(text, to: "maps/map.vrt")
    let source = try await LayerInDocument("type: raster\npath: map.vrt", in: folder).open()
    let extent = try #require(source.description.fullExtent)
    #expect(abs(extent.xmin - 500_000) < 10 && abs(extent.xmax - 500_704) < 10)
    #expect(abs(extent.ymin - 5_899_360) < 10 && abs(extent.ymax - 5_900_064) < 10)
    // The corners of the box lie beside the turned raster.
    #expect(try source.bytes(0, 0, 0)?[3] == 0)
  }

  @Test func aVRTRunsNoProgram() async throws {
    let folder = try TemporaryFolder()
    let text = Self.vrt("map.tif", band: " subClass=\"VRTDerivedRasterBand\"").replacing(
      "<SimpleSource>", with: "<PixelFunctionLanguage>Python</PixelFunctionLanguage><SimpleSource>")
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    try folder.write(text, to: "maps/map.vrt")
    guard case .unreadable(_, _, let words)? = try await Self.error("map.vrt", in: folder) else {
      Issue.record("it was opened")
      return
    }
    #expect(words.contains("a program in Python"))
  }
}
