import Diagnostics

/// Wordings that all values share.
extension Diagnostic {
  /// A value of another type than its key has.
  package static func wrongType(_ node: Node, expected words: String) -> Diagnostic {
    Diagnostic(
      .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range,
      hint: nil)
  }

  /// A number outside what its key allows: `range` in words, "0 to 1".
  package static func outOfRange(_ node: Node, expected words: String) -> Diagnostic {
    Diagnostic(.outOfRange, "\(node.shown) is not \(words)", at: node.range)
  }
}
