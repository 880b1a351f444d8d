import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// What GDAL reads; the numbers are those of `ogrinfo -al -so` of GDAL 3.6.2.
@Suite(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
struct OGRTests {
  private static func source(
    _ path: String, layer: String? = nil, x: String? = nil, y: String? = nil, wkt: String? = nil,
    encoding: String? = nil
  ) throws(SourceError) -> any FeatureSource {
    let choice = FeaturesLayer.Choice(layer: layer, x: x, y: y, wkt: wkt, encoding: encoding)
    return try FeatureFile(FileBytes.existing(path), isRemote: false, nil, choice).opened()
  }

  private static func failure(_ path: String, layer: String? = nil, x: String? = nil) -> String {
    do throws(SourceError) {
      _ = try source(path, layer: layer, x: x)
      return "nothing"
    } catch { return error.placed }
  }

  @Test func readsAShapefileWithItsReferenceAndTypes() async throws {
    let source = try Self.source(Fixtures.path("shapefile/ne_110m_admin_0_countries.shp"))
    let description = try #require(source.description.features)
    #expect(description.reference == .wgs84 && description.count == 177 && description.kinds == [.polygon])
    #expect(description.fields.contains { $0.name == "POP_EST" && $0.type == .number })
    let reading = await FeatureReading(source, ["NAME", "POP_EST"])
    #expect(reading.error == nil && reading.batches.flatMap(\.values).contains(.text("France")))
    // 10,589 positions in 287 rings, one of them a hole (`ogr2ogr` to GeoJSON, counted); outer rings run counterclockwise.
    #expect(reading.positionCount == 10_589)
    let areas = reading.batches.flatMap { batch in batch.paths.ends.indices.map { batch.paths.signedArea(of: $0) } }
    #expect(areas.filter { $0 > 0 }.count == 286 && areas.filter { $0 < 0 }.count == 1)
  }

  @Test func readsAProjectedShapefileAndOneWithoutReference() throws {
    let projected = try Self.source(Fixtures.path("shapefile/hex.shp")).description
    #expect(projected.features?.reference?.facts.isGeographic == false)
    #expect(try Self.source(Fixtures.path("shapefile/line.shp")).description.features?.reference == nil)
  }

  @Test func readsAZippedShapefileAndAKMZ() async throws {
    let racks = try Self.source(Fixtures.path("shapefile/bike_racks.zip"))
    #expect(racks.description.features?.count == 315)
    let police = try Self.source(Fixtures.path("kml/vic_police.kmz"))
    #expect(await FeatureReading(police, ["Name"]).featureCount == police.description.features?.count)
    #expect(police.description.features?.reference == .wgs84)
  }

  @Test func readsAllFoldersOfAKML() async throws {
    let source = try Self.source(Fixtures.path("kml/libkml_kmlsamples.kml"))
    let names = await FeatureReading(source, ["Name"]).batches.flatMap(\.values)
    #expect(names.contains(.text("Simple placemark")) && names.contains(.text("The Pentagon")))
    let one = try Self.source(Fixtures.path("kml/libkml_kmlsamples.kml"), layer: "Paths")
    #expect(await FeatureReading(one, []).featureCount == 6)
  }

  @Test func readsBytesThatWereFetched() async throws {
    let bytes = MemoryBytes(path: "https://example.org/a.kml?x=1", bytes: try Fixtures.bytes("kml/gdal_placemark.kml"))
    let source = try FeatureFile(bytes, isRemote: true, nil, FeaturesLayer.Choice()).opened()
    #expect(await FeatureReading(source, ["Name"]).featureCount == 1 && source.description.isRemote)
  }

  @Test func readsEveryKindOfGeometryOfAGeoPackage() async throws {
    let path = Fixtures.path("gpkg/gdal_sample_v1.2_no_extensions.gpkg")
    #expect(Self.failure(path).hasPrefix("layer: the file has 16 layers, and nothing says which: `point2d`, "))
    #expect(Self.failure(path, layer: "polygon2").hasSuffix("(did you mean `polygon2d`?)"))
    for (layer, expected) in [
      ("point2d", ["point 0 [1 2]"]), ("multilinestring2d", ["line 0 [0 1, 2 3; 4 5, 6 7]"]),
      (
        "geomcollection2d",
        ["point 0 [0 1]", "line 0 [2 3, 4 5]", "polygon 0 [0 0, 10 0, 10 10, 0 10, 0 0; 1 1, 1 9, 9 9, 9 1, 1 1]"]
      ),
    ] {
      let lines = await FeatureReading(try Self.source(path, layer: layer), []).lines
      #expect(Array(lines.prefix(expected.count)) == expected, "\(layer): \(lines)")
    }
  }

  @Test func readsCSVByItsColumns() async throws {
    let folder = try TemporaryFolder()
    try folder.write("name,lon,lat,n\nA,1.5,2,7\n\"B, c\",3,4,8\n", to: "a.csv")
    try folder.write("name,east,north\nA,1.5,2\n", to: "b.csv")
    try folder.write("name;geom\nA;\"LINESTRING (1 2,3 4)\"\n", to: "c.csv")
    let plain = try Self.source(folder.path + "/a.csv")
    #expect(plain.description.features?.reference == nil)
    #expect(await FeatureReading(plain, ["name", "n"]).lines == ["'A'|7 point 0 [1.5 2]", "'B, c'|8 point 1 [3 4]"])
    #expect(
      Self.failure(folder.path + "/b.csv")
        == "path: none of its columns is known to hold coordinates: `name`, `east`, `north` (name two columns with `x` and `y`, or one with `wkt`)"
    )
    #expect(
      Self.failure(folder.path + "/b.csv", x: "eas")
        == "x: there is no column `eas`; there are `name`, `east`, `north` (did you mean `east`?)")
    let named = try Self.source(folder.path + "/b.csv", x: "east", y: "north")
    #expect(await FeatureReading(named, ["name"]).lines == ["'A' point 0 [1.5 2]"])
    #expect(await FeatureReading(try Self.source(folder.path + "/c.csv"), ["name"]).lines == ["'A' line 0 [1 2, 3 4]"])
  }

  /// The same features out of every format that GDAL writes.
  @Test(arguments: [
    ("FlatGeobuf", "fgb"), ("GML", "gml"), ("MapInfo File", "tab"), ("MapInfo File", "mif"), ("DXF", "dxf"),
    ("GPKG", "gpkg"), ("ESRI Shapefile", "shp"), ("LIBKML", "kmz"),
  ])
  func readsWhatGDALWrites(_ driver: String, _ suffix: String) async throws {
    guard let writer = Program.named("ogr2ogr") else { return }
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "ä"}, "geometry": "#
        + #"{"type": "LineString", "coordinates": [[9.5, 53.25], [10, 53.5]]}}]}"#, to: "in.geojson")
    let options = driver == "DXF" ? ["-select", ""] : []
    let run = try await writer.run(
      ["-f", driver, folder.path + "/out.\(suffix)", folder.path + "/in.geojson"] + options)
    #expect(run.status == 0, "\(run.errors)")
    let source = try Self.source(folder.path + "/out.\(suffix)")
    let field = suffix == "kmz" ? "Name" : "name"
    let lines = await FeatureReading(source, driver == "DXF" ? [] : [field]).lines
    #expect(lines == [(driver == "DXF" ? "" : "'ä' ") + "line 0 [9.5 53.25, 10 53.5]"])
  }

  @Test func saysWhatIsWrongWithBrokenFiles() throws {
    let folder = try TemporaryFolder()
    let shape = try Fixtures.bytes("shapefile/ne_110m_admin_0_countries.shp")
    try folder.write(Array(shape.prefix(5000)), to: "cut.shp")
    try folder.write("<kml><Document><Placemark></Document></kml>", to: "bad.kml")
    try folder.write("hello", to: "a.txt")
    try folder.write([UInt8](repeating: 0, count: 4000), to: "zero.fgb")
    #expect(Self.failure(folder.path + "/cut.shp").contains("shx"))
    #expect(Self.failure(folder.path + "/bad.kml") != "nothing")
    #expect(Self.failure(folder.path + "/a.txt") == "it is plain text, and no reader of features takes it")
    #expect(Self.failure(folder.path + "/zero.fgb") != "nothing")
    #expect(Self.failure(Fixtures.path("gpkg/test.gpkg")).contains("gpkg_contents"))
  }

  /// GDAL opens such files and leaves out what it cannot read, some without a word.
  @Test func whatGDALLeavesOutIsSaid() async throws {
    let folder = try TemporaryFolder()
    let files: [(name: String, text: String, features: Int, words: String)] = [
      (
        "number.csv", "name,lon,lat\nA,0,0\nB,abc,50\nC,,\nD,5,\nE,6,7\n", 2,
        "row 2: `lon` holds no number"
      ),
      ("short.csv", "name,lon,lat\nA,0\nB,1,2\n", 1, "row 1: `lat` holds no number"),
      ("wkt.csv", "name,WKT\nA,POINT(1 2)\nB,POINT(x)\n", 1, "row 2: `POINT(x)` is no geometry in WKT"),
      ("sound.csv", "name,lon,lat\n\"a\nb\",0,0\nC,,\n", 1, ""),
      ("quote.csv", "name,lon,lat\n\"a\nb\",0,0\n\"c,50,50\nx,1,1\n", 1, "line 4: a quotation mark opens a text"),
      ("bad.kml", Self.kml("no,no"), 1, "feature 2 of `bad`: it has no coordinates that can be read"),
      ("good.kml", Self.kml("1,2"), 2, ""),
    ]
    for file in files {
      try folder.write(file.text, to: file.name)
      let reading = await FeatureReading(try Self.source(folder.path + "/" + file.name), [])
      #expect(reading.featureCount == file.features, "\(file.name): \(reading.lines)")
      let words = reading.error?.placed ?? ""
      #expect(file.words.isEmpty ? words.isEmpty : words.contains(file.words), "\(file.name): \(words)")
    }
  }

  private static func kml(_ coordinates: String) -> String {
    let places = ["3,4", coordinates].map { "<Placemark><Point><coordinates>\($0)</coordinates></Point></Placemark>" }
    return "<kml xmlns='http://www.opengis.net/kml/2.2'><Document>\(places.joined())</Document></kml>"
  }

  /// A file that ends in the middle is damaged, whatever its reader makes of it.
  @Test(arguments: ["gml", "mif"]) func whatEndsInTheMiddleIsDamaged(_ suffix: String) async throws {
    guard let writer = Program.named("ogr2ogr") else { return }
    let folder = try TemporaryFolder()
    let features = (0..<8).map {
      #"{"type": "Feature", "properties": {"a": \#($0)}, "geometry": {"type": "LineString", "#
        + #""coordinates": [[\#($0), 1], [2, 3]]}}"#
    }
    try folder.write(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#, to: "in.geojson")
    let format = suffix == "gml" ? "GML" : "MapInfo File"
    let run = try await writer.run(["-f", format, folder.path + "/a.\(suffix)", folder.path + "/in.geojson"])
    try #require(run.status == 0, "\(run.errors)")
    let whole = try Self.source(folder.path + "/a.\(suffix)")
    #expect(whole.damage == nil)
    #expect(await FeatureReading(whole, []).error == nil)
    let bytes = try folder.read("a.\(suffix)")
    try folder.write(Array(bytes.prefix(bytes.count * 7 / 10)), to: "a.\(suffix)")
    // With its schema beside it, GML is not looked through before it is read.
    let reading = await FeatureReading(try Self.source(folder.path + "/a.\(suffix)"), [])
    #expect(reading.error != nil && reading.featureCount < 8, "\(reading.lines)")
  }

  @Test func aShapefileWithoutItsTableHasNoFields() throws {
    let folder = try TemporaryFolder()
    for part in ["shp", "shx"] {
      try folder.write(try Fixtures.bytes("shapefile/ne_110m_admin_0_countries.\(part)"), to: "a.\(part)")
    }
    let features = try #require(try Self.source(folder.path + "/a.shp").description.features)
    #expect(features.areFieldsKnown && !features.fields.contains { $0.name == "NAME" })
  }

  @Test func opensNoAddressAndNoOtherDriver() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "<OGRVRTDataSource><OGRVRTLayer name='a'><SrcDataSource>/vsicurl/http://127.0.0.1:9/a.geojson</SrcDataSource>"
        + "</OGRVRTLayer></OGRVRTDataSource>", to: "a.vrt")
    #expect(Self.failure(folder.path + "/a.vrt") == "it is an XML document, and no reader of features takes it")
    #expect(throws: SourceError.notFound(path: "/vsicurl/http://127.0.0.1:9/a.kml")) {
      try Self.source("/vsicurl/http://127.0.0.1:9/a.kml")
    }
  }
}

