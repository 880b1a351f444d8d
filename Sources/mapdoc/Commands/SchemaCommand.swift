import Arguments
import Pipeline

/// `mapdoc schema`.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of the format, for editors; or its manual"
  static let options: [any OptionDeclaration] = [Options.format]
  static let examples = ["mapdoc schema > mapdoc.schema.json", "mapdoc schema --format markdown"]

  enum Format: String, ArgumentValue, CaseIterable { case json, markdown, man }

  private enum Options {
    static let format = Option<Format>("--format", default: .json, "the schema, or the manual as Markdown or man page")
  }

  private let format: Format

  init(from arguments: inout ArgumentReader) throws(UsageError) { format = try arguments.read(Options.format) }

  func run(in context: CommandContext) async -> ExitStatus {
    switch format {
    case .json: context.print(FormatDescription.schema)
    case .markdown: context.print(FormatDescription.manual)
    case .man: context.print(FormatDescription.manPage)
    }
    return .done
  }
}
