import Testing

@testable import Geodesy

@Suite struct OffsetReferenceTests {
  private static func reference(_ text: String) throws -> SpatialReference { try SpatialReference.parse(text) }

  @Test func standsApartFromEveryOtherReference() throws {
    let all = OffsetReference.allCases.map(\.reference)
    let utm = try Self.reference("EPSG:32650")
    for (index, reference) in all.enumerated() {
      for (other, second) in all.enumerated() {
        #expect(reference.relation(to: second) == (index == other ? .equal : .different))
      }
      for other in [.wgs84, .webMercator, utm] {
        #expect(reference.relation(to: other) == .different && other.relation(to: reference) == .different)
      }
    }
  }

  @Test func hasTheFactsOfItsKind() throws {
    let degrees = try Self.reference("BD09:4326").facts
    #expect(degrees.isGeographic && degrees.unitName == "degree" && degrees.worldWidth == 360 && degrees.isCutAt180)
    let mercator = try Self.reference("GCJ02:3857")
    #expect(mercator.facts.metresPerUnit == 1 && mercator.worldEdge == TilingScheme.webMercatorWorld)
    #expect(mercator.name == "GCJ-02 / Pseudo-Mercator" && mercator.description == "GCJ02:3857")
    #expect(mercator.isChineseOffset && !SpatialReference.webMercator.isChineseOffset)
    let baidu = try Self.reference("BD09:mercator")
    let edge = try #require(baidu.worldEdge)
    #expect(abs(edge.xmax - 20037726.37) < 0.01 && abs(edge.ymax - 12474104.17) < 1e5 && edge.ymin == -edge.ymax)
    #expect(baidu.facts.worldWidth == edge.width)
  }

  @Test func measuresTheGround() throws {
    let place = Position(x: 12_950_000, y: 4_850_000)
    let web = try #require(SpatialReference.webMercator.metresPerUnit(at: place))
    #expect(try Self.reference("GCJ02:3857").metresPerUnit(at: place) == web)
    let baidu = try #require(try Self.reference("BD09:mercator").metresPerUnit(at: place))
    #expect(abs(baidu / web - 1) < 0.003)
    let shift = try #require(try Self.reference("GCJ02:3857").shift(to: .webMercator, at: place))
    #expect(shift.metres > 300 && shift.metres < 700 && shift.accuracy == nil && !shift.isBallpark)
    #expect(shift.operationName.hasPrefix("Inverse of Popular Visualisation Pseudo-Mercator + Inverse of GCJ-02 shift"))
  }

  /// Through WGS 84 to any reference of PROJ's and back.
  @Test func leadsToEveryOtherReference() throws {
    let utm = try Self.reference("EPSG:32650")
    let beijing = Position(x: 116.377817, y: 39.911954)
    let expected = try #require(try Projector(from: .wgs84, to: utm).project(beijing))
    for offset in OffsetReference.allCases {
      let there = try #require(try Projector(from: .wgs84, to: offset.reference).project(beijing))
      let projector = try Projector(from: offset.reference, to: utm)
      let found = try #require(projector.project(there))
      #expect(abs(found.x - expected.x) < 0.001 && abs(found.y - expected.y) < 0.001)
      let back = try #require(projector.unproject(expected))
      #expect(abs(back.x - there.x) < 0.001 && abs(back.y - there.y) < 0.001)
      #expect(projector.accuracy == nil)
    }
  }

  @Test func staysExactWhereTheShiftIsTheSame() throws {
    let projector = try Projector(from: Self.reference("GCJ02:4326"), to: Self.reference("GCJ02:3857"))
    #expect(projector.operationName == "Popular Visualisation Pseudo-Mercator" && projector.accuracy == 0)
    let place = Position(x: 116.4, y: 39.9)
    #expect(projector.project(place) == SphericalMercator.forward(place))
  }

  @Test func projectsTheWorldAsAWhole() throws {
    for offset in OffsetReference.allCases {
      for other in [SpatialReference.wgs84, .webMercator] {
        let world = try #require(other.worldEdge)
        let there = try #require(try Projector(from: other, to: offset.reference).project(world))
        let edge = offset.world
        #expect(abs(there.xmin - edge.xmin) < 1e-6 * edge.width && abs(there.xmax - edge.xmax) < 1e-6 * edge.width)
        #expect(there.ymax <= edge.ymax && there.ymin >= edge.ymin)
        let back = try #require(try Projector(from: offset.reference, to: other).project(edge))
        #expect(abs(back.width / (other.facts.worldWidth ?? 0) - 1) < 1e-6)
      }
    }
    let beijing = Extent(xmin: 116.2, ymin: 39.8, xmax: 116.6, ymax: 40)
    let box = try #require(try Projector(from: .wgs84, to: Self.reference("GCJ02:4326")).project(beijing))
    #expect(box.xmin > 116.2 && box.xmin < 116.21 && box.ymax > 40 && box.ymax < 40.01)
    #expect(try Self.reference("BD09:mercator").area(of: OffsetReference.bd09Mercator.world) != nil)
  }

  @Test func hasNoWKT() throws {
    let reference = try Self.reference("GCJ02:4326")
    #expect(throws: GeodesyError.notDescribable(reference)) { try reference.esriWKT() }
  }
}
