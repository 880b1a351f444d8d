import Arguments
import Diagnostics
import Pipeline

/// `mapdoc check [PATH...]`.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "say what is wrong with map documents, without rendering them"
  static let details = """
    Reads documents, their templates and their local sources; no network and no cache without `--online`, so that the \
    findings are the same on every computer. All errors of all documents are reported in one run. Exit status 1 when a \
    document has errors.
    """
  static let operands: [any OperandDeclaration] = [RunOptions.paths]
  static let options: [any OptionDeclaration] = [
    Options.format, Options.strict, Options.online, Options.explain, RunOptions.set, RunOptions.allowOutside,
    CommonOptions.cache,
  ]
  static let examples = [
    "mapdoc check", "mapdoc check --format github --strict maps/harbour.yaml",
    "mapdoc check --online maps/harbour.yaml", "mapdoc check --explain MD301",
  ]

  private enum Options {
    static let format = Option<ReportFormat>("--format", default: .human, "how to write the findings")
    static let strict = Flag("--strict", "let warnings fail too")
    static let online = Flag(
      "--online", "ask the services what they hold, and each server for the tile in the middle of the first view")
    static let explain = Option<String?>("--explain", placeholder: "CODE", "print what a code means, with an example")
  }

  private let format: ReportFormat
  private let strict: Bool
  private let online: Bool
  private let explained: String?
  private let settings: [Assignment]
  private let allowOutside: Bool
  private let cache: FolderArgument?
  private let paths: [DocumentArgument]

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    format = try arguments.read(Options.format)
    strict = try arguments.read(Options.strict)
    online = try arguments.read(Options.online)
    explained = try arguments.read(Options.explain)
    settings = try arguments.read(RunOptions.set)
    allowOutside = try arguments.read(RunOptions.allowOutside)
    cache = try arguments.read(CommonOptions.cache)
    paths = try arguments.read(RunOptions.paths)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    if let explained { return explain(explained, in: context) }
    // What the cache holds is asked for again: whether the server still gives it is the question.
    let run = RunOptions.run(
      settings, allowOutside: allowOutside, cache: cache, mode: online ? .refresh : .normal, in: context)
    let outcome = await CheckVerb(run, isOnline: online).check(paths.map(\.path))
    await run.shutdown()
    switch outcome {
    case .wrongUsage(let message):
      context.note("mapdoc check: \(message)")
      return .usage
    case .report(let report):
      context.print(report.written(as: format, color: context.outputIsColored, strict: strict))
      return report.fails(strict: strict) ? .failed : .done
    }
  }

  private func explain(_ name: String, in context: CommandContext) -> ExitStatus {
    guard let code = Code.named(name) else {
      let names = Code.all.map(\.name)
      let near = Suggestion.nearest(to: name.uppercased(), among: names).map { "; did you mean `\($0)`?" } ?? ""
      context.note("mapdoc check: there is no code `\(name)`\(near)")
      return .usage
    }
    context.print(code.explained())
    return .done
  }
}
