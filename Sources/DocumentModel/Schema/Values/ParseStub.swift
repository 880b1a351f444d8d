import Geodesy

/// Until Geodesy has its own: the references that the contract names.
extension SpatialReference {
  static func parse(_ text: String) throws(GeodesyError) -> SpatialReference {
    switch text {
    case "EPSG:3857", "3857", "102100": return .webMercator
    case "EPSG:4326", "4326", "CRS:84": return .wgs84
    default: throw .unknownReference(definition: text, reason: "no such code")
    }
  }
  var isGeographic: Bool { self == .wgs84 }
}
