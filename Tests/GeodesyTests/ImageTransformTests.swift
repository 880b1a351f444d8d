import Testing

@testable import Geodesy

/// Where the pixels of a picture lie that is placed by its corners or by a world file.
@Suite struct ImageTransformTests {
  private static let size = PixelSize(width: 400, height: 300)

  private static func corners(_ numbers: [Double]) -> [Position] {
    stride(from: 0, to: numbers.count, by: 2).map { Position(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  private static func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
    ((one - other) * (one - other)).sum().squareRoot()
  }

  /// A trapezoid, its mirror image, and one far from the origin whose numbers leave few digits.
  @Test(arguments: [
    [0.0, 10, 20, 9, 18, 0, 1, -3], [20, 9, 0, 10, 1, -3, 18, 0],
    [6_000_000.0, 5_000_010, 6_000_020, 5_000_009, 6_000_018, 5_000_000, 6_000_001, 4_999_997],
  ])
  func putsEachCornerWhereItIsAndComesBack(_ numbers: [Double]) throws {
    let corners = Self.corners(numbers)
    let transform = try ImageTransform(size: Self.size, corners: corners)
    let places = [SIMD2(0.0, 0), SIMD2(400, 0), SIMD2(400, 300), SIMD2(0, 300)]
    for (place, corner) in zip(places, corners) {
      let ground = try #require(transform.ground(of: place))
      #expect(Self.distance(ground, SIMD2(corner.x, corner.y)) < 1e-8)
      #expect(Self.distance(try #require(transform.pixel(of: SIMD2(corner.x, corner.y))), place) < 1e-5)
    }
    for column in stride(from: 0.5, to: 400, by: 37) {
      for row in stride(from: 0.5, to: 300, by: 31) {
        let ground = try #require(transform.ground(of: SIMD2(column, row)))
        #expect(Self.distance(try #require(transform.pixel(of: ground)), SIMD2(column, row)) < 1e-5)
      }
    }
  }

  /// The diagonals of a quadrilateral meet where those of the picture do, which an affine map of its corners would miss.
  @Test func isProjective() throws {
    let transform = try ImageTransform(size: Self.size, corners: Self.corners([-1, 1, 1, 1, 3, -1, -3, -1]))
    let middle = try #require(transform.ground(of: SIMD2(200, 150)))
    #expect(Self.distance(middle, SIMD2(0, 0.5)) < 1e-12)
    #expect(!transform.isUpright)
    // The sides meet at 0, 2: nothing of the picture's plane shows what lies beyond the horizon there.
    #expect(transform.pixel(of: SIMD2(0, 2.5)) == nil && transform.pixel(of: SIMD2(0, 1.5)) != nil)
  }

  @Test func countsFromTheCornerOfThePixelWhereAWorldFileCountsFromItsCentre() throws {
    // x = 30 column + 5 row + 1000, y = 8 column - 28 row + 2000, at corners.
    let transform = try ImageTransform(size: Self.size, affine: [30, 8, 5, -28, 1000, 2000])
    #expect(Self.distance(try #require(transform.ground(of: SIMD2(0, 0))), SIMD2(1000, 2000)) < 1e-9)
    #expect(Self.distance(try #require(transform.ground(of: SIMD2(10.5, 20.5))), SIMD2(1417.5, 1510)) < 1e-9)
    #expect(Self.distance(try #require(transform.pixel(of: SIMD2(1417.5, 1510))), SIMD2(10.5, 20.5)) < 1e-9)
    #expect(!transform.isUpright && transform.corners[2] == Position(x: 14_500, y: -3200))
  }

  @Test func knowsWhatStandsUprightAndWhatGoesRoundTheWorld() throws {
    let world = try ImageTransform(size: Self.size, affine: [0.9, 0, 0, -0.6, -180, 90])
    #expect(world.isUpright && world.goesRound(360))
    let short = try ImageTransform(size: Self.size, affine: [0.899, 0, 0, -0.6, -180, 90])
    #expect(short.isUpright && !short.goesRound(360))
    let mirrored = try ImageTransform(size: Self.size, affine: [-0.9, 0, 0, -0.6, 180, 90])
    #expect(!mirrored.isUpright && !mirrored.goesRound(360))
  }

  /// Corners of any size: what is taken can be reckoned with.
  @Test func takesNoCornersThatItCannotReckonWith() throws {
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let small = [0.0, 1, -1, 0.5, 180, 1e-300, 1e-9]
    let numbers = small + [1e9, 1e15, 1e150, 1e300, .greatestFiniteMagnitude, .infinity, .nan]
    var taken = 0
    for _ in 0..<50_000 {
      let corners = (0..<4).map { _ in
        Position(x: numbers[random(numbers.count)], y: -numbers[random(numbers.count)])
      }
      guard let transform = try? ImageTransform(size: Self.size, corners: corners) else { continue }
      taken += 1
      let middle = try #require(transform.ground(of: SIMD2(200, 150)))
      let back = try #require(transform.pixel(of: middle))
      #expect(Self.distance(back, SIMD2(200, 150)) < 0.01, "\(transform)")
    }
    #expect(taken > 20)
  }

  @Test(arguments: [
    ([0.0, 0, 1, 0, 2, 0, 3, 0], ImageTransform.Problem.withoutArea), ([5, 5, 5, 5, 5, 5, 5, 5], .withoutArea),
    ([1e9, 0, 1e9, 1e-6, 1e9, 1e-6, 1e9, 0], .withoutArea),
    ([0, 1, 1, 1, 0, 0, 1, 0], .notConvex), ([0, 1, 1, 1, 0.2, 0.8, 0, 0], .notConvex),
    ([0, 1, 1, 1, 1, .nan, 0, 0], .notFinite), ([-1e308, 1, 1e308, 1, 1e308, 0, -1e308, .infinity], .notFinite),
  ])
  func refusesWhatIsNoPicture(_ numbers: [Double], _ problem: ImageTransform.Problem) {
    #expect(throws: problem) { try ImageTransform(size: Self.size, corners: Self.corners(numbers)) }
  }
}
