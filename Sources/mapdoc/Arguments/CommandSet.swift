import Diagnostics

/// All commands of a program: finds the one that is meant, and answers for help and wrong usage.
package struct CommandSet: Sendable {
  /// In the order of the help.
  package let commands: [any Command.Type]
  /// Of the program, as it is called.
  package let program: String
  /// What the program is for, one sentence without full stop, lower case.
  package let summary: String

  /// Of the program, for its manual page.
  package let version: String
  /// Names of commands that a later version will have: they are refused as such.
  package let later: [String]

  package init(
    _ commands: [any Command.Type], program: String, summary: String, version: String = "", later: [String] = []
  ) {
    self.commands = commands
    self.program = program
    self.summary = summary
    self.version = version
    self.later = later
  }

  /// Reads the words behind the program's name and does what they say.
  ///
  /// `--help` or `-h` anywhere before `--` prints help; `--version` alone is the command `version`.
  package func run(_ words: [String], in context: CommandContext) async -> ExitStatus {
    let status = await dispatched(words, in: context)
    context.output.flush()
    context.errors.flush()
    guard let failure = context.output.failure else { return status }
    context.note("\(program): the output cannot be written: \(failure)")
    return status == .done ? .failed : status
  }

  private func dispatched(_ words: [String], in context: CommandContext) async -> ExitStatus {
    guard let first = words.first else {
      context.errors.write(Help.general(of: self))
      return .usage
    }
    let wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if first == "help", words.dropFirst() == ["--man"] {
      context.print(ManPage.of(self, version: version))
      return .done
    }
    if first == "help" || first == "--help" || first == "-h" {
      return help(on: words.dropFirst().first { !$0.hasPrefix("-") }, in: context)
    }
    let name = first == "--version" ? "version" : first
    guard let command = command(named: name) else {
      return refuse(unknown(name), in: context)
    }
    if wantsHelp { return help(on: name, in: context) }
    var context = context
    let ready: any Command
    do {
      ready = try read(command, words.dropFirst(), &context)
    } catch {
      return refuse(error, of: command, in: context)
    }
    return await ready.run(in: context)
  }

  /// Reads every word, before anything is done.
  private func read(
    _ command: any Command.Type, _ words: ArraySlice<String>, _ context: inout CommandContext
  ) throws(UsageError) -> any Command {
    var reader = try ArgumentReader(
      Array(words), options: command.options + CommonOptions.ofAll, later: command.laterOptions)
    context.color = try reader.read(CommonOptions.color)
    let ready = try command.init(from: &reader)
    try reader.finish()
    return ready
  }

  func command(named name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

  private func help(on name: String?, in context: CommandContext) -> ExitStatus {
    guard let name, name != "help" else {
      context.print(Help.general(of: self))
      return .done
    }
    guard let command = command(named: name) else { return refuse(unknown(name), in: context) }
    context.print(Help.of(command, program: program))
    return .done
  }

  private func unknown(_ name: String) -> UsageError {
    if later.contains(name) { return UsageError("`\(name)` is not yet supported by this version of \(program)") }
    if name.hasPrefix("-") {
      return UsageError(
        "`\(name)` stands before the command",
        suggestion: Suggestion.nearest(to: name, among: ["--help", "--version"]))
    }
    return UsageError(
      "there is no command `\(name)`",
      suggestion: Suggestion.nearest(to: name, among: commands.map { $0.name } + ["help"]))
  }

  private func refuse(
    _ error: UsageError, of command: (any Command.Type)? = nil, in context: CommandContext
  ) -> ExitStatus {
    let name = command.map { "\(program) \($0.name)" } ?? program
    let help = command.map { "\(program) help \($0.name)" } ?? "\(program) help"
    context.note("\(name): \(Printable.text(error.text))")
    context.note("see `\(help)`")
    return .usage
  }
}
