/// An error as services of OGC report it: an `ExceptionReport` of OWS, a `ServiceExceptionReport` of WMS.
struct OGCReport: Sendable, Hashable {
  /// `TileOutOfRange`, `InvalidParameterValue`; `nil` where it gives none.
  let code: String?
  /// What is wrong: the parameter, for one.
  let locator: String?
  let text: String

  /// `nil` for bytes that are no such report. Cheap for pictures.
  init?(in body: [UInt8]) {
    guard body.count <= 1 << 20, Self.looksLikeReport(body),
      let root = try? XMLElement.root(of: body, limit: .ofServices)
    else { return nil }
    self.init(root)
  }

  init?(_ root: XMLElement) {
    let exception: XMLElement?
    switch root.name {
    case "ExceptionReport": exception = root.child("Exception")
    case "ServiceExceptionReport": exception = root.child("ServiceException")
    default: return nil
    }
    func given(_ name: String) -> String? { exception?.attributes[name].flatMap { $0.isEmpty ? nil : $0 } }
    code = given("exceptionCode") ?? given("code")
    locator = given("locator")
    let texts = exception?.children("ExceptionText").map(\.text) ?? []
    text = PlainText.ofHTML((texts.isEmpty ? [exception?.text ?? ""] : texts).joined(separator: " "))
  }

  /// Tiles outside of what the service has, which are absent for good (WMTS 1.0.0, table 24).
  var isAbsence: Bool { code == "TileOutOfRange" }

  /// "an error of the service (InvalidParameterValue, layer): `no such layer`".
  var words: String {
    let facts = [code, locator].compactMap { $0.map { String($0.prefix(80)) } }
    return "an error of the service" + (facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")")
      + (text.isEmpty ? "" : ": `\(text.prefix(300))`")
  }

  private static func looksLikeReport(_ body: [UInt8]) -> Bool {
    guard PictureFormat(of: body) == .xml else { return false }
    return body.prefix(4096).firstRange(of: Array("ExceptionReport".utf8)) != nil
  }
}
