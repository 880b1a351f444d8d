import Testing

@testable import Geodesy

@Suite struct ReferenceNotationTests {
  @Test(arguments: [
    "EPSG:3857", "epsg:3857", "EPSG:102100", "EPSG:900913", "3857", "102100", "102113", "3785", "900913", "ESRI:102100",
    "WKID:102100", "wkid:3857",
    "urn:ogc:def:crs:EPSG::3857", "urn:ogc:def:crs:EPSG:6.18.3:3857", "urn:x-ogc:def:crs:EPSG:3857",
    "http://www.opengis.net/def/crs/EPSG/0/3857", "https://www.opengis.net/def/crs/EPSG/9.8.15/3857",
    "http://www.opengis.net/gml/srs/epsg.xml#3857", "EPSG::3857", " EPSG:3857\n", "+init=epsg:3857",
    "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs",
    #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984","#
      + #"SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.017453292519943295]],"#
      + #"PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],"#
      + #"PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],"#
      + #"PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0],AUTHORITY["EPSG",3857]]"#,
  ])
  func knowsWebMercatorUnderItsAliases(_ text: String) {
    #expect(ReferenceNotation(text) == .known(.webMercator))
  }

  @Test(arguments: [
    "EPSG:4326", "4326", "CRS:84", "OGC:CRS84", "crs:crs84", "urn:ogc:def:crs:OGC:1.3:CRS84",
    "urn:ogc:def:crs:EPSG::4326",
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "+proj=longlat +datum=WGS84 +no_defs",
    #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
      + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    """
    GEOGCS["WGS 84",
      DATUM["WGS_1984", SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]], AUTHORITY["EPSG","6326"]],
      PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]], UNIT["degree",0.01745329251994328,AUTHORITY["EPSG","9122"]],
      AUTHORITY["EPSG","4326"]]
    """,
  ])
  func knowsWGS84WhateverItsAxisOrder(_ text: String) {
    #expect(ReferenceNotation(text) == .known(.wgs84))
  }

  @Test(arguments: [
    ("epsg:25832", "EPSG:25832"), ("EPSG:025832", "EPSG:25832"), ("ESRI:102003", "ESRI:102003"),
    ("102003", "ESRI:102003"), ("WKID:102003", "ESRI:102003"), ("WKID:25832", "EPSG:25832"),
    ("32767", "EPSG:32767"), ("32768", "ESRI:32768"), ("urn:ogc:def:crs:EPSG:6.18.3:25832", "EPSG:25832"),
    ("CRS:83", "EPSG:4269"), ("CRS:27", "EPSG:4267"), ("ignf:lamb93", "IGNF:LAMB93"),
    ("+proj=utm +zone=32", "+proj=utm +zone=32 +type=crs"),
    ("proj=utm zone=32 +south", "+proj=utm +zone=32 +south +type=crs"),
  ])
  func normalisesWhatPROJIsAskedFor(_ text: String, _ definition: String) {
    #expect(ReferenceNotation(text) == .definition(definition))
  }

  @Test(arguments: [
    ("GCJ02:3857", "GCJ02:3857"), ("gcj02:4326", "GCJ02:4326"), ("BD09:mercator", "BD09:mercator"),
    ("bd09:MERCATOR", "BD09:mercator"), ("BD09:4326", "BD09:4326"),
  ])
  func knowsTheChineseOffsetsInAnyCase(_ text: String, _ definition: String) {
    #expect(ReferenceNotation(text) == .known(SpatialReference(normalised: definition)))
  }

  @Test(arguments: [
    "", " ", "WGS 84", "EPSG:", ":4326", "EPSG:4326:1", "EPSG:25832b", "-4326", "99999999999999999999",
    "EPSG:999999999999999999999",
    "+init=/etc/passwd:1", "+proj=pipeline +step +proj=utm", "+zone=32", "http://example.com/def/crs/EPSG/0/3857",
    "a b:c d", String(repeating: "[", count: 65), String(repeating: "x", count: 70_000),
  ])
  func refusesWhatIsNoReference(_ text: String) {
    guard case .unreadable(let reason) = ReferenceNotation(text) else {
      Issue.record("`\(text.prefix(40))` was taken for \(ReferenceNotation(text))")
      return
    }
    #expect(!reason.isEmpty && reason.first?.isUppercase == false)
  }

  @Test(arguments: [
    #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",2.3],UNIT["Degree",0.0174532925199433]]"#,
    "+proj=longlat +datum=WGS84 +pm=paris", "+proj=merc +a=6378137 +b=6378137 +lon_0=150",
  ])
  func doesNotTakeAnotherReferenceForAWellKnownOne(_ text: String) {
    if case .known = ReferenceNotation(text) { Issue.record("taken for a well-known one: \(text)") }
  }

  @Test(arguments: ["PROJCS[\"", "\"", "[", "PROJCS[[[]]]", "AUTHORITY[", "GEOGCS[\"a\",AUTHORITY[\"x\",1"])
  func survivesBrokenText(_ text: String) {
    if case .known = ReferenceNotation(text) { Issue.record("taken for a well-known one: \(text)") }
  }

  /// A thousand definitions with a byte changed, lost or doubled: none stops the program, and none is taken for a
  /// well-known reference unless what was changed is a remark or a blank.
  @Test func survivesDamagedText() {
    let texts = [
      SpatialReferenceTests.geoTools, SpatialReferenceTests.etrs33, "urn:ogc:def:crs:OGC:1.3:CRS84", "+proj=utm",
    ]
    var random = SplitMix(state: 11)
    for _ in 0..<1000 {
      var bytes = Array(texts[random.next(below: texts.count)].utf8)
      let place = random.next(below: bytes.count)
      switch random.next(below: 3) {
      case 0: bytes[place] = UInt8(random.next(below: 256))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 20)))
      default: bytes.insert(contentsOf: bytes[0..<place], at: place)
      }
      if case .known(.webMercator) = ReferenceNotation(String(decoding: bytes, as: UTF8.self)) {
        Issue.record("taken for Web Mercator: \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
