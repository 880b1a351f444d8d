import DocumentModel

/// Pictures of symbols of Esri's JSON (`esriPMS`, `esriPFS`), which stand in it in base64.
struct EsriPicture {
  /// As a document writes it: `data:image/png;base64,...`.
  let address: String
  /// Of pixels; `nil` for an SVG.
  private let pixels: (width: Double, height: Double)?

  /// Of one picture; those of real maps have a few thousand.
  private static let byteLimit = 4 << 20

  /// - Throws: Why there is none that can be taken over; the rest of a sentence about the symbol.
  init(_ json: JSONElement, _ parts: inout PartReader) throws(LeftOut) {
    let written = parts.text("imageData", of: json)
    let url = json.child("url")?.text ?? ""
    guard let text = written ?? (url.prefix(5).lowercased() == "data:" ? url : nil) else {
      let isAddress = url.lowercased().hasPrefix("http://") || url.lowercased().hasPrefix("https://")
      throw LeftOut(
        reason: isAddress
          ? "its picture lies at `\(SecretRule.stripped(url).address.prefix(100))`, and is not fetched"
          : "its picture is not in the JSON (`imageData`)")
    }
    let body = text.prefix(5).lowercased() == "data:" ? text.drop { $0 != "," }.dropFirst() : text[...]
    guard body.utf8.count <= Self.byteLimit / 3 * 4 else {
      throw LeftOut(reason: "its picture has more than the \(Self.byteLimit) bytes that are taken over")
    }
    guard let bytes = DataAddress.base64(body.utf8), !bytes.isEmpty else {
      throw LeftOut(reason: "its picture is not in base64")
    }
    let header = PictureHeader(of: bytes)
    let isSVG = header.format == .xml && bytes.prefix(4096).firstRange(of: Array("<svg".utf8)) != nil
    guard let type = isSVG ? "image/svg+xml" : header.format.mediaType, isSVG || Self.formats.contains(header.format)
    else {
      throw LeftOut(reason: "its picture is \(header.format.words), and PNG, JPEG, GIF and SVG are taken over")
    }
    if let said = parts.text("contentType", of: json)?.lowercased(), said != type,
      said != "image/jpg" || type != "image/jpeg", let child = json.child("contentType")
    {
      parts.note(child, "the picture is \(isSVG ? "an SVG" : header.format.words), not `\(said.prefix(40))`")
    }
    address =
      "data:\(type);base64," + String(decoding: body.utf8.filter { ![0x20, 9, 10, 13].contains($0) }, as: UTF8.self)
    pixels = header.size.map { (Double($0.width), Double($0.height)) }
  }

  private static let formats: Set<PictureFormat> = [.png, .jpeg, .gif]

  /// Says where the picture would be stretched in one direction: here it keeps its form.
  func noteStretching(_ json: JSONElement, _ width: Double?, _ height: Double?, _ parts: inout PartReader) {
    guard let pixels, let width, let height, width > 0, height > 0 else { return }
    let ratio = width / height / (pixels.width / pixels.height)
    if abs(ratio - 1) > 0.05, let child = json.child("height") {
      parts.note(child, "the picture keeps its own form, \(Int(pixels.width)) x \(Int(pixels.height)) pixels")
    }
  }

  /// Says where the picture would be enlarged or reduced as it fills areas: here it has its own size, at 96 dpi.
  /// - Parameter width: In points.
  func noteSize(_ json: JSONElement, _ width: Double?, _ parts: inout PartReader) {
    guard let pixels, let width, width > 0, abs(width * 96 / 72 / pixels.width - 1) > 0.05,
      let child = json.child("width")
    else { return }
    parts.note(child, "the picture fills areas at its own size, \(Int(pixels.width)) pixels at 96 dpi")
  }
}
