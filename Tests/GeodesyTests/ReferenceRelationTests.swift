import Testing

@testable import Geodesy

@Suite struct ReferenceRelationTests {
  @Test(arguments: [
    ("EPSG:3857", "102100", ReferenceRelation.equal), ("EPSG:4326", "CRS:84", .equal),
    ("EPSG:25832", "urn:ogc:def:crs:EPSG::25832", .equal), ("EPSG:25832", "EPSG:3044", .equal),
    ("EPSG:25832", "EPSG:32632", .nearlyEqual), ("EPSG:4490", "EPSG:4326", .nearlyEqual),
    ("EPSG:4258", "EPSG:4326", .nearlyEqual), ("EPSG:25832", "+proj=utm +zone=32 +ellps=GRS80 +units=m", .nearlyEqual),
    ("EPSG:25832", "EPSG:25833", .different), ("EPSG:3857", "EPSG:4326", .different),
    ("EPSG:3857", "EPSG:3395", .different), ("EPSG:4807", "EPSG:4326", .different),
    ("EPSG:2263", "EPSG:32118", .different), ("EPSG:25832", "EPSG:3857", .different),
  ])
  func saysHowTwoReferencesStandToEachOther(_ one: String, _ other: String, _ relation: ReferenceRelation) throws {
    let (one, other) = (try SpatialReference.parse(one), try SpatialReference.parse(other))
    #expect(one.relation(to: other) == relation)
    #expect(other.relation(to: one) == relation)
  }

  @Test func saysHowFarNearlyEqualReferencesLieApart() throws {
    let (etrs, wgs) = (try SpatialReference.parse("EPSG:25832"), try SpatialReference.parse("EPSG:32632"))
    let shift = try #require(try etrs.shift(to: wgs, at: Position(x: 500_000, y: 5_500_000)))
    #expect(shift.metres < 0.01)
    #expect(shift.accuracy == 1)
    #expect(!shift.isBallpark)
    #expect(shift.operationName.contains("ETRS89 to WGS 84 (1)"))
  }

  // echo 9 50 | cs2cs -f %.9f +proj=longlat +ellps=intl +towgs84=-87,-98,-121 +to EPSG:4326 gives 49.999212..., 8.998768...
  // ED50 to WGS 84 (1): geod over that difference is 124.3 m
  @Test func measuresAShiftOfAHundredMetres() throws {
    let (ed50, etrs) = (try SpatialReference.parse("EPSG:23032"), try SpatialReference.parse("EPSG:25832"))
    let shift = try #require(try ed50.shift(to: etrs, at: Position(x: 500_000, y: 5_500_000)))
    #expect(ed50.relation(to: etrs) == .nearlyEqual)
    #expect(abs(shift.metres - 218) < 5, "\(shift)")
  }
}
