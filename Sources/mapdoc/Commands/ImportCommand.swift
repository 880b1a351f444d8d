import Arguments
import Pipeline

/// `mapdoc import SOURCE`.
struct ImportCommand: Command {
  static let name = "import"
  static let summary = "make a map document of an ArcGIS web map, or of a layer of a WMS or WMTS"
  static let details = """
    Each layer of a web map becomes a layer of the document, base layers that are marked as reference layers above all others; \
    its bookmarks and its first view come along. What has no counterpart is named on standard error and in comments. Most \
    newer web maps have a basemap of vector tiles, which cannot be drawn: `--basemap` puts a layer in the place of the web \
    map's own. Tokens and keys are never taken over.

    Of any other source that `inspect` knows it makes a document that shows it.
    """
  static let operands: [any OperandDeclaration] = [Options.source]
  static let options: [any OptionDeclaration] = [
    Options.output, Options.force, Options.basemap, Options.portal, Options.credentials, Options.layer,
    RunOptions.offline,
    CommonOptions.cache,
  ]
  static let examples = [
    "mapdoc import webmap.json --basemap builtin -o maps/city.yaml",
    "mapdoc import 8b3b470883a744aeb60e5fff0a319ce7 --portal https://gis.example.org/portal",
    "mapdoc import webmap.json --basemap '{type: mbtiles, path: streets.mbtiles}' -o city.yaml",
    "mapdoc import https://maps.example.org/wms --layer roads --layer rivers",
  ]

  private enum Options {
    static let source = Operand<FileArgument>(
      "SOURCE", "the JSON of a web map, the id or the page's address of its item, or the address of a service")
    static let output = Option<FileArgument?>(
      "--output", short: "-o", "where the document goes, in place of standard output")
    static let force = Flag("--force", "replace a file that is there")
    static let basemap = Option<String?>(
      "--basemap", placeholder: "LAYER",
      "what takes the place of the web map's basemap: `builtin`, or a layer in YAML")
    static let portal = Option<String?>(
      "--portal", placeholder: "URL", "the portal that the item is in; by default https://www.arcgis.com")
    static let credentials = Option<String?>(
      "--credentials", placeholder: "NAME", "a credential of .mapdoc.yaml, for an item that is not public")
    static let layer = ListOption<String>("--layer", placeholder: "NAME", "take this layer of a WMS or WMTS")
  }

  private let options: ImportVerb.Options
  private let isOffline: Bool
  private let cache: FolderArgument?

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    let output = try arguments.read(Options.output)?.path
    let force = try arguments.read(Options.force)
    let basemap = try arguments.read(Options.basemap)
    let portal = try arguments.read(Options.portal)
    let credential = try arguments.read(Options.credentials)
    let layers = try arguments.read(Options.layer)
    isOffline = try arguments.read(RunOptions.offline)
    cache = try arguments.read(CommonOptions.cache)
    var options = ImportVerb.Options(source: try arguments.read(Options.source).path)
    (options.output, options.force, options.basemap) = (output, force, basemap)
    (options.portal, options.credential, options.layers) = (portal, credential, layers)
    self.options = options
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let run = RunOptions.run([], allowOutside: false, cache: cache, mode: isOffline ? .offline : .normal, in: context)
    let outcome = await ImportVerb(run, options).run()
    await run.shutdown()
    switch outcome {
    case .document(let text, let notes):
      if let text { context.print(text) }
      for note in notes { context.note("mapdoc import: \(note)") }
      return .done
    case .failed(let lines):
      for line in lines { context.note("mapdoc import: \(line)") }
      return .failed
    case .wrongUsage(let words):
      context.note("mapdoc import: \(words)")
      return .usage
    }
  }
}
