import Arguments
import Pipeline

/// `mapdoc inspect SOURCE`.
struct InspectCommand: Command {
  static let name = "inspect"
  static let summary = "say what a package, a cache, a service or an address template holds, and its layer"
  static let operands: [any OperandDeclaration] = [Options.source]
  static let options: [any OptionDeclaration] = [Options.format, CommonOptions.cache]
  static let examples = [
    "mapdoc inspect data/harbour.mbtiles", "mapdoc inspect cache/Layers --format json",
    "mapdoc inspect https://example.org/wmts/1.0.0/WMTSCapabilities.xml",
    "mapdoc inspect 'https://tiles.example.org/{z}/{x}/{y}.png'",
  ]

  enum Format: String, ArgumentValue, CaseIterable { case human, json }

  private enum Options {
    static let source = Operand<FileArgument>("SOURCE", "a file, a folder, a service's address or an address template")
    static let format = Option<Format>("--format", default: .human, placeholder: "FORMAT", "how to write it")
  }

  private let source: FileArgument
  private let format: Format
  private let cache: FolderArgument?

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    format = try arguments.read(Options.format)
    cache = try arguments.read(CommonOptions.cache)
    source = try arguments.read(Options.source)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let run = RunOptions.run([], allowOutside: false, cache: cache, in: context)
    let outcome = await InspectVerb(run).inspect(source.path)
    await run.shutdown()
    switch outcome {
    case .failed(let words):
      context.note("mapdoc inspect: \(words)")
      return .failed
    case .wrongUsage(let words):
      context.note("mapdoc inspect: \(words)")
      return .usage
    case .report(let report):
      switch format {
      case .human: context.print(InspectVerb.shown(report.text, of: source.path))
      case .json: context.print(InspectVerb.shown(report.json.text(pretty: true) + "\n", of: source.path))
      }
      return .done
    }
  }
}