/// Texts of Shapefiles, which say what they are written in by a `.cpg`, by a byte of their table, or not at all.
@Suite(.enabled(if: Program.named("ogrinfo") != nil, "GDAL is not installed"))
struct ShapefileEncodingTests {
  private static let moscow: [UInt8] = [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0]

  /// One point with a name.
  private func text(
    _ bytes: [UInt8], page: String? = nil, language: UInt8 = 0, encoding: String? = nil
  ) async throws -> ExpressionValue? {
    var remarks: [SourceRemark] = []
    return try await text(bytes, page: page, language: language, encoding: encoding, &remarks)
  }

  private func text(
    _ bytes: [UInt8], page: String? = nil, language: UInt8 = 0, encoding: String? = nil, _ remarks: inout [SourceRemark]
  ) async throws -> ExpressionValue? {
    let folder = try TemporaryFolder()
    try TinyShapefile.write(bytes, language: language, to: folder)
    if let page { try folder.write(page, to: "a.cpg") }
    let choice = FeaturesLayer.Choice(layer: nil, x: nil, y: nil, wkt: nil, encoding: encoding)
    let source = try FeatureFile(FileBytes.existing(folder.path + "/a.shp"), isRemote: false, nil, choice).opened()
    remarks = source.remarks
    return await FeatureReading(source, ["name"]).batches.first?.values.first
  }

