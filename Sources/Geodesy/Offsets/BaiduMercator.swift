/// Baidu's projection of BD-09: near an ellipsoidal Mercator, but by definition polynomials of the sixth degree in
/// bands of latitude, so no projection of PROJ is it.
///
/// Source of the coefficients: `LLBAND` and `LL2MC` of Baidu's JavaScript map API (`BMap.MercatorProjection`), the same
/// in github.com/hujiulong/gcoord (`src/crs/BD09MC.ts`). The bands meet within half a metre, at 60 degrees (far north
/// of China) within 15 m. Baidu's own way back (`MC2LL`) is a second fit; here the way back is that of the polynomials
/// themselves.
enum BaiduMercator {
  /// Baidu's maps end here, in degrees; its program holds latitudes within it.
  static let latitudeLimit = 74.0
  /// Metres for a degree of longitude, all around the world.
  static let metresPerDegree = 111320.7020701615

  private struct Band {
    /// The latitude at which it begins.
    let start: Double
    /// x = `x0` + `x1` · |longitude|
    let x0: Double
    let x1: Double
    /// Of y in powers of |latitude| / `scale`, from 0.
    let coefficients: [Double]
    let scale: Double

    func y(_ latitude: Double) -> Double {
      let t = latitude / scale
      return coefficients.reversed().reduce(0) { $0 * t + $1 }
    }

    func slope(_ latitude: Double) -> Double {
      let t = latitude / scale
      var sum = 0.0
      for power in stride(from: coefficients.count - 1, through: 1, by: -1) {
        sum = sum * t + Double(power) * coefficients[power]
      }
      return sum / scale
    }
  }

  /// From the equator on; the band from 75 degrees on, which Baidu never reaches, is left out.
  private static let bands: [Band] = [
    Band(
      start: 0, x0: -0.0003218135878613132, x1: 111320.7020701615,
      coefficients: [
        0.00369383431289, 823725.6402795718, 0.46104986909093, 2351.343141331292, 1.58060784298199, 8.77738589078284,
        0.37238884252424,
      ], scale: 7.45),
    Band(
      start: 15, x0: -0.0003441963504368392, x1: 111320.7020576856,
      coefficients: [
        278.2353980772752, 2485758.690035394, 6070.750963243378, 54821.18345352118, 9540.606633304236,
        -2710.55326746645, 1405.483844121726,
      ], scale: 22.5),
    Band(
      start: 30, x0: 0.00220636496208, x1: 111320.7020209128,
      coefficients: [
        51751.86112841131, 3796837.749470245, 992013.7397791013, -1221952.21711287, 1340652.697009075,
        -620943.6990984312, 144416.9293806241,
      ], scale: 37.5),
    Band(
      start: 45, x0: 0.00337398766765, x1: 111320.7020202162,
      coefficients: [
        4481351.045890365, -23393751.19931662, 79682215.47186455, -115964993.2797253, 97236711.15602145,
        -43661946.33752821, 8477230.501135234,
      ], scale: 52.5),
    Band(
      start: 60, x0: 0.0008277824516172526, x1: 111320.7020463578,
      coefficients: [
        647795574.6671607, -4082003173.641316, 10774905663.51142, -15171875531.51559, 12053065338.62167,
        -5124939663.577472, 913311935.9512032,
      ], scale: 67.5),
  ]

  /// The y at which each band begins, and the one at which the last one ends.
  private static let starts = bands.map { $0.y($0.start) }
  static let northEdge = bands[bands.count - 1].y(latitudeLimit)

  /// From degrees of BD-09 to metres; longitudes beyond 180 go on into the next frame of the world.
  /// - Returns: `nil` beyond ``latitudeLimit``.
  static func forward(_ place: Position) -> Position? {
    let latitude = abs(place.y)
    guard place.x.isFinite, latitude <= latitudeLimit else { return nil }
    let band = bands[bands.lastIndex { $0.start <= latitude } ?? 0]
    let (x, y) = (band.x0 + band.x1 * abs(place.x), band.y(latitude))
    return Position(x: place.x < 0 ? -x : x, y: place.y < 0 ? -y : y)
  }

  /// From metres to degrees of BD-09, by Newton's method in the band.
  static func inverse(_ position: Position) -> Position? {
    let y = abs(position.y)
    guard position.x.isFinite, y <= northEdge else { return nil }
    let number = starts.lastIndex { $0 <= y } ?? 0
    let band = bands[number]
    let end = number + 1 < bands.count ? bands[number + 1].start : latitudeLimit
    // The curve is nearly straight within a band, so its middle is a good start.
    var latitude = (band.start + end) / 2
    for _ in 0..<20 {
      let step = (band.y(latitude) - y) / band.slope(latitude)
      latitude -= step
      if abs(step) < 1e-12 { break }
    }
    let longitude = (abs(position.x) - band.x0) / band.x1
    return Position(x: position.x < 0 ? -longitude : longitude, y: position.y < 0 ? -latitude : latitude)
  }

  /// A box of degrees in metres; what lies beyond the edge of Baidu's maps is cut off.
  /// - Returns: `nil` where all of it does.
  static func forward(_ extent: Extent) -> Extent? {
    let limit = latitudeLimit
    guard extent.ymin <= limit, extent.ymax >= -limit,
      let low = forward(Position(x: extent.xmin, y: max(extent.ymin, -limit))),
      let high = forward(Position(x: extent.xmax, y: min(extent.ymax, limit)))
    else { return nil }
    return Extent(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
  }

  static func inverse(_ extent: Extent) -> Extent? {
    guard extent.ymin <= northEdge, extent.ymax >= -northEdge,
      let low = inverse(Position(x: extent.xmin, y: max(extent.ymin, -northEdge))),
      let high = inverse(Position(x: extent.xmax, y: min(extent.ymax, northEdge)))
    else { return nil }
    return Extent(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
  }
}
