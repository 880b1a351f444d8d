/// A place in a text. Lines and columns count from 1, columns in Unicode scalars.
package struct SourcePosition: Hashable, Comparable, Sendable {
  package let line: Int32
  package let column: Int32

  package init(line: Int, column: Int) {
    self.line = Int32(clamping: line)
    self.column = Int32(clamping: column)
  }

  package static let start = SourcePosition(line: 1, column: 1)

  package static func < (one: SourcePosition, other: SourcePosition) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

/// A stretch of a text; `end` is the place behind its last character.
package struct SourceRange: Hashable, Sendable {
  package let file: SourceFile
  package let start: SourcePosition
  package let end: SourcePosition

  package init(_ file: SourceFile, _ start: SourcePosition, _ end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// The start of a file, for what concerns all of it.
  package init(startOf file: SourceFile) { self.init(file, .start, .start) }
}
