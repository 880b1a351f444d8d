import Arguments
import Diagnostics
import Pipeline

/// `mapdoc plan PATH`.
struct PlanCommand: Command {
  static let name = "plan"
  static let summary = "show what a render will do with each layer of a document, and why"
  static let operands: [any OperandDeclaration] = [Options.path]
  static let options: [any OptionDeclaration] = [
    Options.format, Options.bookmark, RunOptions.dpi, RunOptions.set, RunOptions.allowOutside, RunOptions.offline,
    CommonOptions.cache,
  ]
  static let examples = [
    "mapdoc plan maps/harbour.yaml", "mapdoc plan maps/harbour.yaml --bookmark pier --format json",
  ]

  enum Format: String, ArgumentValue, CaseIterable { case human, json, yaml }

  private enum Options {
    static let path = Operand<DocumentArgument>("PATH", "a map document")
    static let format = Option<Format>("--format", default: .human, placeholder: "FORMAT", "how to write the plan")
    static let bookmark = Option<String?>("--bookmark", placeholder: "NAME", "the view of a bookmark")
  }

  private let path: DocumentArgument
  private let format: Format
  private let bookmark: String?
  private let dpi: Double?
  private let settings: [Assignment]
  private let allowOutside: Bool
  private let offline: Bool
  private let cache: FolderArgument?

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    format = try arguments.read(Options.format)
    bookmark = try arguments.read(Options.bookmark)
    dpi = try arguments.read(RunOptions.dpi)?.value
    settings = try arguments.read(RunOptions.set)
    allowOutside = try arguments.read(RunOptions.allowOutside)
    offline = try arguments.read(RunOptions.offline)
    cache = try arguments.read(CommonOptions.cache)
    path = try arguments.read(Options.path)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let run = RunOptions.run(
      settings, allowOutside: allowOutside, cache: cache, mode: offline ? .offline : .normal, in: context)
    let outcome = await PlanVerb(run).plan(path.path, bookmark: bookmark, dpi: dpi)
    await run.shutdown()
    switch outcome {
    case .wrongUsage(let message):
      context.note("mapdoc plan: \(message)")
      return .usage
    case .plan(let plan):
      switch format {
      case .human: context.print(plan.text)
      case .json: context.print(plan.json.text(pretty: true) + "\n")
      case .yaml: context.print(plan.json.yamlText())
      }
      if format == .human, !plan.report.diagnostics.isEmpty {
        context.output.flush()
        context.errors.write(plan.report.written(as: .human, color: context.errorsAreColored))
      }
      return plan.hasErrors ? .failed : .done
    }
  }
}
