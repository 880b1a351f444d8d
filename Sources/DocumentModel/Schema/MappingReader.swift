import Diagnostics

/// Reads a mapping by its declared fields; what is wrong goes to the context, and reading goes on.
///
/// Every key is read before anything is given up, so that one run reports every mistake.
package struct MappingReader {
  package let node: Node
  package let context: ReadingContext

  /// - Parameter fields: All the keys that may stand here; another one is reported with a suggestion, unless it starts `x-`.
  /// - Returns: `nil` when `node` is not a mapping, which is reported.
  package init?(
    _ node: Node, fields: [any FieldDeclaration], as what: String, in context: ReadingContext
  ) {
    guard case .mapping(let entries) = node.content else {
      context.report(.notAMap(node, what))
      return nil
    }
    self.node = node
    self.context = context
    for entry in entries where !entry.key.hasPrefix("x-") {
      guard let field = fields.first(where: { $0.name == entry.key }) else {
        context.report(.unknownKey(entry, in: what, known: fields.map(\.name)))
        continue
      }
      if field is LaterField { context.report(.notYetSupported(entry)) }
    }
  }

  /// The value of a required key; `nil` when it is missing or wrong, which is reported.
  package func read<Value>(_ field: RequiredField<Value>) -> Value? {
    guard let entry = node.entry(field.name) else {
      context.report(.missingKey(field.name, words: field.words, in: node))
      return nil
    }
    return Value.read(entry.value, in: context)
  }

  /// The value of a key; `nil` when it is missing, `null`, or wrong, which is reported.
  package func read<Value>(_ field: OptionalField<Value>) -> Value? {
    present(field.name).flatMap { Value.read($0, in: context) }
  }

  /// The value of a key, or its default; the default too when it is wrong, which is reported.
  package func read<Value>(_ field: DefaultedField<Value>) -> Value {
    present(field.name).flatMap { Value.read($0, in: context) } ?? field.defaultValue
  }

  /// The same with the place of the value.
  package func located<Value>(_ field: RequiredField<Value>) -> Located<Value>? {
    read(field).map { Located($0, at: range(of: field)) }
  }

  package func located<Value>(_ field: OptionalField<Value>) -> Located<Value>? {
    read(field).map { Located($0, at: range(of: field)) }
  }

  /// Where the value of a field stands; the whole mapping where it is missing.
  package func range(of field: any FieldDeclaration) -> SourceRange {
    node[field.name]?.range ?? node.range
  }

  /// Where the key of a field stands; the whole mapping where it is missing.
  package func keyRange(of field: any FieldDeclaration) -> SourceRange {
    node.entry(field.name)?.keyRange ?? node.range
  }

  package func has(_ field: any FieldDeclaration) -> Bool { present(field.name) != nil }

  private func present(_ name: String) -> Node? {
    guard let value = node[name], value.content != .scalar(.null) else { return nil }
    return value
  }
}

extension Diagnostic {
  fileprivate static func notAMap(_ node: Node, _ what: String) -> Diagnostic {
    Diagnostic(.wrongType, "\(node.shown) stands where \(what) is expected, a map", at: node.range)
  }

  fileprivate static func unknownKey(_ entry: Node.Entry, in what: String, known: [String])
    -> Diagnostic
  {
    Diagnostic(
      .unknownKey, "\(what) has no key `\(entry.key)`", at: entry.keyRange,
      hint: Suggestion.nearest(to: entry.key, among: known).map {
        .didYouMean($0, at: entry.keyRange)
      })
  }

  fileprivate static func notYetSupported(_ entry: Node.Entry) -> Diagnostic {
    Diagnostic(
      .notYetSupported, "`\(entry.key)` is not yet supported by this version of mapdoc",
      at: entry.keyRange, hint: Hint("take `\(entry.key)` out, or name it `x-\(entry.key)` to keep it for later"))
  }

  fileprivate static func missingKey(_ name: String, words: String, in node: Node) -> Diagnostic {
    Diagnostic(
      .missingKey, "`\(name)` is missing, \(words)", at: node.range,
      hint: Hint("add `\(name):`"))
  }
}
