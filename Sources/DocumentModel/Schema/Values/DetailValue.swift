import Diagnostics

extension Detail: DocumentValue {
  package static var words: String { "`screen`, `device` or the number of a level" }
  package static var schema: JSONValue {
    ["anyOf": [["enum": ["screen", "device"]], BoundedInteger<LevelBounds>.schema]]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> Detail? {
    switch node.content {
    case .scalar(.text("screen")): return .screen
    case .scalar(.text("device")): return .device
    case .scalar(.text(let text)):
      context.report(
        .unknownWord(text, "a detail", known: ["screen", "device"], at: node.range, in: context))
      return nil
    default: return BoundedInteger<LevelBounds>.read(node, in: context).map { .level($0.value) }
    }
  }
}

extension Attribution: DocumentValue {
  package static var words: String { "a text, or `none` with a `reason`" }
  package static var schema: JSONValue { ["type": "string"] }

  /// Reads the key alone: that `none` has its reason is checked with the layer.
  package static func read(_ node: Node, in context: ReadingContext) -> Attribution? {
    guard let text = String.read(node, in: context) else { return nil }
    return text == "none" ? Attribution.none(reason: "") : .text(text)
  }
}
