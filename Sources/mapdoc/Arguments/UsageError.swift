/// A command line that cannot be understood; nothing has been done.
package struct UsageError: Error, Hashable {
  /// Lower case, no full stop, the offending word in backquotes.
  package let message: String
  /// A word that was perhaps meant.
  package let suggestion: String?

  package init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// The message, with the suggestion as a question.
  package var text: String { suggestion.map { "\(message); did you mean `\($0)`?" } ?? message }
}

/// How a run of mapdoc ended, as its caller sees it.
package enum ExitStatus: Int32, Sendable {
  /// Done, and no errors.
  case done = 0
  /// At least one document has errors, or a map failed; the others were still done.
  case failed = 1
  /// Wrong usage; nothing was done.
  case usage = 2
  /// Stopped by SIGINT.
  case interrupted = 130
  /// The terminal went away (SIGHUP).
  case hungUp = 129
  /// Stopped by SIGTERM.
  case terminated = 143
}
