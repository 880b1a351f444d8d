/// Completions for fish.
struct FishCompletions {
  let verbs: CommandSet

  var lines: [String] {
    [
      "function __\(verbs.program)_command", "  set -l words (commandline -opc)",
      "  test (count $words) -gt 1; and test $words[2] = $argv[1]", "end",
      "complete -c \(verbs.program) -f",
    ] + verbs.commands.map { offer($0.name, $0.summary) } + [offer("help", "say more about a command")]
      + verbs.commands.flatMap { command in
        command.allOptions.map { line(for: $0, of: command) } + operands(of: command)
      } + [
        "\(start(of: "help")) -a \(quoted(verbs.commands.map { $0.name }.joined(separator: " ")))"
      ]
  }

  private func offer(_ name: String, _ summary: String) -> String {
    "complete -c \(verbs.program) -n __fish_use_subcommand -a \(name) -d \(quoted(summary))"
  }

  private func start(of command: String) -> String {
    "complete -c \(verbs.program) -n '__\(verbs.program)_command \(command)'"
  }

  private func line(for option: any OptionDeclaration, of command: any Command.Type) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    let value = option.placeholder == nil ? "" : " -r" + offered(option.completion)
    return "\(start(of: command.name)) -l \(option.name.dropFirst(2))\(short)\(value) -d \(quoted(option.summary))"
  }

  /// Without regard to their places: fish offers what any of them may be.
  private func operands(of command: any Command.Type) -> [String] {
    var lines: [String] = []
    for operand in command.operands {
      let line = start(of: command.name) + offered(operand.completion)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private func offered(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " -f"
    case .words(let words): " -f -a \(quoted(words.joined(separator: " ")))"
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .documents:
      " -f -a " + quoted(#"(__fish_complete_path (commandline -ct) | string match -r '.*(?:/|[.]ya?ml)\t.*')"#)
    }
  }

  /// In single quotes fish knows `\'` and `\\`.
  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
