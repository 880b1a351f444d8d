import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Rasters of other formats than TIFF, files that hold several, and numbers that are not meant as they are stored.
@Suite struct RasterFormatTests {
  private static func layer(_ keys: String, _ files: [String: [UInt8]]) throws -> LayerInDocument {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: "maps/" + name) }
    return try LayerInDocument("type: raster\n" + keys, in: folder)
  }

  /// The levels of grey of the first pixels.
  private static func grey(_ keys: String, _ files: [String: [UInt8]], count: Int = 4) async throws -> [Int] {
    let layer = try layer(keys, files)
    #expect(layer.findings.isEmpty, "\(layer.findings.map(\.message))")
    let source = try await layer.open()
    let bytes = try #require(try source.bytes(0, 0, 0))
    return (0..<count).map { Int(bytes[$0 * 4]) }
  }

  private static func error(_ keys: String, _ files: [String: [UInt8]]) async throws -> SourceError? {
    let layer = try layer(keys, files)
    do throws(any Error) {
      _ = try await layer.open()
      return nil
    } catch { return error as? SourceError }
  }

  private static func words(_ error: SourceError?) -> String {
    switch error {
    case .badKey(let key, let reason, let hint)?: "\(key): \(reason); \(hint ?? "")"
    case .unreadable(let path, let place, let reason)?: "\(path) \(place ?? ""): \(reason)"
    case let other: "\(String(describing: other))"
    }
  }

  // MARK: - netCDF, HDF, GRIB

  private static let two = NetCDFMaker(
    columns: 8, rows: 4,
    [
      .init("t2m", steps: 3) { x, _, step in Double(x + 100 * step) },
      .init("rain", packing: (0.5, -10)) { x, _, _ in Double(x * 20) },
    ])

  @Test func aVariableOfNetCDFIsChosenByItsName() async throws {
    let files = ["a.nc": Self.two.bytes]
    #expect(try await Self.grey("path: a.nc\nsubdataset: t2m\nstretch: [0, 255]", files) == [0, 1, 2, 3])
    // Steps of time are bands, of which the first is drawn.
    #expect(
      try await Self.grey("path: a.nc\nsubdataset: t2m\nbands: 2\nstretch: [0, 255]", files) == [100, 101, 102, 103])
    let source = try await Self.layer("path: a.nc\nsubdataset: t2m", files).open()
    let extent = try #require(source.description.fullExtent)
    #expect([extent.xmin, extent.ymin, extent.xmax, extent.ymax] == [10, 46, 18, 50])
    #expect(source.description.drawing?.ownReference == .wgs84)
  }

  @Test func aFileOfSeveralRastersListsThem() async throws {
    let words = Self.words(try await Self.error("path: a.nc", ["a.nc": Self.two.bytes]))
    #expect(words.hasPrefix("path: ") && words.contains("holds 2 rasters") && words.contains("`t2m` ([3x4x8] t2m"))
    #expect(words.contains("`rain`") && words.hasSuffix("add `subdataset: t2m`, say"), "\(words)")
    let misspelt = Self.words(try await Self.error("path: a.nc\nsubdataset: t2n", ["a.nc": Self.two.bytes]))
    #expect(misspelt.hasPrefix("subdataset: ") && misspelt.contains("`t2m`"), "\(misspelt)")
    let tiff = TIFFMaker(
      [.init(width: 4, height: 4, .byte) { x, _, _ in Double(x) }], at: [0, 1, 0, 4, 0, -1], code: 3857)
    let none = Self.words(try await Self.error("path: a.tif\nsubdataset: x", ["a.tif": tiff.bytes]))
    #expect(none.contains("is one raster, and holds no others"), "\(none)")
  }

  @Test func theOnlyVariableNeedsNoName() async throws {
    let one = NetCDFMaker(columns: 8, rows: 4, [.init("depth") { x, _, _ in Double(x * 10) }])
    #expect(try await Self.grey("path: a.nc\nstretch: [0, 255]", ["a.nc": one.bytes]) == [0, 10, 20, 30])
  }

  @Test func aBrokenFileIsAnError() async throws {
    for count in [4, 20, 60, 200] {
      #expect(try await Self.error("path: a.nc", ["a.nc": Array(Self.two.bytes.prefix(count))]) != nil)
    }
    #expect(try await Self.error("path: a.grb", ["a.grb": Array("GRIB".utf8) + [0, 0, 0, 2]]) != nil)
    #expect(try await Self.error("path: a.h5", ["a.h5": [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]]) != nil)
  }

  /// As other programs write them: the numbers are those of the GeoTIFF they are made of.
  @Test(
    .enabled(if: Program.named("gdal_translate") != nil, "gdal_translate is not here"),
    arguments: [("GRIB", "a.grb2"), ("HDF4Image", "a.hdf"), ("netCDF", "a.nc"), ("BT", "a.bt")])
  func filesOfOtherProgramsHoldTheSameNumbers(_ driver: String, _ name: String) async throws {
    let folder = try TemporaryFolder()
    let tiff = TIFFMaker(
      [.init(width: 16, height: 8, .float) { x, y, _ in Double(x * 10 + y) }], at: [10, 1, 0, 50, 0, -1], code: 4326,
      isGeographic: true)
    try folder.write(tiff.bytes, to: "maps/a.tif")
    let options = driver == "GRIB" ? ["-co", "DATA_ENCODING=IEEE_FLOATING_POINT"] : []
    let made = try await #require(Program.named("gdal_translate")).run(
      ["-q", "-of", driver] + options + [folder.path + "/maps/a.tif", folder.path + "/maps/" + name])
    try #require(made.status == 0, "\(made)")
    let layer = try LayerInDocument(
      "type: raster\npath: \(name)\nbands: 1\nstretch: [0, 255]\nsrs: EPSG:4326", in: folder)
    let source = try await layer.open()
    let bytes = try #require(try source.bytes(0, 0, 0))
    #expect((0..<4).map { Int(bytes[$0 * 4]) } == [0, 10, 20, 30])
    #expect(Int(bytes[(3 * 16 + 5) * 4]) == 53)
    let extent = try #require(source.description.fullExtent)
    #expect(abs(extent.xmin - 10) < 1e-6 && abs(extent.ymax - 50) < 1e-6 && abs(extent.xmax - 26) < 1e-6, "\(extent)")
  }

  /// netCDF 4 is HDF 5 inside: read as that, its rows stand as they are stored, from the south, and a world file places them.
  @Test(.enabled(if: Program.named("gdal_translate") != nil, "gdal_translate is not here"))
  func aDataSetOfHDFIsPlacedByAWorldFile() async throws {
    let folder = try TemporaryFolder()
    let tiff = TIFFMaker(
      [.init(width: 16, height: 8, .float) { x, y, _ in Double(x * 10 + y) }], at: [10, 1, 0, 50, 0, -1], code: 4326,
      isGeographic: true)
    try folder.write(tiff.bytes, to: "maps/a.tif")
    let made = try await #require(Program.named("gdal_translate")).run([
      "-q", "-of", "netCDF", "-co", "FORMAT=NC4", folder.path + "/maps/a.tif", folder.path + "/a.nc",
    ])
    try #require(made.status == 0, "\(made)")
    try folder.write(folder.read("a.nc"), to: "maps/a.h5")
    try folder.write("1\n0\n0\n1\n10.5\n42.5\n", to: "maps/a.wld")
    let keys = "type: raster\npath: a.h5\nstretch: [0, 255]\nsrs: EPSG:4326"
    let source = try await LayerInDocument(keys, in: folder).open()
    let bytes = try #require(try source.bytes(0, 0, 0))
    #expect((0..<4).map { Int(bytes[$0 * 4]) } == [7, 17, 27, 37])
    let extent = try #require(source.description.fullExtent)
    #expect([extent.xmin, extent.ymin, extent.xmax, extent.ymax] == [10, 42, 26, 50])
  }

  // MARK: - Numbers that are meant

  private static let stored = TIFFMaker(
    [.init(width: 4, height: 2, .int16) { x, _, _ in Double(x * 100) }], at: [0, 1, 0, 2, 0, -1], code: 3857)

  private static func vrt(_ band: String, _ more: String = "", place: Bool = true) -> [UInt8] {
    Array(
      """
      <VRTDataset rasterXSize="4" rasterYSize="2"><SRS>EPSG:3857</SRS>
        \(place ? "<GeoTransform>0, 1, 0, 2, 0, -1</GeoTransform>" : "")\(more)
        <VRTRasterBand dataType="Int16" band="1">\(band)<SimpleSource>
          <SourceFilename relativeToVRT="1">a.tif</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
        </VRTRasterBand></VRTDataset>
      """.utf8)
  }

  @Test func aStretchCountsInTheNumbersThatAreMeant() async throws {
    // 0, 100, 200, 300 mean -10, 0, 10, 20.
    let files = ["a.tif": Self.stored.bytes, "a.vrt": Self.vrt("<Offset>-10</Offset><Scale>0.1</Scale>")]
    #expect(try await Self.grey("path: a.vrt\nstretch: [0, 10]", files) == [0, 0, 255, 255])
    #expect(try await Self.grey("path: a.vrt\nstretch: [-10, 20]", files) == [0, 85, 170, 255])
    // The same of the packed numbers of netCDF: -10, 0, 10, 20.
    #expect(
      try await Self.grey("path: a.nc\nsubdataset: rain\nstretch: [-10, 20]", ["a.nc": Self.two.bytes])
        == [0, 85, 170, 255])
  }

  @Test func aScaleBelowZeroTurnsTheOrderRound() async throws {
    // 0, 100, 200, 300 mean 0, -100, -200, -300: the last is the smallest.
    let files = ["a.tif": Self.stored.bytes, "a.vrt": Self.vrt("<Scale>-1</Scale>")]
    for stretch in ["[-300, 0]", "minmax"] {
      #expect(try await Self.grey("path: a.vrt\nstretch: \(stretch)", files) == [255, 170, 85, 0])
    }
  }

  // MARK: - Where it lies

  private static func points(_ count: Int) -> String {
    let all = [(0, 0, 0, 2), (4, 0, 4, 2), (0, 2, 0, 0), (4, 2, 4, 0)].prefix(count).map { point in
      "<GCP Id=\"\" Pixel=\"\(point.0)\" Line=\"\(point.1)\" X=\"\(point.2)\" Y=\"\(point.3)\"/>"
    }
    return "<GCPList Projection=\"EPSG:3857\">\(all.joined())</GCPList>"
  }

  @Test func theBandThatSaysWhereTheGroundIsCoveredIsNoneOfTheFile() async throws {
    let files = ["a.tif": Self.stored.bytes, "a.vrt": Self.vrt("", Self.points(4), place: false)]
    #expect(try await Self.error("path: a.vrt", files) == nil)
    let words = Self.words(try await Self.error("path: a.vrt\nbands: 2", files))
    #expect(words.contains("there is no band 2") && words.contains("has one band"), "\(words)")
  }

  @Test(arguments: [(1, "has one ground control point"), (2, "has 2 ground control points")])
  func tooFewControlPointsAreSaidToBe(_ count: Int, _ words: String) async throws {
    let files = ["a.tif": Self.stored.bytes, "a.vrt": Self.vrt("", Self.points(count), place: false)]
    let error = Self.words(try await Self.error("path: a.vrt", files))
    #expect(error.contains("\(words), and at least three say"), "\(error)")
  }

  @Test(arguments: [
    ("a.tfw", "abc\n1\n", "line 1", "`abc` stands where a finite number"),
    ("a.tfw", "1\n0\n0\n", "", "3 numbers"),
    (
      "a.tif.aux.xml", "<PAMDataset><GeoTransform>1, 2</GeoTransform></PAMDataset>",
      "line 1", "2 numbers"
    ),
  ])
  func whatIsWrongWithAFileBesideItIsNamed(_ name: String, _ text: String, _ place: String, _ reason: String)
    async throws
  {
    let plain = TIFFMaker([.init(width: 4, height: 2, .byte) { x, _, _ in Double(x) }], at: nil, code: nil)
    let files = ["a.tif": plain.bytes, name: Array(text.utf8)]
    guard case .unreadable(let path, let found, let words)? = try await Self.error("path: a.tif\nsrs: EPSG:3857", files)
    else { return #expect(Bool(false), "a broken \(name) places a raster") }
    #expect(path.hasSuffix(name) && (found ?? "") == place && words.contains(reason), "\(path) \(words)")
  }

  // MARK: - Masks

  /// A `.msk` with a mask for each band: a pixel is empty where all of its bands are.
  @Test func eachBandMayHaveAMaskOfItsOwn() async throws {
    let rgb = TIFFMaker(
      [.init(width: 4, height: 2, bands: 3, .byte) { _, _, band in Double(100 + band) }], at: [0, 1, 0, 2, 0, -1],
      code: 3857)
    // Column 0: all left out; column 1: the first band; 2 and 3: none.
    let mask = TIFFMaker(
      [.init(width: 4, height: 2, bands: 3, .byte) { x, _, band in x == 0 || x == 1 && band == 0 ? 0 : 255 }],
      at: nil, code: nil)
    let flags = (1...3).map { "<MDI key=\"INTERNAL_MASK_FLAGS_\($0)\">0</MDI>" }.joined()
    let layer = try Self.layer(
      "path: a.tif",
      [
        "a.tif": rgb.bytes, "a.tif.msk": mask.bytes,
        "a.tif.msk.aux.xml": Array("<PAMDataset><Metadata>\(flags)</Metadata></PAMDataset>".utf8),
      ])
    let bytes = try #require(try await layer.open().bytes(0, 0, 0))
    let pixels = (0..<4).map { Array(bytes[$0 * 4..<$0 * 4 + 4]) }
    #expect(pixels == [[0, 0, 0, 0], [0, 101, 102, 255], [100, 101, 102, 255], [100, 101, 102, 255]])
  }
}
