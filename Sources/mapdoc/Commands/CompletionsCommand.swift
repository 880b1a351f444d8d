import Arguments

/// `mapdoc completions bash|zsh|fish`.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "print the completions of a shell"
  static let operands: [any OperandDeclaration] = [shell]
  static let examples = ["mapdoc completions bash > ~/.local/share/bash-completion/completions/mapdoc"]

  private static let shell = Operand<Shell>("SHELL", "bash, zsh or fish")

  private let shell: Shell

  init(from arguments: inout ArgumentReader) throws(UsageError) { shell = try arguments.read(Self.shell) }

  func run(in context: CommandContext) async -> ExitStatus {
    context.print(Program.commands.completions(for: shell))
    return .done
  }
}
