/// A kind of finding: its number is stable and never re-used.
///
/// The catalogue is `Codes/`, one file for each hundred; ``Code/all`` lists it.
package struct Code: Sendable {
  /// 301 for `MD301`.
  package let number: Int
  package let severity: Severity
  /// A few words, lower case: "tiled layer in another spatial reference".
  package let title: String
  /// What it means and why it matters, a paragraph or two of plain text.
  package let explanation: String
  /// A wrong and a mended example; each is a test.
  package let example: Example

  package init(
    _ number: Int, _ severity: Severity, _ title: String, _ explanation: String, _ example: Example
  ) {
    self.number = number
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.example = example
  }

  /// `MD301`.
  package var name: String {
    let digits = String(number)
    return "MD" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// A document that has the finding, and the same one mended.
  package struct Example: Sendable {
    package let wrong: String
    package let mended: String
    /// Other files that the two need, by their path beside the document.
    package let files: [String: String]
    package let shownBy: Shown

    /// What shows the finding. Render examples use a tile server at `http://127.0.0.1:8080`; a test puts its own in place.
    package enum Shown: Sendable { case check, render }

    package init(
      wrong: String, mended: String, files: [String: String] = [:], shownBy: Shown = .check
    ) {
      self.wrong = wrong
      self.mended = mended
      self.files = files
      self.shownBy = shownBy
    }
  }
}

extension Code: Hashable {
  package static func == (one: Code, other: Code) -> Bool { one.number == other.number }
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Code {
  /// The whole catalogue, by number.
  package static let all: [Code] = reading + keysAndValues + references + spatial + sources + outputs

  /// The code of a name such as `MD301`, upper or lower case; `nil` where there is none.
  package static func named(_ name: String) -> Code? {
    all.first { $0.name == name.uppercased() }
  }
}
