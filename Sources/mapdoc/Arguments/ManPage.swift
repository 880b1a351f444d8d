import Diagnostics

/// The manual page of a program in section 1, in the man macros of troff, made from its commands' declarations.
enum ManPage {
  static func of(_ set: CommandSet, version: String) -> String {
    let program = set.program
    var lines = [
      ".TH \(escaped(program.uppercased())) 1 \"\" \"\(escaped(program)) \(escaped(version))\" \"\"", ".SH NAME",
      "\(escaped(program)) \\- \(escaped(set.summary))", ".SH SYNOPSIS",
      ".B \(escaped(program))", "COMMAND [options] [PATH...]", ".SH COMMANDS",
    ]
    for command in set.commands { lines += section(command, program: program) }
    lines += [".SH COMMON OPTIONS"] + CommonOptions.ofAll.flatMap(entry)
    lines += [".SH EXIT STATUS"]
    for (status, meaning) in statuses { lines += [".TP", ".B " + status, escaped(meaning)] }
    lines += [".SH SEE ALSO", ".BR \(escaped(program)) (5)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let statuses: KeyValuePairs = [
    "0": "done, no errors", "1": "a document has errors, or a map failed; the others were still done",
    "2": "wrong usage, nothing was done",
    "129, 130, 143": "stopped by SIGHUP, SIGINT or SIGTERM: no half-written file is left",
  ]

  private static func section(_ command: any Command.Type, program: String) -> [String] {
    let words =
      [program, command.name] + (command.options.isEmpty ? [] : ["[options]"]) + command.operands.map(\.usage)
    var lines = [".SS " + escaped(words.joined(separator: " ")), escaped(sentence(command.summary))]
    if !command.details.isEmpty { lines += [".PP", escaped(command.details)] }
    for operand in command.operands {
      lines += [".TP", ".I " + escaped(operand.name), escaped(Help.remark(operand.summary, operand.defaultText))]
    }
    lines += command.options.flatMap(entry)
    if !command.examples.isEmpty { lines += [".PP", ".nf"] + command.examples.map(escaped) + [".fi"] }
    return lines
  }

  private static func entry(_ option: any OptionDeclaration) -> [String] {
    let (left, right) = Help.row(option)
    return [".TP", ".B " + escaped(String(left.drop { $0 == " " })), escaped(right)]
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// Backquotes become bold, and what troff's requests could be mistaken for is made harmless.
  private static func escaped(_ text: String) -> String {
    var isBold = false
    let safe = text.reduce(into: "") { safe, character in
      switch character {
      case "\\": safe += "\\e"
      case "-": safe += "\\-"
      case "`":
        isBold.toggle()
        safe += isBold ? "\\fB" : "\\fR"
      default: safe.append(character)
      }
    }
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
