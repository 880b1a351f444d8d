import Arguments
import Pipeline

/// `mapdoc schema`.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of the format, for editors; or its manual"
  static let options: [any OptionDeclaration] = [Options.format, Options.project]
  static let examples = [
    "mapdoc schema > mapdoc.schema.json", "mapdoc schema --format markdown", "mapdoc schema --format man | man -l -",
  ]

  enum Format: String, ArgumentValue, CaseIterable { case json, markdown, man }

  private enum Options {
    static let format = Option<Format>(
      "--format", default: .json, placeholder: "FORMAT", "the schema, or the manual as Markdown or man page")
    static let project = Flag("--project", "the schema of the project file `.mapdoc.yaml`")
  }

  private let format: Format
  private let isProject: Bool

  init(from arguments: inout ArgumentReader) throws(UsageError) {
    format = try arguments.read(Options.format)
    isProject = try arguments.read(Options.project)
    if isProject, format != .json { throw UsageError("`--project` is a schema; the manual has the project file in it") }
  }

  func run(in context: CommandContext) async -> ExitStatus {
    switch format {
    case .json: context.print(isProject ? FormatDescription.projectSchema : FormatDescription.schema)
    case .markdown: context.print(FormatDescription.manual)
    case .man: context.print(FormatDescription.manPage)
    }
    return .done
  }
}
