import Testing

@testable import Geodesy

@Suite struct ExtentProjectionTests {
  @Test(arguments: ["EPSG:4490", "EPSG:4258", "EPSG:4267"])
  func projectsTheWholeWorldInDegreesAsAWhole(_ text: String) throws {
    let target = try SpatialReference.parse(text)
    let box = try #require(try Projector(from: .wgs84, to: target).project(TilingScheme.wgs84World))
    #expect(abs(box.xmin + 180) < 0.01 && abs(box.xmax - 180) < 0.01, "\(box)")
    #expect(abs(box.ymin + 90) < 0.01 && abs(box.ymax - 90) < 0.01, "\(box)")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let target: String
    let box: Extent
    let expected: Extent
    /// In units of the target.
    let tolerance: Double

    init(_ source: Int, _ target: Int, _ box: [Double], _ expected: [Double], within tolerance: Double) {
      func extent(_ n: [Double]) -> Extent { Extent(xmin: n[0], ymin: n[1], xmax: n[2], ymax: n[3]) }
      self.source = "EPSG:\(source)"
      self.target = "EPSG:\(target)"
      (self.box, self.expected, self.tolerance) = (extent(box), extent(expected), tolerance)
    }

    var testDescription: String { "\(source) \(box) in \(target)" }
  }

  /// pyproj 3.7.2: Transformer.from_crs(source, target, always_xy=True).transform_bounds(*box, densify_pts=2001)
  /// (to EPSG:3413 the corners of the latitude circle by cs2cs: `echo 60 45 | cs2cs EPSG:4326 EPSG:3413`), with 360
  /// or the world's width added to an xmax across the antimeridian. Tolerances are far below 1/8 pixel of a picture of
  /// 1,000 pixels.
  static let cases = [
    Case(4326, 25832, [6, 47, 12, 55], [271930.434934, 5205164.110031, 728069.565066, 6098907.825005], within: 1),
    Case(
      25832, 4326, [300000, 5_200_000, 900000, 6_100_000], [5.872418, 46.833185, 15.23966, 55.046806], within: 1e-5),
    Case(4326, 3035, [-10, 35, 30, 70], [2498537.999601, 1327857.733771, 6143462.000399, 5319011.50712], within: 20),
    Case(3413, 4326, [-1e6, -1e6, 1e6, 1e6], [-180, 76.998816, 180, 90], within: 1e-5),
    Case(3413, 4326, [1e5, 1e5, 1e6, 1e6], [50.710593, 76.998816, 129.289407, 88.694554], within: 1e-5),
    Case(3031, 4326, [-3e6, -3e6, 3e6, 3e6], [-180, -90, 180, -52.317101], within: 1e-5),
    Case(3832, 4326, [0, -2e6, 6e6, 4e6], [150, -17.79056, 203.898917, 33.963263], within: 1e-5),
    Case(2193, 4326, [1e6, 4.7e6, 2.6e6, 6.3e6], [165.019572, -47.853342, 186.184541, -32.978676], within: 1e-5),
    Case(32760, 4326, [2e5, 5e6, 8e5, 6e6], [173.187666, -45.153477, 180.812334, -36.098349], within: 1e-5),
    Case(
      4326, 3413, [-180, 60, 180, 90], [-3323160.270741, -3323160.270741, 3323160.270741, 3323160.270741], within: 1),
    Case(
      4326, 3395, [170, -20, 190, 10], [18924313.434857, -2258423.649096, 21150703.25072, 1111475.102852], within: 1),
    Case(
      3413, 3857, [-1e6, -1e6, 1e6, 1e6], [-20037508.342789, 13853504.489196, 20037508.342789, 20037508.342789],
      within: 1),
    Case(
      25832, 3857, [3e5, 5.2e6, 9e5, 6.1e6], [653714.574714, 5914887.99273, 1696471.20377, 7370955.56502], within: 5),
    Case(
      3857, 25832, [668e3, 6e6, 1335e3, 7.4e6], [273497.541501, 5244471.250211, 725993.127228, 6120707.060615],
      within: 5),
    Case(
      4326, 2056, [5.9, 45.8, 10.6, 47.9], [2480365.001659, 1072037.583551, 2845752.848147, 1310268.215622], within: 2),
    Case(
      4326, 3857, [-180, -90, 180, 90], [-20037508.342789, -20037508.342789, 20037508.342789, 20037508.342789],
      within: 1e-6),
    Case(
      4326, 3857, [170, -20, 190, 10], [18924313.434857, -2273030.926988, 21150703.25072, 1118889.974858], within: 1e-5),
  ]

  @Test(arguments: cases) func boxesTheOutline(_ example: Case) throws {
    let (source, target) = (try SpatialReference.parse(example.source), try SpatialReference.parse(example.target))
    let projector = try Projector(from: source, to: target, over: source.area(of: example.box))
    let found = try #require(projector.project(example.box))
    let expected = example.expected
    let differences = [
      found.xmin - expected.xmin, found.ymin - expected.ymin, found.xmax - expected.xmax, found.ymax - expected.ymax,
    ]
    #expect(differences.allSatisfy { abs($0) <= example.tolerance }, "\(found), off by \(differences)")
  }

