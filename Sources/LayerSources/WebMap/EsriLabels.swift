import Diagnostics
import DocumentModel

/// Labels of Esri's JSON ("Labeling objects" of the ArcGIS REST API) as a document writes them.
enum EsriLabels {
  /// The classes that have a counterpart, and why the others have none.
  static func labels(_ list: JSONElement) -> (labels: JSONValue?, omissions: [Omission]) {
    var (classes, parts) = ([JSONValue](), PartReader())
    guard let items = list.items else {
      parts.note(list, "\(list.node.shown.prefix(60)) stands where labels are listed")
      return (nil, parts.omissions)
    }
    for json in items {
      do throws(LeftOut) {
        let one = try labelClass(json, &parts)
        // One that the format refuses would take the others with it.
        let context = ReadingContext(kinds: [])
        _ = LabelClass.read(Node(one, at: json.node.range), in: context)
        if let error = context.findings.first(where: { $0.severity == .error }) {
          throw LeftOut(reason: "these labels are not drawn: \(error.message)")
        }
        classes.append(one)
      } catch {
        parts.note(json, error.reason)
      }
    }
    return (classes.count > 1 ? .array(classes) : classes.first, parts.omissions)
  }

  /// - Throws: Why they have no counterpart.
  private static func labelClass(_ json: JSONElement, _ parts: inout PartReader) throws(LeftOut) -> JSONValue {
    let text = try template(json)
    let placement = parts.text("labelPlacement", of: json) ?? ""
    let kind =
      placement.contains("Line")
      ? "line" : placement.contains("Polygon") ? "polygon" : placement.isEmpty ? nil : "point"
    guard let symbol = json.child("symbol") else { throw LeftOut(reason: "the labels have no symbol") }
    guard case .object(var members) = EsriSymbol.text(symbol, text: text, placement: kind, &parts) else {
      throw LeftOut(reason: "the labels have no symbol")
    }
    if let sql = parts.text("where", of: json)?.trimmingSpaces, !sql.isEmpty {
      members.append(.init(key: "where", value: .string(try EsriCondition.expression(sql))))
    }
    for key in ["minScale", "maxScale"] {
      if let scale = parts.number(key, of: json, in: 0...1e15), scale > 0 {
        members.append(.init(key: key, value: WebMapLayerReading.number(scale)))
      }
    }
    parts.left(of: json, beside: understood)
    return .object(members)
  }

  /// How a label finds its room is worked out here.
  private static let understood: Set<String> = [
    "labelExpression", "labelExpressionInfo", "labelPlacement", "symbol", "where", "minScale", "maxScale", "name",
    "useCodedValues", "deconflictionStrategy", "priority", "allowOverlapOfSymbols", "removeDuplicates", "allowOverrun",
    "stackLabel", "stackAlignment", "stackRowLength", "stackBreakPosition", "maximumLabelOverrun",
    "removeDuplicatesDistance", "lineOrientation", "lineConnection", "multiPart", "repeatLabel",
    "repeatLabelDistance", "minimumFeatureSizeUnits", "offsetDistance",
  ]

  /// A text as a template writes it.
  static func escaped(_ text: String) -> String { text.replacing("{", with: "{{").replacing("}", with: "}}") }

  /// `{name}` and text: of a simple expression in Arcade, or one of the older form.
  static func template(_ json: JSONElement) throws(LeftOut) -> String {
    let info = json.child("labelExpressionInfo")
    if let arcade = info?.child("expression")?.text { return try template(arcade: arcade) }
    if let value = info?.child("value")?.text { return value }
    if let old = json.child("labelExpression")?.text { return try template(old: old) }
    throw LeftOut(reason: "the labels have no expression")
  }

  /// `$feature.NAME + " (" + $feature["CODE"] + ")"`
  static func template(arcade text: String) throws(LeftOut) -> String {
    var rest = text.trimmingSpaces
    if rest.hasPrefix("return ") { rest = String(rest.dropFirst(7)) }
    if rest.hasSuffix(";") { rest = String(rest.dropLast()) }
    var result = ""
    for part in try parts(rest, between: "+") {
      if let literal = literal(part) {
        result += literal
      } else if part == "TextFormatting.NewLine" {
        result += "\n"
      } else if let name = field(arcade: part) {
        result += "{\(EsriCondition.field(name))}"
      } else {
        throw LeftOut(reason: "the expression `\(text.prefix(60))` is not understood; names of fields and text are")
      }
    }
    return result
  }

  /// `[NAME] CONCAT " (" CONCAT [CODE] CONCAT ")"`, also `{NAME}`.
  static func template(old text: String) throws(LeftOut) -> String {
    if text.contains("{"), !text.contains("[") { return text }
    var result = ""
    for part in try parts(text.trimmingSpaces, between: " CONCAT ") {
      if let literal = literal(part) {
        result += literal
      } else if part == "NEWLINE" {
        result += "\n"
      } else if part.hasPrefix("["), part.hasSuffix("]"), isWrittenOut(part.dropFirst().dropLast()) {
        result += "{\(EsriCondition.field(String(part.dropFirst().dropLast())))}"
      } else {
        throw LeftOut(reason: "the expression `\(text.prefix(60))` is not understood; names of fields and text are")
      }
    }
    return result
  }

  /// Split where no quotes are open.
  private static func parts(_ text: String, between separator: String) throws(LeftOut) -> [String] {
    var parts = [""]
    var quote: Character?
    var rest = text[...]
    while let character = rest.first {
      if quote == nil, rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
        continue
      }
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      }
      parts[parts.count - 1].append(character)
      rest = rest.dropFirst()
    }
    guard quote == nil else {
      throw LeftOut(reason: "the expression `\(text.prefix(60))` has a quote that does not end")
    }
    return parts.map(\.trimmingSpaces)
  }

  /// The text between quotes, as a template writes it.
  private static func literal(_ part: String) -> String? {
    guard part.count > 1, let first = part.first, first == "\"" || first == "'", part.last == first,
      !part.contains("\\")
    else { return nil }
    return escaped(String(part.dropFirst().dropLast()))
  }

  private static func field(arcade part: String) -> String? {
    guard part.hasPrefix("$feature") else { return nil }
    let rest = part.dropFirst("$feature".count)
    if rest.hasPrefix("."), isName(rest.dropFirst()) { return String(rest.dropFirst()) }
    guard rest.hasPrefix("["), rest.hasSuffix("]") else { return nil }
    let name = rest.dropFirst().dropLast()
    guard name.count > 2, let quote = name.first, quote == "\"" || quote == "'", name.last == quote,
      isWrittenOut(name.dropFirst().dropLast())
    else { return nil }
    return String(name.dropFirst().dropLast())
  }

  /// A name between brackets or quotes may have spaces.
  private static func isWrittenOut(_ text: Substring) -> Bool {
    !text.isEmpty && !text.contains { "\"'{}[]\n\r".contains($0) }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }
}
