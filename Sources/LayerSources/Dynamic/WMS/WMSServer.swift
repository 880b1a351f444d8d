import DocumentModel
import Geodesy
import Transport

/// How pictures of some layers of a WMS are asked for: `GetMap` (WMS 1.3.0, clause 7.3; 1.1.1, clause 7.2).
struct WMSServer: PictureServer {
  /// What the service says of these layers together.
  let description: LayerDescription
  let format: String
  /// Address and parameters up to those that change with the picture.
  private let start: String
  private let isOfVersion3: Bool
  private let sendsHeaders: Bool
  private let axisOrder: AxisOrder
  private let vendor: WMSVendor
  /// Of GeoServer, as the document writes them.
  private let options: String?
  /// How the service calls references, by definition.
  private let names: [String: String]
  private let request: AddressedTiles.RequestTemplate

  /// - Parameters:
  ///   - declared: The layer's `srs`.
  ///   - isKnown: Whether a host has an address here.
  /// - Throws: `badKey` for what the service does not have; `otherKind` where it draws no pictures that can be read;
  ///   `unreadable` where the capabilities say no address.
  init(
    _ capabilities: WMSCapabilities, of address: ServiceAddress, _ choice: WMSChoice,
    _ request: AddressedTiles.RequestTemplate, declared: SpatialReference? = nil,
    isKnown: (String) -> Bool = { _ in true }
  ) throws(SourceError) {
    let source = address.isFile ? address.text : Address.redacted(address.text)
    let layers = try capabilities.layers(choice.layers)
    let styles = try WMSSelection.styles(choice.styles, of: layers)
    let format = try WMSSelection.format(choice.format, of: capabilities, source: source)
    try WMSSelection.checkTime(choice.time, of: layers)
    let map = try WMSMapAddress(
      capabilities.mapAddress, of: address, credential: request.credential, source: source,
      isKnown: isKnown)
    let offer = try WMSOffer(layers, of: capabilities, axisOrder: choice.axisOrder, declared: declared)
    isOfVersion3 = capabilities.isOfVersion3
    sendsHeaders = map.isOfSameHost
    (axisOrder, vendor, self.request, self.format) = (choice.axisOrder, choice.vendor, request, format)
    options =
      choice.vendor == .geoserver
      ? choice.parameters.first { $0.name.lowercased() == WMSVendor.optionsName }?.value : nil
    names = offer.names
    description = offer.description(format: format, title: capabilities.title)
    start =
      map.text
      + Self.parameters(
        layers: layers.map(\.name), styles: styles, format: format, choice,
        version: isOfVersion3 ? "1.3.0" : capabilities.version.hasPrefix("1.1.0") ? "1.1.0" : "1.1.1")
  }

  private static func parameters(
    layers: [String], styles: [String], format: String, _ choice: WMSChoice, version: String
  ) -> String {
    func encoded(_ text: String) -> String { AddressEscaping.encoded(text, in: .query) }
    let isTransparent = choice.isTransparent ?? !format.lowercased().hasPrefix("image/jp")
    var text = "SERVICE=WMS&REQUEST=GetMap&VERSION=\(version)"
    text += "&LAYERS=\(layers.map(encoded).joined(separator: ","))"
    text += "&STYLES=\(styles.map(encoded).joined(separator: ","))"
    text += "&FORMAT=\(encoded(format))&TRANSPARENT=\(isTransparent ? "TRUE" : "FALSE")"
    if let time = choice.time { text += "&TIME=\(encoded(time))" }
    for parameter in choice.parameters
    where choice.vendor != .geoserver || parameter.name.lowercased() != WMSVendor.optionsName {
      text += "&\(encoded(parameter.name))=\(encoded(parameter.value))"
    }
    return text
  }

  var identity: String { "wms:\(start) \(axisOrder) \(vendor) \(options ?? "")\(request.identityText)" }

  func location(of wish: PictureWish) throws(SourceError) -> TileLocation {
    guard let crs = names[wish.reference.definition] ?? Self.name(of: wish.reference) else {
      throw Self.withoutName(wish.reference)
    }
    let (numbers, size) = (wish.numbers, wish.size)
    let box =
      isNorthFirst(crs, wish.reference)
      ? [numbers.ymin, numbers.xmin, numbers.ymax, numbers.xmax]
      : [numbers.xmin, numbers.ymin, numbers.xmax, numbers.ymax]
    let address =
      start + "&\(isOfVersion3 ? "CRS" : "SRS")=\(AddressEscaping.encoded(crs, in: .query).replacing("%3A", with: ":"))"
      + "&BBOX=\(box.joined(separator: ","))&WIDTH=\(size.width)&HEIGHT=\(size.height)"
      + vendor.parameter(dotsPerInch: wish.dotsPerInch, options: options)
    return .remote(request.request(for: address, sendsHeaders: sendsHeaders))
  }

  /// Whether a box is written y first: from 1.3.0 on as the reference's authority orders its axes (clause 6.7.2), before
  /// never.
  private func isNorthFirst(_ crs: String, _ reference: SpatialReference) -> Bool {
    switch axisOrder {
    case .xy: false
    case .yx: true
    case .auto: isOfVersion3 && WMSOffer.isInAuthorityOrder(crs) && reference.facts.isNorthFirst
    }
  }

  /// - Throws: `badKey` for a reference of the document that no service can list.
  static func requireName(of reference: SpatialReference?) throws(SourceError) {
    if let reference, reference.isChineseOffset { throw withoutName(reference) }
  }

  private static func withoutName(_ reference: SpatialReference) -> SourceError {
    .badKey(
      key: "srs", reason: "a WMS is asked for references by name, and \(reference) has none",
      hint: "write a code such as `EPSG:25832`")
  }

  /// A code under which a reference may be asked for that the service does not list.
  private static func name(of reference: SpatialReference) -> String? {
    let parts = reference.definition.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !reference.isChineseOffset, !parts[0].isEmpty,
      parts[1].utf8.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    return reference.definition
  }

  func refuseReport(in response: Response) throws(SourceError) {
    if let report = OGCReport(in: response.body) { throw .noTile(reason: report.words) }
  }
}
