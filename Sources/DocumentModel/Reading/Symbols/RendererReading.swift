import Diagnostics

/// Puts the keys of a renderer together.
struct RendererReading {
  private typealias Keys = FeatureRenderer.Keys
  private let reader: MappingReader
  private let type: RendererType?
  private let symbols: [Symbol]?
  private let field: Expression?
  private let fields: [Expression]?
  private let values: [UniqueValueItem]?
  private let breaks: [ClassBreakItem]?
  private let method: FeatureRenderer.ComputedBreaks.Method?
  private let count: Int
  private let ramp: RampName?
  private let colors: [Color]?
  private let otherwise: [Symbol]
  private let problems: Int

  init(_ reader: MappingReader) {
    self.reader = reader
    problems = reader.context.findings.count
    type = reader.read(Keys.type)
    symbols = reader.read(Keys.symbol)?.values
    field = reader.read(Keys.field)?.expression
    fields = reader.read(Keys.fields)?.values.map(\.expression)
    values = reader.read(Keys.values)?.values
    breaks = reader.read(Keys.breaks)?.values
    method = reader.read(Keys.method)
    count = reader.read(Keys.classes)?.value ?? 5
    ramp = reader.read(Keys.ramp)
    colors = reader.read(Keys.colors)?.values
    otherwise = reader.read(Keys.otherwise)?.values ?? []
  }

  /// - Returns: `nil` where something is amiss, which is reported, and where a template leaves out what makes it one.
  mutating func renderer() -> FeatureRenderer? {
    guard let type else { return nil }
    refuseStrayKeys(type)
    let renderer: FeatureRenderer?
    switch type {
    case .simple:
      need(Keys.symbol)
      renderer = symbols.map { .simple($0) }
    case .uniqueValue: renderer = uniqueValue()
    case .classBreaks: renderer = classBreaks()
    }
    let isFine = !reader.context.findings[problems...].contains { $0.severity == .error }
    return isFine ? renderer : nil
  }

  private func uniqueValue() -> FeatureRenderer? {
    if reader.has(Keys.field), reader.has(Keys.fields) { reader.reportConflict(Keys.field, Keys.fields) }
    if !reader.has(Keys.fields) { need(Keys.field) }
    need(Keys.values)
    guard let fields = fields ?? field.map({ [$0] }), let values else { return nil }
    if !(1...3).contains(fields.count) {
      report(
        .outOfRange,
        "`fields` has one to three fields, here are \(fields.count)", at: reader.range(of: Keys.fields))
    }
    var seen: Set<[ExpressionValue]> = []
    for item in values {
      let value = item.value.value
      if value.count != fields.count {
        let words = fields.count == 1 ? "one field" : "\(fields.count) fields"
        report(.wrongType, "a value for \(words) is expected, here are \(value.count)", at: item.range)
      } else if !seen.insert(value.map(\.normalised)).inserted {
        report(
          .conflictingKeys,
          "a value stands twice: \(value.map { "`\($0.written)`" }.joined(separator: ", "))", at: item.range)
      }
    }
    return .uniqueValue(fields: fields, values: values.map(\.value), otherwise: otherwise)
  }

  private func classBreaks() -> FeatureRenderer? {
    need(Keys.field)
    if reader.has(Keys.breaks) {
      for other in [Keys.method, Keys.classes, Keys.ramp, Keys.colors, Keys.symbol] as [any FieldDeclaration]
      where reader.has(other) {
        reader.reportConflict(Keys.breaks, other)
      }
      guard let field, let breaks else { return nil }
      checkOrder(of: breaks)
      return .classBreaks(field: field, breaks: breaks.map(\.item), otherwise: otherwise)
    }
    if !reader.has(Keys.method), !reader.context.isPartial {
      report(
        .missingKey, "`breaks` is missing, the classes, or `method`, by which they are computed", at: reader.node.range,
        hint: "add `breaks:`, or `method: quantile`")
    }
    if reader.has(Keys.ramp), reader.has(Keys.colors) { reader.reportConflict(Keys.ramp, Keys.colors) }
    if let colors, colors.count < 2 {
      report(
        .outOfRange,
        "`colors` has two colours or more, here are \(colors.count)", at: reader.range(of: Keys.colors))
      return nil
    }
    guard let field, let method else { return nil }
    let spread = colors.map { ColorRamp.spread($0, over: count) } ?? (ramp ?? .standard).colors(count)
    return .computedBreaks(
      FeatureRenderer.ComputedBreaks(
        field: field, method: method, count: count, colors: spread, symbols: symbols ?? [], otherwise: otherwise))
  }

  private func checkOrder(of breaks: [ClassBreakItem]) {
    for (before, after) in zip(breaks, breaks.dropFirst()) where before.item.most >= after.item.most {
      if before.item.most == .infinity {
        report(.missingKey, "`max` is missing: only the last class may do without", at: before.range)
      } else {
        report(
          .outOfRange, "`max` \(after.item.most.shown) is not above \(before.item.most.shown) of the class before it",
          at: after.range, hint: "put the classes in order, the lowest first")
      }
    }
  }

  private func refuseStrayKeys(_ type: RendererType) {
    for field in FeatureRenderer.keys.fields where reader.has(field) && !type.keyNames.contains(field.name) {
      report(
        .conflictingKeys,
        "a `\(type.rawValue)` renderer has no use for `\(field.name)`", at: reader.keyRange(of: field),
        hint: "take `\(field.name)` out")
    }
  }

  private func need<Value>(_ field: OptionalField<Value>) {
    if reader.has(field) || reader.context.isPartial { return }
    report(
      .missingKey,
      "`\(field.name)` is missing, \(field.words)", at: reader.node.range, hint: "add `\(field.name):`")
  }

  private func report(_ code: Code, _ message: String, at range: SourceRange, hint: String? = nil) {
    reader.context.report(Diagnostic(code, message, at: range, hint: hint.map { Hint($0) }))
  }
}
