/// A word, number, text or sign of an expression.
struct ExpressionToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case name(String)
    /// A name between double quotes, which is never a keyword.
    case quotedName(String)
    case value(ExpressionValue)
    case keyword(Keyword)
    case sign(Sign)
    case end
  }

  /// Upper and lower case are the same.
  enum Keyword: String, Sendable, CaseIterable {
    case and, or, not, `in`, like, `is`, null, `true`, `false`
  }

  enum Sign: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case open = "("
    case close = ")"
    case comma = ","
  }

  let kind: Kind
  /// In Unicode scalars.
  let range: Range<Int>
}

/// Cuts an expression into tokens.
struct ExpressionLexer {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  /// Operators of other languages, which were read as those that they stand for.
  private var slips: [ExpressionError] = []

  /// - Returns: The tokens, the last one the end, and mistakes behind which reading could go on.
  static func tokens(of text: String) throws(ExpressionError) -> (tokens: [ExpressionToken], slips: [ExpressionError]) {
    var lexer = try ExpressionLexer(text)
    var tokens: [ExpressionToken] = []
    repeat {
      do throws(ExpressionError) {
        tokens.append(try lexer.next())
      } catch {
        // The first mistake is the one to show.
        throw lexer.slips.first ?? error
      }
    } while tokens.last?.kind != .end
    return (tokens, lexer.slips)
  }

  private init(_ text: String) throws(ExpressionError) {
    scalars = Array(text.unicodeScalars.prefix(ExpressionLimits.length + 1))
    if scalars.count > ExpressionLimits.length {
      throw ExpressionError(
        "an expression has at most \(ExpressionLimits.length) characters",
        at: 0..<ExpressionLimits.length, hint: "make it shorter")
    }
  }

  private mutating func next() throws(ExpressionError) -> ExpressionToken {
    while let scalar = peek(), scalar.properties.isWhitespace { place += 1 }
    let start = place
    guard let first = peek() else { return ExpressionToken(kind: .end, range: start..<start) }
    let kind: ExpressionToken.Kind
    if first == "'" {
      kind = .value(.text(try quoted(by: "'", "a text")))
    } else if first == "\"" {
      let name = try quoted(by: "\"", "a name")
      if name.isEmpty { throw ExpressionError("a field has a name", at: start..<place) }
      kind = .quotedName(name)
    } else if first.isDigit || first == "." && peek(1)?.isDigit == true {
      kind = .value(try number())
    } else if first.startsName {
      let name = word()
      kind = ExpressionToken.Keyword(rawValue: name.lowercased()).map { .keyword($0) } ?? .name(name)
    } else {
      kind = try sign(first)
    }
    return ExpressionToken(kind: kind, range: start..<place)
  }

  private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    place + ahead < scalars.count ? scalars[place + ahead] : nil
  }

  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = peek(), scalar.continuesName {
      word.append(scalar)
      place += 1
    }
    return String(word)
  }

  /// What stands between quotes, each doubled quote being one; a backslash is a backslash.
  private mutating func quoted(by quote: Unicode.Scalar, _ what: String) throws(ExpressionError) -> String {
    let start = place
    var text = String.UnicodeScalarView()
    place += 1
    while let scalar = peek() {
      place += 1
      if scalar == quote {
        guard peek() == quote else { return String(text) }
        place += 1
      }
      text.append(scalar)
    }
    throw ExpressionError(
      "\(what) that begins here has no end", at: start..<scalars.count, hint: "write `\(quote)` at its end")
  }

  /// `12`, `1.5`, `.5`, `2e-3`.
  private mutating func number() throws(ExpressionError) -> ExpressionValue {
    let start = place
    var isWhole = true
    skipDigits()
    if peek() == "." {
      isWhole = false
      place += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let signed = peek(1) == "+" || peek(1) == "-"
      if peek(signed ? 2 : 1)?.isDigit == true {
        isWhole = false
        place += signed ? 2 : 1
        skipDigits()
      }
    }
    let text = String(String.UnicodeScalarView(scalars[start..<place]))
    if peek()?.continuesName == true || peek() == "." {
      while peek()?.continuesName == true || peek() == "." { place += 1 }
      let whole = String(String.UnicodeScalarView(scalars[start..<place]))
      throw ExpressionError(
        "`\(whole)` is neither a number nor a name", at: start..<place,
        hint: "put a field whose name starts with a digit between double quotes")
    }
    if isWhole, let value = Int(text) { return .integer(value) }
    guard let value = Double(text.last == "." ? text + "0" : text), value.isFinite else {
      throw ExpressionError("`\(text)` is too large for a number", at: start..<place)
    }
    return .decimal(value)
  }

  private mutating func skipDigits() {
    while peek()?.isDigit == true { place += 1 }
  }

  private mutating func sign(_ first: Unicode.Scalar) throws(ExpressionError) -> ExpressionToken.Kind {
    let start = place
    let one = String(first)
    let two = one + (peek(1).map { String($0) } ?? "")
    for word in two.unicodeScalars.count == 2 ? [two, one] : [one] {
      let length = word.unicodeScalars.count
      if let sign = ExpressionToken.Sign(rawValue: word) {
        place += length
        return .sign(sign)
      }
      guard let (meaning, kind) = Self.foreign[word] else { continue }
      slips.append(.write(meaning, "`\(word)` is not an operator here", at: start..<start + length))
      place += length
      return kind
    }
    let shown = first.properties.isDefaultIgnorableCodePoint || first.value < 0x20
    throw ExpressionError(
      (shown ? "U+" + String(first.value, radix: 16, uppercase: true) : "`\(first)`")
        + " means nothing in an expression",
      at: start..<start + 1)
  }

  /// What operators of other languages are here.
  private static let foreign: [String: (meaning: String, kind: ExpressionToken.Kind)] = [
    "<>": ("!=", .sign(.unequal)), "&&": ("and", .keyword(.and)), "||": ("or", .keyword(.or)),
    "=": ("==", .sign(.equal)), "!": ("not", .keyword(.not)), "=>": (">=", .sign(.greaterOrEqual)),
    "=<": ("<=", .sign(.lessOrEqual)), "&": ("and", .keyword(.and)), "|": ("or", .keyword(.or)),
  ]
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { (48...57).contains(value) }
  fileprivate var startsName: Bool { self == "_" || properties.isXIDStart }
  fileprivate var continuesName: Bool { self == "_" || properties.isXIDContinue }
}
