import Diagnostics

/// Where a part of a scalar stands in the text it was read from.
enum PartRange {
  /// - Parameters:
  ///   - part: As written.
  ///   - offset: The Unicode scalars before it in the value.
  /// - Returns: The part alone where it can be found in the scalar as it was written; else the whole scalar.
  static func of(_ part: String, at offset: Int, in node: Node) -> SourceRange {
    let range = node.range
    guard range.start.line == range.end.line else {
      return ScalarPlaces(node)?.range(offset..<offset + part.unicodeScalars.count) ?? range
    }
    guard case .scalar(let scalar) = node.content, range.file.bytes.count < 1 << 20,
      let line = range.file.line(Int(range.start.line))
    else { return range }
    var scalars = Array(line.unicodeScalars)
    if range.start.line == 1, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    let written = scalars.dropFirst(Int(range.start.column) - 1).prefix(Int(range.end.column - range.start.column))
    let value = Array(scalar.description.unicodeScalars)
    // In quotes too, as long as there is no escape in them.
    let quote = written.count == value.count + 2 && written.first.map { $0 == "\"" || $0 == "'" } ?? false ? 1 : 0
    guard written.count == value.count + 2 * quote, written.dropFirst(quote).starts(with: value) else { return range }
    let start = range.start.moved(by: quote + offset)
    return SourceRange(range.file, start, start.moved(by: part.unicodeScalars.count))
  }
}

// What ``ParameterExpansion`` finds.
extension Diagnostic {
  static func undefined(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let hint = Suggestion.nearest(to: name, among: known).map { Hint.didYouMean("${\($0)}", at: range) }
    return Diagnostic(
      .undefinedParameter, "the parameter `${\(name)}` has no value", at: range,
      hint: hint
        ?? Hint("add `\(name):` under `params:`, give `--set \(name)=VALUE`, or write `$${` for a literal `${`"))
  }

  static func unclosed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .undefinedParameter, "`${` begins a parameter, whose name and `}` are missing", at: range,
      hint: Hint("write `${name}`, or `$${` for a literal `${`"))
  }

  static func cycle(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .parameterCycle, "the value of the parameter `\(name)` leads back to `${\(name)}`", at: range,
      hint: Hint("give one of the parameters a value without `${`"))
  }

  static func notAText(_ name: String, _ value: Node, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "the parameter `${\(name)}` is \(value.shown), which cannot stand within a text", at: range,
      hint: Hint("let `${\(name)}` be the whole value"))
  }

  /// - Parameter isInAddress: Of the web, where what is taken from the environment is mostly a key.
  static func misplacedVariable(_ name: String, isInAddress: Bool = false, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .misplacedVariable, "`${\(name)}` reads the environment, which only `credentials` and `headers` may",
      at: range,
      hint: Hint(
        isInAddress
          ? "write `{key}` here, and name a credential of type `key` with `key: \"${\(name)}\"`"
          : "use a parameter, and give `--set name=VALUE`"))
  }

  static func reserved(_ name: String, _ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .reservedParameter, "\(what) has a reserved name: `${\(name)}` has a meaning of its own", at: range,
      hint: Hint("choose another name"))
  }

  static func unused(_ name: String, among known: [String], at range: SourceRange) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known.filter { $0 != name })
    return Diagnostic(
      .unusedParameter, "nothing in the document uses the parameter `\(name)` of `--set`", at: range,
      hint: near.map { Hint("did you mean `\($0)`?") } ?? Hint("write `${\(name)}` where its value belongs"))
  }
}
