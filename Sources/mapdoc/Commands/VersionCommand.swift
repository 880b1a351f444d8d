import Arguments
import Pipeline

/// `mapdoc version`.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "print the version"

  init(from arguments: inout ArgumentReader) throws(UsageError) {}

  func run(in context: CommandContext) async -> ExitStatus {
    context.print("mapdoc \(Version.text)\n")
    return .done
  }
}
