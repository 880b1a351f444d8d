import Arguments
import Diagnostics
import Pipeline

/// `mapdoc render [PATH...]`.
struct RenderCommand: Command {
  static let name = "render"
  static let summary = "draw what is out of date, many maps at once"
  static let details = """
    Pictures are written aside and renamed: a run that is stopped leaves the old one or the new one. A document with \
    errors, or a map that fails, does not stop the others; the exit status is then 1.
    """
  static let operands: [any OperandDeclaration] = [RunOptions.paths]
  static let options: [any OptionDeclaration] = [
    Options.output, Options.outputFolder, Options.bookmark, Options.allBookmarks, RunOptions.set, Options.format,
    RunOptions.dpi, Options.pixelRatio, Options.jobs, Options.refresh, RunOptions.offline, Options.force,
    Options.report, RunOptions.allowOutside, CommonOptions.cache, CommonOptions.progress,
  ]
  static let laterOptions = ["--locked", "--update-lock", "--depfile", "--frames"]
  static let examples = [
    "mapdoc render", "mapdoc render maps/harbour.yaml --bookmark pier --dpi 192 -o pier.png",
    "mapdoc render maps --out-dir public/maps --jobs 8 --report report.json",
  ]

  enum Options {
    static let output = Option<FileArgument?>(
      "--output", short: "-o", "write one picture there, of one document and view")
    static let outputFolder = Option<FolderArgument?>(
      "--out-dir", "write every picture into a folder, under its own name")
    static let bookmark = ListOption<String>("--bookmark", placeholder: "NAME", "draw a bookmark")
    static let allBookmarks = Flag("--all-bookmarks", "draw every bookmark")
    static let format = Option<OutputFormat?>("--format", "the format of the pictures, in place of the document's")
    static let pixelRatio = Option<Double?>("--pixel-ratio", placeholder: "N", "the same as a factor: 2 is 192 dpi")
    static let jobs = Option<PositiveCount?>("--jobs", short: "-j", "maps drawn at the same time")
    static let refresh = Flag("--refresh", "ask the servers again for what is cached")
    static let force = Flag("--force", "draw also what is up to date")
    static let report = Option<FileArgument?>("--report", "write a report as JSON")
  }

  private let settings: [Assignment]
  private let allowOutside: Bool
  private let cache: FolderArgument?
  private let mode: Run.Options.Mode
  private let report: FileArgument?
  private let progress: ProgressChoice
  private let options: RenderVerb.Options
  private let paths: [DocumentArgument]

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    settings = try arguments.read(RunOptions.set)
    allowOutside = try arguments.read(RunOptions.allowOutside)
    cache = try arguments.read(CommonOptions.cache)
    let (refresh, offline) = (try arguments.read(Options.refresh), try arguments.read(RunOptions.offline))
    if refresh && offline { throw UsageError("`--refresh` asks the servers, and `--offline` forbids it") }
    mode = refresh ? .refresh : offline ? .offline : .normal
    report = try arguments.read(Options.report)
    progress = try arguments.read(CommonOptions.progress)
    options = try Self.options(from: arguments)
    paths = try arguments.read(RunOptions.paths)
  }

  private static func options(from arguments: ArgumentReader) throws(UsageError) -> RenderVerb.Options {
    var options = RenderVerb.Options()
    options.renditions.outputFile = try arguments.read(Options.output)?.path
    options.renditions.outputFolder = try arguments.read(Options.outputFolder)?.path
    if options.renditions.outputFile == "-" {
      throw UsageError("`--output -`: pictures are written to files; name one, as in `--output map.png`")
    }
    if options.renditions.outputFile != nil, options.renditions.outputFolder != nil {
      throw UsageError("`--output` and `--out-dir` exclude one another")
    }
    let names = try arguments.read(Options.bookmark)
    options.renditions.bookmarks = names.isEmpty ? nil : names
    options.renditions.allBookmarks = try arguments.read(Options.allBookmarks)
    options.renditions.format = try arguments.read(Options.format)
    options.renditions.dpi = try dpi(from: arguments)
    options.jobs = try arguments.read(Options.jobs)?.value
    options.force = try arguments.read(Options.force)
    options.wantsDigests = try arguments.read(Options.report) != nil
    return options
  }

  private static func dpi(from arguments: ArgumentReader) throws(UsageError) -> Double? {
    let dpi = try arguments.read(RunOptions.dpi)?.value
    guard let pixelRatio = try arguments.read(Options.pixelRatio) else { return dpi }
    if dpi != nil { throw UsageError("`--dpi` and `--pixel-ratio` say the same; give one") }
    guard let wanted = DotsPerInch(pixelRatio * 96) else {
      throw UsageError("the picture would have \((pixelRatio * 96).written) dpi; \(DotsPerInch.words) can be drawn")
    }
    return wanted.value
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let run = RunOptions.run(settings, allowOutside: allowOutside, cache: cache, mode: mode, in: context)
    let progress = ProgressLine(progress, run: run, context: context)
    let outcome = await RenderVerb(run, options).render(paths.map(\.path), tell: progress.tell)
    progress.end()
    await run.shutdown()
    switch outcome {
    case .wrongUsage(let message):
      context.note("mapdoc render: \(message)")
      return .usage
    case .report(let result):
      if !result.findings.diagnostics.isEmpty {
        context.errors.write(result.findings.written(as: .human, color: context.errorsAreColored))
      }
      if let report, let problem = result.write(to: report.path) {
        context.note("mapdoc render: \(problem)")
        return .failed
      }
      return result.hasFailed ? .failed : .done
    }
  }
}

extension OutputFormat: ArgumentValue {
  package static var placeholder: String { "FORMAT" }
}
