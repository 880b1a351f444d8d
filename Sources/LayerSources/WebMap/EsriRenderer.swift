import Diagnostics
import DocumentModel

/// Renderers of Esri's JSON ("Renderer objects" of the ArcGIS REST API) as a document writes them.
struct EsriRenderer {
  /// What a `drawingInfo` has that is read.
  static let keysOfDrawing: Set<String> = [
    "renderer", "transparency", "labelingInfo", "showLabels", "scaleSymbols", "fixedSymbols",
  ]

  /// Fields whose values are numbers, in capitals; `nil` where nothing is known of fields.
  private let numeric: Set<String>?
  /// Those of them whose values are whole, in capitals.
  private let whole: Set<String>
  private var parts = PartReader()
  /// What of the renderers that were read has no counterpart.
  var omissions: [Omission] { parts.omissions }

  /// - Parameter fields: Of the layer's definition, where it has some.
  init(fields: JSONElement?) {
    let types: Set<String> = [
      "esriFieldTypeSmallInteger", "esriFieldTypeInteger", "esriFieldTypeSingle", "esriFieldTypeDouble",
      "esriFieldTypeOID", "esriFieldTypeBigInteger",
    ]
    func names(of types: Set<String>) -> Set<String>? {
      fields?.items.map { items in
        Set(
          items.filter { types.contains($0.child("type")?.text ?? "") }.compactMap {
            $0.child("name")?.text?.uppercased()
          })
      }
    }
    numeric = names(of: types)
    whole = names(of: types.subtracting(["esriFieldTypeSingle", "esriFieldTypeDouble"])) ?? []
  }

  /// - Throws: Why it has no counterpart.
  mutating func renderer(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    let type = json.child("type")?.text ?? ""
    let result: JSONValue =
      switch type {
      case "simple": ["type": "simple", "symbol": try symbol(try Self.required("symbol", of: json))]
      case "uniqueValue": try uniqueValue(json)
      case "classBreaks": try classBreaks(json)
      default:
        throw LeftOut(reason: "renderers of type `\(type.prefix(40))` are not drawn")
      }
    parts.left(of: json, beside: Self.understood)
    return result
  }

  private mutating func symbol(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    try EsriSymbol.symbol(json, &parts)
  }

  private static let understood: Set<String> = [
    "type", "symbol", "label", "description", "field", "field1", "field2", "field3", "fieldDelimiter",
    "uniqueValueInfos", "uniqueValueGroups", "defaultSymbol", "defaultLabel", "minValue", "classBreakInfos",
    "classificationMethod", "authoringInfo", "legendOptions", "normalizationType", "normalizationField",
    "valueExpressionTitle", "backgroundFillSymbol",
  ]

  private static func required(_ key: String, of json: JSONElement) throws(LeftOut) -> JSONElement {
    guard let child = json.child(key) else { throw LeftOut(reason: "the renderer has no `\(key)`") }
    return child
  }

  // MARK: - Unique values

  private mutating func uniqueValue(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    try Self.refuseExpression(json)
    var fields: [String] = []
    for key in ["field1", "field2", "field3"] {
      if let field = parts.text(key, of: json) { fields.append(field) }
    }
    guard let first = fields.first else { throw LeftOut(reason: "the renderer names no field") }
    let delimiter = json.child("fieldDelimiter")?.text ?? ","
    var values: [JSONValue] = []
    for info in parts.items("uniqueValueInfos", of: json) ?? [] {
      guard let written = info.child("value") else {
        parts.note(info, "the class has no `value`, and is not drawn")
        continue
      }
      let text = written.text ?? (written.node.shown.filter { $0 != "`" })
      let texts = fields.count == 1 ? [text] : Self.parts(text, delimiter)
      guard texts.count == fields.count else {
        parts.note(written, "\(written.node.shown.prefix(60)) fits not the \(fields.count) fields of the renderer")
        continue
      }
      values += try items(texts, fields, info)
    }
    for group in parts.items("uniqueValueGroups", of: json) ?? []
    where values.isEmpty || json.child("uniqueValueInfos") == nil {
      for one in parts.items("classes", of: group) ?? [] {
        for combination in parts.items("values", of: one) ?? [] {
          let texts = combination.items?.compactMap { $0.text ?? $0.whole.map(String.init) } ?? []
          guard texts.count == fields.count else {
            throw LeftOut(reason: "a value of the renderer fits not its fields")
          }
          values += try items(texts, fields, one)
        }
      }
    }
    guard !values.isEmpty || json.child("defaultSymbol") != nil else {
      throw LeftOut(reason: "the renderer has no values")
    }
    var members: [JSONValue.Member] = [.init(key: "type", value: "uniqueValue")]
    members.append(
      fields.count == 1
        ? .init(key: "field", value: .string(first)) : .init(key: "fields", value: .array(fields.map { .string($0) })))
    // A value stands once; the first counts.
    var seen: Set<JSONValue> = []
    let distinct = values.filter { item in
      if case .object(let members) = item { seen.insert(members[0].value).inserted } else { false }
    }
    members.append(.init(key: "values", value: .array(distinct)))
    if let symbol = json.child("defaultSymbol") {
      members.append(.init(key: "default", value: try self.symbol(symbol)))
    }
    return .object(members)
  }

