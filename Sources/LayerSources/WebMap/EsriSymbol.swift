import Diagnostics
import DocumentModel

/// Symbols of Esri's JSON ("Symbol objects" of the ArcGIS REST API) as a document writes them. Sizes are points.
enum EsriSymbol {
  /// - Throws: What it is, for what has no counterpart.
  static func symbol(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    switch json.child("type")?.text {
    case "esriSMS": try marker(json)
    case "esriSLS": line(json) ?? ["type": "line", "width": 0]
    case "esriSFS": fill(json)
    case "esriPMS": throw LeftOut(reason: "markers of pictures are not taken over")
    case "esriPFS": throw LeftOut(reason: "fills of pictures are not drawn")
    case "esriTS": text(json, text: EsriLabels.escaped(json.child("text")?.text ?? ""), placement: nil)
    case "CIMSymbolReference": throw LeftOut(reason: "symbols of ArcGIS Pro (CIM) are not understood")
    case let other: throw LeftOut(reason: "symbols of type `\((other ?? "none").prefix(40))` are not understood")
    }
  }

  private static let shapes = [
    "esriSMSCircle": "circle", "esriSMSCross": "cross", "esriSMSDiamond": "diamond", "esriSMSSquare": "square",
    "esriSMSTriangle": "triangle", "esriSMSX": "x",
  ]

  private static func marker(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    let style = json.child("style")?.text ?? "esriSMSCircle"
    guard let shape = shapes[style] else {
      throw LeftOut(reason: "markers of style `\(style.prefix(40))` are not drawn")
    }
    var color = EsriColor(json.child("color"))
    var outline = json.child("outline").flatMap { line($0, isOutlineOfMarker: true) }
    // Crosses are nothing but their outline.
    if ["cross", "x"].contains(shape), let child = json.child("outline"), let own = EsriColor(child.child("color")) {
      (color, outline) = (own, nil)
    }
    var members: [JSONValue.Member] = [
      .init(key: "type", value: "marker"), .init(key: "shape", value: .string(shape)),
      .init(key: "size", value: points(json.child("size")?.number ?? 8)),
      .init(key: "color", value: .string(color?.text ?? "#00000000")),
    ]
    if let outline { members.append(.init(key: "outline", value: outline)) }
    turn(json, &members)
    return .object(members)
  }

  /// Esri's JSON turns against the clock, and counts upwards; a document does neither.
  private static func turn(_ json: JSONElement, _ members: inout [JSONValue.Member]) {
    if let angle = json.child("angle")?.number, angle != 0 {
      members.append(.init(key: "rotation", value: WebMapLayerReading.number(-angle)))
    }
    let (x, y) = (json.child("xoffset")?.number ?? 0, json.child("yoffset")?.number ?? 0)
    if x != 0 || y != 0, abs(x) < 1000, abs(y) < 1000 {
      members.append(.init(key: "offset", value: [length(x), length(-y)]))
    }
  }

  /// Multiples of a line's width: a dash, a gap, and so on.
  private static let dashes: [String: [Double]] = [
    "esriSLSDash": [4, 3], "esriSLSDashDot": [4, 3, 1, 3], "esriSLSDashDotDot": [4, 3, 1, 3, 1, 3],
    "esriSLSDot": [1, 3],
    "esriSLSLongDash": [8, 3], "esriSLSLongDashDot": [8, 3, 1, 3], "esriSLSShortDash": [4, 1],
    "esriSLSShortDashDot": [4, 1, 1, 1], "esriSLSShortDashDotDot": [4, 1, 1, 1, 1, 1], "esriSLSShortDot": [1, 1],
  ]

  /// `nil` for a line that is not drawn.
  /// - Parameter isOutlineOfMarker: It has no type and no dashes.
  static func line(_ json: JSONElement, isOutlineOfMarker: Bool = false) -> JSONValue? {
    let style = json.child("style")?.text ?? "esriSLSSolid"
    let width = json.child("width")?.number ?? 1
    guard style != "esriSLSNull", width > 0, let color = EsriColor(json.child("color")), color.alpha > 0 else {
      return nil
    }
    var members: [JSONValue.Member] = isOutlineOfMarker ? [] : [.init(key: "type", value: "line")]
    members.append(.init(key: "color", value: .string(color.text)))
    members.append(.init(key: "width", value: points(width)))
    if let dash = dashes[style], !isOutlineOfMarker {
      members.append(.init(key: "dash", value: .array(dash.map { points($0 * width) })))
      members.append(.init(key: "cap", value: "butt"))
    }
    return .object(members)
  }

  private static let hatches = [
    "esriSFSBackwardDiagonal": "backwardDiagonal", "esriSFSCross": "cross", "esriSFSDiagonalCross": "diagonalCross",
    "esriSFSForwardDiagonal": "forwardDiagonal", "esriSFSHorizontal": "horizontal", "esriSFSVertical": "vertical",
  ]

  private static func fill(_ json: JSONElement) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "type", value: "fill")]
    let style = json.child("style")?.text ?? "esriSFSSolid"
    if style != "esriSFSNull", let color = EsriColor(json.child("color")), color.alpha > 0 {
      if let hatch = hatches[style] {
        members.append(.init(key: "hatch", value: ["pattern": .string(hatch), "color": .string(color.text)]))
      } else {
        members.append(.init(key: "color", value: .string(color.text)))
      }
    }
    if let outline = json.child("outline").flatMap({ line($0) }) {
      members.append(.init(key: "outline", value: outline))
    }
    return .object(members)
  }

  /// - Parameter placement: As a document writes it.
  static func text(_ json: JSONElement, text: String, placement: String?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "type", value: "text"), .init(key: "text", value: .string(text)),
    ]
    let font = json.child("font")
    if let family = font?.child("family")?.text, !family.isEmpty {
      members.append(.init(key: "font", value: .string(String(family.prefix(100)))))
    }
    if font?.child("weight")?.text?.hasPrefix("bold") == true { members.append(.init(key: "bold", value: true)) }
    if font?.child("style")?.text == "italic" { members.append(.init(key: "italic", value: true)) }
    members.append(.init(key: "size", value: points(font?.child("size")?.number ?? 9)))
    if let color = EsriColor(json.child("color")) { members.append(.init(key: "color", value: .string(color.text))) }
    if let size = json.child("haloSize")?.number, size > 0, let color = EsriColor(json.child("haloColor")) {
      members.append(.init(key: "halo", value: ["color": .string(color.text), "width": points(size)]))
    }
    if let placement { members.append(.init(key: "placement", value: .string(placement))) }
    return .object(members)
  }

  /// Points, to a hundredth.
  private static func points(_ value: Double) -> JSONValue { length(min(max(value, 0), 1000)) }

  private static func length(_ value: Double) -> JSONValue {
    .string("\(ReadableNumber.significant(value, digits: 6, places: 0...2))pt")
  }
}

/// A colour of Esri's JSON: red, green, blue and alpha from 0 to 255.
struct EsriColor {
  let red: UInt8
  let green: UInt8
  let blue: UInt8
  let alpha: UInt8

  /// `nil` for what is no such list.
  init?(_ json: JSONElement?) {
    guard let numbers = json?.items?.map({ $0.number ?? -1 }), (3...4).contains(numbers.count),
      numbers.allSatisfy({ (0...255).contains($0) })
    else { return nil }
    let bytes = numbers.map { UInt8($0.rounded()) }
    (red, green, blue) = (bytes[0], bytes[1], bytes[2])
    alpha = bytes.count == 4 ? bytes[3] : 255
  }

  /// `#rrggbb`, with alpha where it is not opaque.
  var text: String {
    let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
  }
}
