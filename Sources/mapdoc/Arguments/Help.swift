import Diagnostics

/// The help of commands, made from their declarations: at most 80 columns wide.
package enum Help {
  static let width = 80

  /// All commands, a line each.
  package static func general(of set: CommandSet) -> String {
    var lines = ["usage: \(set.program) COMMAND [options] [PATH...]", ""]
    lines += TextWidth.wrapped(set.summary, to: width) + [""]
    lines += table(set.commands.map { ($0.name, $0.summary) })
    lines += [
      "", "`\(set.program) help COMMAND` says more about one of them, with examples.",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// One command: usage, operands, options, examples.
  package static func of(_ command: any Command.Type, program: String) -> String {
    var usage = ["usage: \(program) \(command.name)"]
    if !command.options.isEmpty { usage.append("[options]") }
    usage += command.operands.map(\.usage)
    var lines = [usage.joined(separator: " "), ""] + TextWidth.wrapped(command.summary, to: width)
    if !command.details.isEmpty { lines += [""] + TextWidth.wrapped(command.details, to: width) }
    let operands = command.operands.map { ($0.name, remark($0.summary, $0.defaultText)) }
    if !operands.isEmpty { lines += [""] + table(operands) }
    lines += ["", "options:"] + table((command.options + CommonOptions.ofAll).map(row))
    if !command.examples.isEmpty {
      lines += ["", "examples:"] + command.examples.map { "  " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static func row(_ option: any OptionDeclaration) -> (String, String) {
    let short = option.short.map { "\($0), " } ?? "    "
    let name = option.placeholder.map { "\(option.name) \($0)" } ?? option.name
    var summary = option.summary
    if case .words(let words) = option.completion, let last = words.last {
      summary += ": " + words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + last
    }
    summary = remark(summary, option.defaultText)
    if option.isRepeatable { summary += " (may be given several times)" }
    return (short + name, summary)
  }

  static func remark(_ summary: String, _ defaultText: String?) -> String {
    defaultText.map { "\(summary) (default \($0))" } ?? summary
  }

  /// Two columns; the right one starts where the widest of the left ends, but at 30 at most.
  private static func table(_ rows: [(left: String, right: String)]) -> [String] {
    let indent = min(30, 4 + (rows.map { TextWidth.columns($0.left) }.max() ?? 0))
    return rows.flatMap { left, right -> [String] in
      var lines = TextWidth.wrapped(right, to: width - indent).map {
        String(repeating: " ", count: indent) + $0
      }
      let start = "  " + left
      let space = indent - TextWidth.columns(start)
      guard space >= 2, let first = lines.first else { return [start] + lines }
      lines[0] = start + first.dropFirst(indent - space)
      return lines
    }
  }
}
