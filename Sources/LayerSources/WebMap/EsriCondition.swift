import DocumentModel

/// A condition in the SQL of ArcGIS as an expression of a document: comparisons, `AND`, `OR`, `NOT`, `IN`, `LIKE`,
/// `IS NULL`.
enum EsriCondition {
  /// - Throws: What is not understood.
  static func expression(_ sql: String) throws(LeftOut) -> String {
    var words: [String] = []
    var rest = sql.prefix(10_000)[...]
    func refused(_ what: some StringProtocol) -> LeftOut {
      LeftOut(reason: "the condition `\(sql.prefix(60))` is not understood at `\(what.prefix(20))`")
    }
    if sql.count > 10_000 { throw LeftOut(reason: "the condition is longer than what is read") }
    while let character = rest.first {
      if character.isWhitespace {
        rest = rest.dropFirst()
      } else if character == "'" {
        guard let (text, after) = quoted(rest, by: "'") else { throw refused(rest) }
        words.append("'" + text.replacing("'", with: "''") + "'")
        rest = after
      } else if character == "N" || character == "n", rest.dropFirst().first == "'" {
        // `N'...'`: a text in Unicode, as SQL Server has it.
        rest = rest.dropFirst()
      } else if character == "\"" {
        guard let (text, after) = quoted(rest, by: "\"") else { throw refused(rest) }
        words.append(field(text))
        rest = after
      } else if character.isASCII, character.isNumber || character == "." {
        let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "e" || $0 == "E") }
        guard Double(number) != nil else { throw refused(rest) }
        words.append(String(number))
        rest = rest.dropFirst(number.count)
      } else if let (sign, meaning) = signs.first(where: { rest.hasPrefix($0.0) }) {
        words.append(meaning)
        rest = rest.dropFirst(sign.count)
      } else if character.isLetter || character == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let lower = word.lowercased()
        if foreign.contains(lower) { throw refused(rest) }
        rest = rest.dropFirst(word.count)
        let isCall = functions.contains(lower) && rest.first { !$0.isWhitespace } == "("
        words.append(keywords.contains(lower) || isCall ? lower : field(String(word)))
      } else {
        throw refused(rest)
      }
    }
    // A call of a function is a name before a bracket.
    for (word, next) in zip(words, words.dropFirst()) where next == "(" && word.first?.isLetter == true {
      if !keywords.contains(word), !functions.contains(word.lowercased()) { throw refused(word) }
    }
    return words.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")").replacing(" ,", with: ",")
  }

  /// The name of a field as an expression writes it.
  static func field(_ name: String) -> String {
    let isPlain =
      name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      && !keywords.contains(name.lowercased()) && !functions.union(reserved).contains(name.lowercased())
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  private static let signs: [(String, String)] = [
    ("<>", "!="), ("!=", "!="), ("<=", "<="), (">=", ">="), ("=", "=="), ("<", "<"), (">", ">"), ("(", "("), (")", ")"),
    (",", ","), ("+", "+"), ("-", "-"), ("*", "*"), ("/", "/"),
  ]
  private static let keywords: Set<String> = ["and", "or", "not", "in", "like", "is", "null", "true", "false"]
  private static let functions: Set<String> = ["upper", "lower", "round", "abs"]
  private static let reserved: Set<String> = ["length", "min", "max", "coalesce", "concat"]
  /// Words of SQL without a counterpart.
  private static let foreign: Set<String> = [
    "between", "date", "timestamp", "interval", "case", "when", "cast", "extract", "escape", "exists", "select",
    "current_date", "current_timestamp", "substring", "position", "trim", "mod",
  ]

  /// The text between quotes, of which two stand for one, and what follows.
  private static func quoted(_ text: Substring, by quote: Character) -> (String, Substring)? {
    var result = ""
    var rest = text.dropFirst()
    while let character = rest.first {
      rest = rest.dropFirst()
      if character == quote {
        if rest.first != quote { return (result, rest) }
        rest = rest.dropFirst()
      }
      result.append(character)
    }
    return nil
  }
}