  @Test func aTextIsReadInWhatTheFileSays() async throws {
    #expect(try await text(Self.moscow, page: "1251") == .text("Москва"))
    #expect(try await text(Self.moscow, language: 0xC9) == .text("Москва"))
    #expect(try await text(Array("東京".utf8), page: "UTF-8") == .text("東京"))
    // The document knows better.
    #expect(try await text(Self.moscow, page: "UTF-8", encoding: "CP1251") == .text("Москва"))
  }

  @Test func aTextOfWhichNothingIsSaid() async throws {
    #expect(try await text(Array("Ærø".utf8)) == .text("Ærø"))
    #expect(try await text([0xC6, 0x72, 0xF8, 0x20, 0x80]) == .text("Ærø €"))
    #expect(try await text([0xC6, 0x72, 0xF8], page: "NONSENSE") == .text("Ærø"))
  }

  /// What is guessed is said.
  @Test func aGuessIsSaid() async throws {
    var remarks: [SourceRemark] = []
    _ = try await text([0xC6, 0x72, 0xF8], &remarks)
    #expect(remarks == [.encodingGuessed("CP1252")])
    _ = try await text(Array("Ærø".utf8), &remarks)
    #expect(remarks == [])
    _ = try await text(Self.moscow, page: "1251", &remarks)
    #expect(remarks == [])
  }

  @Test func anEncodingThatIsNone() async throws {
    await #expect(throws: SourceError.self) { _ = try await text(Self.moscow, page: "1251", encoding: "nope") }
  }
}
