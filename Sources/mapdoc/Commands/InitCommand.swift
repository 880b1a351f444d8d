import Arguments
import Pipeline

/// `mapdoc init [DIR]`.
struct InitCommand: Command {
  static let name = "init"
  static let summary = "begin a map project: folders, a first map, Makefile and CI workflow"
  static let operands: [any OperandDeclaration] = [folder]
  static let examples = ["mapdoc init atlas && cd atlas && make"]

  private static let folder = Operand<FolderArgument>("DIR", default: FolderArgument("."), "where; made when missing")

  private let folder: FolderArgument

  init(from arguments: inout ArgumentReader) throws(UsageError) { folder = try arguments.read(Self.folder) }

  func run(in context: CommandContext) async -> ExitStatus {
    switch ProjectStarter.start(in: folder.path) {
    case .success(let files):
      for file in files { context.note(file.isNew ? "made \(file.path)" : "left \(file.path) as it is") }
      let place = folder.path == "." ? "" : "cd \(Self.word(folder.path)) && "
      context.note("next: \(place)mapdoc render, then look at build/first.png")
      return .done
    case .failure(let problem):
      context.note("mapdoc init: `\(problem.path)` cannot be written: \(problem.reason)")
      return .failed
    }
  }

  /// A path as one word of a shell, quoted where it has to be.
  private static func word(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+@,".unicodeScalars.contains($0)
    }
    return isPlain && !path.hasPrefix("-") ? path : "-- '\(path.replacing("'", with: #"'\''"#))'"
  }
}
