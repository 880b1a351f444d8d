import Diagnostics
import DocumentModel
import Geodesy

/// What the keys of a tiled layer say of the references that its tiles are in, without its service being asked.
enum KnownTiles {
  /// Whether the layer is drawn on a map in a reference only by warping: `check` would refuse it without `reproject: always`.
  /// - Parameter reference: Of the map, as a document writes it; `nil`: that of its first layer.
  static func needWarping(_ keys: [JSONValue.Member], onto reference: String?) -> Bool {
    guard let reference, let map = try? SpatialReference.parse(reference),
      !keys.contains(where: { $0.key == "reproject" || $0.key == "srs" })
    else { return false }
    guard let offered = references(keys) else { return false }
    return !offered.contains { (try? SpatialReference.parse($0)) == map }
  }

  /// `nil` where only the source knows.
  private static func references(_ keys: [JSONValue.Member]) -> [String]? {
    func value(_ key: String) -> JSONValue? { keys.first { $0.key == key }?.value }
    guard case .string(let type)? = value("type") else { return nil }
    switch type {
    case "osm", "bing", "mbtiles", "pmtiles": return ["EPSG:3857"]
    case "builtin": return ["EPSG:3857", "EPSG:4326"]
    case "amap": return ["GCJ02:3857"]
    case "baidu": return ["BD09:mercator"]
    case "xyz":
      switch value("tilingScheme") {
      case nil, .string("webmercator")?: return ["EPSG:3857"]
      case .string("wgs84")?: return ["EPSG:4326"]
      case .object(let members)?:
        if case .string(let text)? = members.first(where: { $0.key == "srs" })?.value { return [text] }
        return nil
      default: return nil
      }
    default: return nil
    }
  }
}
