/// A text that findings point into: its name as the user knows it, and its bytes.
///
/// Two files are equal when they are the same object: a text read twice is two files.
package final class SourceFile: Sendable {
  /// As shown to the user: relative to the working folder where it lies below it.
  package let path: String
  /// The whole text, UTF-8 where reading it succeeded; empty where it could not be read.
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A line of the text without its end, for an excerpt; `nil` past the end.
  ///
  /// - Parameter number: Counts from 1.
  package func line(_ number: Int) -> String? {
    var start = bytes.startIndex
    for _ in 1..<max(number, 1) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}

extension SourceFile: Hashable {
  package static func == (one: SourceFile, other: SourceFile) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
