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

/// The path of a file.
package struct FileArgument: ArgumentValue, Hashable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func parsed(_ word: String) throws(BadValue) -> FileArgument {
    if word.isEmpty { throw BadValue(expected: "the path of a file") }
    return FileArgument(word)
  }
  package static var placeholder: String { "FILE" }
  package static var completion: Completion { .files }
  package var written: String { path }
}

/// The path of a folder.
package struct FolderArgument: ArgumentValue, Hashable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func parsed(_ word: String) throws(BadValue) -> FolderArgument {
    if word.isEmpty { throw BadValue(expected: "the path of a folder") }
    return FolderArgument(word)
  }
  package static var placeholder: String { "DIR" }
  package static var completion: Completion { .folders }
  package var written: String { path }
}

/// A map document, or a folder of them.
package struct DocumentArgument: ArgumentValue, Hashable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func parsed(_ word: String) throws(BadValue) -> DocumentArgument {
    if word.isEmpty { throw BadValue(expected: "a map document or a folder") }
    return DocumentArgument(word)
  }
  package static var placeholder: String { "PATH" }
  package static var completion: Completion { .documents }
  package var written: String { path }
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
