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

  /// GDAL takes an attribute as an element inside, and names in any letters; `OUT` is a file outside of the folder.
  @Test(arguments: [
    ("<SimpleSource SourceFilename='OUT'><SourceBand>1</SourceBand></SimpleSource>", "does not lie beside it"),
    ("<SimpleSource sourcefilename='/vsicurl/http://127.0.0.1:1/a.tif'/>", "no file is there"),
    ("<simplesource><sourcefilename>OUT</sourcefilename></simplesource>", "does not lie beside it"),
    ("<SimpleSource><SourceFilename relativeToVRT='2'>map.tif</SourceFilename></SimpleSource>", "is 0 or 1"),
    (
      "<SimpleSource><SourceFilename relativeToVRT='1' relativetoVRT='0'>map.tif</SourceFilename></SimpleSource>",
      "stands there once"
    ),
    (
      "<SimpleSource><SourceFilename relativeToVRT='1'>map.tif </SourceFilename></SimpleSource>",
      "white space at its ends"
    ),
    ("<Metadata domain='OVERVIEWS'><MDI key='OVERVIEW_FILE'>OUT</MDI></Metadata>", "by `OVERVIEW_FILE`"),
    ("<Metadata domain='overviews'><MDI k='overview_file'>OUT</MDI></Metadata>", "by `overview_file`"),
    ("<Metadata domain='GEOLOCATION'><MDI key='X_DATASET'>OUT</MDI></Metadata>", "by `X_DATASET`"),
    ("<RPCTransformer><DEMPath>OUT</DEMPath></RPCTransformer>", "does not lie beside it"),
    ("<GDALWarpOptions DestinationDataset='map.tif'/>", "names what is no file beside it"),
    ("<Step><Argument name='gain_dataset_filename_1'>OUT</Argument></Step>", "names what is no file beside it"),
    ("<OpenOptions><OOI key='ROOT_PATH'>..</OOI></OpenOptions>", "names what is no file beside it"),
    ("<SRS>OUT</SRS>", "names what is no file beside it"),
    ("<PixelFunction PixelFunctionLanguage='Python'/>", "a program in Python"),
    (
      "<SimpleSource><SourceFilename relativeToVRT='1'>nested.dat</SourceFilename></SimpleSource>",
      "does not lie beside it"
    ),
  ])
  func nothingOfAVRTNamesAnotherPlace(_ part: String, _ reason: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "outside.tif")
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    let outside = folder.path + "/outside.tif"
    func vrt(_ part: String) -> String {
      Self.vrt("map.tif").replacing(
        "</VRTRasterBand>", with: "\n\(part.replacing("OUT", with: outside))</VRTRasterBand>")
    }
    try folder.write(vrt("<SimpleSource SourceFilename='OUT'/>"), to: "maps/nested.dat")
    try folder.write(vrt(part), to: "maps/map.vrt")
    guard case .unreadable(let path, let place, let words)? = try await Self.error("map.vrt", in: folder) else {
      Issue.record("`\(part)` was let through")
      return
    }
    #expect(words.contains(reason), "\(words)")
    #expect(place == "line 6" && (path.hasSuffix("map.vrt") || path.hasSuffix("nested.dat")))
  }

  /// What programs write into a VRT that looks like a path and is none.
  @Test func wordsOfAVRTMayLookLikePaths() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    let words = """
      <Metadata><MDI key="SOURCE">/data/a.tif: https://example.org/</MDI></Metadata>
      <Metadata domain="xml:XMP" format="xml"><rdf about="https://example.org/"/></Metadata>
      <VRTRasterBand dataType="Byte" band="1"><Description>m/s</Description><UnitType>m/s</UnitType>
      <CategoryNames><Category>wood/scrub</Category></CategoryNames>
      """
    let text = Self.vrt("map.tif").replacing("EPSG:3857", with: "+proj=merc +a=6378137 +b=6378137 +nadgrids=@null")
      .replacing("<VRTRasterBand dataType=\"Byte\" band=\"1\">", with: words)
    try folder.write(text, to: "maps/map.vrt")
    #expect(try await Self.error("map.vrt", in: folder) == nil)
  }

  /// Bytes that GDAL reads in another way than what checks them.
  @Test func aVRTIsReadInUTF8() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    try folder.write("<?xml version='1.0' encoding='UTF-7'?>" + Self.vrt("map.tif"), to: "maps/map.vrt")
    guard case .unreadable(_, _, let words)? = try await Self.error("map.vrt", in: folder) else {
      Issue.record("it was opened")
      return
    }
    #expect(words == "a VRT is read in UTF-8, not in `utf-7`")
  }

  /// Metadata of any format, in its `.aux.xml`, and sidecars that are rasters themselves; also of what a VRT names.
  @Test(arguments: ["map.tif", "map.vrt"])
  func sidecarsLeadNowhere(_ name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sound.bytes, to: "outside.tif")
    try folder.write(Self.sound.bytes, to: "maps/map.tif")
    try folder.write(Self.vrt("map.tif"), to: "maps/map.vrt")
    #expect(try await Self.error(name, in: folder) == nil)
    let pam = """
      <PAMDataset><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">\(folder.path)/outside.tif</MDI></Metadata></PAMDataset>
      """
    try folder.write(pam, to: "maps/map.tif.aux.xml")
    let error = try await Self.error(name, in: folder)
    // Of a TIFF itself GDAL takes no overviews by these words.
    if name == "map.vrt" {
      guard case .unreadable(let path, _, let words)? = error else {
        Issue.record("metadata were followed")
        return
      }
      #expect(path.hasSuffix("map.tif") && words.contains("its overviews lie in"), "\(words)")
    }
    try folder.write("<PAMDataset/>", to: "maps/map.tif.aux.xml")
    try folder.write(Self.vrt(folder.path + "/outside.tif", "relativeToVRT=\"0\""), to: "maps/map.tif.ovr")
    guard case .unreadable(let sidecar, _, _)? = try await Self.error(name, in: folder) else {
      Issue.record("a sidecar was followed")
      return
    }
    #expect(sidecar.hasSuffix("map.tif.ovr"))
    #expect(unlink(folder.path + "/maps/map.tif.ovr") == 0)
    #expect(symlink(folder.path + "/outside.tif", folder.path + "/maps/map.tif.msk") == 0)
    guard case .unreadable(_, _, let link)? = try await Self.error(name, in: folder) else {
      Issue.record("a link was followed")
      return
    }
    #expect(link.contains("a link out of the folder"))
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
