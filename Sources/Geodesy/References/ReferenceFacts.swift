/// What is known of a spatial reference, beside how to get there.
package struct ReferenceFacts: Hashable, Sendable {
  /// As people call it: `ETRS89 / UTM zone 32N`.
  package let name: String
  /// True when x is a longitude and y a latitude.
  package let isGeographic: Bool
  /// Metres for a unit of x: 1, 0.3048, or 111319.49079327358 for a degree (of the equator of WGS 84, always).
  package let metresPerUnit: Double
  /// `metre`, `degree`, `US survey foot`.
  package let unitName: String
  /// The unit as it stands behind a number: ` m`, `°`, ` US survey foot`.
  package var unitSymbol: String {
    switch unitName {
    case "metre": " m"
    case "degree": "°"
    default: " " + unitName
    }
  }
  /// `Easting`, `Geodetic longitude`.
  package let xAxisName: String
  package let yAxisName: String
  /// True where its authority writes y before x, as EPSG does latitude before longitude. Positions are x, y here all the
  /// same; it matters for services that write coordinates in the authority's order.
  package let isNorthFirst: Bool
  /// Where it is meant to be used, in degrees of longitude and latitude; `nil` where nobody says.
  package let areaOfUse: Extent?
  package let ellipsoid: Ellipsoid
  /// True when the map ends at the antimeridian: what lies across it is at the other end.
  package let isCutAt180: Bool
  /// Units of x once round the world, where the picture repeats after them: 360 degrees, 40075016.68 m of Web Mercator.
  package let worldWidth: Double?
  /// Of a map about one place: that place, in degrees of longitude and latitude. Such a map may show a part of the earth only.
  var mapCenter: Position? = nil
  /// Of a map in lobes with gaps between them: what lies on each, in degrees; empty for all others.
  var lobes: [Extent] = []

  static let wgs84 = ReferenceFacts(
    name: "WGS 84", isGeographic: true, metresPerUnit: metresPerDegree, unitName: "degree",
    xAxisName: "Geodetic longitude", yAxisName: "Geodetic latitude", isNorthFirst: true,
    areaOfUse: TilingScheme.wgs84World,
    ellipsoid: .wgs84, isCutAt180: true, worldWidth: 360)

  static let webMercator = ReferenceFacts(
    name: "WGS 84 / Pseudo-Mercator", isGeographic: false, metresPerUnit: 1, unitName: "metre", xAxisName: "Easting",
    yAxisName: "Northing", isNorthFirst: false, areaOfUse: Extent(xmin: -180, ymin: -85.06, xmax: 180, ymax: 85.06),
    ellipsoid: .wgs84, isCutAt180: true, worldWidth: 2 * SphericalMercator.halfWorld)

  /// π / 180 · 6378137 m.
  package static let metresPerDegree = 111319.49079327358
}
