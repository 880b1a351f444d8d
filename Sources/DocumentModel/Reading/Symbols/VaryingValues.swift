import Diagnostics

/// What is worked out for each feature: `{field: NAME}`, or an expression behind `=`.
package struct WorkedValue: DefinedValue, Hashable {
  package let expression: Expression

  package init(_ expression: Expression) { self.expression = expression }

  package static var definitionName: String { "worked" }
  package static var words: String { "`{field: NAME}` or `=expression`" }
  package static var definedSchema: JSONValue {
    [
      "description": "worked out for each feature: `{field: NAME}`, or an expression behind `=`",
      "anyOf": [FieldReference.schema, ["type": "string", "pattern": "^="]],
      "examples": [["field": "population"], "=max(2, lanes * 1.5)"],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> WorkedValue? {
    guard isWritten(node) else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    return expression(node, result: .any, as: words, in: context).map { WorkedValue($0) }
  }

  /// Whether a value is one that is worked out, be it right or wrong.
  static func isWritten(_ node: Node) -> Bool {
    switch node.content {
    case .mapping: true
    case .scalar(.text(let text)): text.utf8.first == UInt8(ascii: "=")
    default: false
    }
  }

  /// - Parameter node: One that ``isWritten(_:)``.
  static func expression(
    _ node: Node, result: ExpressionType, as words: String, in context: ReadingContext
  ) -> Expression? {
    if case .mapping = node.content { return FieldReference.read(node, in: context)?.expression }
    return Expression.read(node, from: 1, fields: .any, result: result, as: words, in: context)
  }
}

/// `{field: NAME}`.
struct FieldReference: MapValue {
  private enum Keys {
    static let field = RequiredField<NonEmptyText>("field", "the name of a field of the features")
  }

  static let fields = FieldSet([Keys.field])
  static var what: String { "a value of a field" }

  let expression: Expression

  init?(from reader: MappingReader) {
    guard let name = reader.read(Keys.field), let expression = Expression(field: name.text) else { return nil }
    self.expression = expression
  }
}

extension Expression {
  /// The value of a field, whatever its name; `nil` for a name longer than expressions are.
  package init?(field name: String) {
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    guard let expression = try? Expression(quoted) else { return nil }
    self = expression
  }
}

/// The name of a field, or an expression behind `=`.
package struct FieldOrExpression: DocumentValue, Hashable {
  package let expression: Expression

  package static func read(_ node: Node, in context: ReadingContext) -> FieldOrExpression? {
    if WorkedValue.isWritten(node) {
      return WorkedValue.read(node, in: context).map { Self(expression: $0.expression) }
    }
    guard let name = NonEmptyText.read(node, in: context) else { return nil }
    guard let expression = Expression(field: name.text) else {
      context.report(.outOfRange(node, expected: "the name of a field"))
      return nil
    }
    return Self(expression: expression)
  }

  package static var words: String { "the name of a field, or `=expression`" }
  package static var schema: JSONValue { ["anyOf": [NonEmptyText.schema, WorkedValue.schema]] }
}

/// A number, for all features or worked out for each.
package struct VaryingNumber<Bounds: NumberBounds>: DocumentValue, Hashable {
  package let value: Varying<Double>

  package static func read(_ node: Node, in context: ReadingContext) -> VaryingNumber? {
    if WorkedValue.isWritten(node) {
      return WorkedValue.expression(node, result: .number, as: words, in: context).map { Self(value: .worked($0)) }
    }
    return BoundedNumber<Bounds>.read(node, in: context).map { Self(value: .fixed($0.value)) }
  }

  package static var words: String { "\(BoundedNumber<Bounds>.words), or \(WorkedValue.words)" }
  package static var schema: JSONValue { ["anyOf": [BoundedNumber<Bounds>.schema, WorkedValue.schema]] }
}

/// A length, for all features or worked out for each, then in logical pixels.
package struct VaryingLength<Bounds: LengthBounds>: DocumentValue, Hashable {
  package let value: Varying<Double>

  package static func read(_ node: Node, in context: ReadingContext) -> VaryingLength? {
    if WorkedValue.isWritten(node) {
      return WorkedValue.expression(node, result: .number, as: words, in: context).map { Self(value: .worked($0)) }
    }
    return BoundedLength<Bounds>.read(node, in: context).map { Self(value: .fixed($0.pixels)) }
  }

  package static var words: String { "a length, or \(WorkedValue.words)" }
  package static var schema: JSONValue { ["anyOf": [Length.schema, WorkedValue.schema]] }
}

/// A length within bounds, in logical pixels.
package struct BoundedLength<Bounds: LengthBounds>: DocumentValue, Hashable {
  package let pixels: Double

  package static func read(_ node: Node, in context: ReadingContext) -> BoundedLength? {
    guard let length = Length.read(node, in: context) else { return nil }
    if Bounds.allows(length.pixels) { return Self(pixels: length.pixels) }
    context.report(.outOfRange(node, expected: Bounds.words))
    return nil
  }

  package static var words: String { Length.words }
  package static var schema: JSONValue { Length.schema }
}

/// What a length may be, in logical pixels.
package protocol LengthBounds: Sendable {
  static var range: ClosedRange<Double> { get }
  /// 0, which draws nothing, may stand below a range that begins above it.
  static var allowsNone: Bool { get }
}

extension LengthBounds {
  package static var allowsNone: Bool { false }

  static func allows(_ pixels: Double) -> Bool { range.contains(pixels) || allowsNone && pixels == 0 }

  /// For messages.
  static var words: String {
    let (least, most) = (range.lowerBound.shown, range.upperBound.shown)
    return "\(allowsNone ? "0 or " : "")a length from \(least) to \(most) logical pixels"
  }
}

/// A width or a size: none is wider than any picture needs.
package enum WidthBounds: LengthBounds { package static let range = 0.0...10_000.0 }

/// The size of letters: finer ones are nothing to read at any resolution, and there would be no end of them along a line.
package enum LetterBounds: LengthBounds {
  package static let range = 0.5...10_000.0
  package static let allowsNone = true
}

/// A distance from one thing to the next, below which nothing could be told apart.
package enum SpacingBounds: LengthBounds { package static let range = 0.5...100_000.0 }

/// To one side or the other.
package enum ShiftBounds: LengthBounds { package static let range = -10_000.0...10_000.0 }

/// Any number.
package enum AnyBounds: NumberBounds {
  package static let lower = -1e15
  package static let upper: Double? = 1e15
}

/// A colour, for all features or worked out for each, then a text that is one.
package struct VaryingColor: DocumentValue, Hashable {
  package let value: Varying<Color>

  package static var nullIsMissing: Bool { false }

  package static func read(_ node: Node, in context: ReadingContext) -> VaryingColor? {
    if WorkedValue.isWritten(node) {
      return WorkedValue.expression(node, result: .text, as: words, in: context).map { Self(value: .worked($0)) }
    }
    return Color.read(node, in: context).map { Self(value: .fixed($0)) }
  }

  package static var words: String { "a colour, or \(WorkedValue.words)" }
  package static var schema: JSONValue { ["anyOf": [Color.schema, WorkedValue.schema]] }
}

/// `[right, down]`.
extension SymbolOffset: DocumentValue {
  package static var words: String { "`[right, down]`, each a length, or \(WorkedValue.words)" }
  package static var schema: JSONValue {
    ["type": "array", "items": VaryingLength<ShiftBounds>.schema, "minItems": 2, "maxItems": 2]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> SymbolOffset? {
    guard case .sequence(let items) = node.content, items.count == 2 else {
      context.report(.wrongType(node, expected: "an offset, `[right, down]`,"))
      return nil
    }
    let right = VaryingLength<ShiftBounds>.read(items[0], in: context)
    let down = VaryingLength<ShiftBounds>.read(items[1], in: context)
    guard let right, let down else { return nil }
    return SymbolOffset(x: right.value, y: down.value)
  }
}
