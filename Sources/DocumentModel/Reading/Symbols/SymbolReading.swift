import Diagnostics

/// A symbol of any type: its `type` says which keys it has.
extension Symbol: DefinedValue {
  package static var definitionName: String { "symbol" }
  package static var words: String { "a symbol" }
  private static let what = "a symbol"
  private static let type = RequiredField<SymbolType>("type", "what is drawn")

  package static func read(_ node: Node, in context: ReadingContext) -> Symbol? {
    guard case .mapping = node.content else {
      context.report(.wrongType(node, expected: "a symbol, a map,"))
      return nil
    }
    guard let written = node["type"], !written.isNull else {
      // A template's symbol may get its type from the document that extends it.
      if !context.isPartial { context.report(.symbolWithoutType(node)) }
      return nil
    }
    guard let type = SymbolType.read(written, in: context) else { return nil }
    switch type {
    case .marker: return MarkerSymbol.read(node, in: context).map { .marker($0) }
    case .line: return LineSymbol.read(node, in: context).map { .line($0) }
    case .fill: return FillSymbol.read(node, in: context).map { .fill($0) }
    case .text:
      guard let symbol = TextSymbol.read(node, in: context) else { return nil }
      if symbol.text == nil, !context.isPartial { context.report(.symbolWithoutText(node)) }
      return .text(symbol)
    }
  }

  package static var definedSchema: JSONValue {
    let branches = SymbolType.allCases.map { type -> JSONValue in
      [
        "if": ["properties": ["type": ["const": .string(type.rawValue)]], "required": ["type"]],
        "then": type.fields.schema,
      ]
    }
    return [
      "description": "how something is drawn: a marker, a line, a fill or a text", "type": "object",
      "properties": ["type": SymbolType.schema], "allOf": .array(branches),
    ]
  }
}

/// A symbol or several, bottom first.
package typealias SymbolList = OneOrMany<Symbol>

/// The kinds of symbol.
package enum SymbolType: String, DocumentWord {
  case marker, line, fill, text

  package static var what: String { "a type of symbol" }

  package var fields: FieldSet {
    switch self {
    case .marker: MarkerSymbol.fields
    case .line: LineSymbol.fields
    case .fill: FillSymbol.fields
    case .text: TextSymbol.fields
    }
  }
}

/// `type: line`, where nothing else can stand.
enum LineWord: String, DocumentWord {
  case line
  static var what: String { "the type of a line symbol" }
}

enum MarkerWord: String, DocumentWord {
  case marker
  static var what: String { "the type of a marker symbol" }
}

enum FillWord: String, DocumentWord {
  case fill
  static var what: String { "the type of a fill symbol" }
}

enum TextWord: String, DocumentWord {
  case text
  static var what: String { "the type of a text symbol" }
}

extension MarkerSymbol.Shape: DocumentWord { package static var what: String { "a shape of markers" } }

extension MarkerSymbol.Anchor: DocumentWord { package static var what: String { "an anchor of markers" } }

extension LineSymbol.Cap: DocumentWord { package static var what: String { "an end of lines" } }

extension LineSymbol.Join: DocumentWord { package static var what: String { "a join of lines" } }

extension LineSymbol.Arrow: DocumentWord { package static var what: String { "a place of arrows" } }

extension FillSymbol.Hatch: DocumentWord { package static var what: String { "a hatch" } }

extension TextSymbol.Placement: DocumentWord { package static var what: String { "a way of placing labels" } }

extension Symbol {
  /// What symbols have in common, for the manual.
  static let manual = [
    """
    A symbol is a map with a `type`: `marker`, `line`, `fill` or `text`. Where a `symbol` stands, there may be a \
    list of them, bottom first. Points take the markers of the list, lines its lines, areas its fills; where it has \
    none, the edges of areas take its lines, else a marker stands inside of an area and in the middle of a line. All \
    take its texts. Lengths are logical pixels (1/96 inch) or have a unit, and come out the same on paper whatever \
    the dpi.
    """,
    """
    A number, a length or a colour may be worked out for each feature: `{field: NAME}` takes the value of a field, \
    and a text that starts with `=` is an expression, as `size: "=4 + 2 * rank"`. Lengths are then logical pixels, \
    and colours texts as CSS writes them. Where nothing comes of it (a `null`, a text in place of a number) the \
    feature is drawn with the key's default, and a warning says how many there are.
    """,
    """
    In a layer, areas are drawn first, then lines, then points, each in the order of the source. Casings of lines \
    lie below all lines of the layer, and of a list of line symbols the first lies below the second of every \
    feature, so that crossings and junctions run into one another.
    """,
  ]
}

extension Diagnostic {
  fileprivate static func symbolWithoutType(_ node: Node) -> Diagnostic {
    let words = SymbolType.choices
    return Diagnostic(
      .missingKey, "`type` is missing, one of \(oneOf(words))", at: node.range, hint: Hint("add `type:`"))
  }

  fileprivate static func symbolWithoutText(_ node: Node) -> Diagnostic {
    Diagnostic(
      .missingKey, "`text` is missing, \(TextTemplate.words)", at: node.range, hint: Hint("add `text: \"{NAME}\"`"))
  }
}
