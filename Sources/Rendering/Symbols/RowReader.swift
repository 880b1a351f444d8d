import DocumentModel

/// Works out what symbols ask of a feature's attributes, and counts what cannot be worked out.
struct RowReader {
  /// The features' fields, in their order.
  private let columns: [String: Int]
  /// The columns of each expression, by its text.
  private var places: [String: [Int]] = [:]
  private(set) var remarks = SymbolRemarks()

  init(fieldNames: [String]) {
    columns = Dictionary(zip(fieldNames, fieldNames.indices)) { first, _ in first }
  }

  /// - Returns: `null` where it cannot be worked out, which is noted.
  mutating func value(_ expression: Expression, _ row: Row) -> ExpressionValue {
    let places = self.places(of: expression)
    do {
      return try expression.value(places.map { $0 < 0 ? .null : row.values[row.values.startIndex + $0] })
    } catch {
      remarks.add(.failed(expression.text, error.reason), row.number)
      return .null
    }
  }

  /// Whether a condition holds; where it cannot be worked out it does not, which is noted.
  mutating func holds(_ condition: Expression, _ row: Row) -> Bool {
    let places = self.places(of: condition)
    do {
      return try condition.holds(places.map { $0 < 0 ? .null : row.values[row.values.startIndex + $0] })
    } catch {
      remarks.add(.failed(condition.text, error.reason), row.number)
      return false
    }
  }

  /// A number within bounds, else `standard`, which is noted.
  mutating func number(
    _ value: Varying<Double>, _ row: Row, within range: ClosedRange<Double>, else standard: Double
  ) -> Double {
    switch value {
    case .fixed(let number): return number
    case .worked(let expression):
      let found = self.value(expression, row)
      let number: Double? =
        switch found {
        case .integer(let whole): Double(whole)
        case .decimal(let decimal): decimal
        default: nil
        }
      if let number, range.contains(number) { return number }
      remarks.add(number == nil ? .noNumber(expression.text) : .outOfRange(expression.text), row.number, found)
      return standard
    }
  }

  mutating func color(_ value: Varying<Color>, _ row: Row, else standard: Color) -> Color {
    switch value {
    case .fixed(let color): return color
    case .worked(let expression):
      let found = self.value(expression, row)
      if case .text(let text) = found, let color = Color(css: text) { return color }
      remarks.add(.noColor(expression.text), row.number, found)
      return standard
    }
  }

  /// Letters of one text: no label has room for more. As many as are set (``Fonts/shaped(_:)``).
  static let textLimit = 2000

  /// Empty where nothing is left of it; cut where it is longer than a label may be, which is noted.
  mutating func text(_ template: TextTemplate, _ row: Row) -> String {
    var text = ""
    for part in template.parts {
      switch part {
      case .literal(let literal): text += literal
      case .value(let expression, let format):
        let value = self.value(expression, row)
        text += format.map { $0.written(value) } ?? value.written
      }
      // Fewer bytes are no more letters.
      if text.utf8.count > Self.textLimit, let cut = text.cut(toScalars: Self.textLimit) {
        remarks.add(.cutText(Self.textLimit), row.number)
        text = cut
        break
      }
    }
    return text.contains { !$0.isWhitespace } ? text : ""
  }

  private mutating func places(of expression: Expression) -> [Int] {
    if let known = places[expression.text] { return known }
    let found = expression.fieldNames.map { columns[$0] ?? -1 }
    places[expression.text] = found
    return found
  }

  mutating func note(_ remark: SymbolRemarks.Kind, _ number: Int, _ value: ExpressionValue? = nil) {
    remarks.add(remark, number, value)
  }
}

/// The attributes of one feature.
struct Row {
  /// The feature's number in its source.
  let number: Int
  let values: ArraySlice<ExpressionValue>
}

extension String {
  /// Cut before the letter that would be one too many, with an ellipsis in its place; `nil` where it is short enough.
  fileprivate func cut(toScalars limit: Int) -> String? {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return nil
    }
    // A letter with its marks stays whole, unless it has thousands of them.
    let room = unicodeScalars.index(before: end)
    var whole = room
    while whole > startIndex, Index(whole, within: self) == nil { whole = unicodeScalars.index(before: whole) }
    return String(unicodeScalars[..<(whole == startIndex ? room : whole)]) + "\u{2026}"
  }
}