  @Test func unfoldsABoxAcrossTheAntimeridianOnWebMercator() throws {
    let source = try SpatialReference.parse("EPSG:32601")
    let projector = try Projector(from: source, to: .webMercator)
    let found = try #require(projector.project(Extent(xmin: 200_000, ymin: 5_000_000, xmax: 800_000, ymax: 6_000_000)))
    // 1/5 of a UTM zone's width more than the zone, at 54 degrees north.
    #expect(found.width < 1_200_000 && found.width > 900_000)
    #expect(found.xmin < 20037508.342789244 && found.xmax > 20037508.342789244)
  }

  @Test func showsAllOfAMapAroundItsPole() throws {
    let projector = try Projector(from: .wgs84, to: SpatialReference.parse("EPSG:3574"))  // north pole, equal area
    let found = try #require(projector.project(Extent(xmin: -180, ymin: 45, xmax: 180, ymax: 90)))
    #expect(found.contains(Position(x: 0, y: 0)))
    #expect(abs(found.width - found.height) < 1)
  }

  @Test func keepsABoxInItsOwnReference() throws {
    let box = Extent(xmin: 170, ymin: -95, xmax: 200, ymax: 10)
    #expect(try Projector(from: .wgs84, to: .wgs84).project(box) == box)
    #expect(SpatialReference.wgs84.area(of: box) == box)
  }

  @Test func goesThereAndBackOnWebMercator() throws {
    let box = Extent(xmin: -1e6, ymin: -2e6, xmax: 25e6, ymax: 2e7)
    let degrees = try #require(try Projector(from: .webMercator, to: .wgs84).project(box))
    let back = try #require(try Projector(from: .wgs84, to: .webMercator).project(degrees))
    #expect(back.contains(box, tolerance: 1e-6) && box.contains(back, tolerance: 1e-6))
  }

  @Test func leavesOutWhatHasNoCounterpart() throws {
    let gnomonic = try SpatialReference.parse("+proj=gnom +lat_0=90 +lon_0=0 +datum=WGS84")
    let projector = try Projector(from: .wgs84, to: gnomonic)
    #expect(projector.project(Extent(xmin: 0, ymin: -60, xmax: 90, ymax: -30)) == nil)
    #expect(projector.project(Extent(xmin: 0, ymin: -60, xmax: 90, ymax: 80)) != nil)
    #expect(projector.project(Extent(xmin: .nan, ymin: 0, xmax: 1, ymax: 1)) == nil)
    #expect(try Projector(from: .wgs84, to: .webMercator).project(Extent(xmin: 0, ymin: 90, xmax: 1, ymax: 90)) == nil)
  }

  /// References in degrees whose pole or whose meridian of 0 degrees is not the earth's show the world from end to end too.
  @Test(arguments: [
    "+proj=ob_tran +o_proj=longlat +o_lon_p=0 +o_lat_p=39.25 +lon_0=18", "+proj=longlat +pm=paris",
    "+proj=longlat +datum=WGS84 +lon_wrap=180",
  ])
  func showsTheWholeWorldInDegreesOfAnyKind(_ text: String) throws {
    let map = try SpatialReference.parse(text)
    for (source, world) in [
      (SpatialReference.wgs84, TilingScheme.wgs84World), (.webMercator, TilingScheme.webMercatorWorld),
    ] {
      let found = try #require(Projector(from: source, to: map).project(world))
      let north = text.contains("ob_tran") || source == .wgs84 ? 90 : 85.0511
      #expect(found.xmin == -180 && found.xmax == 180, "\(found)")
      #expect(abs(found.ymin + north) < 0.01 && abs(found.ymax - north) < 0.01, "\(found)")
    }
  }

  /// The antipode of an azimuthal map is a circle on it: half a meridian of the sphere's from the middle, on the ellipsoid up
  /// to 0.2 % less.
  @Test(arguments: [(47.0, 8.0), (0, 0), (-33, 151), (60, -100), (90, 0), (-90, 30)])
  func showsTheWholeWorldAboutAPlace(_ latitude: Double, _ longitude: Double) throws {
    let map = try SpatialReference.parse("+proj=aeqd +lat_0=\(latitude) +lon_0=\(longitude) +datum=WGS84")
    let found = try #require(Projector(from: .wgs84, to: map).project(TilingScheme.wgs84World))
    let half = 20_003_931.4586
    for side in [-found.xmin, -found.ymin, found.xmax, found.ymax] {
      #expect(side > half * 0.996 && side < half * 1.003, "\(found)")
    }
  }

  /// A world whose middle is elsewhere than at 0° is torn inside a box from -180 to 180, and shown to both edges of the tear.
  @Test(
    arguments: [
      ("+proj=moll +lon_0=180 +datum=WGS84", 18_040_095.696), ("+proj=moll +lon_0=11 +datum=WGS84", 18_040_095.696),
      ("+proj=robin +lon_0=150 +datum=WGS84", 17_005_833.331), ("+proj=eqc +lon_0=-160 +datum=WGS84", 20_037_508.343),
    ])
  func showsATornWorldToItsEdges(_ text: String, _ half: Double) throws {
    let projector = try Projector(from: .webMercator, to: SpatialReference.parse(text))
    let world = SphericalMercator.halfWorld
    let found = try #require(projector.project(Extent(xmin: -world, ymin: -world, xmax: world, ymax: world)))
    // To half a pixel of a picture 2000 pixels wide.
    #expect(max(abs(found.xmin + half), abs(found.xmax - half)) < half / 2000, "\(found)")
  }
}
