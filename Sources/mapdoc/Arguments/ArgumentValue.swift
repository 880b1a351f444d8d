import Diagnostics

/// A type of value that a word of the command line can be.
package protocol ArgumentValue: Sendable {
  /// - Throws: ``BadValue`` that says what was expected.
  static func parsed(_ word: String) throws(BadValue) -> Self
  /// What stands for it in the help, in capitals: `N`, `FILE`.
  static var placeholder: String { get }
  /// What a shell offers for it.
  static var completion: Completion { get }
  /// As a user would write it.
  var written: String { get }
}

/// Why a word is not a value: what was expected, as in "a whole number from 1".
package struct BadValue: Error, Hashable {
  package let expected: String
  /// The choice that was perhaps meant.
  package let suggestion: String?

  package init(expected: String, suggestion: String? = nil) {
    self.expected = expected
    self.suggestion = suggestion
  }
}

/// What a shell offers to complete a word.
package enum Completion: Sendable, Hashable {
  case nothing
  case words([String])
  case files
  case folders
  /// Files named as map documents are, and folders.
  case documents
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static func parsed(_ word: String) throws(BadValue) -> Self {
    if let value = Self(rawValue: word) { return value }
    let words = allCases.map(\.rawValue)
    throw BadValue(expected: choices(words), suggestion: Suggestion.nearest(to: word, among: words))
  }

  package static var placeholder: String { "WORD" }
  package static var completion: Completion { .words(allCases.map(\.rawValue)) }
  package var written: String { rawValue }
}

/// "one of `a`, `b` and `c`".
func choices(_ words: [String]) -> String {
  let quoted = words.map { "`\($0)`" }
  guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
  return "one of " + quoted.dropLast().joined(separator: ", ") + " and " + last
}

extension String: ArgumentValue {
  package static func parsed(_ word: String) throws(BadValue) -> String { word }
  package static var placeholder: String { "TEXT" }
  package static var completion: Completion { .nothing }
  package var written: String { self }
}

extension Int: ArgumentValue {
  package static func parsed(_ word: String) throws(BadValue) -> Int {
    guard let value = Int(word) else { throw BadValue(expected: "a whole number") }
    return value
  }
  package static var placeholder: String { "N" }
  package static var completion: Completion { .nothing }
  package var written: String { String(self) }
}

extension Double: ArgumentValue {
  package static func parsed(_ word: String) throws(BadValue) -> Double {
    guard let value = Double(word), value.isFinite else { throw BadValue(expected: "a number") }
    return value
  }
  package static var placeholder: String { "NUMBER" }
  package static var completion: Completion { .nothing }
  package var written: String { NumberText.of(self) ?? "" }
}

/// A value that may be missing: an option without a default.
extension Optional: ArgumentValue where Wrapped: ArgumentValue {
  package static func parsed(_ word: String) throws(BadValue) -> Wrapped? { try Wrapped.parsed(word) }
  package static var placeholder: String { Wrapped.placeholder }
  package static var completion: Completion { Wrapped.completion }
  package var written: String { self?.written ?? "" }
}

/// A whole number from 1, such as a number of jobs.
package struct PositiveCount: ArgumentValue, Hashable {
  package let value: Int

  package init(_ value: Int) {
    precondition(value > 0, "a count below 1")
    self.value = value
  }

  package static func parsed(_ word: String) throws(BadValue) -> PositiveCount {
    guard let value = Int(word), value > 0 else { throw BadValue(expected: "a whole number from 1") }
    return PositiveCount(value)
  }
  package static var placeholder: String { "N" }
  package static var completion: Completion { .nothing }
  package var written: String { String(value) }
}

/// A word that is a path.
package protocol PathArgument: ArgumentValue, Hashable {
  var path: String { get }
  init(_ path: String)
  /// What it is the path of, for the message about an empty word.
  static var expected: String { get }
}

extension PathArgument {
  package static func parsed(_ word: String) throws(BadValue) -> Self {
    if word.isEmpty { throw BadValue(expected: expected) }
    return Self(word)
  }
  package var written: String { path }
}

/// The path of a file.
package struct FileArgument: PathArgument {
  package let path: String
  package static let expected = "the path of a file"
  package static let placeholder = "FILE"
  package static let completion = Completion.files

  package init(_ path: String) { self.path = path }
}

/// The path of a folder.
package struct FolderArgument: PathArgument {
  package let path: String
  package static let expected = "the path of a folder"
  package static let placeholder = "DIR"
  package static let completion = Completion.folders

  package init(_ path: String) { self.path = path }
}

/// A map document, or a folder of them.
package struct DocumentArgument: PathArgument {
  package let path: String
  package static let expected = "a map document or a folder"
  package static let placeholder = "PATH"
  package static let completion = Completion.documents

  package init(_ path: String) { self.path = path }
}

/// `name=value`, of `--set`.
package struct Assignment: ArgumentValue, Hashable {
  package let name: String
  package let value: String

  package static func parsed(_ word: String) throws(BadValue) -> Assignment {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw BadValue(expected: "a name and a value, as in `city=Køge`")
    }
    return Assignment(name: String(word[..<equals]), value: String(word[word.index(after: equals)...]))
  }
  package static var placeholder: String { "NAME=VALUE" }
  package static var completion: Completion { .nothing }
  package var written: String { "\(name)=\(value)" }
}

extension ReportFormat: ArgumentValue {
  package static var placeholder: String { "FORMAT" }
}