  /// One for each way in which the values of a class may be meant: values are texts in the JSON, and a number and a text are
  /// not the same.
  private mutating func items(
    _ parts: [String], _ fields: [String], _ info: JSONElement
  ) throws(LeftOut) -> [JSONValue] {
    let symbol = try symbol(try Self.required("symbol", of: info))
    let label = info.child("label")?.plainText
    var combinations: [[JSONValue]] = [[]]
    for (part, field) in zip(parts, fields) {
      var ways: [JSONValue] = [.string(part)]
      if let number = Double(part), number.isFinite, abs(number) < 1e15 {
        let value = WebMapLayerReading.number(number)
        if let numeric { ways = numeric.contains(field.uppercased()) ? [value] : ways } else { ways.append(value) }
      }
      combinations = combinations.flatMap { start in ways.map { start + [$0] } }
    }
    return combinations.map { values in
      var members: [JSONValue.Member] = [
        .init(key: "value", value: values.count == 1 ? values[0] : .array(values)), .init(key: "symbol", value: symbol),
      ]
      if let label, .string(label) != members[0].value { members.append(.init(key: "label", value: .string(label))) }
      return .object(members)
    }
  }

  private static func parts(_ text: String, _ delimiter: String) -> [String] {
    guard !delimiter.isEmpty else { return [text] }
    return text.split(separator: delimiter, omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
  }

  // MARK: - Classes

  private mutating func classBreaks(_ json: JSONElement) throws(LeftOut) -> JSONValue {
    try Self.refuseExpression(json)
    guard let field = json.child("field")?.text, !field.isEmpty else {
      throw LeftOut(reason: "the renderer names no field")
    }
    if let kind = json.child("normalizationType")?.text, kind != "esriNormalizeNone" {
      throw LeftOut(reason: "values that are divided by others (`\(kind.prefix(40))`) are not classed")
    }
    var breaks: [JSONValue] = []
    var classes: [(most: Double, info: JSONElement)] = []
    for info in parts.items("classBreakInfos", of: json) ?? [] {
      guard let most = info.child("classMaxValue")?.number else {
        throw LeftOut(reason: "a class of the renderer has no `classMaxValue`")
      }
      if !classes.contains(where: { $0.most == most }) { classes.append((most, info)) }
    }
    var otherwise: JSONValue?
    if let child = json.child("defaultSymbol") { otherwise = try symbol(child) }
    var before: Double?
    for (most, info) in classes.sorted(by: { $0.most < $1.most }) {
      let least = info.child("classMinValue")?.number ?? (before == nil ? json.child("minValue")?.number : nil)
      if let least, let end = gap(from: before, to: least, isWhole: whole.contains(field.uppercased())) {
        var members: [JSONValue.Member] = [
          .init(key: "max", value: WebMapLayerReading.number(end)), .init(key: "symbol", value: otherwise ?? []),
        ]
        if otherwise != nil { members.append(.init(key: "label", value: .string(FeatureRenderer.titleOfRest))) }
        breaks.append(.object(members))
      }
      before = most
      var members: [JSONValue.Member] = [
        .init(key: "max", value: WebMapLayerReading.number(most)),
        .init(key: "symbol", value: try symbol(try Self.required("symbol", of: info))),
      ]
      if let label = info.child("label")?.plainText { members.append(.init(key: "label", value: .string(label))) }
      breaks.append(.object(members))
    }
    guard !breaks.isEmpty else { throw LeftOut(reason: "the renderer has no classes") }
    var members: [JSONValue.Member] = [
      .init(key: "type", value: "classBreaks"), .init(key: "field", value: .string(field)),
      .init(key: "breaks", value: .array(breaks)),
    ]
    if let otherwise { members.append(.init(key: "default", value: otherwise)) }
    return .object(members)
  }

  /// Values below a class that the class before it does not reach: a class of the format begins where another ends.
  ///
  /// - Parameter isWhole: The field has whole numbers alone.
  /// - Returns: The largest of them; `nil` where there are none.
  private func gap(from most: Double?, to least: Double, isWhole: Bool) -> Double? {
    // What ArcGIS writes for no bound: the least whole number that JavaScript has.
    guard least > -9_007_199_254_740_991, least > most ?? -.infinity else { return nil }
    if isWhole, let most, most.rounded(.down) + 1 >= least { return nil }
    if isWhole { return least.rounded(.up) - 1 }
    return least == 0 ? -1e-300 : least.nextDown
  }

  private static func refuseExpression(_ json: JSONElement) throws(LeftOut) {
    if json.child("valueExpression")?.saysSomething == true {
      throw LeftOut(
        reason: "expressions in Arcade (`valueExpression`) are not understood")
    }
  }
}
