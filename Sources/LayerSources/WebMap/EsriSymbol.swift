import Diagnostics
import DocumentModel

/// Symbols of Esri's JSON ("Symbol objects" of the ArcGIS REST API) as a document writes them. Sizes are points.
///
/// What a symbol can do without and cannot be read is remembered by the ``PartReader``.
enum EsriSymbol {
  /// - Throws: What it is, for what has no counterpart.
  static func symbol(_ json: JSONElement, _ parts: inout PartReader) throws(LeftOut) -> JSONValue {
    switch json.child("type")?.text {
    case "esriSMS": try marker(json, &parts)
    case "esriSLS": line(json, &parts) ?? ["type": "line", "width": 0]
    case "esriSFS": fill(json, &parts)
    case "esriPMS": pictureMarker(json, &parts)
    case "esriPFS": pictureFill(json, &parts)
    case "esriTS": text(json, text: EsriLabels.escaped(json.child("text")?.text ?? ""), placement: nil, &parts)
    case "CIMSymbolReference": throw LeftOut(reason: "symbols of ArcGIS Pro (CIM) are not understood")
    case let other: throw LeftOut(reason: "symbols of type `\((other ?? "none").prefix(40))` are not understood")
    }
  }

  /// Points that a size, a width or an offset may have.
  private static let sizes = 0.0...1000.0
  private static let offsets = -1000.0...1000.0

  private static let shapes = [
    "esriSMSCircle": "circle", "esriSMSCross": "cross", "esriSMSDiamond": "diamond", "esriSMSSquare": "square",
    "esriSMSTriangle": "triangle", "esriSMSX": "x",
  ]

  private static func marker(_ json: JSONElement, _ parts: inout PartReader) throws(LeftOut) -> JSONValue {
    let style = json.child("style")?.text ?? "esriSMSCircle"
    guard let shape = shapes[style] else {
      throw LeftOut(reason: "markers of style `\(style.prefix(40))` are not drawn")
    }
    var color = parts.color("color", of: json)
    var outline = json.child("outline").flatMap { line($0, isOutlineOfMarker: true, &parts) }
    // Crosses are nothing but their outline.
    if ["cross", "x"].contains(shape), let child = json.child("outline"), let own = EsriColor(child.child("color")) {
      (color, outline) = (own, nil)
    }
    var members: [JSONValue.Member] = [
      .init(key: "type", value: "marker"), .init(key: "shape", value: .string(shape)),
      .init(key: "size", value: length(parts.number("size", of: json, in: sizes) ?? 8)),
    ]
    // One that cannot be read is that of the format: a marker without any would not be seen.
    if color != nil || json.child("color")?.saysSomething != true {
      members.append(.init(key: "color", value: .string(color?.text ?? "#00000000")))
    }
    if let outline { members.append(.init(key: "outline", value: outline)) }
    turn(json, &members, &parts)
    parts.left(
      of: json, beside: ["type", "style", "color", "size", "angle", "xoffset", "yoffset", "outline", "name"])
    return .object(members)
  }

  // MARK: - Pictures

