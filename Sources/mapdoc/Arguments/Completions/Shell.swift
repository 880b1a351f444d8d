/// A shell that mapdoc writes completions for.
package enum Shell: String, Sendable, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  package static var placeholder: String { "SHELL" }
}

extension CommandSet {
  /// A script that teaches `shell` the commands, options and choices: made from the declarations, so it cannot drift.
  package func completions(for shell: Shell) -> String {
    let lines =
      switch shell {
      case .bash: BashCompletions(verbs: self).lines
      case .zsh: ZshCompletions(verbs: self).lines
      case .fish: FishCompletions(verbs: self).lines
      }
    return lines.map { $0 + "\n" }.joined()
  }
}

enum ShellQuote {
  /// A word in single quotes, as the shells of POSIX read it.
  static func single(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension Command {
  /// Its own options, and those of all commands.
  static var allOptions: [any OptionDeclaration] { options + CommonOptions.ofAll }
}

extension OptionDeclaration {
  /// Long and short.
  var names: [String] { [name] + (short.map { [$0] } ?? []) }
}
