import Diagnostics
import Geodesy
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Turned and warped maps at and beyond the edge of the world, pixel by pixel.
@Suite(.timeLimit(.minutes(15))) struct WarpAroundTests {
  private func picture(_ text: String, expecting codes: [Code] = []) async throws -> Picture {
    let project = try PipelineProject(["map.yaml": text])
    let report = try await project.render()
    #expect(report.findings.diagnostics.map(\.code) == codes, "\(report.findings.diagnostics.map(\.message))")
    return try PictureDecoder.decode(project.folder.read("map.png"))
  }

  /// A world without names, which would stand upright: 512 pixels are all of it.
  private func world(
    longitude: Double, size: (Int, Int), rotation: Double, zoom: Double = 1, wrapsAround: Bool = true
  ) async throws -> Picture {
    try await picture(
      """
      mapdoc: 1
      wrapAround: \(wrapsAround)
      rotation: \(rotation)
      canvas: {size: [\(size.0), \(size.1)]}
      initialExtent: {center: [\(longitude), 0], zoom: \(zoom)}
      layers:
        - {id: world, type: mbtiles, path: "\(Showcase.path("maps/data/archipelago.mbtiles"))"}
      outputs: [{path: map.png}]
      """)
  }

  private func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> ArraySlice<UInt8> {
    let start = (y * picture.size.width + x) * 4
    return picture.bytes[start..<start + 4]
  }

  /// Half a turn moves pixels and changes none, on both sides of the antimeridian.
  @Test func turnsTheWorldAboutTheAntimeridian() async throws {
    let upright = try await world(longitude: 180, size: (512, 256), rotation: 0)
    let turned = try await world(longitude: 180, size: (512, 256), rotation: 180)
    for y in 0..<256 {
      for x in 0..<512 where pixel(turned, x, y) != pixel(upright, 511 - x, 255 - y) {
        Issue.record("pixel \(x), \(y)")
        return
      }
    }
  }

  @Test func turnsAMapWiderThanTheWorld() async throws {
    let upright = try await world(longitude: 180, size: (1280, 256), rotation: 0)
    let turned = try await world(longitude: 180, size: (256, 1280), rotation: 90)
    for y in 0..<1280 {
      for x in 0..<256 where pixel(turned, x, y) != pixel(upright, y, 255 - x) {
        Issue.record("pixel \(x), \(y)")
        return
      }
    }
  }

  /// Half the world's width further on stands what stands half of it before.
  @Test func showsTheSameInEachFrame() async throws {
    let size = (700, 500)
    let one = try await world(longitude: 180, size: size, rotation: 30, zoom: 1.3)
    let same = try await world(longitude: -180, size: size, rotation: 30, zoom: 1.3)
    let differences = zip(one.bytes, same.bytes).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 255) <= 1)
  }

  private static func grey(
    _ server: ScriptedServer, wrapsAround: Bool, size: (Int, Int) = (700, 100), first: String = "", layer: String = ""
  ) -> String {
    """
    mapdoc: 1
    wrapAround: \(wrapsAround)
    rotation: 30
    canvas: {size: [\(size.0), \(size.1)]}
    initialExtent: {center: [180, 0], zoom: 1}
    layers:
    \(first)
      - {id: grey, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png"\(layer)}
    outputs: [{path: map.png}]
    """
  }

  @Test func asksOnceForTheTilesOfAllFramesOfATurnedMap() async throws {
    let asked = Mutex<[String]>([])
    let server = try ScriptedServer { request in
      asked.withLock { $0.append(request.target) }
      return .ok(GreyTile.png)
    }
    let project = try PipelineProject(["map.yaml": Self.grey(server, wrapsAround: true)])
    let report = try await project.render()
    #expect(report.findings.diagnostics.isEmpty && report.maps.first?.layers.first?.coverage == 1)
    #expect(asked.withLock { $0.sorted() } == ["/1/0/0.png", "/1/0/1.png", "/1/1/0.png", "/1/1/1.png"])
    let picture = try PictureDecoder.decode(project.folder.read("map.png"))
    #expect(stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 0x78 })
    let plan = try await project.plan()
    #expect(plan["map"]?["frames"]?.numbers == [0, 1] && plan["layers"]?[0]?["tiles"]?.numbers == [4])
    #expect(try await project.render().count(.rendered) == 0)
  }

  private static func view(_ reference: SpatialReference, resolution: Double, _ size: (Int, Int)) -> MapView {
    MapView(
      reference: reference, center: Position(x: reference == .wgs84 ? 180 : 20_037_508.342789244, y: 0),
      resolution: resolution, size: PixelSize(width: size.0, height: size.1), pixelRatio: 1, rotation: 30)
  }

  /// Grey on the left of the world's edge, white on its right.
  private func expectEnd(_ picture: Picture, _ view: MapView, at edge: Double) {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let ground = view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let beyond = (ground.x - edge) / view.resolution
        let red = picture.bytes[(y * picture.size.width + x) * 4]
        if beyond < -1.5, red != 0x78 { return #expect(red == 0x78, "\(x), \(y)") }
        if beyond > 1.5, red != 255 { return #expect(red == 255, "\(x), \(y)") }
      }
    }
  }

  @Test func endsATurnedMapAtTheWorldsEdgeWithoutWrapAround() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let picture = try await picture(Self.grey(server, wrapsAround: false))
    let view = Self.view(.webMercator, resolution: 156_543.03392804097 / 2, (700, 100))
    expectEnd(picture, view, at: 20_037_508.342789244)
  }

  /// Tiles that hold pixels beyond 180 degrees, as those of Esri's caches with their origin at -400.
  @Test(arguments: [true, false]) func cutsTilesThatReachBeyondTheWorldsEdge(_ wrapsAround: Bool) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let picture = try await picture(
      """
      mapdoc: 1
      wrapAround: \(wrapsAround)
      rotation: 30
      canvas: {size: [200, 100]}
      initialExtent: {center: [180, 0], resolution: 0.7}
      layers:
        - {id: world, type: builtin, srs: "EPSG:4326", opacity: 0}
        - id: grey
          type: xyz
          url: "\(server.baseAddress)/{z}/{x}/{y}.png"
          tilingScheme: {srs: EPSG:4326, origin: [-400, 400], levels: [{level: 0, resolution: 0.7}]}
      outputs: [{path: map.png}]
      """, expecting: [.otherGrid])
    if wrapsAround {
      #expect(stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 0x78 })
    } else {
      expectEnd(picture, Self.view(.wgs84, resolution: 0.7, (200, 100)), at: 180)
    }
  }

  /// A map in degrees ends at the poles, turned or not.
  @Test(arguments: [true, false], ["xyz", "warped"]) func endsAtThePoles(_ wrapsAround: Bool, _ way: String)
    async throws
  {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    // Warped: in a reference that is nearly the map's.
    let layer = way == "xyz" ? "" : ", srs: EPSG:4258, reproject: always"
    let picture = try await picture(
      """
      mapdoc: 1
      wrapAround: \(wrapsAround)
      rotation: 30
      canvas: {size: [200, 400]}
      initialExtent: {center: [0, 0], zoom: 1}
      layers:
        - {id: world, type: builtin, srs: "EPSG:4326", opacity: 0}
        - {id: grey, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png", tilingScheme: wgs84\(layer)}
      outputs: [{path: map.png}]
      """)
    let resolution = 360.0 / 512
    let view = MapView(
      reference: .wgs84, center: Position(x: 0, y: 0), resolution: resolution, size: PixelSize(width: 200, height: 400),
      pixelRatio: 1, rotation: 30)
    for y in 0..<400 {
      for x in 0..<200 {
        let ground = view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let beyond = (abs(ground.y) - 90) / resolution
        guard abs(beyond) > 1.5, abs(ground.x) < 179 else { continue }
        if picture.bytes[(y * 200 + x) * 4] != (beyond > 0 ? 255 : 0x78) {
          Issue.record("pixel \(x), \(y)")
          return
        }
      }
    }
  }

  /// Tiles of Web Mercator on a map in degrees.
  @Test(arguments: [true, false]) func warpsInEachFrame(_ wrapsAround: Bool) async throws {
    let asked = Mutex<[String]>([])
    let server = try ScriptedServer { request in
      asked.withLock { $0.append(request.target) }
      return .ok(GreyTile.png)
    }
    let picture = try await picture(
      Self.grey(
        server, wrapsAround: wrapsAround, size: (400, 40),
        first: #"  - {id: world, type: builtin, srs: "EPSG:4326", opacity: 0}"#,
        layer: ", reproject: always, maxLevel: 1"))
    #expect(asked.withLock { Set($0).count == $0.count })
    if wrapsAround {
      #expect(stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 0x78 })
    } else {
      expectEnd(picture, Self.view(.wgs84, resolution: 360.0 / 512, (400, 40)), at: 180)
    }
  }

  /// A layer in a reference that does not repeat, with bounds: the same in each frame, turned or not.
  @Test(arguments: [0.0, 90]) func repeatsWhatIsOnlyAPartOfTheWorld(_ rotation: Double) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let isTurned = rotation != 0
    let (width, height) = isTurned ? (200, 1280) : (1280, 200)
    let picture = try await picture(
      """
      mapdoc: 1
      wrapAround: true
      rotation: \(rotation)
      canvas: {size: [\(width), \(height)]}
      initialExtent: {center: [0, 40], zoom: 1}
      layers:
        - {id: world, type: builtin, opacity: 0}
        - id: europe
          type: xyz
          url: "\(server.baseAddress)/{z}/{x}/{y}.png"
          reproject: always
          bounds: [-5, 40, 25, 60]
          tilingScheme: {srs: EPSG:3035, origin: [2500000, 5500000], levels: [{level: 0, resolution: 20000}]}
      outputs: [{path: map.png}]
      """)
    var grey = 0
    for along in 0..<1280 - 512 {
      for across in 0..<200 {
        let (one, next) =
          isTurned
          ? (pixel(picture, across, along), pixel(picture, across, along + 512))
          : (pixel(picture, along, across), pixel(picture, along + 512, across))
        if one.first == 0x78 { grey += 1 }
        if zip(one, next).contains(where: { abs(Int($0) - Int($1)) > 2 }) {
          Issue.record("\(along), \(across): \(Array(one)), \(Array(next))")
          return
        }
      }
    }
    // 30 degrees are 43 pixels; from 40 to 60 degrees north they are 45: in two of the three frames.
    #expect((1500...4400).contains(grey), "\(grey)")
  }

  // MARK: - Chinese references

  /// Tiles of GCJ-02 on a map in Web Mercator, and the other way: every second column is empty, and ends where the shift says.
  @Test(arguments: [true, false]) func warpsMapsOfChineseProviders(_ isOver: Bool) async throws {
    let server = try ScriptedServer { request in
      let column = request.target.split(separator: "/").dropFirst().first.flatMap { Int($0) } ?? 0
      return column.isMultiple(of: 2) ? .ok(GreyTile.png) : .status(404)
    }
    // A level of Web Mercator on its own, at 12.
    let resolution = 38.21851414258813
    func layer(_ id: String, _ srs: String, more: String) -> String {
      """
        - id: \(id)
          type: xyz
          url: "\(server.baseAddress)/{z}/{x}/{y}.png"
          tilingScheme:
            srs: "\(srs)"
            origin: [-20037508.342789244, 20037508.342789244]
            levels: [{level: 12, resolution: \(resolution)}]
          \(more)
      """
    }
    let (own, map) = isOver ? ("GCJ02:3857", "EPSG:3857") : ("EPSG:3857", "GCJ02:3857")
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [600, 100]}
      initialExtent: {center: [12957000, 4850000], srs: "\(map)", resolution: \(resolution)}
      layers:
      \(layer("base", map, more: "opacity: 0"))
      \(layer("over", own, more: "reproject: always"))
      outputs: [{path: map.png}]
      """
    ])
    let report = try await project.render()
    #expect(report.findings.diagnostics.isEmpty, "\(report.findings.diagnostics.map(\.message))")
    let plan = try await project.plan()
    let over = try #require(plan["layers"]?[1])
    #expect(over["action"] == "warp" && over["srs"] == .string(own) && over["accuracy"] == .null)
    #expect("\(over["operation"] ?? .null)".contains("GCJ-02 shift"))
    let picture = try PictureDecoder.decode(project.folder.read("map.png"))
    let (source, target) = (try SpatialReference.parse(own), try SpatialReference.parse(map))
    let projector = try Projector(from: source, to: target)
    let view = MapView(
      reference: target, center: Position(x: 12_957_000, y: 4_850_000), resolution: resolution,
      size: PixelSize(width: 600, height: 100), pixelRatio: 1)
    var (greys, shift) = (0, 0.0)
    for y in 0..<100 {
      for x in 0..<600 {
        let ground = view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let place = try #require(projector.unproject(ground))
        shift = max(shift, abs(place.x - ground.x) / resolution)
        let column = (place.x + 20_037_508.342789244) / (resolution * 256)
        let inTile = (column - column.rounded(.down)) * 256
        guard inTile > 1.5, inTile < 254.5 else { continue }
        let isGrey = Int(column.rounded(.down)).isMultiple(of: 2)
        if isGrey { greys += 1 }
        let red = picture.bytes[(y * 600 + x) * 4]
        if red != (isGrey ? 0x78 : 255) {
          Issue.record("\(x), \(y): \(red)")
          return
        }
      }
    }
    // Columns are 256 pixels wide; the shift is some 600 m.
    #expect(greys > 15_000 && greys < 45_000 && shift > 10)
  }
}
