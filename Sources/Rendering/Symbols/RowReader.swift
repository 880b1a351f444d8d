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

  /// Empty where nothing is left of it.
  mutating func text(_ template: TextTemplate, _ row: Row) -> String {
    var text = ""
    for part in template.parts {
      switch part {
      case .literal(let literal): text += literal
      case .value(let expression, let format):
        let value = self.value(expression, row)
        text += format.map { $0.written(value) } ?? value.written
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

/// What could not be worked out: each kind of it once, with how many features it is about.
package struct SymbolRemarks: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// An expression and why.
    case failed(String, String)
    case noNumber(String), noColor(String), outOfRange(String)
    /// A field of a renderer whose values are of another type than all those of the features.
    case otherType(String)
    /// A file, and why it is no picture.
    case noPicture(String, String)
  }

  package struct Remark: Sendable, Hashable {
    package var kind: Kind
    /// Features, or 0 for what is about none in particular.
    package var count: Int
    /// The number in the source of the first of them, from 0, and what it has.
    package var first: Int?
    package var value: ExpressionValue?
  }

  /// In the order in which they were found.
  package private(set) var all: [Remark] = []
  private var numbers: [Kind: Int] = [:]

  /// What is not of a few kinds is a document that was made to have many.
  private static let limit = 100

  mutating func add(_ kind: Kind, _ feature: Int? = nil, _ value: ExpressionValue? = nil) {
    if let number = numbers[kind] {
      all[number].count += 1
    } else if all.count < Self.limit {
      numbers[kind] = all.count
      all.append(Remark(kind: kind, count: feature == nil ? 0 : 1, first: feature, value: value))
    }
  }

  mutating func add(_ others: SymbolRemarks) {
    for other in others.all {
      if let number = numbers[other.kind] {
        all[number].count += other.count
      } else {
        numbers[other.kind] = all.count
        all.append(other)
      }
    }
  }
}

extension SymbolRemarks.Remark {
  /// Lower case, no full stop.
  package var words: String {
    let features = count == 1 ? "1 feature" : "\(count) features"
    let place = first.map { " (the first is number \($0 + 1)\(value.map { $0 == .null ? ", null" : ", `\($0.written)`" } ?? ""))" } ?? ""
    switch kind {
    case .failed(let text, let reason): return "`\(text)` cannot be worked out for \(features)\(place): \(reason)"
    case .noNumber(let text): return "`\(text)` comes to no number for \(features)\(place)"
    case .noColor(let text): return "`\(text)` comes to no colour for \(features)\(place)"
    case .outOfRange(let text): return "`\(text)` comes to a number out of range for \(features)\(place)"
    case .otherType(let text):
      return "`\(text)` has values of another type than those of the renderer for \(features)\(place): a number and a text are never the same"
    case .noPicture(let path, let reason): return "`\(path)` cannot be drawn: \(reason)"
    }
  }
}
