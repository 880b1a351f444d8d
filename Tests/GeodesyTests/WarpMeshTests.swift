import Testing

@testable import Geodesy

@Suite struct WarpMeshTests {
  /// A map, the place of its middle in degrees, the width of its ground in metres, and what its tiles are in.
  struct Pair: Sendable, CustomTestStringConvertible {
    let map: String
    let source: String
    let longitude: Double
    let latitude: Double
    let metres: Double
    var rotation = 0.0
    var testDescription: String { "\(source) on \(map) at \(longitude), \(latitude)" }
  }

  static let goode = "+proj=igh +lon_0=0 +datum=WGS84 +units=m +no_defs +type=crs"
  static let azimuthal = "+proj=aeqd +lat_0=47 +lon_0=8 +datum=WGS84 +units=m +no_defs +type=crs"
  static let ortho = "+proj=ortho +lat_0=30 +lon_0=-40 +ellps=sphere +units=m +no_defs +type=crs"
  static let oblique = "+proj=omerc +lat_0=45 +lonc=10 +alpha=30 +k=1 +datum=WGS84 +units=m +no_defs +type=crs"

  static let pairs = [
    Pair(map: "EPSG:3035", source: "EPSG:3857", longitude: 10, latitude: 50, metres: 3_000_000),
    Pair(map: "EPSG:25832", source: "EPSG:3857", longitude: 9, latitude: 51, metres: 800_000),
    Pair(map: "EPSG:3857", source: "EPSG:25832", longitude: 9, latitude: 51, metres: 400_000),
    Pair(map: "EPSG:3857", source: "EPSG:4326", longitude: 0, latitude: 0, metres: 36_000_000),
    Pair(map: "EPSG:4326", source: "EPSG:3857", longitude: 0, latitude: 0, metres: 30_000_000),
    Pair(map: "EPSG:2056", source: "EPSG:3857", longitude: 8.2, latitude: 46.8, metres: 350_000),
    Pair(map: "EPSG:3857", source: "EPSG:2056", longitude: 8.2, latitude: 46.8, metres: 500_000),
    Pair(map: "EPSG:3413", source: "EPSG:4326", longitude: -45, latitude: 90, metres: 6_000_000),
    Pair(map: "EPSG:3995", source: "EPSG:3857", longitude: 0, latitude: 75, metres: 3_000_000),
    Pair(map: "EPSG:3031", source: "EPSG:4326", longitude: 0, latitude: -90, metres: 9_000_000),
    Pair(map: "EPSG:2154", source: "EPSG:3857", longitude: 2.5, latitude: 46.5, metres: 1_200_000),
    Pair(map: "EPSG:3857", source: "EPSG:3413", longitude: -45, latitude: 75, metres: 4_000_000),
    Pair(map: oblique, source: "EPSG:3857", longitude: 10, latitude: 45, metres: 2_000_000),
    Pair(map: "EPSG:3857", source: oblique, longitude: 10, latitude: 45, metres: 2_000_000),
    Pair(map: azimuthal, source: "EPSG:4326", longitude: 8, latitude: 47, metres: 38_000_000),
    Pair(map: goode, source: "EPSG:4326", longitude: 0, latitude: 0, metres: 39_000_000),
    Pair(map: "EPSG:4326", source: goode, longitude: 0, latitude: 0, metres: 39_000_000),
    Pair(map: ortho, source: "EPSG:3857", longitude: -40, latitude: 30, metres: 13_000_000),
    Pair(map: "EPSG:32601", source: "EPSG:4326", longitude: -179, latitude: 60, metres: 500_000),
    Pair(map: "EPSG:3035", source: "EPSG:2056", longitude: 8, latitude: 47, metres: 300_000, rotation: 12),
    Pair(map: "EPSG:3857", source: "EPSG:3857", longitude: 8, latitude: 47, metres: 300_000, rotation: 33),
    Pair(map: "EPSG:5070", source: "EPSG:4326", longitude: -96, latitude: 38, metres: 5_000_000, rotation: -71),
  ]

