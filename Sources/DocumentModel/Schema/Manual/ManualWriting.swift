import Diagnostics

extension DocumentSchema {
  /// The manual of the format in Markdown: a table of keys for each part, a section for each kind of layer.
  package static func manual(kinds: [any LayerKind.Type]) -> String {
    var lines = ["# The map document, format 1", ""]
    for section in ManualContent(kinds: kinds).sections {
      lines += ["## " + section.title, ""]
      for paragraph in section.text { lines += [paragraph, ""] }
      if let example = section.example { lines += ["```yaml", example, "```", ""] }
      guard !section.rows.isEmpty else { continue }
      lines += ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
      for row in section.rows {
        let cells = ["`\(row.key)`", row.words, shownDefault(row.defaultText), row.summary]
        lines.append("| " + cells.map { $0.replacingPipes }.joined(separator: " | ") + " |")
      }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// The same as a manual page of section 5, in the man macros of troff.
  ///
  /// - Parameter version: Of mapdoc, for the foot of the page.
  package static func manPage(kinds: [any LayerKind.Type], version: String = "") -> String {
    var lines = [
      ".TH MAPDOC 5 \"\" \"mapdoc \(version.roff)\" \"Map documents\"", ".SH NAME",
      "mapdoc \\- the map document, format 1", ".SH DESCRIPTION",
    ]
    for (index, section) in ManualContent(kinds: kinds).sections.enumerated() {
      if index > 0 { lines.append(".SH " + section.title.uppercased().roff) }
      for paragraph in section.text { lines += [".PP", paragraph.roff] }
      if let example = section.example {
        lines +=
          [".PP", ".RS 4", ".nf"] + example.split(separator: "\n").map { String($0).literalRoff } + [".fi", ".RE"]
      }
      for row in section.rows {
        let notes = [row.words, row.defaultText.isEmpty ? "" : note(row.defaultText)].filter { !$0.isEmpty }
        lines += [".TP", ".B " + row.key.roff, row.summary.roff + " (" + notes.joined(separator: "; ").roff + ")"]
      }
    }
    lines += [".SH SEE ALSO", ".BR mapdoc (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func note(_ text: String) -> String { text == "required" ? text : "default: " + text }

  /// A value is shown as code, a description as words.
  private static func shownDefault(_ text: String) -> String {
    if text.isEmpty || text == "required" || text.contains("'") { return text }
    return text.contains(" ") && !text.hasPrefix("[") ? text : "`\(text)`"
  }
}

extension String {
  /// A line of an example for troff.
  fileprivate var literalRoff: String {
    let text = reduce(into: "") { $0 += $1 == "\\" ? "\\e" : $1 == "-" ? "\\-" : String($1) }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// For a cell of a table.
  fileprivate var replacingPipes: String {
    reduce(into: "") { text, character in text += character == "|" ? "\\|" : String(character) }
  }

  /// For troff: backquotes become bold, and what its requests could be mistaken for is made harmless.
  fileprivate var roff: String {
    var isBold = false
    let text = reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "`":
        isBold.toggle()
        text += isBold ? "\\fB" : "\\fR"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
