import Diagnostics

/// What libyaml says of a text that is not YAML, in the words of a person who wants to mend it.
struct SyntaxError {
  let finding: Diagnostic

  private let failure: YAMLEvents.Failure
  private let file: SourceFile
  private let place: SourcePosition
  private let context: SourcePosition
  /// The line of the problem, as Unicode scalars, and the index of the problem in it.
  private let line: [Unicode.Scalar]
  private let column: Int

  init(_ failure: YAMLEvents.Failure, in file: SourceFile, at position: (YAMLEvents.Mark) -> SourcePosition) {
    self.failure = failure
    self.file = file
    place = position(failure.problemMark)
    context = position(failure.contextMark)
    line = Self.scalars(of: place.line, in: file)
    column = min(Int(place.column) - 1, line.count)
    // Every member has a value before the finding is made from them.
    finding = Self(failure, file, place, context, line, column).translated()
  }

  private init(
    _ failure: YAMLEvents.Failure, _ file: SourceFile, _ place: SourcePosition, _ context: SourcePosition,
    _ line: [Unicode.Scalar], _ column: Int
  ) {
    self.failure = failure
    self.file = file
    self.place = place
    self.context = context
    self.line = line
    self.column = column
    finding = Diagnostic(.yamlSyntax, failure.problem, at: SourceRange(file, place, place))
  }

  private static func scalars(of number: Int32, in file: SourceFile) -> [Unicode.Scalar] {
    var scalars = Array((file.line(Int(number)) ?? "").unicodeScalars)
    if number == 1, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    return scalars
  }
}

extension SyntaxError {
  private func translated() -> Diagnostic {
    if let tab = tabInIndentation { return tab }
    switch failure.problem {
    case "found character that cannot start any token": return characterAtStart
    case "could not find expected ':'": return keyWithoutColon
    case "mapping values are not allowed in this context": return secondColon
    case "block sequence entries are not allowed in this context":
      return error(
        "a list entry `- ` stands where none can begin", at: place, 1,
        "begin the list on a line of its own, under its key")
    case "mapping keys are not allowed in this context":
      return error("a `? ` stands where no key can begin", at: place, 1, "put a text that begins with `?` in quotes")
    case "did not find expected key": return lineOutsideMap
    case "did not find expected '-' indicator":
      return error(
        "this line belongs neither to the list that begins on line \(context.line) nor to what is around it", at: place,
        wordLength, "begin it with `- ` in column \(context.column), or like a key about it")
    case "did not find expected ',' or ']'": return unclosed("]", "list", "[")
    case "did not find expected ',' or '}'": return unclosed("}", "map", "{")
    case "did not find expected node content":
      return missingValue
    case "did not find expected <document start>":
      return error(
        "this line does not belong to what stands above it", at: place, wordLength,
        "begin all the keys of the top in the same column")
    case "found undefined tag handle":
      return error(
        "a tag is not declared, as `!` begins one", at: context, 1, "put a text that begins with `!` in quotes")
    case "found unexpected ':'":
      return error("a `:` stands within a text between brackets", at: place, 1, "put the text in quotes")
    default: return inContext
    }
  }

  /// What goes wrong within one token: libyaml names the token in the context.
  private var inContext: Diagnostic {
    switch failure.context {
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return quoted
    case "while scanning a block scalar":
      return error(
        "behind `|` or `>` stands what is no part of it: \(words)", at: place, 1,
        "begin the text on the next line, indented by spaces")
    case "while scanning an anchor":
      return error("a name is expected behind `&`", at: context, 1, "put a text that begins with `&` in quotes")
    case "while scanning an alias":
      return error("a name is expected behind `*`", at: context, 1, "put a text that begins with `*` in quotes")
    case "while scanning a tag", "while parsing a tag":
      return error("a tag is expected behind `!`", at: context, 1, "put a text that begins with `!` in quotes")
    case "while scanning a plain scalar":
      return error("\(words) in a text", at: place, 1, "indent with spaces")
    case let context where context.contains("directive"):
      return error(
        "`%` begins a directive here, and \(words)", at: self.context, 1, "put a text that begins with `%` in quotes")
    default:
      return error("the text is not YAML: \(words)", at: place, 1, nil)
    }
  }

  /// libyaml's own words, for what is too rare to have others.
  private var words: String { failure.problem.isEmpty ? "there is not enough memory" : failure.problem }
}

