import Diagnostics

/// Reads a YAML text into nodes that know their places: libyaml's events, typed by the core schema of YAML 1.2.
///
/// Reading goes on after a mistake where it can, so that one run reports them all.
package enum YAMLReader {
  /// Bounds of a text, checked before memory is taken; past one is MD009, past those of aliases MD008.
  package struct Limits: Sendable {
    package var bytes = 16 << 20
    /// Values, as written.
    package var nodes = 4_000_000
    /// Lists and maps within one another, those of aliases included.
    package var depth = 64
    /// Values that aliases stand for, all together.
    package var aliasNodes = 100_000

    package init() {}
    package init(bytes: Int) { self.bytes = bytes }
  }

  /// - Returns: The document; `nil` when its text is empty or not YAML, which the findings then say. They are in the
  ///   order of the text.
  package static func read(_ file: SourceFile, limits: Limits = Limits()) -> (node: Node?, findings: [Diagnostic]) {
    guard file.bytes.count <= limits.bytes else {
      return (nil, [.tooManyBytes(file, limit: limits.bytes)])
    }
    let check = TextCheck(file)
    if let finding = check.finding { return (nil, [finding]) }
    return file.bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[check.start...])
      guard !text.isEmpty else { return (nil, [.empty(file)]) }
      var builder = NodeBuilder(text, of: file, limits: limits, hasUnusualBreaks: check.hasUnusualBreaks)
      let node = builder.document()
      return (node, builder.findings.count > 1 ? builder.findings.sorted() : builder.findings)
    }
  }
}

extension Diagnostic {
  fileprivate static func tooManyBytes(_ file: SourceFile, limit: Int) -> Diagnostic {
    Diagnostic(
      .tooLarge, "the text has \(file.bytes.count) bytes, at most \(limit) are read", at: SourceRange(startOf: file))
  }

  static func empty(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      .emptyDocument, "there is nothing in the file but blanks and comments", at: SourceRange(startOf: file),
      hint: Hint("begin it with `mapdoc: 1`"))
  }
}
