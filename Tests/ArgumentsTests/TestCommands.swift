import Diagnostics

@testable import Arguments

/// Commands that say what they read, for the tests of this module.
struct EchoCommand: Command {
  static let name = "check"
  static let summary = "say what is wrong with map documents, without rendering them"
  static let details = "A PATH is a document, or a folder of them."
  static let operands: [any OperandDeclaration] = [Operands.paths]
  static let options: [any OptionDeclaration] = [
    Options.format, Options.strict, Options.fast, Options.out, Options.jobs, Options.set,
  ]
  static let examples = ["mapdoc check --format github --strict maps/harbour.yaml"]

  enum Options {
    static let format = Option<ReportFormat>("--format", default: .human, "how to write the findings")
    static let strict = Flag("--strict", short: "-s", "let warnings fail too")
    static let fast = Flag("--fast", short: "-f", "be quick")
    static let out = Option<FileArgument?>("--output", short: "-o", "where to write")
    static let jobs = Option<PositiveCount?>("--jobs", "how many at the same time")
    static let set = ListOption<Assignment>("--set", "the value of a parameter")
  }
  enum Operands {
    static let paths = Arguments.Operands<DocumentArgument>(
      "PATH", default: [DocumentArgument("maps/")], "map documents or folders")
  }

  let said: String

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    let format = try arguments.read(Options.format)
    let strict = try arguments.read(Options.strict)
    let fast = try arguments.read(Options.fast)
    let out = try arguments.read(Options.out)
    let jobs = try arguments.read(Options.jobs)
    let set = try arguments.read(Options.set).map(\.written)
    let paths = try arguments.read(Operands.paths).map(\.path)
    said = """
      format=\(format.rawValue) strict=\(strict) fast=\(fast) out=\(out?.path ?? "-") \
      jobs=\(jobs?.written ?? "-") set=\(set) paths=\(paths)
      """
  }

  func run(in context: CommandContext) async -> ExitStatus {
    context.print(said + " color=\(context.outputIsColored)\n")
    return .done
  }
}

struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "compare two pictures"
  static let operands: [any OperandDeclaration] = [Words.first, Words.second]
  enum Words {
    static let first = Operand<FileArgument>("A", "a picture")
    static let second = Operand<FileArgument>("B", "another one")
  }
  let paths: [String]

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    paths = [try arguments.read(Words.first).path, try arguments.read(Words.second).path]
  }

  func run(in context: CommandContext) async -> ExitStatus {
    context.print("\(paths)\n")
    return .failed
  }
}

struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "write completions for a shell"
  static let operands: [any OperandDeclaration] = [shell]
  static let shell = Operand<Shell>("SHELL", "which shell")

  init(from arguments: inout ArgumentReader) throws(UsageError) { _ = try arguments.read(Self.shell) }

  func run(in context: CommandContext) async -> ExitStatus { .done }
}

struct VersionCommand: Command {
  static let name = "version"
  static let summary = "print the version"

  init(from arguments: inout ArgumentReader) throws(UsageError) {}

  func run(in context: CommandContext) async -> ExitStatus {
    context.print("mapdoc 0\n")
    return .done
  }
}

let testCommands = CommandSet(
  [EchoCommand.self, DiffCommand.self, CompletionsCommand.self, VersionCommand.self], program: "mapdoc",
  summary: "builds static maps from YAML documents")

/// What a run of the test commands gave.
struct Outcome {
  let status: ExitStatus
  let output: String
  let errors: String

  init(_ words: String..., environment: [String: String] = [:], onTerminal: Bool = false) async {
    await self.init(words: words, environment: environment, onTerminal: onTerminal)
  }

  init(words: [String], environment: [String: String] = [:], onTerminal: Bool = false) async {
    let (output, errors) = (MemorySink(), MemorySink())
    let context = CommandContext(
      output: output, errors: errors, environment: environment, outputIsTerminal: onTerminal,
      errorsAreTerminal: onTerminal)
    status = await testCommands.run(words, in: context)
    self.output = output.text
    self.errors = errors.text
  }
}
