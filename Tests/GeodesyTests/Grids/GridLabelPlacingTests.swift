import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// At which edges labels stand.
@Suite struct GridLabelPlacingTests {
  private func figure(_ kind: GridSpecification.Kind, rotation: Double) throws -> GridFigure {
    let reference = try SpatialReference.parse("EPSG:25832")
    let center = try #require(try Projector(from: .wgs84, to: reference).project(Position(x: 9.02, y: 54.3)))
    return try GridFigure(
      GridSpecification(kind),
      on: MapView(
        reference: reference, center: center, resolution: 13.23, size: PixelSize(width: 1123, height: 794),
        pixelRatio: 1, rotation: rotation))
  }

  /// Digits alone do not tell eastings from northings: on a sheet that is turned by less than 45 degrees eastings stand at the top
  /// and the bottom, northings at the sides; by more, the other way round. A line that crosses none of its own sides is labelled
  /// at the others.
  @Test(arguments: [0.0, 20, 30, 40, -35, 45, 70, 90, 120, 180])
  func eastingsAndNorthingsStandAtSidesOfTheirOwn(_ rotation: Double) throws {
    let isLying = abs(rotation - 90) < 45
    let labels = try figure(.mgrs, rotation: rotation).labels.filter { $0.line != nil }
    #expect(labels.count > 30)
    var strangers = 0
    for own in Dictionary(grouping: labels, by: \.line).values {
      let atHome = own.filter { label in
        let isFlat = label.place == .edge(.top) || label.place == .edge(.bottom)
        return isFlat == ((label.line?.axis == .x) != isLying)
      }
      #expect(atHome.count == own.count || atHome.isEmpty)
      strangers += atHome.isEmpty ? 1 : 0
    }
    #expect(strangers <= (abs(remainder(rotation, 90)) > 35 ? 8 : 0))
  }

  /// On a map of the world whose zones are too narrow for names, numbers stand at the top and the bottom, and letters at the sides.
  @Test func zonesOfTheWorldAreNumberedAtItsEdges() throws {
    let view = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: 30_000,
      size: PixelSize(width: 1500, height: 1500), pixelRatio: 1)
    let labels = try GridFigure(GridSpecification(.mgrs), on: view).labels
    let ends = labels.compactMap { label -> (String, GridEdge)? in
      guard case .end(let edge) = label.place else { return nil }
      return (label.text, edge)
    }
    // About Svalbard there is no 32X, 34X and 36X.
    let inNorth = (1...60).filter { ![32, 34, 36].contains($0) }
    #expect(ends.filter { $0.1 == .top }.map(\.0) == inNorth.map(String.init))
    #expect(ends.filter { $0.1 == .bottom }.map(\.0) == (1...60).map(String.init))
    for edge in [GridEdge.left, .right] {
      #expect(ends.filter { $0.1 == edge }.map(\.0) == "CDEFGHJKLMNPQRSTUVWX".map(String.init))
    }
    #expect(labels.allSatisfy { $0.line == nil })
    // Near enough for names: none at the edges.
    let near = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: 15_000,
      size: PixelSize(width: 1400, height: 1400), pixelRatio: 1)
    let names = try GridFigure(GridSpecification(.mgrs), on: near).labels
    #expect(names.contains { $0.text == "31N" } && !names.contains { $0.text == "31" })
  }

  /// Labels at the world's ends stand outside of it on all of a side, or on none.
  @Test func endsOfTheWorldAreLabelledOutsideWhereThereIsRoom() throws {
    func places(width: Int, height: Int) throws -> Set<GridLabel.Place> {
      let view = MapView(
        reference: try SpatialReference.parse("ESRI:54030"), center: Position(x: 0, y: 0), resolution: 36_000,
        size: PixelSize(width: width, height: height), pixelRatio: 1)
      return Set(try GridFigure(GridSpecification(.latlong, interval: 30), on: view).labels.map(\.place))
    }
    #expect(try places(width: 1200, height: 700) == [.end(.top), .end(.bottom), .end(.left), .end(.right)])
    #expect(try places(width: 1000, height: 700) == [.end(.top), .end(.bottom), .edge(.left), .edge(.right)])
    #expect(try places(width: 1200, height: 500) == [.edge(.top), .edge(.bottom), .end(.left), .end(.right)])
  }
}
