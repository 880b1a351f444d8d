/// Completions for bash from 3.2 on, without the package `bash-completion`.
struct BashCompletions {
  let verbs: CommandSet

  var lines: [String] {
    ["# Completions of \(verbs.program) for bash: source <(\(verbs.program) completions bash)"] + helpers
      + ["_\(verbs.program)() {"] + start + ["  case \"${COMP_WORDS[1]} $option\" in"] + verbs.commands.flatMap(values)
      + ["  esac", "  if [[ $current == -* ]]; then", "    case ${COMP_WORDS[1]} in"] + verbs.commands.map(options)
      + ["    esac", "    return", "  fi", "  case ${COMP_WORDS[1]} in"] + verbs.commands.flatMap(operands)
      + ["    help) _\(verbs.program)_words \(ShellQuote.single(commandNames)) ;;", "  esac", "}"]
      + ["complete -F _\(verbs.program) \(verbs.program)"]
  }

  private var commandNames: String { verbs.commands.map { $0.name }.joined(separator: " ") }

  private var helpers: [String] {
    let name = "_\(verbs.program)"
    return [
      "\(name)_take() {",
      "  local line",
      "  while IFS= read -r line; do COMPREPLY+=(\"$line\"); done",
      "}",
      "\(name)_words() { \(name)_take < <(compgen -W \"$1\" -- \"$current\"); }",
      "\(name)_paths() {",
      "  compopt -o filenames 2>/dev/null",
      "  \(name)_take < <(compgen \"$@\" -- \"$current\")",
      "}",
      "\(name)_documents() {",
      "  \(name)_paths -d",
      "  \(name)_paths -f -X '!*.yaml'",
      "  \(name)_paths -f -X '!*.yml'",
      "}",
    ]
  }

  /// bash makes a word of the `=` in `--name=value`.
  private var start: [String] {
    [
      "  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}",
      "  COMPREPLY=()",
      "  if ((COMP_CWORD == 1)); then",
      "    _\(verbs.program)_words \(ShellQuote.single(commandNames + " help --help --version"))",
      "    return",
      "  fi",
      "  if [[ $current == = ]]; then",
      "    current=",
      "  elif [[ $option == = ]]; then",
      "    option=${COMP_WORDS[COMP_CWORD-2]}",
      "  fi",
    ]
  }

  /// What follows an option that takes a value.
  private func values(of command: any Command.Type) -> [String] {
    command.allOptions.filter { $0.placeholder != nil }.map { option in
      let patterns = option.names.map { "\"\(command.name) \($0)\"" }.joined(separator: " | ")
      return "    \(patterns)) \(call(option.completion)); return ;;"
    }
  }

  private func options(of command: any Command.Type) -> String {
    let names = command.allOptions.flatMap(\.names).joined(separator: " ")
    return "      \(command.name)) _\(verbs.program)_words \(ShellQuote.single(names)) ;;"
  }

  /// The first operand is completed by what it is, all further ones by what the last is.
  private func operands(of command: any Command.Type) -> [String] {
    guard let first = command.operands.first, let last = command.operands.last else { return [] }
    if first.completion == last.completion { return ["    \(command.name)) \(call(first.completion)) ;;"] }
    return [
      "    \(command.name))",
      "      if ((COMP_CWORD == 2)); then \(call(first.completion)); else \(call(last.completion)); fi ;;",
    ]
  }

  private func call(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .words(let words): "_\(verbs.program)_words \(ShellQuote.single(words.joined(separator: " ")))"
    case .files: "_\(verbs.program)_paths -f"
    case .folders: "_\(verbs.program)_paths -d"
    case .documents: "_\(verbs.program)_documents"
    }
  }
}
