import Arguments
import Pipeline

/// Options of the commands that read documents.
enum RunOptions {
  static let set = ListOption<Assignment>("--set", "give a parameter a value")
  static let allowOutside = Flag("--allow-outside", "let `extends` leave the project's folder")
  static let offline = Flag("--offline", "use the cache and local files only")
  static let paths = Operands<DocumentArgument>(
    "PATH", default: [DocumentArgument("maps/")], "a map document, or a folder of them")

  static let dpi = Option<DotsPerInch?>("--dpi", "device pixels per inch, in place of the document's")

  /// The run that the words describe.
  static func run(
    _ settings: [Assignment], allowOutside: Bool, cache: FolderArgument? = nil, mode: Run.Options.Mode = .normal,
    in context: CommandContext
  ) -> Run {
    var options = Run.Options()
    options.settings = settings.map { ($0.name, $0.value) }
    options.allowOutside = allowOutside
    options.cacheFolder = cache?.path
    options.mode = mode
    options.environment = context.environment
    return Run(options)
  }
}

/// Device pixels per inch, in the bounds of a document's `dpi`.
struct DotsPerInch: ArgumentValue {
  let value: Double

  /// - Returns: `nil` outside the bounds.
  init?(_ value: Double) {
    guard RenditionOptions.dpiBounds.contains(value) else { return nil }
    self.value = value
  }

  static func parsed(_ word: String) throws(BadValue) -> DotsPerInch {
    guard let dpi = Double(word).flatMap(Self.init) else { throw BadValue(expected: "a number \(words)") }
    return dpi
  }

  /// "from 1 to 2400".
  static var words: String {
    let bounds = RenditionOptions.dpiBounds
    return "from \(bounds.lowerBound.written) to \(bounds.upperBound.written)"
  }

  static var placeholder: String { "N" }
  static var completion: Completion { .nothing }
  var written: String { value.written }
}
