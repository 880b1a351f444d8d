import Testing

@testable import Geodesy

/// What is published of the shifts, and their way back.
@Suite struct ChineseShiftTests {
  /// A city hall: where it is, and where the services of AutoNavi and Baidu say that it is.
  struct City: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wgs84: Position
    let gcj02: Position
    let bd09: Position
    let bd09Mercator: Position

    init(
      _ name: String, _ wgs84: (Double, Double), _ gcj02: (Double, Double), _ bd09: (Double, Double),
      _ mercator: (Double, Double)
    ) {
      testDescription = name
      self.wgs84 = Position(x: wgs84.0, y: wgs84.1)
      self.gcj02 = Position(x: gcj02.0, y: gcj02.1)
      self.bd09 = Position(x: bd09.0, y: bd09.1)
      bd09Mercator = Position(x: mercator.0, y: mercator.1)
    }
  }

  /// github.com/hujiulong/gcoord, test/fixtures/china-cities.json: answers of the providers' own conversion services.
  static let cities = [
    City(
      "Zhumadian", (114.0164322, 33.0133556), (114.022306, 33.0115324), (114.0287781, 33.0176697),
      (12693763.634, 3874151.929)),
    City(
      "Nagqu", (92.0499619, 31.4784436), (92.0512438, 31.4762063), (92.0576832, 31.4824421), (10247925.918, 3673043.553)
    ),
    City(
      "Xichang", (102.2658401, 27.8850446), (102.2673386, 27.8816151), (102.2738428, 27.8876621),
      (11385195.984, 3214649.933)),
    City(
      "Jiuquan", (98.4937175, 39.7319946), (98.4943595, 39.7328234), (98.5008441, 39.7388949),
      (10965183.117, 4800499.115)),
    City(
      "Shenyang", (123.4253306, 41.8032629), (123.4314787, 41.8057023), (123.438095, 41.8114013),
      (13741215.395, 5104015.047)),
    City(
      "Xilinhot", (116.0414035, 43.9312805), (116.0482308, 43.9334573), (116.0546232, 43.9397782),
      (12919282.125, 5426197.163)),
    City(
      "Shantou", (116.6775114, 23.3567569), (116.6819735, 23.3540964), (116.6885014, 23.3598884),
      (12989845.895, 2658504.617)),
    City(
      "Quanzhou", (118.6711365, 24.8770487), (118.6756787, 24.8741363), (118.6821251, 24.8804872),
      (13211777.488, 2842932.595)),
    City(
      "Qinzhou", (108.6503952, 21.9828281), (108.6541485, 21.9799392), (108.6607283, 21.9856319),
      (12096188.561, 2493660.013)),
  ]

  static func metres(_ a: Position?, _ b: Position) -> Double {
    a.map { Ellipsoid.wgs84.chord(from: $0, to: b) } ?? .infinity
  }

  @Test(arguments: cities) func agreesWithTheServicesOfTheProviders(_ city: City) throws {
    let all = OffsetReference.allCases.map(\.reference)
    func moved(_ place: Position, _ source: SpatialReference, _ target: SpatialReference) throws -> Position {
      try #require(try Projector(from: source, to: target).project(place))
    }
    let (gcj02, bd09, mercator) = (all[0], all[2], all[3])
    #expect(Self.metres(try moved(city.wgs84, .wgs84, gcj02), city.gcj02) < 1)
    #expect(Self.metres(try moved(city.wgs84, .wgs84, bd09), city.bd09) < 1.5)
    #expect(Self.metres(try moved(city.gcj02, gcj02, bd09), city.bd09) < 1)
    #expect(Self.metres(try moved(city.bd09, bd09, gcj02), city.gcj02) < 1)
    #expect(Self.metres(try moved(city.bd09Mercator, mercator, .wgs84), city.wgs84) < 1.5)
    #expect(Self.metres(try moved(city.bd09Mercator, mercator, bd09), city.bd09) < 0.05)
    let projected = try moved(city.bd09, bd09, mercator)
    #expect(abs(projected.x - city.bd09Mercator.x) < 0.05 && abs(projected.y - city.bd09Mercator.y) < 0.05)
  }

  // github.com/googollee/eviltransform, python/test.py
  @Test(arguments: [
    (ChineseShift.gcj02, 121.5272106, 31.1774276, 121.531541859215, 31.17530398364597, 0.5),
    (.gcj02, 113.912316, 22.543847, 113.9171764808363, 22.540796131694766, 0.5),
    (.gcj02, 116.377817, 39.911954, 116.38404722455657, 39.91334545536069, 0.5),
  ])
  func agreesWithOtherPrograms(
    _ shift: ChineseShift, _ x: Double, _ y: Double, _ thereX: Double, _ thereY: Double, _ tolerance: Double
  ) {
    let (place, there) = (Position(x: x, y: y), Position(x: thereX, y: thereY))
    #expect(Self.metres(shift.forward(place), there) < tolerance)
    #expect(Self.metres(shift.inverse(there), place) < tolerance)
  }

  // github.com/hujiulong/gcoord, test/unit/crs/BD09.spec.ts: 123, 45 of BD-09.
  @Test func agreesWithGcoord() throws {
    let bd09 = OffsetReference.bd09.reference
    let place = Position(x: 123, y: 45)
    let gcj02 = try Projector(from: bd09, to: OffsetReference.gcj02.reference).project(place)
    #expect(Self.metres(gcj02, Position(x: 122.99363304, y: 44.99365430)) < 0.5)
    let ground = try Projector(from: bd09, to: .wgs84).project(place)
    #expect(Self.metres(ground, Position(x: 122.98762210, y: 44.99171540)) < 1)
    let web = try #require(try Projector(from: bd09, to: .webMercator).project(place))
    #expect(abs(web.x - 13690919.46621167) < 1 && abs(web.y - 5620217.339885741) < 1)
    let projected = try #require(try Projector(from: bd09, to: OffsetReference.bd09Mercator.reference).project(place))
    // By the band that ends here, where another one begins.
    #expect(abs(projected.x - 13692446.35077864) < 0.01 && abs(projected.y - 5591020.962240655) < 0.5)
  }

  /// Random places in and around China; where the shift ends, two places are shifted to one.
  @Test(arguments: OffsetReference.allCases) func comesBackWithinACentimetre(_ offset: OffsetReference) throws {
    var random = SplitMix(state: 20_102)
    let places = (0..<10_000).map { _ in
      Position(
        x: 70 + Double(random.next(below: 1_000_000)) / 1_000_000 * 70,
        y: 10 + Double(random.next(below: 1_000_000)) / 1_000_000 * 45)
    }
    let there = try Projector(from: .wgs84, to: offset.reference)
    let back = try Projector(from: offset.reference, to: .wgs84)
    let shifted = there.project(places)
    let returned = back.project(shifted.map { $0 ?? Position(x: .nan, y: .nan) })
    let undone = there.unproject(shifted.map { $0 ?? Position(x: .nan, y: .nan) })
    let outline = offset.shift == .gcj02 ? ChinaOutline.withoutTaiwan : .withTaiwan
    var (inside, left) = (0, 0)
    for (place, (ground, other)) in zip(places, zip(returned, undone)) {
      // Within a kilometre and a half of the outline.
      let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map { dx, dy in
        outline.contains(Position(x: place.x + 0.015 * Double(dx), y: place.y + 0.015 * Double(dy)))
      }
      guard Set(around + [outline.contains(place)]).count == 1 else {
        left += 1
        continue
      }
      inside += around[0] ? 1 : 0
      let distance = max(Self.metres(ground, place), Self.metres(other, place))
      #expect(distance < 0.01, "\(place) comes back \(distance) m away")
    }
    #expect(inside > 3000 && left < 300, "\(inside) inside, \(left) near the outline")
  }

  @Test func comesBackInsideUpToTheOutline() throws {
    let beijing = Position(x: 116.4, y: 39.9)
    let shenzhen = Position(x: 114.06, y: 22.53)
    for place in [beijing, shenzhen] {
      let there = try #require(ChineseShift.gcj02.forward(place))
      #expect(Self.metres(there, place) > 400)
      #expect(Self.metres(ChineseShift.gcj02.inverse(there), place) < 1e-4)
    }
  }

  @Test(arguments: [
    // Hong Kong, Macau, the bridge between them, Shanghai's airport on new land, Kashgar, Hainan, Mohe
    (114.16, 22.28, true, true), (113.54, 22.19, true, true), (113.78, 22.25, true, true), (121.81, 31.14, true, true),
    (75.99, 39.47, true, true), (110.3, 20.0, true, true), (122.3, 53.4, true, true),
    // Taipei, Kaohsiung: Baidu shifts them
    (121.56, 25.04, false, true), (120.3, 22.63, false, true),
    // Hanoi, Seoul, Pyongyang, Kathmandu, Ulaanbaatar, Vladivostok, Almaty, Mandalay, Tokyo, Blagoveshchensk
    (105.85, 21.03, false, false), (126.98, 37.57, false, false), (125.75, 39.03, false, false),
    (85.32, 27.71, false, false),
    (106.9, 47.92, false, false), (131.9, 43.12, false, false), (76.95, 43.25, false, false),
    (96.08, 21.97, false, false),
    (139.7, 35.7, false, false), (127.53, 50.3, false, false), (0, 0, false, false), (300, 90, false, false),
  ])
  func shiftsInsideTheOutlineOnly(_ x: Double, _ y: Double, _ byAutoNavi: Bool, _ byBaidu: Bool) {
    let place = Position(x: x, y: y)
    #expect((ChineseShift.gcj02.forward(place) != place) == byAutoNavi)
    #expect((ChineseShift.bd09.forward(place) != place) == byBaidu)
  }

  /// Where two bands of Baidu's polynomials meet there is no step that anyone could see: 60 degrees are far from China.
  @Test(arguments: [(0, 0.1), (15, 0.1), (30, 0.1), (45, 0.5), (60, 15.0)])
  func baidusBandsMeet(_ latitude: Double, _ step: Double) throws {
    let below = try #require(BaiduMercator.forward(Position(x: 100, y: latitude.nextDown)))
    let above = try #require(BaiduMercator.forward(Position(x: 100, y: latitude)))
    #expect(abs(above.y - below.y) < step && abs(above.x - below.x) < 0.01, "\(above.y - below.y)")
    let back = try #require(BaiduMercator.inverse(above))
    #expect(abs(back.y - latitude) < 1e-9 && abs(back.x - 100) < 1e-9)
  }

  @Test func baidusMapsEndAt74Degrees() {
    #expect(BaiduMercator.forward(Position(x: 0, y: 74.001)) == nil)
    #expect(BaiduMercator.inverse(Position(x: 0, y: BaiduMercator.northEdge + 1)) == nil)
    #expect(BaiduMercator.forward(Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90))?.ymax == BaiduMercator.northEdge)
    #expect(BaiduMercator.forward(Extent(xmin: 0, ymin: 80, xmax: 1, ymax: 81)) == nil)
  }
}