  private func view(_ pair: Pair, _ size: PixelSize) throws -> MapView {
    let map = try SpatialReference.parse(pair.map)
    let center = try #require(
      Projector(from: .wgs84, to: map).project(Position(x: pair.longitude, y: pair.latitude)))
    return MapView(
      reference: map, center: center, resolution: pair.metres / map.facts.metresPerUnit / Double(size.width),
      size: size,
      pixelRatio: 1, rotation: pair.rotation)
  }

  /// The error is measured in device pixels: where PROJ puts the position that the mesh gives, on the map.
  @Test(arguments: pairs)
  func liesWithinAnEighthOfAPixelOfPROJ(_ pair: Pair) throws {
    let view = try view(pair, PixelSize(width: 1000, height: 800))
    let source = try SpatialReference.parse(pair.source)
    let mesher = try WarpMesher(view, from: source)
    let mesh = mesher.mesh(rows: 0..<800)
    let projector = try Projector(
      from: source, to: view.reference, over: view.reference.area(of: view.extent))
    var random = SystemlessRandom(state: 1)
    var points: [(column: Int, row: Int)] = []
    for _ in 0..<10_000 { points.append((random.next(below: 1000), random.next(below: 800))) }
    let exact = mesher.positions(at: points.map { PicturePoint(x: Double($0.column) + 0.5, y: Double($0.row) + 0.5) })
    var (worst, shown, wrong) = (0.0, 0, 0)
    for (point, exact) in zip(points, exact) {
      let cell = mesh.cells.first { $0.columns.contains(point.column) && $0.rows.contains(point.row) }
      let found = cell?.position(column: point.column, row: point.row)
      guard let found, exact != nil else {
        if (found == nil) != (exact == nil) { wrong += 1 }
        continue
      }
      shown += 1
      guard let place = projector.project(Position(x: found.x, y: found.y)) else {
        wrong += 1
        continue
      }
      var onMap = view.point(of: place)
      // A longitude beyond 180 is the same place.
      if let round = view.reference.facts.worldWidth {
        let wide = round / view.resolution
        onMap.x -= wide * ((onMap.x - Double(point.column)) / wide).rounded()
      }
      let (dx, dy) = (onMap.x - Double(point.column) - 0.5, onMap.y - Double(point.row) - 0.5)
      worst = max(worst, (dx * dx + dy * dy).squareRoot())
    }
    #expect(worst < 0.125, "\(worst) pixels")
    #expect(shown > 4000)
    #expect(wrong <= 5, "\(wrong) pixels are shown that show no ground, or the other way round")
  }

  @Test func givesTheSameMeshForAnyRows() throws {
    let view = try view(Self.pairs[0], PixelSize(width: 300, height: 300))
    let mesher = try WarpMesher(view, from: .webMercator)
    let whole = mesher.mesh(rows: 0..<300)
    let part = mesher.mesh(rows: 130..<131)
    #expect(part.rows == 128..<256)
    for cell in part.cells {
      #expect(whole.cells.contains { $0.columns == cell.columns && $0.rows == cell.rows })
    }
    #expect(whole.cells.reduce(0) { $0 + $1.columns.count * $1.rows.count } == 90_000)
  }

  @Test func knowsTheFinestResolutionOfThePicture() throws {
    let view = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: 1000, size: PixelSize(width: 500, height: 500),
      pixelRatio: 1)
    let mesher = try WarpMesher(view, from: .wgs84)
    let finest = try #require(mesher.finestResolution())
    let middle = 360 / 40_075_016.685578 * 1000
    #expect(finest <= middle && finest > middle * 0.99)
    let turned = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: 10, size: PixelSize(width: 50, height: 50),
      pixelRatio: 1, rotation: 45)
    #expect(abs((try WarpMesher(turned, from: .webMercator).finestResolution() ?? 0) - 10) < 1e-4)
  }

  @Test func asksOnlyForTilesOfATurnedPicture() throws {
    let scheme = TilingScheme.webMercator
    let level = scheme.levels[8]
    let view = MapView(
      reference: .webMercator, center: Position(x: 1_000_000, y: 6_000_000), resolution: level.resolution,
      size: PixelSize(width: 4096, height: 256), pixelRatio: 1, rotation: 45)
    let mesher = try WarpMesher(view, from: .webMercator)
    let grid = LevelGrid(level, of: scheme, fullExtent: TilingScheme.webMercatorWorld, repeats: false)
    var found = MeshTiles(on: grid, radius: 1)
    found.add(mesher.mesh(rows: 0..<256))
    let tiles = found.tiles
    let box = try #require(scheme.tiles(covering: view.extent, at: level))
    #expect(box.count > 140 && tiles.count < 60)
    // Each tile under a pixel is among them.
    let wanted = Set(tiles.indices)
    for x in stride(from: 0.5, to: 4096, by: 7) {
      for y in stride(from: 0.5, to: 256, by: 7) {
        let tile = scheme.tile(containing: view.ground(at: PicturePoint(x: x, y: y)), at: level)
        #expect(wanted.contains(tile))
      }
    }
  }

  @Test func findsTheTilesOnBothSidesOfTheAntimeridian() throws {
    let scheme = TilingScheme.webMercator
    let level = scheme.levels[6]
    let pair = Pair(map: "EPSG:32601", source: "EPSG:3857", longitude: -180, latitude: 60, metres: 400_000)
    let mesher = try WarpMesher(view(pair, PixelSize(width: 400, height: 400)), from: .webMercator)
    let grid = LevelGrid(level, of: scheme, fullExtent: TilingScheme.webMercatorWorld, repeats: true)
    var found = MeshTiles(on: grid, radius: 1)
    found.add(mesher.mesh(rows: 0..<400))
    let columns = Set(found.tiles.indices.map(\.column))
    #expect(columns == [0, 63])
    #expect(found.tiles.spans.count == 2 * Set(found.tiles.spans.map(\.row)).count)
  }

  /// However many worlds further on.
  @Test(arguments: ["EPSG:3857", "EPSG:4326", "EPSG:3035", "GCJ02:3857"])
  func showsTheSameInEachFrame(_ source: String) throws {
    let width = TilingScheme.webMercatorWorld.width
    let view = MapView(
      reference: .webMercator, center: Position(x: 1_000_000, y: 6_500_000), resolution: width / 500,
      size: PixelSize(width: 1700, height: 40), pixelRatio: 1)
    let mesher = try WarpMesher(view, from: .parse(source), wrapsAround: true)
    let once = try WarpMesher(view, from: .parse(source))
    for x in stride(from: 0.5, to: 500, by: 3) {
      let points = [0.0, 500, 1000].map { PicturePoint(x: x + $0, y: 20) }
      let found = mesher.positions(at: points)
      let first = found[0]
      #expect(found.allSatisfy { ($0 == nil) == (first == nil) }, "\(x)")
      for case (let place?, let first?) in found.map({ ($0, first) }) {
        #expect(max(abs(place.x - first.x), abs(place.y - first.y)) < 1e-3)
      }
      // Frame 0 is as it is without.
      if source != "EPSG:3857" {
        let inside = points.first { abs(view.ground(at: $0).x) < width / 2 * 0.999 }
        if let inside { #expect(mesher.positions(at: [inside])[0] == once.positions(at: [inside])[0]) }
        #expect(once.positions(at: [PicturePoint(x: 20, y: 20)])[0] == nil)
      }
    }
  }

  /// PROJ counts the longitudes of some references from 0 to 360, and turned ones from anywhere.
  @Test(arguments: [
    "+proj=longlat +datum=WGS84 +lon_wrap=180", "+proj=ob_tran +o_proj=longlat +o_lon_p=0 +o_lat_p=39.25 +lon_0=18",
  ])
  func leavesNoHalfOfTheWorldOut(_ text: String) throws {
    let view = MapView(
      reference: try .parse(text), center: Position(x: 0, y: 0), resolution: 1,
      size: PixelSize(width: 360, height: 180),
      pixelRatio: 1)
    let mesher = try WarpMesher(view, from: .wgs84)
    let points = (0..<36).map { PicturePoint(x: Double($0) * 10 + 5, y: 90) }
    #expect(mesher.positions(at: points).allSatisfy { $0 != nil })
    // Nothing lies beyond 180 degrees, here as elsewhere.
    #expect(mesher.positions(at: [PicturePoint(x: -5, y: 90), PicturePoint(x: 365, y: 90)]) == [nil, nil])
  }

  /// An icosahedral map, to which PROJ 9.1 knows only the way there.
  @Test func refusesAMapWithoutAWayBack() throws {
    let view = MapView(
      reference: try .parse("+proj=isea"), center: Position(x: 0, y: 0), resolution: 100_000,
      size: PixelSize(width: 100, height: 100), pixelRatio: 1)
    let projector = try Projector(from: .wgs84, to: view.reference)
    guard projector.unproject(Position(x: 1_000_000, y: 1_000_000)) == nil else { return }  // A later PROJ knows it.
    #expect(throws: GeodesyError.self) { _ = try WarpMesher(view, from: .wgs84) }
  }

  @Test func findsRowsThatRunUpwards() throws {
    let scheme = TilingScheme(
      reference: .webMercator, origin: Position(x: 0, y: 0), tileSize: PixelSize(width: 256, height: 256),
      levels: [.init(number: 0, resolution: 100)], rowsRunUp: true)
    let view = MapView(
      reference: .webMercator, center: Position(x: 50_000, y: 50_000), resolution: 100,
      size: PixelSize(width: 100, height: 100), pixelRatio: 1, rotation: 10)
    var found = MeshTiles(
      on: LevelGrid(scheme.levels[0], of: scheme, fullExtent: nil, repeats: false), radius: 1)
    found.add(try WarpMesher(view, from: .webMercator).mesh(rows: 0..<100))
    #expect(Set(found.tiles.indices.map(\.row)) == [-3, -2] && Set(found.tiles.indices.map(\.column)) == [1, 2])
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
private struct SystemlessRandom {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((value ^ value >> 31) % UInt64(bound))
  }
}
