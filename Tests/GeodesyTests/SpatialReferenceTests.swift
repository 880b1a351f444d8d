import Testing

@testable import Geodesy

@Suite struct SpatialReferenceTests {
  @Test(arguments: [
    ("EPSG:25832", "EPSG:25832", "ETRS89 / UTM zone 32N"),
    ("2193", "EPSG:2193", "NZGD2000 / New Zealand Transverse Mercator 2000"),
    ("102003", "ESRI:102003", "USA_Contiguous_Albers_Equal_Area_Conic"),
    ("EPSG:3035", "EPSG:3035", "ETRS89-extended / LAEA Europe"),
    ("EPSG:7415", "EPSG:28992", "Amersfoort / RD New"), ("EPSG:4979", "EPSG:4326", "WGS 84"),
  ])
  func asksPROJForOtherCodes(_ text: String, _ definition: String, _ name: String) throws {
    let reference = try SpatialReference.parse(text)
    #expect(reference.definition == definition)
    #expect(reference.description == definition)
    #expect(reference.name == name)
  }

  // What Esri's tools write into conf.xml, .prj files and tile packages.
  static let etrs33 =
    #"PROJCS["ETRS_1989_UTM_Zone_33N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],"#
    + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],"#
    + #"PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],"#
    + #"PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0],AUTHORITY["EPSG",25833]]"#

  static let bare = etrs33.replacing(",AUTHORITY[\"EPSG\",25833]", with: "")
  static let renamed = bare.replacing("ETRS_1989_UTM_Zone_33N", with: "our grid")

  static let withHeight: String =
    etrs33 + #",VERTCS["WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
    + #"PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",1.0],UNIT["Meter",1.0]]"#

  // In the capabilities of GeoServer: longitude first.
  static let geoTools = """
    GEOGCS["WGS 84", DATUM["World Geodetic System 1984", SPHEROID["WGS 84", 6378137.0, 298.257223563,
      AUTHORITY["EPSG","7030"]], AUTHORITY["EPSG","6326"]], PRIMEM["Greenwich", 0.0, AUTHORITY["EPSG","8901"]],
      UNIT["degree", 0.017453292519943295], AXIS["Geodetic longitude", EAST], AXIS["Geodetic latitude", NORTH],
      AUTHORITY["EPSG","4326"]]
    """

  static let wkt2 = """
    GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],
      AXIS["latitude",north],AXIS["longitude",east],ANGLEUNIT["degree",0.0174532925199433]]
    """

  @Test(
    arguments: [
      (etrs33, "EPSG:25833"), (bare, "EPSG:25833"), (renamed, "EPSG:25833"), (withHeight, "EPSG:25833"),
      (geoTools, "EPSG:4326"), (wkt2, "EPSG:4326"), ("+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs", "EPSG:32632"),
      ("+proj=longlat +ellps=WGS84 +datum=WGS84 +towgs84=0,0,0 +no_defs", "EPSG:4326"),
    ] as [(String, String)])
  func findsTheCodeOfADefinitionInWords(_ text: String, _ definition: String) throws {
    #expect(try SpatialReference.parse(text).definition == definition)
  }

  @Test func keepsADefinitionThatHasNoCode() throws {
    let text = "+proj=laea +lat_0=10 +lon_0=20 +datum=WGS84"
    let reference = try SpatialReference.parse(text)
    #expect(reference.definition == text + " +type=crs")
    #expect(reference.facts.metresPerUnit == 1)
    let named = try SpatialReference.parse(
      Self.bare.replacing("15.0", with: "14.0").replacing("ETRS_1989_UTM_Zone_33N", with: "Harbour grid"))
    #expect(named.description == "Harbour grid")
  }

  @Test(arguments: [
    "EPSG:1", "EPSG:999999", "ESRI:999999", "NOBODY:1", "+proj=nonsense", "GEOGCS[\"x\"]", "{}", "{\"type\": 1}",
  ])
  func refusesWhatPROJDoesNotKnow(_ text: String) {
    #expect {
      try SpatialReference.parse(text)
    } throws: { error in
      guard case GeodesyError.unknownReference(_, let reason)? = error as? GeodesyError else { return false }
      return !reason.isEmpty && !reason.contains("proj_create")
    }
  }

  @Test func saysSoWhenACodeIsOneOfEsris() {
    #expect(
      throws: GeodesyError.unknownReference(
        definition: "EPSG:102003", reason: "crs not found; it is one of Esri's codes: `ESRI:102003`")
    ) { try SpatialReference.parse("EPSG:102003") }
  }

  // A height, a geocentric one, an operation, an ellipsoid.
  @Test(arguments: ["EPSG:5773", "EPSG:4978", "EPSG:1671", "EPSG:7030"])
  func refusesWhatIsNoReferenceOfMaps(_ text: String) {
    let error = #expect(throws: GeodesyError.self) { try SpatialReference.parse(text) }
    let words = error?.description ?? ""
    #expect(!words.contains("PROJ knows it") || !words.contains("is not known"), "\(words)")
  }

  @Test(arguments: ["EPSG:5773", "EPSG:4978"])
  func saysOfAnotherKindOfReferenceThatItHasNoPlaceOnMaps(_ text: String) {
    #expect(throws: GeodesyError.notOfMaps(definition: text)) { try SpatialReference.parse(text) }
  }

  @Test func knowsTheChineseOffsets() throws {
    #expect(try SpatialReference.parse("gcj02:3857") == OffsetReference.gcj02Mercator.reference)
    #expect(
      throws: GeodesyError.unknownReference(
        definition: "BD09:3857", reason: "expected `BD09:4326` or `BD09:mercator`")
    ) { try SpatialReference.parse("BD09:3857") }
  }

  @Test func prefersTheLatestWKID() throws {
    #expect(try SpatialReference(wkid: 102100, latest: 3857) == .webMercator)
    #expect(try SpatialReference(wkid: 102139, latest: 3067).definition == "EPSG:3067")
    #expect(try SpatialReference(wkid: 102100) == .webMercator)
    #expect(try SpatialReference(wkid: 4326) == .wgs84)
    #expect(throws: GeodesyError.self) { try SpatialReference(wkid: -1) }
  }

  // pyproj: CRS.from_user_input(c): axis_info, ellipsoid, area_of_use
  @Test func knowsTheFactsOfAReference() throws {
    let utm = try SpatialReference.parse("EPSG:25832").facts
    #expect(!utm.isGeographic && utm.metresPerUnit == 1 && utm.unitName == "metre")
    #expect(utm.xAxisName == "Easting" && utm.yAxisName == "Northing")
    let area = try #require(utm.areaOfUse)
    #expect(area.xmin == 6 && abs(area.xmax - 12) < 0.1 && abs(area.ymin - 37) < 2 && abs(area.ymax - 84) < 1)
    #expect(utm.ellipsoid.inverseFlattening == 298.257222101)
    #expect(!utm.isCutAt180 && utm.worldWidth == nil)

    let feet = try SpatialReference.parse("EPSG:2263").facts  // New York Long Island
    #expect(abs(feet.metresPerUnit - 1200.0 / 3937) < 1e-15 && feet.unitName == "US survey foot")

    let northFirst = try SpatialReference.parse("EPSG:3006").facts
    #expect(northFirst.xAxisName == "Easting" && northFirst.yAxisName == "Northing")

    let geographic = try SpatialReference.parse("EPSG:4258").facts
    #expect(geographic.isGeographic && geographic.metresPerUnit == 111319.49079327358 && geographic.worldWidth == 360)
    #expect(geographic.xAxisName == "Geodetic longitude" && geographic.unitName == "degree")

    let fiji = try SpatialReference.parse("EPSG:32601").facts
    #expect(!fiji.isCutAt180)
    let acrossTheDateLine = try SpatialReference.parse("EPSG:2193").facts
    #expect(try #require(acrossTheDateLine.areaOfUse).xmax <= 180)
    #expect(try #require(SpatialReference.parse("EPSG:3832").facts.areaOfUse).xmax > 180)
  }

  @Test(arguments: [
    ("EPSG:3395", true, 2 * 20037508.342789244), ("EPSG:3832", false, nil), ("EPSG:3413", false, nil),
    ("ESRI:54030", true, nil), ("EPSG:6933", true, 34735060.9), ("EPSG:4258", true, 360), ("EPSG:4807", false, 400),
  ])
  func knowsWhichMapsEndAtTheAntimeridian(_ code: String, _ isCut: Bool, _ width: Double?) throws {
    let facts = try SpatialReference.parse(code).facts
    #expect(facts.isCutAt180 == isCut)
    guard let width else {
      #expect(facts.worldWidth == nil)
      return
    }
    #expect(abs(try #require(facts.worldWidth) - width) < 1)
  }

  /// The built-in facts are those that PROJ would give.
  @Test(arguments: [("EPSG:3857", ReferenceFacts.webMercator), ("EPSG:4326", ReferenceFacts.wgs84)])
  func buildsInWhatPROJSays(_ code: String, _ facts: ReferenceFacts) {
    let asked = ReferenceRegistry.shared.facts(of: SpatialReference(normalised: code))
    #expect(asked.name == facts.name && asked.unitName == facts.unitName && asked.isGeographic == facts.isGeographic)
    #expect(asked.metresPerUnit == facts.metresPerUnit && asked.ellipsoid == facts.ellipsoid)
    #expect(asked.areaOfUse == facts.areaOfUse && asked.isCutAt180 == facts.isCutAt180)
    #expect(asked.xAxisName == facts.xAxisName && asked.yAxisName == facts.yAxisName)
    #expect(abs((asked.worldWidth ?? 0) - (facts.worldWidth ?? 0)) < 1e-6)
  }
}