// MARK: - The usual slips

extension SyntaxError {
  private var tabInIndentation: Diagnostic? {
    guard line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t"),
      let tab = line.firstIndex(of: "\t"), column >= tab,
      line[..<min(column, line.count)].allSatisfy({ $0 == " " || $0 == "\t" || $0 == "-" || $0 == "?" })
    else { return nil }
    let start = SourcePosition(line: Int(place.line), column: tab + 1)
    return Diagnostic(
      .tabIndentation, "a tab stands in the indentation, where YAML allows spaces only",
      at: SourceRange(file, start, start.moved(by: 1)), hint: Hint("write spaces, two for each step"))
  }

  private var characterAtStart: Diagnostic {
    guard column < line.count else { return error("a value is expected here", at: place, 0, nil) }
    switch line[column] {
    case "\t":
      return error("a tab stands where a value begins", at: place, 1, "write a space in its place")
    case let sign:
      return error("no text can begin with `\(sign)`", at: place, 1, "put the text in quotes")
    }
  }

  /// In characters: of a key that is followed by its `:`.
  private static let longestKey = 1024

  private var keyWithoutColon: Diagnostic {
    let started = Self.scalars(of: context.line, in: file)
    let first = min(Int(context.column) - 1, started.count)
    let rest = started[first...]
    if let quote = rest.first, quote == "\"" || quote == "'" {
      return error(
        "the text in quotes that begins here is neither a value nor a key", at: context, 1,
        "write `:` behind it when it is a key, or close its quote \(quote) on the same line")
    }
    let length = rest.reversed().drop { $0 == " " || $0 == "\t" }.count
    let colons = rest.indices.lazy.filter { rest[$0] == ":" && ($0 + 1 == rest.endIndex || rest[$0 + 1] == " ") }
    if let colon = colons.first, colon - first > Self.longestKey {
      return error(
        "a key of \(colon - first) characters begins here, and YAML knows none of more than \(Self.longestKey)",
        at: context, 1, "write a shorter one")
    }
    let word = String(String.UnicodeScalarView(rest.prefix(min(length, 40))))
    if let colon = rest.firstIndex(of: ":"), colon + 1 < started.count, started[colon + 1] != " " {
      let key = String(String.UnicodeScalarView(started[first..<colon]))
      return error(
        "`\(word)` is not a key and its value: a space is expected behind the `:`", at: context, length,
        "write `\(key): ` with a space")
    }
    return error(
      "`\(word)` stands where a key is expected, which ends with `:`", at: context, length,
      "write `:` and the value behind it, or indent it deeper when it goes on the line above")
  }

  private var secondColon: Diagnostic {
    let before = line[..<column]
    if let colon = before.lastIndex(of: ":"), colon + 1 < column, line[colon + 1] == " " {
      return error("a second `: ` stands in this value", at: place, 1, "put the value in quotes")
    }
    if let glued = keyWithoutSpaceAbove { return glued }
    let start = min(line.firstIndex { $0 != " " && $0 != "-" } ?? column, column)
    return error(
      "this key is indented deeper than the keys about it, or the value above it is not closed",
      at: SourcePosition(line: Int(place.line), column: start + 1), max(1, column - start),
      "begin it in the same column as the other keys of its map")
  }

  /// `key:value` on the line above, which makes one text with this line.
  private var keyWithoutSpaceAbove: Diagnostic? {
    guard let above = lineAbove, let start = above.scalars.firstIndex(where: { $0 != " " && $0 != "-" }),
      let colon = above.scalars.firstIndex(of: ":"), colon + 1 < above.scalars.count,
      above.scalars[start..<colon].allSatisfy({ $0.properties.isAlphabetic || $0 == "_" || $0 == "-" }),
      above.scalars[colon + 1] != " ", above.scalars[colon + 1] != "/"
    else { return nil }
    let written = String(String.UnicodeScalarView(above.scalars[start...].prefix(40)))
    let key = String(String.UnicodeScalarView(above.scalars[start..<colon]))
    return error(
      "`\(written)` is not a key and its value: a space is expected behind the `:`",
      at: SourcePosition(line: above.number, column: start + 1), above.scalars.count - start,
      "write `\(key): ` with a space")
  }

