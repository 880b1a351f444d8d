import Transport

/// What services of ArcGIS answer in JSON, and how they hide errors in an answer of status 200.
enum ArcGISAnswer {
  /// The error of an answer: `{"error": {"code": 498, "message": "Invalid Token", "details": []}}`.
  struct Failure: Error, Sendable, Hashable {
    let code: Int?
    /// Lower case but for what the service wrote.
    let words: String

    /// The service has no such tile.
    var isAbsence: Bool { code == 404 }
  }

  /// `nil` for an answer that is none. Cheap for pictures: they do not start with a brace.
  static func failure(in body: [UInt8], source: String) -> Failure? {
    guard body.first(where: { !$0.isWhite }) == UInt8(ascii: "{"), body.count <= 1 << 20,
      let json = try? JSONElement(of: body, source: source)
    else { return nil }
    return failure(in: json)
  }

  static func failure(in json: JSONElement) -> Failure? {
    guard let error = json.child("error") ?? (json.child("status")?.text == "error" ? json : nil) else { return nil }
    let code = error.child("code")?.whole
    var texts = [error.child("message")?.text ?? (error.child("messages")?.items?.first?.text ?? "")]
    texts += error.child("details")?.items?.prefix(3).compactMap(\.text) ?? []
    let said = texts.map { Address.redacted(words: PlainText.ofHTML($0)) }.filter { !$0.isEmpty }
    let distinct = said.enumerated().filter { !said[..<$0.offset].contains($0.element) }.map(\.element)
    let quoted = distinct.map { "`\($0.prefix(200))`" }.joined(separator: ", ")
    let words =
      "an error of the service" + (code.map { " (code \($0))" } ?? "") + (quoted.isEmpty ? "" : ": " + quoted)
    let asksForToken = code == 498 || code == 499
    return Failure(code: code, words: words + (asksForToken ? "; it wants a token" : ""))
  }

  /// Reads the description of a service.
  /// - Throws: What the answer is instead, lower case.
  static func description(in response: Response, source: String) throws(UnusableAnswer) -> JSONElement {
    let json: JSONElement
    do throws(SourceError) {
      json = try JSONElement(of: response.body, source: source)
    } catch {
      let format = PictureFormat(of: response.body)
      let isText = [.json, .empty, .text].contains(format)
      throw UnusableAnswer(reason: isText ? error.placeAndReason : "\(format.words), not JSON")
    }
    if let failure = failure(in: json) { throw UnusableAnswer(reason: failure.words) }
    return json
  }
}

extension SourceError {
  /// For `unreadable`: "line 3, element tileInfo.lods: it is no list of levels".
  var placeAndReason: String {
    guard case .unreadable(_, let place, let reason) = self else { return "not usable" }
    return (place.map { "damaged at \($0): " } ?? "") + reason
  }
}

extension UInt8 {
  /// White space of JSON, and the parts of a byte order mark.
  fileprivate var isWhite: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
