/// A kind of finding: its number is stable and never re-used.
///
/// The catalogue is `Codes/`, one file for each hundred; ``Code/all`` lists it. A code is one reference, so that a
/// finding stays small.
package struct Code: Sendable {
  private let entry: Entry

  package init(
    _ number: Int, _ severity: Severity, _ title: String, _ explanation: String, _ example: Example
  ) {
    entry = Entry(
      number: number, severity: severity, title: title, explanation: explanation, example: example)
  }

  /// 301 for `MD301`.
  package var number: Int { entry.number }
  package var severity: Severity { entry.severity }
  /// A few words, lower case: "a tiled layer in another spatial reference".
  package var title: String { entry.title }
  /// What it means and why it matters, a paragraph or two of plain text; its line ends mean no more than spaces.
  package var explanation: String { entry.explanation }
  /// A wrong and a mended example; each is a test.
  package var example: Example { entry.example }

  /// `MD301`.
  package var name: String {
    let digits = String(number)
    return "MD" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  private final class Entry: Sendable {
    let number: Int
    let severity: Severity
    let title: String
    let explanation: String
    let example: Example

    init(number: Int, severity: Severity, title: String, explanation: String, example: Example) {
      self.number = number
      self.severity = severity
      self.title = title
      self.explanation = explanation
      self.example = example
    }
  }
}

extension Code: Hashable {
  package static func == (one: Code, other: Code) -> Bool { one.number == other.number }
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Code: CustomStringConvertible {
  package var description: String { name }
}

extension Code {
  /// The whole catalogue, by number.
  package static let all: [Code] =
    reading + keysAndValues + lettering + references + spatial + extents + webMaps + grids + rasters + serviceLooks
    + sources + outputs

  /// The code of a name such as `MD301`, upper or lower case; `nil` where there is none.
  package static func named(_ name: String) -> Code? {
    let wanted = name.uppercased()
    return all.first { $0.name == wanted }
  }
}
