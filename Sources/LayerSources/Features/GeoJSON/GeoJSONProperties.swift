import DocumentModel
import Geodesy

/// The attributes of features, and `crs`.
extension GeoJSONReader {
  mutating func properties() throws(GeoJSONStop) {
    guard scanner.next() == UInt8(ascii: "{") else { return try skip() }
    let wantsAll = builder.survey != nil
    try text { scanner throws(TextProblem) in try scanner.expect(UInt8(ascii: "{")) }
    if scanner.take(UInt8(ascii: "}")) { return }
    while true {
      let field = try fieldName(wantsAll: wantsAll)
      if let field {
        let wanted = wantsAll ? builder.survey?.fields.wanted(field) : field
        let value = try value(isWanted: wanted != nil)
        if wantsAll { builder.survey?.fields.note(value.type, of: field) }
        if let wanted { builder.set(value, of: wanted) }
      } else {
        try skip()
      }
      if scanner.take(UInt8(ascii: ",")) { continue }
      return try text { scanner throws(TextProblem) in
        guard scanner.take(UInt8(ascii: "}")) else { throw scanner.unexpected("`,` or `}` is expected") }
      }
    }
  }

  /// The number of the field whose name stands here, with the colon behind it.
  mutating func fieldName(wantsAll: Bool) throws(GeoJSONStop) -> Int? {
    guard scanner.next() == UInt8(ascii: "\"") else {
      throw .text(scanner.unexpected("a key in quotes is expected"))
    }
    let quoted: JSONScanner.Quoted
    do throws(TextProblem) { quoted = try scanner.quoted() } catch { throw .text(error) }
    var field: Int?
    if quoted.isKept, quoted.hasEscapes {
      var name = scanner.characters(of: quoted) ?? ""
      field = name.withUTF8 { number(of: $0, wantsAll: wantsAll) }
    } else if quoted.isKept {
      field = scanner.window.withBytes(from: quoted.start, to: quoted.end) { bytes in
        wantsAll ? builder.survey?.fields.number(of: bytes) : names.number(of: bytes)
      }
    }
    scanner.closeQuote()
    try text { scanner throws(TextProblem) in try scanner.expect(UInt8(ascii: ":")) }
    return field
  }

  mutating func number(of name: UnsafeBufferPointer<UInt8>, wantsAll: Bool) -> Int? {
    wantsAll ? builder.survey?.fields.number(of: name) : names.number(of: name)
  }

  /// The member `id` of a feature, as a field of that name where its properties have none.
  mutating func identifier() throws(GeoJSONStop) {
    let wanted = idField.flatMap { builder.isSet($0) ? nil : $0 }
    guard wanted != nil || builder.survey != nil else { return try skip() }
    let value = try value(isWanted: wanted != nil)
    if let wanted { builder.set(value, of: wanted) }
    var name = "id"
    if builder.survey != nil, value != .null, let field = name.withUTF8({ number(of: $0, wantsAll: true) }) {
      builder.survey?.fields.note(value.type, of: field)
    }
  }

  /// A value of a property: lists and objects as the text that they are written in.
  /// - Parameter isWanted: Else only its type matters.
  mutating func value(isWanted: Bool) throws(GeoJSONStop) -> ExpressionValue {
    let start = scanner.offset
    do throws(TextProblem) {
      switch scanner.next() {
      case UInt8(ascii: "\""):
        let quoted = try scanner.quoted()
        if !isWanted {
          scanner.closeQuote()
          return .text("")
        }
        let characters = scanner.characters(of: quoted)
        scanner.closeQuote()
        if let characters { return .text(characters) }
        note(
          TextProblem(
            offset: start, reason: "a text of more than the \(JSONScanner.textLimit) bytes that are kept starts here"))
        return .null
      case UInt8(ascii: "-"), 0x30...0x39:
        let number = try scanner.number()
        return number.whole.map { .integer($0) } ?? ExpressionValue(number.exact)
      case UInt8(ascii: "t"):
        try scanner.word("true")
        return .boolean(true)
      case UInt8(ascii: "f"):
        try scanner.word("false")
        return .boolean(false)
      case UInt8(ascii: "n"):
        try scanner.word("null")
        return .null
      case UInt8(ascii: "N"), UInt8(ascii: "I"):
        try scanner.skipValue()
        return .null
      default: return try written(isWanted: isWanted)
      }
    } catch { throw .text(error) }
  }

  /// A list or an object, as its text; a long one is `null`.
  mutating func written(isWanted: Bool) throws(TextProblem) -> ExpressionValue {
    let start = scanner.offset
    try scanner.skipValue()
    let end = scanner.offset
    if !isWanted { return .text("") }
    guard end - start <= JSONScanner.textLimit else { return .null }
    // What has left the window is read once more: such values are rare.
    let bytes = (try? source.bytes(at: start, count: end - start, of: "the value")) ?? []
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// The `crs` of the form of 2008: a name, of OGC or EPSG.
  mutating func crs() throws(GeoJSONStop) {
    let start = scanner.offset
    if scanner.next() == UInt8(ascii: "n") { return try skip() }
    try skip()
    let count = scanner.offset - start
    guard count <= 64 << 10, let bytes = try? source.bytes(at: start, count: count, of: "`crs`"),
      let element = try? JSONElement(of: bytes, source: source.path)
    else { return facts.note(TextProblem(offset: start, reason: "`crs` cannot be understood")) }
    guard let name = element.child("properties")?.child("name")?.text else {
      return facts.note(
        TextProblem(offset: start, reason: "`crs` has no name that can be looked up; say it with the layer's `srs`"))
    }
    facts.crs = (name, start)
  }
}
