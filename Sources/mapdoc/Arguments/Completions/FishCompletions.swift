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
        command.allOptions.map { line(for: $0, of: command) } + command.operands.map { line(for: $0, of: command) }
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

  private func line(for operand: any OperandDeclaration, of command: any Command.Type) -> String {
    start(of: command.name) + offered(operand.completion)
  }

  private func offered(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " -f"
    case .words(let words): " -f -a \(quoted(words.joined(separator: " ")))"
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .documents: " -f -a '(__fish_complete_suffix .yaml .yml)'"
    }
  }

  /// In single quotes fish knows `\'` and `\\`.
  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
