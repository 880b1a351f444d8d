import Diagnostics

extension Padding: DefinedValue {
  package static var definitionName: String { "padding" }
  package static var words: String { "a length, or `[top, right, bottom, left]`" }
  package static let zero = Padding(top: 0, right: 0, bottom: 0, left: 0)

  package static var definedSchema: JSONValue {
    [
      "description": "room on all sides, or on each: `[top, right, bottom, left]`",
      "anyOf": [
        Length.schema, ["type": "array", "items": Length.schema, "minItems": 4, "maxItems": 4],
      ],
      "examples": [24, [24, 24, 48, 24]],
    ]
  }

  /// The widest, in logical pixels.
  private static let widest = 100_000.0

  package static func read(_ node: Node, in context: ReadingContext) -> Padding? {
    guard case .sequence(let items) = node.content else {
      return side(node, context).map { Padding(top: $0, right: $0, bottom: $0, left: $0) }
    }
    guard items.count == 4 else {
      context.report(
        Diagnostic(
          .wrongType, "a padding has one length or four: top, right, bottom, left; here are \(items.count)",
          at: node.range))
      return nil
    }
    let sides = items.compactMap { side($0, context) }
    guard sides.count == 4 else { return nil }
    return Padding(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }

  private static func side(_ node: Node, _ context: ReadingContext) -> Double? {
    guard let length = Length.read(node, in: context) else { return nil }
    if length.pixels >= 0, length.pixels <= widest { return length.pixels }
    context.report(.outOfRange(node, expected: "a length from 0 to 100000 logical pixels"))
    return nil
  }
}
