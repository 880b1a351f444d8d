/// Completions for zsh, through its `_arguments`.
struct ZshCompletions {
  let verbs: CommandSet

  var lines: [String] {
    [
      "#compdef \(verbs.program)", "_\(verbs.program)() {", "  local -a commands", "  commands=(",
    ] + verbs.commands.map { "    " + ShellQuote.single("\($0.name):\($0.summary)") } + [
      "    'help:say more about a command'", "  )", "  if ((CURRENT == 2)); then",
      "    _describe command commands", "    return", "  fi", "  local command=$words[2]",
      "  shift words", "  ((CURRENT--))", "  case $command in",
    ] + verbs.commands.flatMap(arguments) + [
      "    help) _describe command commands ;;", "  esac", "}",
      "if [[ $funcstack[1] == _\(verbs.program) ]]; then", "  _\(verbs.program) \"$@\"", "else",
      "  compdef _\(verbs.program) \(verbs.program)", "fi",
    ]
  }

  private func arguments(of command: any Command.Type) -> [String] {
    let specs = command.allOptions.flatMap(specs) + operands(of: command)
    return ["    \(command.name))", "      _arguments -s -S \\"]
      + specs.enumerated().map { "        " + $1 + ($0 + 1 < specs.count ? " \\" : " ;;") }
  }

  /// A line for each name; one excludes the other unless both may be repeated.
  private func specs(of option: any OptionDeclaration) -> [String] {
    let before = option.isRepeatable ? "*" : "(" + option.names.joined(separator: " ") + ")"
    let what = option.placeholder.map { ":\(escaped($0)):\(action(option.completion))" } ?? ""
    return option.names.map { name in
      let takes = option.placeholder == nil ? "" : name.hasPrefix("--") ? "=" : "+"
      return ShellQuote.single("\(before)\(name)\(takes)[\(escaped(option.summary))]\(what)")
    }
  }

  private func operands(of command: any Command.Type) -> [String] {
    command.operands.enumerated().map { place, operand in
      let isList = operand.usage.contains("...")
      return ShellQuote.single("\(isList ? "*" : String(place + 1)):\(operand.name):\(action(operand.completion))")
    }
  }

  private func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .files: "_files"
    case .folders: "_files -/"
    case .documents: "_files -g \"*.y(a|)ml\""
    }
  }
}
