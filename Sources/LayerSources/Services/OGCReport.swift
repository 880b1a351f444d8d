import Transport

/// An error as services of OGC report it: an `ExceptionReport` of OWS, a `ServiceExceptionReport` of WMS.
struct OGCReport: Sendable, Hashable {
  /// `TileOutOfRange`, `InvalidParameterValue`; `nil` where it gives none.
  let code: String?
  /// What is wrong: the parameter, for one.
  let locator: String?
  let text: String

  /// `nil` for bytes that are no such report. Cheap for pictures.
  init?(in body: [UInt8]) {
    if body.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "{") {
      self.init(inJSON: body)
      return
    }
    guard body.count <= 1 << 20, let text = Self.report(in: body),
      let root = try? XMLElement.root(of: text, limit: .ofServices)
    else { return nil }
    self.init(root)
  }

  /// `{"version": "1.3.0", "exceptions": [{"code": .., "locator": .., "text": ..}]}`, as GeoServer has them.
  private init?(inJSON body: [UInt8]) {
    guard body.count <= 1 << 20, let root = try? JSONElement(of: body, source: ""),
      let exceptions = root.child("exceptions")?.items, let first = exceptions.first
    else { return nil }
    code = first.child("code")?.text?.nonEmpty
    locator = first.child("locator")?.text?.nonEmpty
    let texts = exceptions.compactMap { $0.child("text")?.text }.map(Self.words)
    text = texts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  init?(_ root: XMLElement) {
    let exceptions: [XMLElement]
    switch root.name {
    case "ExceptionReport": exceptions = root.children("Exception")
    case "ServiceExceptionReport": exceptions = root.children("ServiceException")
    default: return nil
    }
    let exception = exceptions.first
    func given(_ name: String) -> String? { exception?.attributes[name].flatMap { $0.isEmpty ? nil : $0 } }
    code = given("exceptionCode") ?? given("code")
    locator = given("locator")
    let texts = exceptions.flatMap { exception in
      let own = exception.children("ExceptionText").map(\.text)
      return own.isEmpty ? [exception.text] : own
    }
    text = texts.map(Self.words).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Tiles outside of what the service has, which are absent for good (WMTS 1.0.0, table 24).
  var isAbsence: Bool { code == "TileOutOfRange" }

  /// "an error of the service (InvalidParameterValue, layer): `no such layer`".
  var words: String {
    let facts = [code, locator].compactMap { $0.map { String($0.prefix(80)) } }
    return "an error of the service" + (facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")")
      + (text.isEmpty ? "" : ": `\(text.prefix(300))`")
  }

  /// Some are a page of HTML; in others what looks like a tag is what the service speaks of.
  private static func words(_ text: String) -> String {
    let lower = text.lowercased()
    let isHTML = ["</", "<br", "<p>", "&#", "&quot;", "&amp;"].contains { lower.contains($0) }
    return Address.redacted(
      words: isHTML ? PlainText.ofHTML(text) : text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The text of what looks like a report, in UTF-8 and without the control characters that XML has no place for; `nil` for
  /// anything else.
  private static func report(in body: [UInt8]) -> [UInt8]? {
    var text = body
    if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) {
      guard let narrow = narrowed(body) else { return nil }
      text = narrow
    }
    let start = text.prefix(4096)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let first = (start.starts(with: mark) ? start.dropFirst(3) : start).first { !isSpace($0) }
    guard first == UInt8(ascii: "<"), start.firstRange(of: Array("ExceptionReport".utf8)) != nil else { return nil }
    return text.map { $0 < 0x20 && !isSpace($0) ? 0x20 : $0 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// A text in UTF-16 behind its byte order mark, in UTF-8, and without the declaration that says otherwise.
  private static func narrowed(_ body: [UInt8]) -> [UInt8]? {
    let isBig = body[0] == 0xFE
    let units = stride(from: 2, to: body.count - 1, by: 2).map { place in
      let (one, other) = (UInt16(body[place]), UInt16(body[place + 1]))
      return isBig ? one << 8 | other : other << 8 | one
    }
    guard var text = String(validating: units, as: UTF16.self) else { return nil }
    if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text.removeSubrange(..<end.upperBound) }
    return Array(text.utf8)
  }
}

/// What a service reports in place of what it was asked for.
package enum ServiceReport {
  /// - Returns: A phrase; `nil` for anything else than a report of a service of OGC or of ArcGIS. Cheap for pictures.
  package static func words(in body: [UInt8]) -> String? {
    OGCReport(in: body)?.words ?? ArcGISAnswer.failure(in: body, source: "")?.words
  }
}
