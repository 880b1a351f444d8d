import Diagnostics

/// Which symbols the features of a layer get: `type` says by what.
extension FeatureRenderer: DefinedValue {
  enum Keys {
    static let type = RequiredField<RendererType>("type", "by what features differ")
    static let symbol = OptionalField<SymbolList>(
      "symbol",
      """
      of `simple`: that of all features; of computed `classBreaks`: what each class's colour is put into (a default \
      symbol for the kind of geometry where it is missing)
      """)
    static let field = OptionalField<FieldOrExpression>(
      "field", "of `uniqueValue` and `classBreaks`: the name of a field, or an expression behind `=`")
    static let fields = OptionalField<ListOf<FieldOrExpression>>(
      "fields", "of `uniqueValue`, in place of `field`: one to three of them")
    static let values = OptionalField<ListOf<UniqueValueItem>>(
      "values",
      """
      of `uniqueValue`: each `{value, symbol, label}`; with several `fields` a value is a list. A number and a text \
      are never the same value
      """)
    static let breaks = OptionalField<ListOf<ClassBreakItem>>(
      "breaks",
      """
      of `classBreaks`: each `{max, symbol, label}`, from the lowest to the highest; a class holds what is above the \
      one before it, up to and with its `max`; the last one may do without
      """)
    static let method = OptionalField<ComputedBreaks.Method>(
      "method",
      """
      of `classBreaks`, in place of `breaks`: they are computed from all features that `where` lets through, by \
      `equalInterval`, `quantile`, `naturalBreaks` (Jenks, as Fisher's exact algorithm finds them) or \
      `standardDeviation` (steps of one about the mean, of a half from 8 classes on)
      """)
    static let classes = OptionalField<BoundedInteger<ClassCountBounds>>(
      "classes", written: "5", "how many classes `method` makes; fewer where there are fewer values")
    static let ramp = OptionalField<RampName>(
      "ramp", written: "YlGnBu",
      """
      the colours of the classes by name, from low to high: those of ColorBrewer (`YlOrRd`, `Blues`, `RdBu`, ..), or \
      `viridis`, `magma`, `inferno`, `plasma`, `cividis`; `-` in front turns them round
      """)
    static let colors = OptionalField<ListOf<Color>>(
      "colors", "in place of `ramp`: two colours or more, between which those of the classes are spread")
    static let otherwise = OptionalField<SymbolList>(
      "default",
      "the symbol of features that have none of the values, or lie in no class; without it they are not drawn")
  }

  static let keys = FieldSet([
    Keys.type, Keys.symbol, Keys.field, Keys.fields, Keys.values, Keys.breaks, Keys.method, Keys.classes, Keys.ramp,
    Keys.colors, Keys.otherwise,
  ])

  package static var definitionName: String { "renderer" }
  package static var words: String { "a renderer" }
  package static var definedSchema: JSONValue {
    let branches = RendererType.allCases.map { type -> JSONValue in
      [
        "if": ["properties": ["type": ["const": .string(type.rawValue)]], "required": ["type"]],
        "then": FieldSet(keys.fields.filter { type.keyNames.contains($0.name) }).schema,
      ]
    }
    return [
      "description": "which symbols features get", "type": "object", "properties": ["type": RendererType.schema],
      "allOf": .array(branches),
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> FeatureRenderer? {
    guard let reader = MappingReader(node, fields: keys, as: "a renderer", in: context) else { return nil }
    var reading = RendererReading(reader)
    return reading.renderer()
  }
}

enum RendererType: String, DocumentWord {
  case simple, uniqueValue, classBreaks

  static var what: String { "a type of renderer" }

  /// The keys that say something of it.
  var keyNames: [String] {
    switch self {
    case .simple: ["type", "symbol"]
    case .uniqueValue: ["type", "field", "fields", "values", "default"]
    case .classBreaks: ["type", "field", "breaks", "method", "classes", "ramp", "colors", "symbol", "default"]
    }
  }
}

extension FeatureRenderer.ComputedBreaks.Method: DocumentWord {
  package static var what: String { "a way of computing breaks" }
}

/// How many classes can be told apart, and more.
package enum ClassCountBounds: NumberBounds {
  package static let lower = 2.0
  package static let upper: Double? = 12
}

/// One of the `values` of a renderer.
struct UniqueValueItem: MapValue {
  private enum Keys {
    static let value = RequiredField<AttributeList>(
      "value",
      "a text, a number, `true`, `false` or `null`; a list of them for several fields")
    static let symbol = RequiredField<SymbolList>("symbol", "of the features that have it")
    static let label = OptionalField<String>("label", written: "the value", "in a legend")
  }

  static let fields = FieldSet([Keys.value, Keys.symbol, Keys.label])
  static var what: String { "a value of a renderer" }
  static var words: String { "a map of `value`, `symbol` and `label`" }

  let value: FeatureRenderer.UniqueValue
  let range: SourceRange

  init?(from reader: MappingReader) {
    let value = reader.read(Keys.value)
    let symbol = reader.read(Keys.symbol)
    let label = reader.read(Keys.label)
    range = reader.range(of: Keys.value)
    guard let value, let symbol else { return nil }
    self.value = FeatureRenderer.UniqueValue(value: value.values, symbols: symbol.values, label: label)
  }
}

/// One of the `breaks` of a renderer.
struct ClassBreakItem: MapValue {
  private enum Keys {
    static let max = OptionalField<Double>("max", written: "no limit", "the largest value in it")
    static let symbol = RequiredField<SymbolList>("symbol", "of the features in it")
    static let label = OptionalField<String>("label", written: "its range", "in a legend")
  }

  static let fields = FieldSet([Keys.max, Keys.symbol, Keys.label])
  static var what: String { "a class of a renderer" }
  static var words: String { "a map of `max`, `symbol` and `label`" }

  let item: FeatureRenderer.ClassBreak
  let range: SourceRange

  init?(from reader: MappingReader) {
    let most = reader.read(Keys.max)
    let symbol = reader.read(Keys.symbol)
    let label = reader.read(Keys.label)
    range = reader.range(of: Keys.max)
    guard let symbol, !reader.has(Keys.max) || most != nil else { return nil }
    item = FeatureRenderer.ClassBreak(most: most ?? .infinity, symbols: symbol.values, label: label)
  }
}

/// What a field may hold, or a list of such values.
struct AttributeList: DocumentValue, Hashable {
  let values: [ExpressionValue]

  static var nullIsMissing: Bool { false }
  static var words: String { "a value of a field" }
  static var schema: JSONValue {
    let one: JSONValue = ["type": ["string", "number", "boolean", "null"]]
    return ["anyOf": [one, ["type": "array", "items": one, "minItems": 1, "maxItems": 3]]]
  }

  static func read(_ node: Node, in context: ReadingContext) -> AttributeList? {
    let nodes = if case .sequence(let items) = node.content { items } else { [node] }
    let values = nodes.compactMap { one($0, in: context) }
    return values.count == nodes.count ? AttributeList(values: values) : nil
  }

  private static func one(_ node: Node, in context: ReadingContext) -> ExpressionValue? {
    switch node.content {
    case .scalar(.null): return .null
    case .scalar(.bool(let value)): return .boolean(value)
    case .scalar(.int(let value)): return .integer(value)
    case .scalar(.double(let value, _)): return ExpressionValue(value)
    case .scalar(.text(let text)): return .text(text)
    default:
      context.report(.wrongType(node, expected: words))
      return nil
    }
  }
}
