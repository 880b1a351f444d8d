import DocumentModel

/// What a layer chooses of a WMS.
struct WMSChoice: Sendable, Hashable {
  /// Bottom first, at least one.
  var layers: [String]
  /// One for each layer, `""` its default; none: all defaults.
  var styles: [String] = []
  var format: String?
  var isTransparent: Bool?
  var time: String?
  /// Further parameters, in their order.
  var parameters: [Parameter] = []
  var axisOrder = AxisOrder.auto
  var vendor = WMSVendor.none

  struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }
}

/// `version`: which version of the standard is asked for; the server may answer with another one.
enum WMSVersion: String, DocumentWord {
  case current = "1.3.0"
  case older = "1.1.1"

  static var what: String { "a version of WMS" }
}

/// `vendor`: whose way of saying the resolution a server understands; the standard has none.
enum WMSVendor: String, DocumentWord {
  case mapserver, geoserver, qgis, none

  static var what: String { "a maker of servers" }

  /// The parameter that says for how many dots an inch symbols and letters are drawn; empty for none.
  func parameter(dotsPerInch: Int) -> String {
    switch self {
    case .mapserver: "&MAP_RESOLUTION=\(dotsPerInch)"
    case .geoserver: "&FORMAT_OPTIONS=dpi:\(dotsPerInch)"
    case .qgis: "&DPI=\(dotsPerInch)"
    case .none: ""
    }
  }
}
