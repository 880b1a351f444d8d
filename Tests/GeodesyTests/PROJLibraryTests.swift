import Testing

@testable import Geodesy

@Suite struct PROJLibraryTests {
  /// In a process of its own: other tests open PROJ in this one.
  @Test func staysClosedForWebMercatorAndWGS84() async {
    await #expect(processExitsWith: .success) {
      let mercator = try SpatialReference.parse("102100")
      let degrees = try SpatialReference.parse("urn:ogc:def:crs:OGC:1.3:CRS84")
      let projector = try Projector(from: degrees, to: mercator)
      _ = projector.project(Extent(xmin: 5, ymin: 50, xmax: 10, ymax: 55))
      _ = mercator.facts
      _ = degrees.description + mercator.name
      _ = mercator.relation(to: degrees) == .different
      _ = degrees.resolution(forScale: 25000, at: Position(x: 9, y: 50))
      _ = degrees.resolution(forZoom: 5, at: Position(x: 9, y: 50))
      _ = mercator.area(of: TilingScheme.webMercatorWorld)
      _ = TilingScheme.webMercator.isWorldWide(TilingScheme.webMercatorWorld)
      let amap = try SpatialReference.parse("GCJ02:3857")
      _ = try Projector(from: amap, to: mercator).project(TilingScheme.webMercatorWorld)
      _ = try? SpatialReference.parse("no reference")
      precondition(!PROJLibrary.isLoaded)
      _ = try SpatialReference.parse("EPSG:25832")
      precondition(PROJLibrary.isLoaded)
    }
  }
}
