import Diagnostics

/// A size of files: a number of bytes, or one with a unit.
package struct FileSize: DocumentValue {
  package let bytes: Int

  package static let words = "a size such as `2GB`"
  package static var schema: JSONValue {
    [
      "anyOf": [
        ["type": "integer", "minimum": 0],
        ["type": "string", "pattern": "^ *[0-9]+(\\.[0-9]+)? *([kKMGT]i?)?B? *$"],
      ],
      "examples": ["2GB", "500MB"],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> FileSize? {
    switch node.content {
    case .scalar(.int(let value)) where value >= 0: return FileSize(bytes: value)
    case .scalar(.text(let text)):
      if let size = FileSize(text) { return size }
      context.report(
        Diagnostic(
          .wrongType, "`\(text)` stands where \(words) is expected", at: node.range,
          hint: Hint("write a number of bytes, or one with kB, MB, GB, TB, KiB, MiB, GiB or TiB")))
    default: context.report(.wrongType(node, expected: words))
    }
    return nil
  }

  init(bytes: Int) { self.bytes = bytes }

  /// A number with a unit behind it or a space between: `2GB`, `512 MiB`, `1048576`; `nil` when it is none.
  package init?(_ text: String) {
    let text = text[...].trimmed
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(decimal: digits), value >= 0 else { return nil }
    let factor: Double
    switch text[digits.endIndex...].trimmed.lowercased() {
    case "", "b": factor = 1
    case "k", "kb": factor = 1e3
    case "m", "mb": factor = 1e6
    case "g", "gb": factor = 1e9
    case "t", "tb": factor = 1e12
    case "ki", "kib": factor = 1024
    case "mi", "mib": factor = 1_048_576
    case "gi", "gib": factor = 1_073_741_824
    case "ti", "tib": factor = 1_099_511_627_776
    default: return nil
    }
    guard let bytes = Int(exactly: (value * factor).rounded()) else { return nil }
    self.init(bytes: bytes)
  }
}