  /// A circle where its picture cannot be taken over: places are seen all the same.
  private static func pictureMarker(_ json: JSONElement, _ parts: inout PartReader) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "type", value: "marker")]
    let width = parts.number("width", of: json, in: sizes)
    let height = parts.number("height", of: json, in: sizes)
    do throws(LeftOut) {
      let picture = try EsriPicture(json, &parts)
      members.append(.init(key: "image", value: .string(picture.address)))
      picture.noteStretching(json, width, height, &parts)
    } catch {
      parts.note(json, "\(error.reason): a circle stands for it")
      members.append(.init(key: "shape", value: "circle"))
    }
    if let width = width ?? height { members.append(.init(key: "size", value: length(width))) }
    turn(json, &members, &parts)
    parts.left(
      of: json,
      beside: [
        "type", "url", "imageData", "contentType", "width", "height", "angle", "xoffset", "yoffset", "name", "size",
      ])
    return .object(members)
  }

  private static func pictureFill(_ json: JSONElement, _ parts: inout PartReader) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "type", value: "fill")]
    do throws(LeftOut) {
      let picture = try EsriPicture(json, &parts)
      members.append(.init(key: "image", value: .string(picture.address)))
      picture.noteSize(json, parts.number("width", of: json, in: sizes), &parts)
    } catch {
      parts.note(json, "\(error.reason): areas are not filled")
    }
    if let outline = json.child("outline").flatMap({ line($0, &parts) }) {
      members.append(.init(key: "outline", value: outline))
    }
    for key in ["angle", "xoffset", "yoffset"] where (parts.number(key, of: json) ?? 0) != 0 {
      parts.note(json, "the picture that fills areas is not turned or moved (`\(key)`)")
    }
    for key in ["xscale", "yscale"] where (parts.number(key, of: json) ?? 1) != 1 {
      parts.note(json, "the picture that fills areas is not enlarged or reduced (`\(key)`)")
    }
    parts.left(
      of: json,
      beside: [
        "type", "url", "imageData", "contentType", "width", "height", "angle", "xoffset", "yoffset", "xscale", "yscale",
        "outline", "color", "name",
      ])
    return .object(members)
  }

  /// Esri's JSON turns against the clock, and counts upwards; a document does neither.
  private static func turn(_ json: JSONElement, _ members: inout [JSONValue.Member], _ parts: inout PartReader) {
    if let angle = parts.number("angle", of: json), angle != 0 {
      members.append(.init(key: "rotation", value: WebMapLayerReading.number(-angle)))
    }
    let x = parts.number("xoffset", of: json, in: offsets) ?? 0
    let y = parts.number("yoffset", of: json, in: offsets) ?? 0
    if x != 0 || y != 0 { members.append(.init(key: "offset", value: [length(x), length(-y)])) }
  }

  /// Multiples of a line's width: a dash, a gap, and so on.
  private static let dashes: [String: [Double]] = [
    "esriSLSSolid": [], "esriSLSNull": [],
    "esriSLSDash": [4, 3], "esriSLSDashDot": [4, 3, 1, 3], "esriSLSDashDotDot": [4, 3, 1, 3, 1, 3],
    "esriSLSDot": [1, 3],
    "esriSLSLongDash": [8, 3], "esriSLSLongDashDot": [8, 3, 1, 3], "esriSLSShortDash": [4, 1],
    "esriSLSShortDashDot": [4, 1, 1, 1], "esriSLSShortDashDotDot": [4, 1, 1, 1, 1, 1], "esriSLSShortDot": [1, 1],
  ]

  /// `nil` for a line that is not drawn.
  /// - Parameter isOutlineOfMarker: It has no type and no dashes.
  private static func line(
    _ json: JSONElement, isOutlineOfMarker: Bool = false, _ parts: inout PartReader
  ) -> JSONValue? {
    if !json.isObject {
      parts.note(json, "\(json.node.shown.prefix(60)) stands where a line is described, and is not drawn")
      return nil
    }
    let dash = parts.word("style", of: json, dashes, else: "the line is drawn without dashes") ?? []
    let width = parts.number("width", of: json, in: sizes) ?? 1
    parts.left(of: json, beside: ["type", "style", "color", "width", "name", "marker"])
    let color = parts.color("color", of: json)
    let isColored = color.map { $0.alpha > 0 } ?? (json.child("color")?.saysSomething == true)
    guard json.child("style")?.text != "esriSLSNull", width > 0, isColored else { return nil }
    var members: [JSONValue.Member] = isOutlineOfMarker ? [] : [.init(key: "type", value: "line")]
    if let color { members.append(.init(key: "color", value: .string(color.text))) }
    members.append(.init(key: "width", value: length(width)))
    if !dash.isEmpty, isOutlineOfMarker {
      parts.note(json, "outlines of markers have no dashes")
    } else if !dash.isEmpty {
      members.append(.init(key: "dash", value: .array(dash.map { length(min($0 * width, 1000)) })))
      members.append(.init(key: "cap", value: "butt"))
    }
    if let marker = json.child("marker"), !isOutlineOfMarker, let ends = arrow(marker, &parts) {
      members.append(.init(key: "arrow", value: .string(ends)))
    }
    return .object(members)
  }

  /// `marker` of a line: an arrow at its ends.
  private static func arrow(_ json: JSONElement, _ parts: inout PartReader) -> String? {
    parts.left(of: json, beside: ["style", "placement"])
    let isArrow = parts.word("style", of: json, ["arrow": true], else: "the line has no heads") ?? false
    guard isArrow else { return nil }
    let places = ["begin": "start", "end": "end", "begin-end": "both"]
    return parts.word("placement", of: json, places, else: "it stands at both ends") ?? "both"
  }

  private static let hatches = [
    "esriSFSBackwardDiagonal": "backwardDiagonal", "esriSFSCross": "cross", "esriSFSDiagonalCross": "diagonalCross",
    "esriSFSForwardDiagonal": "forwardDiagonal", "esriSFSHorizontal": "horizontal", "esriSFSVertical": "vertical",
    "esriSFSSolid": "", "esriSFSNull": "",
  ]

  private static func fill(_ json: JSONElement, _ parts: inout PartReader) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "type", value: "fill")]
    let hatch = parts.word("style", of: json, hatches, else: "the area is filled whole") ?? ""
    if json.child("style")?.text != "esriSFSNull", let color = parts.color("color", of: json), color.alpha > 0 {
      members.append(
        hatch.isEmpty
          ? .init(key: "color", value: .string(color.text))
          : .init(key: "hatch", value: ["pattern": .string(hatch), "color": .string(color.text)]))
    }
    if let outline = json.child("outline").flatMap({ line($0, &parts) }) {
      members.append(.init(key: "outline", value: outline))
    }
    parts.left(of: json, beside: ["type", "style", "color", "outline", "name"])
    return .object(members)
  }

  // MARK: - Texts

  /// - Parameter placement: As a document writes it.
  static func text(
    _ json: JSONElement, text: String, placement: String?, _ parts: inout PartReader
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "type", value: "text"), .init(key: "text", value: .string(text)),
    ]
    font(json.child("font"), &members, &parts)
    if let color = parts.color("color", of: json) {
      members.append(.init(key: "color", value: .string(color.text)))
    }
    if let size = parts.number("haloSize", of: json, in: sizes), size > 0,
      let color = parts.color("haloColor", of: json)
    {
      members.append(.init(key: "halo", value: ["color": .string(color.text), "width": length(size)]))
    }
    if let placement { members.append(.init(key: "placement", value: .string(placement))) }
    turn(json, &members, &parts)
    // Where a label lies beside its place is worked out here, and how its letters stand by the font.
    parts.left(
      of: json,
      beside: [
        "type", "text", "font", "color", "haloSize", "haloColor", "angle", "xoffset", "yoffset", "name",
        "horizontalAlignment", "verticalAlignment", "kerning", "rightToLeft", "rotated",
      ])
    return .object(members)
  }

  private static func font(
    _ font: JSONElement?, _ members: inout [JSONValue.Member], _ parts: inout PartReader
  ) {
    if let family = parts.text("family", of: font) {
      members.append(.init(key: "font", value: .string(String(family.prefix(100)))))
    }
    let weights = ["bold": true, "bolder": true, "normal": false]
    if parts.word("weight", of: font, weights, else: "its letters are of the usual weight") == true {
      members.append(.init(key: "bold", value: true))
    }
    let styles = ["italic": true, "oblique": true, "normal": false]
    if parts.word("style", of: font, styles, else: "its letters stand upright") == true {
      members.append(.init(key: "italic", value: true))
    }
    _ = parts.word("decoration", of: font, ["none": true], else: "no lines run along its letters")
    members.append(.init(key: "size", value: length(parts.number("size", of: font, in: sizes) ?? 9)))
    if let font { parts.left(of: font, beside: ["family", "size", "style", "weight", "decoration"]) }
  }

  /// Points, to a hundredth.
  private static func length(_ value: Double) -> JSONValue {
    .string("\(ReadableNumber.significant(value, digits: 6, places: 0...2))pt")
  }
}
