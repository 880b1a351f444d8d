import Diagnostics

/// Reads a mapping by its declared fields; what is wrong goes to the context, and reading goes on.
///
/// Every key is read before anything is given up, so that one run reports every mistake.
package struct MappingReader {
  package let node: Node
  package let context: ReadingContext
  private let entries: [Node.Entry]

  /// - Parameter fields: All the keys that may stand here; another one is reported with a suggestion, unless it starts `x-`.
  /// - Returns: `nil` when `node` is not a mapping, which is reported.
  package init?(
    _ node: Node, fields: [any FieldDeclaration], as what: String, in context: ReadingContext
  ) {
    self.init(node, fields: FieldSet(fields), as: what, in: context)
  }

  /// The same with a set that was made once.
  package init?(_ node: Node, fields: FieldSet, as what: @autoclosure () -> String, in context: ReadingContext) {
    self.init(node, as: what(), in: context)
    for index in entries.indices {
      // Entries are looked at in place: a copy of one counts references four times.
      if let place = fields.place(of: entries[index].key) {
        if let later = fields.later(at: place), !later.accepts(entries[index].value) {
          context.report(.notYetSupported(entries[index]))
        }
        continue
      }
      let entry = entries[index]
      if !entry.key.utf8.starts(with: "x-".utf8), !comesFromDefaults(entry) {
        context.report(.unknownKey(entry, in: what(), known: fields.names, in: context))
      }
    }
  }

  /// Reads a mapping whose keys are not known: of a layer of unknown type.
  init?(_ node: Node, as what: @autoclosure () -> String, in context: ReadingContext) {
    guard case .mapping(let entries) = node.content else {
      context.report(.notAMap(node, what()))
      return nil
    }
    self.node = node
    self.entries = entries
    self.context = context
  }

  /// The value of a required key; `nil` when it is missing or wrong, which is reported.
  package func read<Value>(_ field: RequiredField<Value>) -> Value? {
    guard let value = value(field.name) else {
      if !context.isPartial { context.report(.missingKey(field.name, words: field.words, in: node)) }
      return nil
    }
    return Value.read(value, in: context)
  }

  /// The value of a key; `nil` when it is missing, `null`, or wrong, which is reported.
  package func read<Value>(_ field: OptionalField<Value>) -> Value? {
    guard let value = value(field.name) else { return nil }
    if value.isNull, Value.nullIsMissing { return nil }
    return Value.read(value, in: context)
  }

  /// The value of a key, or its default; the default too when it is wrong, which is reported.
  package func read<Value>(_ field: DefaultedField<Value>) -> Value {
    guard let value = value(field.name) else { return field.defaultValue }
    if value.isNull, Value.nullIsMissing { return field.defaultValue }
    return Value.read(value, in: context) ?? field.defaultValue
  }

  /// Where the value of a field stands; the whole mapping where it is missing.
  package func range(of field: any FieldDeclaration) -> SourceRange {
    value(field.name)?.range ?? node.range
  }

  /// Where the key of a field stands; the whole mapping where it is missing.
  package func keyRange(of field: any FieldDeclaration) -> SourceRange {
    entry(field.name)?.keyRange ?? node.range
  }

  /// True when the key is there and is not `null`.
  package func has(_ field: any FieldDeclaration) -> Bool {
    value(field.name).map { !$0.isNull } ?? false
  }

  /// The value of a key as it was written; `nil` when the key is missing.
  package func value(_ name: String) -> Node? {
    for index in entries.indices where entries[index].key == name { return entries[index].value }
    return nil
  }

  private func entry(_ name: String) -> Node.Entry? {
    for index in entries.indices where entries[index].key == name { return entries[index] }
    return nil
  }

  /// A default of the project that this kind of layer has no use for; the project file itself is checked once, elsewhere.
  private func comesFromDefaults(_ entry: Node.Entry) -> Bool {
    guard let projectFile = context.projectFile else { return false }
    return entry.keyRange.file == projectFile && node.range.file != projectFile
  }
}

extension MappingReader {
  /// Reports that two keys exclude one another, at the second.
  package func reportConflict(
    _ one: any FieldDeclaration, _ other: any FieldDeclaration, hint: String? = nil
  ) {
    let ranges = [one, other].map { keyRange(of: $0) }
    let (first, second) = ranges[0].start < ranges[1].start ? (one, other) : (other, one)
    context.report(
      Diagnostic(
        .conflictingKeys, "`\(second.name)` and `\(first.name)` exclude one another",
        at: keyRange(of: second),
        hint: Hint(hint ?? "take out `\(first.name)` or `\(second.name)`")))
  }
}

extension Node {
  var isNull: Bool {
    if case .scalar(.null) = content { return true }
    return false
  }
}

extension Diagnostic {
  fileprivate static func notAMap(_ node: Node, _ what: String) -> Diagnostic {
    Diagnostic(.wrongType, "\(node.shown) stands where \(what) is expected, a map", at: node.range)
  }

  fileprivate static func unknownKey(
    _ entry: Node.Entry, in what: String, known: [String], in context: ReadingContext
  ) -> Diagnostic {
    let word = context.maySuggest ? KeySynonyms.nearest(to: entry.key, among: known) : nil
    return Diagnostic(
      .unknownKey, "\(what) has no key `\(entry.key)`", at: entry.keyRange,
      hint: word.map { .didYouMean($0, at: entry.keyRange) })
  }

  fileprivate static func notYetSupported(_ entry: Node.Entry) -> Diagnostic {
    Diagnostic(
      .notYetSupported, "`\(entry.key)` is not yet supported by this version of mapdoc",
      at: entry.keyRange,
      hint: Hint("take `\(entry.key)` out, or name it `x-\(entry.key)` to keep it for later"))
  }

  fileprivate static func missingKey(_ name: String, words: String, in node: Node) -> Diagnostic {
    Diagnostic(
      .missingKey, "`\(name)` is missing, \(words)", at: node.range,
      hint: Hint("add `\(name):`"))
  }
}
