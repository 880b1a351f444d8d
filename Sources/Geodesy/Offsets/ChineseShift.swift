#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How Chinese map providers move longitudes and latitudes of WGS 84, inside China's outline.
///
/// The official algorithm of GCJ-02 ("Mars coordinates", required by GB 20263-2006) is not published. Its polynomial is
/// known since 2010 from the code of a "ChinaMapShift" library, and is the same in every open implementation:
/// github.com/googollee/eviltransform, github.com/hujiulong/gcoord, github.com/Artoria2e5/PRCoords. It agrees with what
/// the providers' own services answer within a metre. Baidu's second step over it comes from Baidu's own map program.
enum ChineseShift: Sendable, Hashable {
  /// AutoNavi, Tencent, Google in China.
  case gcj02
  /// Baidu: GCJ-02, and a turn and a stretch about the origin of longitudes and latitudes.
  case bd09

  /// As it stands in an operation's name.
  var name: String { self == .gcj02 ? "GCJ-02 shift" : "BD-09 shift" }

  private var outline: ChinaOutline { self == .gcj02 ? .withoutTaiwan : .withTaiwan }

  /// From WGS 84 to the shifted longitudes and latitudes, in degrees; unchanged outside China's outline.
  func forward(_ place: Position) -> Position? {
    guard place.isFinite, abs(place.y) <= 90 else { return nil }
    return outline.contains(place) ? shifted(place) : place
  }

  /// Back to WGS 84, iterated until it moves by less than a thousandth of a millimetre.
  ///
  /// The shift ends suddenly at the outline. Where two places are shifted to one, the one inside is meant; where none
  /// is, in the strip that the shift leaves empty, the inside goes on.
  func inverse(_ place: Position) -> Position? {
    guard place.isFinite, abs(place.y) <= 90 else { return nil }
    guard outline.box.contains(Extent(xmin: place.x, ymin: place.y, xmax: place.x, ymax: place.y), tolerance: 0.1)
    else { return place }
    var ground = place
    // Each round makes the error at least forty times smaller.
    for _ in 0..<16 {
      let there = shifted(ground)
      let (dx, dy) = (there.x - place.x, there.y - place.y)
      ground.x -= dx
      ground.y -= dy
      if abs(dx) < 1e-11, abs(dy) < 1e-11 { break }
    }
    return outline.contains(ground) || outline.contains(place) ? ground : place
  }

  private func shifted(_ place: Position) -> Position {
    let mars = Self.mars(place)
    return self == .gcj02 ? mars : Self.baidu(mars)
  }

  /// GCJ-02: metres of shift from polynomials and sines about 105° E, 35° N, in degrees on the ellipsoid of Krasovsky
  /// 1940.
  private static func mars(_ place: Position) -> Position {
    let (x, y) = (place.x - 105, place.y - 35)
    let common = 20 * sin(6 * x * .pi) + 20 * sin(2 * x * .pi)
    let northWaves =
      common + 20 * sin(y * .pi) + 40 * sin(y / 3 * .pi) + 160 * sin(y / 12 * .pi) + 320 * sin(y / 30 * .pi)
    let eastWaves =
      common + 20 * sin(x * .pi) + 40 * sin(x / 3 * .pi) + 150 * sin(x / 12 * .pi) + 300 * sin(x / 30 * .pi)
    let root = abs(x).squareRoot()
    let north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + northWaves * 2 / 3
    let east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + eastWaves * 2 / 3
    let latitude = place.y * .pi / 180
    return Position(
      x: place.x + east / (krasovsky.transverseRadius(at: latitude) * cos(latitude)) * 180 / .pi,
      y: place.y + north / krasovsky.meridianRadius(at: latitude) * 180 / .pi)
  }

  private static let krasovsky = Ellipsoid(semiMajorAxis: 6_378_245, inverseFlattening: 298.3)

  /// From GCJ-02 to BD-09, in polar form about 0, 0.
  private static func baidu(_ mars: Position) -> Position {
    let factor = Double.pi * 3000 / 180
    let radius = hypot(mars.x, mars.y) + 0.00002 * sin(mars.y * factor)
    let angle = atan2(mars.y, mars.x) + 0.000003 * cos(mars.x * factor)
    return Position(x: radius * cos(angle) + 0.0065, y: radius * sin(angle) + 0.006)
  }
}
