import Arguments
import Diagnostics
import Pipeline

/// `mapdoc check [PATH...]`.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "say what is wrong with map documents, without rendering them"
  static let details = """
    Reads documents, their templates and their local sources; never a network. All errors of all documents are reported \
    in one run. Exit status 1 when a document has errors.
    """
  static let operands: [any OperandDeclaration] = [RunOptions.paths]
  static let options: [any OptionDeclaration] = [
    Options.format, Options.strict, Options.explain, RunOptions.set, RunOptions.allowOutside,
  ]
  static let laterOptions = ["--online"]
  static let examples = [
    "mapdoc check", "mapdoc check --format github --strict maps/harbour.yaml", "mapdoc check --explain MD301",
  ]

  private enum Options {
    static let format = Option<ReportFormat>("--format", default: .human, "how to write the findings")
    static let strict = Flag("--strict", "let warnings fail too")
    static let explain = Option<String?>("--explain", placeholder: "CODE", "print what a code means, with an example")
  }

  private let format: ReportFormat
  private let strict: Bool
  private let explained: String?
  private let settings: [Assignment]
  private let allowOutside: Bool
  private let paths: [DocumentArgument]

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    format = try arguments.read(Options.format)
    strict = try arguments.read(Options.strict)
    explained = try arguments.read(Options.explain)
    settings = try arguments.read(RunOptions.set)
    allowOutside = try arguments.read(RunOptions.allowOutside)
    paths = try arguments.read(RunOptions.paths)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    if let explained { return explain(explained, in: context) }
    let run = RunOptions.run(settings, allowOutside: allowOutside, in: context)
    switch await CheckVerb(run).check(paths.map(\.path)) {
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