  /// The nearest line above the problem that is not blank.
  private var lineAbove: (number: Int, scalars: [Unicode.Scalar])? {
    for number in stride(from: Int(place.line) - 1, to: max(0, Int(place.line) - 20), by: -1) {
      let scalars = Self.scalars(of: Int32(number), in: file)
      if !scalars.allSatisfy({ $0 == " " || $0 == "\t" }) { return (number, scalars) }
    }
    return nil
  }

  private var lineOutsideMap: Diagnostic {
    let before = line[..<column].last { $0 != " " }
    if column > 0, before == "\"" || before == "'" {
      return error(
        "text stands behind the closing quote", at: place, wordLength,
        "put all of the value in the quotes; double a quote `'` within single quotes")
    }
    if column < line.count, line[column] == "-" {
      return error(
        "a list entry `- ` stands where a key of the map from line \(context.line) is expected", at: place, 1,
        "indent the list under its key, or begin the line with a key")
    }
    if column < line.count, line[column] == "," || line[column] == "]" || line[column] == "}" {
      return error(
        "`\(line[column])` stands outside of brackets", at: place, 1, "take it out, or put the text in quotes")
    }
    return error(
      "this line does not belong to the map that begins on line \(context.line)", at: place, wordLength,
      "begin it in column \(columns), like the keys about it")
  }

  /// Where a line of the surrounding map or of the line above may begin: `1 or 3`.
  private var columns: String {
    let above = lineAbove?.scalars.firstIndex { $0 != " " && $0 != "-" }.map { $0 + 1 } ?? Int(context.column)
    return above == Int(context.column) ? "\(above)" : "\(context.column) or \(above)"
  }

  private var missingValue: Diagnostic {
    if column >= line.count, failure.context == "while parsing a flow node" {
      if let above = lineAbove, let sign = above.scalars.firstIndex(of: "#") {
        return error(
          "`#` begins a comment, which hides the rest of the line with the closing bracket",
          at: SourcePosition(line: above.number, column: sign + 1), 1, "put a colour in quotes")
      }
      return error("the text ends within brackets that are not closed", at: place, 0, "write the closing bracket")
    }
    return error("a value is missing here", at: place, 1, "write one, or take out the sign that stands before it")
  }

  private func unclosed(_ close: String, _ what: String, _ open: String) -> Diagnostic {
    if Self.scalars(of: context.line, in: file).contains("#") {
      return error(
        "the \(what) that begins with `\(open)` is not closed; `#` begins a comment", at: context, 1,
        "put a colour in quotes, or close the \(what) with `\(close)` before the `#`")
    }
    if column >= line.count {
      return error(
        "the \(what) that begins with `\(open)` is not closed", at: context, 1, "write `\(close)` at its end")
    }
    if line[column] == "{" || line[column] == "[", column > 0, line[column - 1] != " " {
      return error(
        "`\(line[column])` stands within a text between brackets", at: place, 1, "put the text in quotes")
    }
    if place.line != context.line, line[column] == ":" {
      return error(
        "the \(what) that begins with `\(open)` is not closed before line \(place.line)", at: context, 1,
        "write `\(close)` at its end, and `,` between its values")
    }
    return error(
      "a `,` or `\(close)` is expected before `\(shown)`", at: place, wordLength, "write `,` between two values")
  }

  private var quoted: Diagnostic {
    switch failure.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      return error("the quote that begins here is not closed", at: context, 1, "write the closing quote")
    case "found unknown escape character":
      return error(
        "`\\\(column + 1 < line.count ? String(line[column + 1]) : "")` is not an escape of double quotes", at: place,
        2,
        "write `\\\\` for a backslash, or put the text in single quotes")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return error(
        "an escape in double quotes names no character", at: place, 2,
        "write `\\x` and 2, `\\u` and 4, or `\\U` and 8 hexadecimal digits, or put the text in single quotes")
    default:
      return error("\(words) in a text in quotes", at: place, 1, nil)
    }
  }

  /// The word at the problem, for a message.
  private var shown: String { String(String.UnicodeScalarView(line[column...].prefix(min(wordLength, 40)))) }

  private var wordLength: Int { column < line.count ? max(1, line[column...].prefix { $0 != " " }.count) : 0 }

  private func error(_ message: String, at start: SourcePosition, _ length: Int, _ hint: String?) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, message, at: SourceRange(file, start, start.moved(by: length)), hint: hint.map { Hint($0) })
  }
}
