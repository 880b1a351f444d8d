/// A verb of the command line: its words are read, then it runs.
package protocol Command: Sendable {
  static var name: String { get }
  /// What it does, as an order, lower case, no full stop: "say what is wrong with map documents".
  static var summary: String { get }
  /// More for its help: paragraphs of plain text.
  static var details: String { get }
  /// The words that are no options, in their order.
  static var operands: [any OperandDeclaration] { get }
  /// Every option that it reads, in the order of the help.
  static var options: [any OptionDeclaration] { get }
  /// Options that a later version will have, `--name`: they are refused as such.
  static var laterOptions: [String] { get }
  /// Command lines for the help, each may end with a comment behind two spaces and `#`.
  static var examples: [String] { get }

  /// Reads the words. Nothing may be done yet: one that is wrong must not leave half a run behind.
  init(from arguments: inout ArgumentReader) throws(UsageError)

  /// Does it. Results go to `context.output`, everything else to `context.errors`.
  func run(in context: CommandContext) async -> ExitStatus
}

extension Command {
  package static var details: String { "" }
  package static var operands: [any OperandDeclaration] { [] }
  package static var options: [any OptionDeclaration] { [] }
  package static var laterOptions: [String] { [] }
  package static var examples: [String] { [] }
}

/// Options that several commands, or all, have in common.
package enum CommonOptions {
  /// Of every command; read by ``CommandSet``.
  package static let color = Option<ColorChoice>(
    "--color", default: .auto, placeholder: "WHEN", "whether to use colours")
  /// Of every command; read by ``CommandSet``.
  package static let help = Flag("--help", short: "-h", "print this help")
  package static let cache = Option<FolderArgument?>("--cache", "the cache folder, in place of the project's")
  package static let progress = Option<ProgressChoice>(
    "--progress", default: .auto, placeholder: "HOW", "how to show what goes on")

  static let ofAll: [any OptionDeclaration] = [color, help]
}

package enum ColorChoice: String, ArgumentValue, CaseIterable { case auto, always, never }

package enum ProgressChoice: String, ArgumentValue, CaseIterable { case auto, plain, none }
