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

  /// Whether a parameter of the document would say once more what the vendor's does; the further options of GeoServer's go
  /// together with it.
  func says(_ name: String, _ value: String) -> Bool {
    switch self {
    case .mapserver: name.lowercased() == "map_resolution"
    case .geoserver: name.lowercased() == Self.optionsName && value.lowercased().contains("dpi:")
    case .qgis: name.lowercased() == "dpi"
    case .none: false
    }
  }

  /// Options of GeoServer, divided by semicolons.
  static let optionsName = "format_options"

  /// The parameter that says for how many dots an inch symbols and letters are drawn; empty for none.
  /// - Parameter options: Of GeoServer, further ones of the document.
  func parameter(dotsPerInch: Int, options: String? = nil) -> String {
    switch self {
    case .mapserver: "&MAP_RESOLUTION=\(dotsPerInch)"
    case .geoserver:
      "&FORMAT_OPTIONS=" + (options.map { "\(AddressEscaping.encoded($0, in: .query));" } ?? "") + "dpi:\(dotsPerInch)"
    case .qgis: "&DPI=\(dotsPerInch)"
    case .none: ""
    }
  }
}
