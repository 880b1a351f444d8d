import Diagnostics
import DocumentModel

/// `subdomains`: a list of names, or one text of single letters (`abc`) or with commas (`mt0,mt1`).
struct Subdomains: DocumentValue, Hashable {
  /// At least one, at most 64.
  let names: [String]

  static func read(_ node: Node, in context: ReadingContext) -> Subdomains? {
    var names: [String] = []
    if case .sequence(let items) = node.content {
      names = items.compactMap { String.read($0, in: context) }
      if names.count < items.count { return nil }
    } else {
      guard let text = String.read(node, in: context) else { return nil }
      names =
        text.contains(",") ? text.split(separator: ",").map { String($0).trimmingSpaces } : text.map { String($0) }
    }
    let isUsable = (1...64).contains(names.count) && names.allSatisfy(isName)
    guard isUsable else {
      context.report(
        Diagnostic(
          .wrongType, "\(node.shown) stands where \(words) is expected, each of letters, digits, `-` and `.`",
          at: node.range))
      return nil
    }
    return Subdomains(names: names)
  }

  static var schema: JSONValue {
    [
      "anyOf": [
        ["type": ["string", "number"], "minLength": 1],
        ["type": "array", "items": ["type": ["string", "number"]], "minItems": 1, "maxItems": 64],
      ]
    ]
  }
  static var words: String { "a list of 1 to 64 names, or a text of letters" }

  static func isName(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// `scheme`: from which end rows are counted.
enum RowOrder: String, DocumentWord {
  /// From the north, as nearly all do.
  case xyz
  /// From the south.
  case tms

  static var what: String { "an order of rows" }
}
