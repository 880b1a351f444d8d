import Arguments
import Pipeline

/// `mapdoc cache info|clear|prune`.
struct CacheCommand: Command {
  static let name = "cache"
  static let summary = "show, empty or shrink the tile cache"
  static let operands: [any OperandDeclaration] = [Options.action]
  static let options: [any OptionDeclaration] = [
    Options.host, Options.layer, Options.size, Options.olderThan, CommonOptions.cache,
  ]
  static let examples = [
    "mapdoc cache info", "mapdoc cache clear --host tiles.example.org", "mapdoc cache prune --size 500MB",
    "mapdoc cache prune --older-than 30d",
  ]

  enum Action: String, ArgumentValue, CaseIterable { case info, clear, prune }

  private enum Options {
    static let action = Operand<Action>("ACTION", "info, clear or prune")
    static let host = Option<String?>("--host", placeholder: "NAME", "clear: only what a host sent")
    static let layer = Option<String?>("--layer", placeholder: "ID", "clear: only what a layer asked for")
    static let size = Option<ByteCount?>("--size", "prune: to so many bytes; the least recently used go")
    static let olderThan = Option<Age?>("--older-than", "prune: what was last used longer ago")
  }

  private let action: Action
  private let host: String?
  private let layer: String?
  private let size: ByteCount?
  private let age: Age?
  private let cache: FolderArgument?

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    host = try arguments.read(Options.host)
    layer = try arguments.read(Options.layer)
    size = try arguments.read(Options.size)
    age = try arguments.read(Options.olderThan)
    cache = try arguments.read(CommonOptions.cache)
    action = try arguments.read(Options.action)
    if action != .clear, host != nil || layer != nil {
      throw UsageError("`--host` and `--layer` are for `cache clear`")
    }
    if action != .prune, size != nil || age != nil {
      throw UsageError("`--size` and `--older-than` are for `cache prune`")
    }
    if action == .prune, size == nil, age == nil { throw UsageError("`cache prune` needs `--size` or `--older-than`") }
  }

  func run(in context: CommandContext) async -> ExitStatus {
    let verb = CacheVerb(folder: cache?.path)
    let outcome =
      switch action {
      case .info: verb.info()
      case .clear: verb.clear(host: host, layer: layer)
      case .prune: verb.prune(bytes: size?.bytes, olderThan: age?.seconds)
      }
    switch outcome {
    case .text(let text):
      context.print(text)
      return .done
    case .failed(let reason):
      context.note("mapdoc cache: \(reason)")
      return .failed
    }
  }
}

/// `500MB`, `2GiB`, `1048576`, as the project file writes `limit`.
struct ByteCount: ArgumentValue {
  let bytes: Int

  static func parsed(_ word: String) throws(BadValue) -> ByteCount {
    if let bytes = CacheVerb.bytes(word) { return ByteCount(bytes: bytes) }
    throw BadValue(expected: "a size, as in `500MB`")
  }

  static var placeholder: String { "SIZE" }
  static var completion: Completion { .nothing }
  var written: String { "\(bytes)" }
}

/// `30d`, `12h`.
struct Age: ArgumentValue {
  let seconds: Double

  static func parsed(_ word: String) throws(BadValue) -> Age {
    let units: KeyValuePairs = ["d": 86400.0, "h": 3600, "m": 60, "s": 1]
    for (unit, factor) in units where word.hasSuffix(unit) {
      guard let number = Double(word.dropLast()), number >= 0, number < 1e6 else { break }
      return Age(seconds: number * factor)
    }
    throw BadValue(expected: "an age, as in `30d` or `12h`")
  }

  static var placeholder: String { "AGE" }
  static var completion: Completion { .nothing }
  var written: String { "\(seconds)s" }
}
