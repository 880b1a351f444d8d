import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: image`: how it is written, and which files beside it say where it lies.
@Suite struct ImageLayerTests {
  private static let picture = PlainPicture(width: 40, height: 30) { x, y in (UInt8(x), UInt8(y), 0, 255) }.png

  private static func folder(_ files: [String: String] = [:], picture name: String = "map.png") throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.picture, to: "maps/\(name)")
    for (name, text) in files { try folder.write(text, to: "maps/\(name)") }
    return folder
  }

  private static func open(_ keys: String, _ files: [String: String] = [:], picture name: String = "map.png")
    async throws -> LayerDescription
  {
    let layer = try LayerInDocument("type: image\npath: \(name)\n\(keys)", in: folder(files, picture: name))
    #expect(layer.findings.isEmpty, "\(layer.findings.map(\.message))")
    return try await layer.open().description
  }

  private static func error(_ keys: String, _ files: [String: String] = [:]) async throws -> SourceError? {
    let layer = try LayerInDocument("type: image\npath: map.png\n\(keys)", in: folder(files))
    do throws(any Error) {
      _ = try await layer.open()
      return nil
    } catch { return error as? SourceError }
  }

  private var utm: SpatialReference { get throws { try SpatialReference.parse("EPSG:25832") } }

  private static let affine = "2.5\n0\n0\n-2.5\n500001.25\n5899998.75\n"
  private static let box = Extent(xmin: 500_000, ymin: 5_899_925, xmax: 500_100, ymax: 5_900_000)

  // MARK: - Where it lies

  @Test func liesInItsBox() async throws {
    let description = try await Self.open("srs: EPSG:25832\nbbox: [500000, 5899925, 500100, 5900000]")
    #expect(description.fullExtent == Self.box && description.drawing?.image?.isUpright == true)
    #expect(try description.drawing?.ownReference == utm && !description.isRemote)
  }

  @Test func turnsClockwiseAboutTheMiddleOfItsBox() async throws {
    let description = try await Self.open("srs: EPSG:3857\nbbox: [0, 0, 40, 30]\nrotation: 90")
    // What was up is right.
    let corners = try #require(description.drawing?.image?.corners)
    #expect(corners[0] == Position(x: 35, y: 35) && corners[1] == Position(x: 35, y: -5))
    #expect(corners[2] == Position(x: 5, y: -5) && corners[3] == Position(x: 5, y: 35))
  }

  @Test func crossesTheAntimeridianInDegrees() async throws {
    let description = try await Self.open("srs: EPSG:4326\nbbox: [170, -10, -170, 10]")
    #expect(description.fullExtent == Extent(xmin: 170, ymin: -10, xmax: 190, ymax: 10))
  }

  @Test(arguments: [
    ("map.png", "map.pgw"), ("map.png", "map.pngw"), ("map.png", "map.wld"), ("map.png", "map.PGW"),
    ("map.jpeg", "map.jgw"), ("map.jpeg", "map.jpegw"), ("map.webp", "map.wpw"),
  ])
  func findsItsWorldFileBesideIt(_ picture: String, _ name: String) async throws {
    let description = try await Self.open("srs: EPSG:25832", [name: Self.affine], picture: picture)
    #expect(description.fullExtent == Self.box)
  }

  @Test func readsWorldFilesOfOtherProgramsAndEndings() async throws {
    let text = "\u{FEFF}  2,5\r\n\r\n0,0\r\n0.000e0\r\n-2.5\r\n500001.25\r\n5899998.75\r\nmore\r\n"
    #expect(try await Self.open("srs: EPSG:25832\nworldFile: other.txt", ["other.txt": text]).fullExtent == Self.box)
  }

  @Test func takesTheReferenceOfTheFilesBesideIt() async throws {
    let wkt = try utm.esriWKT()
    let described = try await Self.open("worldFile: map.pgw", ["map.pgw": Self.affine, "map.prj": wkt + "\n"])
    #expect(try described.drawing?.ownReference == utm)
    let pam = """
      <PAMDataset><SRS dataAxisToSRSAxisMapping="1,2">EPSG:25832</SRS>
        <GeoTransform> 5.0e+05,  2.5,  0.0, 5.9e+06, 0.0, -2.5</GeoTransform>
      </PAMDataset>
      """
    // GDAL's file comes before a world file, as in GDAL.
    let both = try await Self.open("opacity: 1", ["map.png.aux.xml": pam, "map.pgw": "1\n0\n0\n-1\n0\n0\n"])
    #expect(try both.drawing?.ownReference == utm && both.fullExtent == Self.box)
    // Statistics alone say nothing of the place.
    let statistics = try await Self.open(
      "srs: EPSG:25832", ["map.png.aux.xml": "<PAMDataset><PAMRasterBand/></PAMDataset>", "map.pgw": Self.affine])
    #expect(statistics.fullExtent == Self.box)
  }

  // MARK: - Mistakes

  @Test(arguments: [
    ("bbox: [0, 0, 0, 1]", "bbox", "xmin `0.0` is not below xmax `0.0`"),
    ("bbox: [3, 0, 2, 1]", "bbox", "xmin `3.0` is not below xmax `2.0`"),
    ("bbox: [0, 9, 2, 1]", "bbox", "ymin `9.0` is not below ymax `1.0`"),
    ("corners: [[0, 0], [1, 1], [2, 2], [3, 3]]", "corners", "the picture's corners lie on one line, or on one point"),
    (
      "corners: [[0, 1], [1, 0], [1, 1], [0, 0]]", "corners",
      "the picture's corners are not those of a flat picture: its sides cross, or a corner is flat or points inwards"
    ),
  ])
  func saysWhatIsWrongWithItsPlace(_ keys: String, _ key: String, _ reason: String) async throws {
    let error = try await Self.error("srs: EPSG:3857\n" + keys)
    guard case .badKey(let named, let words, let hint)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(named == key && words == reason)
    #expect((hint != nil) == (reason.contains("cross") || reason.contains("`3.0`") || reason.contains("`9.0`")))
  }

  @Test func wantsToKnowTheReferenceAndThePlace() async throws {
    guard case .badKey("bbox", let reason, _)? = try await Self.error("bbox: [0, 0, 1, 1]") else {
      Issue.record("a box without a reference was taken")
      return
    }
    #expect(reason.contains("no `srs`"))
    guard case .badKey("path", let nowhere, _)? = try await Self.error("srs: EPSG:3857") else {
      Issue.record("a picture without a place was taken")
      return
    }
    #expect(nowhere.contains("`map.pgw`, `map.pngw`, `map.wld`"))
    guard case .badKey("worldFile", let missing, _)? = try await Self.error("srs: EPSG:3857\nworldFile: no.pgw") else {
      Issue.record("a world file that does not exist was taken")
      return
    }
    #expect(missing.contains("no.pgw` does not exist"))
  }

  @Test(arguments: [
    ("map.pgw", "2.5\n0\n0\n-2.5\n500001\n", nil, "a world file of 5 numbers; six are expected, one a line"),
    (
      "map.pgw", "2.5 0 0 -2.5 500001 5899998", "line 1",
      "6 words stand in one line; a world file has six numbers, one a line"
    ),
    ("map.pgw", "2.5\n0\nzero\n-2.5\n1\n1\n", "line 3", "`zero` stands where a finite number is expected"),
    ("map.pgw", "2.5\n0\n0\n-2.5\nnan\n1\n", "line 5", "`nan` stands where a finite number is expected"),
    ("map.pgw", "1\n1\n1\n1\n0\n0\n", nil, "by its numbers the picture's corners lie on one line, or on one point"),
    (
      "map.png.aux.xml", "<PAMDataset>\n<GeoTransform>1, 2, 3</GeoTransform></PAMDataset>", "line 2",
      "a `GeoTransform` of 3 numbers; six are expected"
    ),
  ])
  func namesTheLineOfABrokenFile(_ name: String, _ text: String, _ place: String?, _ reason: String) async throws {
    let error = try await Self.error("srs: EPSG:3857", [name: text])
    guard case .unreadable(let path, let found, let words)? = error else {
      Issue.record("it was read")
      return
    }
    #expect(path.hasSuffix(name) && found == place && words == reason)
  }

  @Test func namesAReferenceThatIsNotKnown() async throws {
    let error = try await Self.error("opacity: 1", ["map.pgw": Self.affine, "map.prj": "PROJCS[\"Atlantis\"]"])
    guard case .unknownReference(let definition, let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(definition.contains("Atlantis") && path.hasSuffix("map.prj"))
  }

  @Test(arguments: [
    ("bbox: [0, 0, 1, 1]\ncorners: [[0, 1], [1, 1], [1, 0], [0, 0]]", Code.conflictingKeys),
    ("rotation: 3\ncorners: [[0, 1], [1, 1], [1, 0], [0, 0]]", .conflictingKeys), ("rotation: 3", .conflictingKeys),
    ("url: https://h.example/a.png\nbbox: [0, 0, 1, 1]", .conflictingKeys),
    ("corners: [[0, 1], [1, 1], [1, 0]]", .badExtent), ("bbox: [0, 0, .nan, 1]", .badExtent),
    ("bbox: [0, 0, 1, 1]\nrotation: 400", .outOfRange),
  ])
  func refusesKeysThatMeanNothingTogether(_ keys: String, _ code: Code) throws {
    let layer = try LayerInDocument("type: image\npath: map.png\nsrs: EPSG:3857\n\(keys)", in: Self.folder())
    #expect(layer.findings.map(\.code) == [code], "\(layer.findings.map(\.message))")
  }

  @Test func needsAPictureAndOnTheWebAPlace() throws {
    let nothing = try LayerInDocument("type: image\nsrs: EPSG:3857\nbbox: [0, 0, 1, 1]")
    #expect(nothing.findings.map(\.code) == [.missingKey])
    let nowhere = try LayerInDocument("type: image\nsrs: EPSG:3857\nurl: https://h.example/a.png")
    #expect(nowhere.findings.map(\.code) == [.missingKey])
  }

  @Test func refusesWhatIsNoPictureOrTooLarge() async throws {
    let folder = try Self.folder(["text.png": "not a picture"])
    // The head of a PNG of 20,000 x 10 pixels.
    var head = Array(Self.picture.prefix(33))
    head.replaceSubrange(16..<20, with: [0, 0, 0x4E, 0x20])
    try folder.write(head, to: "maps/wide.png")
    try folder.write(Array(Self.picture.prefix(20)), to: "maps/cut.png")
    func error(_ name: String) async throws -> SourceError? {
      let layer = try LayerInDocument("type: image\npath: \(name)\nsrs: EPSG:3857\nbbox: [0, 0, 1, 1]", in: folder)
      do throws(any Error) {
        _ = try await layer.open()
        return nil
      } catch { return error as? SourceError }
    }
    guard case .otherKind(_, let words)? = try await error("text.png") else {
      Issue.record("a text was taken")
      return
    }
    #expect(words == "it is plain text; `image` draws PNG, JPEG, WebP and GIF pictures")
    guard case .unreadable(_, _, let large)? = try await error("wide.png") else {
      Issue.record("a picture that is too large was taken")
      return
    }
    #expect(large.hasPrefix("20000 x 30 pixels; at most 16384 a side"))
    guard case .unreadable? = try await error("cut.png") else {
      Issue.record("a head that is cut short was taken")
      return
    }
    guard case .notFound? = try await error("none.png") else {
      Issue.record("a picture that is not there was taken")
      return
    }
  }

  // MARK: - The web and inspect

  @Test func asksTheWebForItsSizeAndDrawsWhatItAnswers() async throws {
    let keys = "type: image\nurl: https://h.example/a.png\nsrs: EPSG:3857\nbbox: [0, 0, 40, 30]"
    let layer = try LayerInDocument(keys)
    await #expect(throws: SourceError.mayNotAsk(address: "https://h.example/a.png")) { try await layer.open() }
  }

  @Test func inspectsWhatTheFilesBesideItSay() async throws {
    let wkt = try utm.esriWKT()
    let folder = try Self.folder(["map.pgw": Self.affine, "map.prj": wkt])
    let context = SourceContext(painter: WordPainter())
    let report = try await Inspection.inspect(source: folder.path + "/maps/map.png", context: context)
    #expect(try report.kind == "image" && report.reference == utm && report.fullExtent == Self.box)
    #expect(report.remarks == ["40 x 30 pixels, placed by `map.pgw`"] && report.format == "PNG")
    let keys = report.layer.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
    let pasted = try LayerInDocument(keys)
    #expect(pasted.findings.isEmpty)
    #expect(try await pasted.open().description.fullExtent == Self.box)
    // Of one without such files the place is a guess, and said to be one.
    let bareFolder = try Self.folder()
    let bare = try await Inspection.inspect(source: bareFolder.path + "/maps/map.png", context: context)
    #expect(bare.reference == nil && bare.remarks.last?.contains("write its own") == true)
    #expect(bare.layer.contains("srs: EPSG:4326") && bare.layer.contains("bbox: [-180, -90, 180, 90]"))
  }
}
