import Arguments
import Diagnostics
import Glibc
import Pipeline

/// `mapdoc pack PATH -o FILE`.
struct PackCommand: Command {
  static let name = "pack"
  static let summary = "copy the tiles of a document's area into a package, to take them offline"
  static let details = """
    Packed are the layers of tiles for the initial extent, and for bookmarks where they are asked for; without `--levels` \
    each view at the level that it shows. The bytes of tiles are copied as they come. MBTiles and PMTiles hold one layer in \
    Web Mercator; a TPKX and a folder (an Esri cache) one in any reference; a GeoPackage several.

    What it takes is said first; above 10,000 tiles of a server it asks, or wants `--yes`. A pack that is stopped, or whose \
    server fails, leaves `FILE.packing`: the same command goes on there, and asks for no tile twice.
    """
  static let operands: [any OperandDeclaration] = [Options.path]
  static let options: [any OptionDeclaration] = [
    Options.output, Options.layer, Options.levels, Options.bookmarks, Options.bookmark, Options.yes, Options.force,
    Options.rewrite, RunOptions.set, RunOptions.allowOutside, RunOptions.offline, CommonOptions.cache,
    CommonOptions.progress,
  ]
  static let examples = [
    "mapdoc pack maps/harbour.yaml -o harbour.mbtiles --levels 8-14",
    "mapdoc pack maps/harbour.yaml -o area.gpkg --layer streets --layer depths --bookmarks",
    "mapdoc pack maps/harbour.yaml -o tiles/ --levels 5-12 --yes --rewrite maps/harbour-offline.yaml",
  ]

  private enum Options {
    static let path = Operand<DocumentArgument>("PATH", "a map document")
    static let output = Option<FileArgument?>(
      "--output", short: "-o", "where the package goes: .mbtiles, .gpkg, .pmtiles, .tpkx, or a folder with / at its end"
    )
    static let layer = ListOption<String>("--layer", placeholder: "ID", "pack this layer, or the layers of this group")
    static let levels = Option<LevelRange?>("--levels", "levels of the layer's tiling scheme, as in 5-12")
    static let bookmarks = Flag("--bookmarks", "pack the area of every bookmark too")
    static let bookmark = ListOption<String>("--bookmark", placeholder: "NAME", "pack the area of a bookmark too")
    static let yes = Flag("--yes", short: "-y", "do not ask, however many tiles there are")
    static let force = Flag("--force", "replace a package that is there, once the new one is complete")
    static let rewrite = Option<FileArgument?>("--rewrite", "write the document that uses the package")
  }

  private let path: DocumentArgument
  private let options: PackVerb.Options
  private let isAgreed: Bool
  private let settings: [Assignment]
  private let allowOutside: Bool
  private let isOffline: Bool
  private let cache: FolderArgument?
  private let progress: ProgressChoice

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    guard let output = try arguments.read(Options.output) else {
      throw UsageError("`-o` is missing: where the package goes")
    }
    var options = PackVerb.Options(output: output.path)
    options.layers = try arguments.read(Options.layer)
    options.levels = try arguments.read(Options.levels)?.levels
    options.allBookmarks = try arguments.read(Options.bookmarks)
    options.bookmarks = try arguments.read(Options.bookmark)
    options.force = try arguments.read(Options.force)
    options.rewrite = try arguments.read(Options.rewrite)?.path
    self.options = options
    isAgreed = try arguments.read(Options.yes)
    settings = try arguments.read(RunOptions.set)
    allowOutside = try arguments.read(RunOptions.allowOutside)
    isOffline = try arguments.read(RunOptions.offline)
    cache = try arguments.read(CommonOptions.cache)
    progress = try arguments.read(CommonOptions.progress)
    path = try arguments.read(Options.path)
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let run = RunOptions.run(
      settings, allowOutside: allowOutside, cache: cache, mode: isOffline ? .offline : .normal, in: context)
    let status = await pack(run, context)
    await run.shutdown()
    return status
  }

  private func pack(_ run: Run, _ context: CommandContext) async -> ExitStatus {
    switch await PackVerb(run, options).prepare(path.path) {
    case .wrongUsage(let words):
      context.note("mapdoc pack: \(words)")
      return .usage
    case .refused(let words):
      context.note("mapdoc pack: \(words)")
      return .failed
    case .faulty(let report):
      Self.write(report, context)
      return .failed
    case .ready(let pack):
      Self.write(pack.report, context)
      for line in pack.estimate { context.note(line) }
      if pack.wantsConsent, !isAgreed, let status = Self.consent(to: pack, context) { return status }
      return await fill(pack, context)
    }
  }

  private func fill(_ pack: Pack, _ context: CommandContext) async -> ExitStatus {
    let line = PackProgressLine(progress, pack: pack, context: context)
    let outcome = await pack.fill { context.note($0) }
    line.end()
    switch outcome {
    case .written(let lines, let findings):
      Self.write(findings, context)
      for line in lines { context.print(line + "\n") }
      return .done
    case .failed(let words, let findings):
      Self.write(findings, context)
      context.note("mapdoc pack: \(words)")
      return .failed
    case .stopped(let words):
      context.note("mapdoc pack: \(words)")
      return .failed
    }
  }

  private static func write(_ report: Report, _ context: CommandContext) {
    guard !report.diagnostics.isEmpty else { return }
    context.errors.write(report.written(as: .human, color: context.errorsAreColored))
  }

  /// Asks on a terminal.
  /// - Returns: `nil` for a yes.
  private static func consent(to pack: Pack, _ context: CommandContext) -> ExitStatus? {
    let count = ReadableNumber.grouped(Double(pack.tileCount))
    guard isatty(STDIN_FILENO) == 1, context.errorsAreTerminal else {
      context.note("mapdoc pack: \(count) tiles are many; say that they are meant with `--yes`")
      return .usage
    }
    context.errors.write("Ask for \(count) tiles? [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    if answer == "y" || answer == "yes" { return nil }
    context.note("mapdoc pack: nothing was asked for")
    return .failed
  }
}

/// `5-12`, or one level.
struct LevelRange: ArgumentValue {
  let levels: ClosedRange<Int>

  static func parsed(_ word: String) throws(BadValue) -> LevelRange {
    let numbers = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2, first >= 0,
      first <= last,
      last <= 99
    else { throw BadValue(expected: "levels from 0 to 99, as in `5-12` or `7`") }
    return LevelRange(levels: first...last)
  }

  static var placeholder: String { "LEVELS" }
  static var completion: Completion { .nothing }
  var written: String { "\(levels.lowerBound)-\(levels.upperBound)" }
}
