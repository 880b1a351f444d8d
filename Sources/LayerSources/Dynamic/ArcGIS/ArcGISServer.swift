import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// How pictures of a service of ArcGIS are asked for: `export` of a map service, `exportImage` of an image service.
struct ArcGISServer: PictureServer {
  /// Address and parameters up to those that change with the picture.
  private let start: String
  /// Map services draw symbols for a resolution; image services have none.
  private let saysDots: Bool
  private let delivery: ArcGISDelivery
  private let request: AddressedTiles.RequestTemplate

  /// - Parameters:
  ///   - operation: `export`, `exportImage`.
  ///   - parameters: Names, and values that are not escaped yet.
  init(
    base: String, query: String, operation: String, parameters: [(name: String, value: String)], saysDots: Bool,
    delivery: ArcGISDelivery, _ request: AddressedTiles.RequestTemplate
  ) {
    let own = parameters.map { "\($0.name)=\(AddressEscaping.encoded($0.value, in: .query))" }
    start = "\(base)/\(operation)?" + ([query] + own).filter { !$0.isEmpty }.joined(separator: "&")
    self.saysDots = saysDots
    self.delivery = delivery
    self.request = request
  }

  var identity: String { "arcgis:\(start) \(delivery)\(request.identityText)" }

  func location(of wish: PictureWish) throws(SourceError) -> TileLocation {
    let (numbers, size) = (wish.numbers, wish.size)
    let reference = AddressEscaping.encoded(try Self.name(of: wish.reference), in: .query)
    var address =
      start + "&bbox=\(numbers.xmin),\(numbers.ymin),\(numbers.xmax),\(numbers.ymax)&bboxSR=\(reference)"
      + "&imageSR=\(reference)&size=\(size.width),\(size.height)"
    if saysDots { address += "&dpi=\(wish.dotsPerInch)" }
    switch delivery {
    case .image: return .remote(request.request(for: address + "&f=image"))
    case .link:
      let asked = address + "&f=json"
      return .after(request.request(forDescriptionAt: asked)) { response throws(SourceError) in
        .remote(try linked(in: response, of: asked, wish))
      }
    }
  }

  /// - Throws: `badKey` for a reference of the document that no server can be asked for.
  static func requireName(of reference: SpatialReference?) throws(SourceError) {
    if let reference { _ = try name(of: reference) }
  }

  /// A WKID, else well-known text of Esri's.
  /// - Throws: `badKey` for what such servers do not know.
  static func name(of reference: SpatialReference) throws(SourceError) -> String {
    if reference.isChineseOffset {
      throw .badKey(
        key: "srs", reason: "no server draws in \(reference)", hint: "ask for the reference without the offset")
    }
    // Servers before 10.1 know Web Mercator by this number alone, later ones too.
    if reference == .webMercator { return "102100" }
    let parts = reference.definition.split(separator: ":")
    if parts.count == 2, ["EPSG", "ESRI"].contains(parts[0]), let number = Int(parts[1]) { return String(number) }
    do throws(GeodesyError) {
      return JSONValue.object(["wkt": .string(try reference.esriWKT())]).text()
    } catch {
      throw .badKey(
        key: "srs", reason: "\(reference) cannot be told to a server of ArcGIS: \(error)",
        hint: "ask for another reference with `srs`")
    }
  }

  /// The request for the picture that an answer says the address of.
  ///
  /// - Throws: `noTile` where it is another picture than was asked for.
  private func linked(
    in response: Response, of asked: String, _ wish: PictureWish
  ) throws(SourceError) -> Request {
    let shown = Address.redacted(asked)
    let json: JSONElement
    do throws(UnusableAnswer) { json = try ArcGISAnswer.description(in: response, source: shown) } catch {
      throw .noTile(reason: error.reason)
    }
    try Self.check(json, against: wish)
    guard let link = json.child("href")?.text, let own = try? Address(asked), let address = try? own.following(link)
    else { throw .noTile(reason: "a JSON document without `href`, the address of a picture") }
    return request.request(for: address.text, sendsHeaders: address.hostAndPort == own.hostAndPort)
  }

  /// What is said of a picture must be what was asked for: it is drawn there.
  private static func check(_ json: JSONElement, against wish: PictureWish) throws(SourceError) {
    for (name, wanted) in [("width", wish.size.width), ("height", wish.size.height)] {
      guard let side = json.child(name), side.number != Double(wanted) else { continue }
      throw .noTile(
        reason: "a picture of the \(name) \(side.number.map { "\($0)" } ?? "that is no number"), where "
          + "\(wish.size.width) x \(wish.size.height) pixels were asked for")
    }
    guard let extent = json.child("extent") else { return }
    let sides = ["xmin", "ymin", "xmax", "ymax"].map { extent.child($0)?.number }
    let asked = [wish.box.xmin, wish.box.ymin, wish.box.xmax, wish.box.ymax]
    // Servers fit the box to the picture's shape, which is a pixel's worth at most.
    let pixel = max(wish.box.width / Double(wish.size.width), wish.box.height / Double(wish.size.height))
    for (given, wanted) in zip(sides, asked) {
      guard let given, !(abs(given - wanted) <= pixel) else { continue }
      let numbers = wish.numbers
      throw .noTile(
        reason: "a picture of another extent ("
          + sides.map { $0.map { "\($0)" } ?? "?" }.joined(separator: ", ")
          + ") than was asked for (\(numbers.xmin), \(numbers.ymin), \(numbers.xmax), \(numbers.ymax))")
    }
  }

  func refuseReport(in response: Response) throws(SourceError) {
    if let failure = ArcGISAnswer.failure(in: response.body, source: "") { throw .noTile(reason: failure.words) }
  }
}

/// `delivery`: how a server of ArcGIS gives its pictures.
enum ArcGISDelivery: String, DocumentWord {
  /// As the answer itself (`f=image`).
  case image
  /// As the address of a file that it has written (`f=json`, `href`): some servers allow nothing else.
  case link

  static var what: String { "a way of giving pictures" }
}
