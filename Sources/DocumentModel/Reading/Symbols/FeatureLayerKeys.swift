import Diagnostics

/// The keys that all layers of features have.
package enum FeatureLayerKeys {
  static let condition = OptionalField<Located<ScopedExpression<FeatureScope>>>(
    "where", "only the features for which it holds, as `population > 100000 and name is not null`")
  static let symbol = OptionalField<SymbolList>(
    "symbol",
    "how they are drawn: a symbol, or a list of them, bottom first")
  static let renderer = OptionalField<FeatureRenderer>(
    "renderer", written: "that of the service, else a default symbol",
    "in place of `symbol`: how they are drawn, by their attributes")
  static let labels = OptionalField<LabelClassList>(
    "labels", written: "those of the service",
    """
    a text symbol for the whole layer, or a list of them, each with `where`, `minScale` and `maxScale` of its own; \
    `[]` for none
    """)
  static let callouts = OptionalField<Callouts>(
    "callouts", "boxes beside features with some of their attributes: what a web map shows in a pop-up")
  static let densify = DefaultedField<Bool>(
    "densify", default: false, written: "false", "long segments follow geodesics, the shortest way on the ground")

  /// In the manual's order.
  package static let all: [any FieldDeclaration] = [condition, symbol, renderer, labels, callouts, densify]

  package static func read(_ reader: MappingReader) -> FeatureKeys {
    let symbols = reader.read(symbol)?.values
    let ownRenderer = reader.read(renderer)
    if reader.has(symbol), reader.has(renderer) { reader.reportConflict(symbol, renderer) }
    return FeatureKeys(
      renderer: ownRenderer ?? symbols.map { .simple($0) }, labels: reader.read(labels)?.classes,
      callouts: reader.read(callouts),
      condition: reader.read(condition).map { Located($0.value.expression, at: $0.range) },
      isDensified: reader.read(densify))
  }
}

/// What `where` of a layer of features is.
package enum FeatureScope: ExpressionScope {
  package static let fields = ExpressionFields.any
  package static let result = ExpressionType.boolean
  package static let words = "a condition"
}

/// `labels`: one class of labels or several.
struct LabelClassList: DocumentValue, Hashable {
  let classes: [LabelClass]

  static var words: String { "a text symbol, or a list of them" }
  static var schema: JSONValue { OneOrMany<LabelClass>.schema }

  static func read(_ node: Node, in context: ReadingContext) -> LabelClassList? {
    OneOrMany<LabelClass>.read(node, in: context).map { LabelClassList(classes: $0.values) }
  }
}

extension LabelClass: DefinedValue {
  private enum Keys {
    static let condition = OptionalField<ScopedExpression<FeatureScope>>("where", "the features that have such a label")
    static let minScale = DefaultedField<BoundedNumber<NaturalBounds>>(
      "minScale", default: BoundedNumber(0), written: "0",
      "as of layers: written at this projected scale and larger ones")
    static let maxScale = DefaultedField<BoundedNumber<NaturalBounds>>(
      "maxScale", default: BoundedNumber(0), written: "0",
      "as of layers: written at this projected scale and smaller ones")
  }

  static let keys = FieldSet(TextSymbol.Keys.all + [Keys.condition, Keys.minScale, Keys.maxScale])

  package static var definitionName: String { "labels" }
  package static var words: String { "a text symbol" }
  package static var definedSchema: JSONValue { keys.schema }

  package static func read(_ node: Node, in context: ReadingContext) -> LabelClass? {
    guard let reader = MappingReader(node, fields: keys, as: "a class of labels", in: context) else { return nil }
    let symbol = TextSymbol(from: reader)
    let condition = reader.read(Keys.condition)
    let (least, most) = (reader.read(Keys.minScale).value, reader.read(Keys.maxScale).value)
    if !reader.has(TextSymbol.Keys.text), !context.isPartial {
      context.report(
        Diagnostic(
          .missingKey,
          "`text` is missing, \(TextTemplate.words)", at: node.range, hint: Hint("add `text: \"{NAME}\"`")))
    }
    guard let symbol, !reader.has(Keys.condition) || condition != nil else { return nil }
    return LabelClass(symbol: symbol, condition: condition?.expression, minScale: least, maxScale: most)
  }
}

extension Callouts: MapValue {
  enum Keys {
    static let condition = OptionalField<ScopedExpression<FeatureScope>>(
      "where", written: "all",
      "the features that have one")
    static let title = OptionalField<TextTemplate>("title", "the first line, in bold")
    static let lines = OptionalField<ListOf<Line>>(
      "lines",
      """
      the further lines, each a text with `{field}` in it, or `{label, value}`; one whose value is nothing is left \
      out
      """)
    static let text = OptionalField<TextSymbol>("text", "how it is written; size 11 where it does not say")
  }

  package static let fields = FieldSet([Keys.condition, Keys.title, Keys.lines, Keys.text])
  package static var what: String { "callouts" }

  package init?(from reader: MappingReader) {
    let condition = reader.read(Keys.condition)
    let title = reader.read(Keys.title)
    let lines = reader.read(Keys.lines)
    let text = reader.read(Keys.text)
    if !reader.has(Keys.title), !reader.has(Keys.lines), !reader.context.isPartial {
      reader.context.report(
        Diagnostic(
          .missingKey, "callouts need a `title` or `lines`", at: reader.node.range,
          hint: Hint("add `title: \"{NAME}\"`")))
      return nil
    }
    var standard = TextSymbol()
    standard.size = .fixed(11)
    self.init(condition: condition?.expression, title: title, lines: lines?.values ?? [], text: text ?? standard)
  }
}

extension Callouts.Line: DocumentValue {
  package static var words: String { "a text, or a map of `label` and `value`" }
  package static var schema: JSONValue { ["anyOf": [TextTemplate.schema, LabelledLine.fields.schema]] }

  package static func read(_ node: Node, in context: ReadingContext) -> Callouts.Line? {
    if case .mapping = node.content { return LabelledLine.read(node, in: context)?.line }
    return TextTemplate.read(node, in: context).map { Self(label: nil, value: $0) }
  }
}

/// A line of a callout with its label.
private struct LabelledLine: MapValue {
  private enum Keys {
    static let label = RequiredField<String>("label", "what stands before the value")
    static let value = RequiredField<TextTemplate>("value", "as `\"{population:,}\"`")
  }

  static let fields = FieldSet([Keys.label, Keys.value])
  static var what: String { "a line of callouts" }

  let line: Callouts.Line

  init?(from reader: MappingReader) {
    let label = reader.read(Keys.label)
    let value = reader.read(Keys.value)
    guard let label, let value else { return nil }
    line = Callouts.Line(label: label, value: value)
  }
}
