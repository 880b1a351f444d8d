import Testing

@testable import Geodesy

@Suite struct GeodesyErrorTests {
  @Test func saysInOneLineWhatIsWrong() {
    let long = GeodesyError.unknownReference(
      definition: "PROJCS[\"a\",\n" + String(repeating: " x", count: 100), reason: "missing ]")
    #expect(
      long.description
        == "the spatial reference `PROJCS[\"a\", x x x x x x x x x x x x x x x x x x x x x x x...` is not known: missing ]"
    )
    #expect(
      GeodesyError.noOperation(from: .wgs84, to: .webMercator, reason: "none").description
        == "no operation leads from EPSG:4326 to EPSG:3857: none")
    #expect(
      GeodesyError.notDescribable(OffsetReference.bd09.reference).description
        == "BD09:4326 has no definition that other programs know: neither a code of EPSG nor WKT")
    #expect(GeodesyError.libraryMissing(reason: "it is gone").description == "PROJ cannot be used: it is gone")
    let place = GeodesyError.notProjectable(Position(x: 1, y: 90), from: .wgs84, to: .webMercator)
    #expect(place.description == "the position `[1.0, 90.0]` of EPSG:4326 has no counterpart in EPSG:3857")
  }
}
