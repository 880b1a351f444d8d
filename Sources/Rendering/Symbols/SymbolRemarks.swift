import DocumentModel
import Geodesy

/// What could not be worked out: each kind of it once, with how many features it is about.
package struct SymbolRemarks: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// An expression and why.
    case failed(String, String)
    /// An expression that comes to something else.
    case noNumber(String)
    case noColor(String)
    case outOfRange(String)
    /// A field of a renderer whose values are of another type than all those of the features.
    case otherType(String)
    /// A file, and what goes on behind its name: why it is no picture.
    case noPicture(String, String)
    /// A text with more letters than this.
    case cutText(Int)
    /// More marks along a feature's lines than this.
    case cutMarks(Int)
    /// More dashes along a feature's lines than this.
    case lostDashes(Int)
    /// The layer's symbols draw none of its features, which are of this kind.
    case drawsNothing(ShapeKind)

    /// As the document has it; `nil` for what is about no expression.
    package var expression: String? {
      switch self {
      case .failed(let text, _), .noNumber(let text), .noColor(let text), .outOfRange(let text), .otherType(let text):
        text
      case .noPicture, .cutText, .cutMarks, .lostDashes, .drawsNothing: nil
      }
    }
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
  /// Whether something is missing from the picture, and not only drawn by default.
  package var isError: Bool {
    if case .noPicture = kind { true } else { false }
  }

  /// Lower case, no full stop.
  package var words: String {
    let features = count == 1 ? "1 feature" : "\(count) features"
    let place =
      first.map {
        " (the first is number \($0 + 1)\(value.map { $0 == .null ? ", null" : ", `\($0.written)`" } ?? ""))"
      } ?? ""
    switch kind {
    case .failed(let text, let reason): return "`\(text)` cannot be worked out for \(features)\(place): \(reason)"
    case .noNumber(let text): return "`\(text)` comes to no number for \(features)\(place)"
    case .noColor(let text): return "`\(text)` comes to no colour for \(features)\(place)"
    case .outOfRange(let text): return "`\(text)` comes to a number out of range for \(features)\(place)"
    case .otherType(let text):
      return
        "`\(text)` has values of another type than those of the renderer for \(features)\(place): a number and a text are never the same"
    case .noPicture(let path, let reason): return "`\(path)` \(reason)"
    case .cutText(let limit): return "the text of \(features)\(place) is cut after \(limit) letters"
    case .cutMarks(let limit):
      return "the lines of \(features)\(place) have room for more than \(limit) `markers`, and no more are drawn"
    case .drawsNothing(let kind):
      let shapes =
        switch kind {
        case .point: count == 1 ? "a point" : "points"
        case .line: count == 1 ? "a line" : "lines"
        case .polygon: count == 1 ? "an area" : "areas"
        }
      return "its symbols draw nothing of \(features)\(place), which \(count == 1 ? "is" : "are") \(shapes)"
    case .lostDashes(let limit):
      return "the lines of \(features)\(place) would have more than \(limit) dashes, and are drawn without `dash`"
    }
  }
}
