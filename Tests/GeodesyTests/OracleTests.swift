import Testing

@testable import Geodesy

/// What `cs2cs` of PROJ 9.1 says of places at which the resolver asks: centres of maps in one reference, in another one.
@Suite struct OracleTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let source: String
    let place: Position
    let target: String
    let there: Position
    var testDescription: String { "\(source) to \(target)" }

    init(_ source: String, _ x: Double, _ y: Double, _ target: String, _ thereX: Double, _ thereY: Double) {
      (self.source, self.target) = (source, target)
      (place, there) = (Position(x: x, y: y), Position(x: thereX, y: thereY))
    }
  }

  /// `echo "X Y" | cs2cs -f %.10f SOURCE TARGET`, with x and y exchanged where the authority's order is north, east.
  static let pairs: [Pair] = [
    Pair("EPSG:4326", 9.99, 53.55, "EPSG:25832", 565590.9406877231, 5933912.16541642),
    Pair("EPSG:25832", 565590.9406877231, 5933912.16541642, "EPSG:3857", 1112081.713024803, 7085388.165495079),
    Pair("EPSG:3857", 1112081.713024803, 7085388.165495079, "EPSG:25832", 565590.940687723, 5933912.16541642),
    Pair("EPSG:3857", 545465.5048870406, 6867304.686766676, "EPSG:3035", 3973961.568715174, 3263333.4359739455),
    Pair("EPSG:3035", 4210654.956500657, 2696243.014387729, "EPSG:32632", 465270.4230971354, 5246384.775553318),
    Pair("EPSG:4258", 2.35, 48.85, "EPSG:2154", 652301.5648305281, 6861302.725899576),
    Pair("EPSG:25832", 709221.5530178305, 5999382.610272532, "EPSG:25833", 316924.1718506806, 5998272.653773227),
    Pair("EPSG:3857", 19455307.405940425, -5055211.159994206, "EPSG:2193", 1748208.4319721898, 5427538.506883315),
    Pair("EPSG:4326", -51.7, 64.2, "EPSG:3413", -331477.8122198441, -2821736.1289976826),
    Pair("EPSG:3857", 18553619.530514903, -14288862.18438883, "EPSG:3031", 305467.1627322754, -1289201.5377136339),
    Pair("EPSG:4326", 15.6, 78.2, "EPSG:5041", 2353506.970221832, 733880.3066255099),
    Pair("EPSG:4326", -60.0, -3.1, "EPSG:6933", -5789176.81505379, -395289.4307208785),
    Pair("EPSG:3857", -11031761.53761341, 2202086.5110550285, "ESRI:54030", -9205384.347619345, 2074864.6742433663),
    Pair("EPSG:4326", 28.0, -26.2, "EPSG:8857", 2550763.787398768, -3306592.185866479),
    Pair("EPSG:3857", 19859397.157520004, -2049256.6947467644, "EPSG:3832", 3161473.5385289653, -2035988.6760758765),
    Pair("EPSG:32650", 448709.3801924693, 4416830.562171828, "EPSG:3857", 12957588.728337044, 4851421.175183357),
    Pair("EPSG:4490", 116.4, 39.9, "EPSG:3857", 12957588.728337044, 4851421.175183357),
    Pair("EPSG:3067", 383587.770319833, 6675536.645228951, "EPSG:3857", 2771855.3207525117, 8444400.929761255),
    Pair("EPSG:3006", 676509.2272380305, 6577565.3171361135, "EPSG:3857", 2014882.783358252, 8245512.8682460105),
    Pair("EPSG:2056", 2600104.109499608, 1199879.6282376593, "EPSG:3857", 828217.01232421, 5933916.616814646),
    Pair("EPSG:4326", 100.0, 85.0, "EPSG:3995", 535334.8944616682, 94393.9856083107),
  ]

  @Test(arguments: pairs) func agreesWithCs2cs(_ pair: Pair) throws {
    let source = try SpatialReference.parse(pair.source)
    let target = try SpatialReference.parse(pair.target)
    let ground = try #require(source.longitudeLatitude(pair.place))
    let area = Extent(xmin: ground.x, ymin: ground.y, xmax: ground.x, ymax: ground.y)
    let projector = try Projector(from: source, to: target, over: area)
    let found = try #require(projector.project(pair.place))
    #expect(abs(found.x - pair.there.x) < 0.001 && abs(found.y - pair.there.y) < 0.001, "\(found)")
    let back = try #require(projector.unproject(pair.there))
    // The way back of some projections is iterated, and that of a datum shift is not its exact opposite: below 2 mm.
    let tolerance = source.facts.isGeographic ? 2e-8 : 0.002
    #expect(abs(back.x - pair.place.x) < tolerance && abs(back.y - pair.place.y) < tolerance, "\(back)")
    // One operation, whoever asks, and however often.
    let again = try Projector(from: source, to: target, over: area)
    #expect(again.operationName == projector.operationName)
  }
}
