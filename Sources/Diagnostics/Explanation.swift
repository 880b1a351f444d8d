extension Code {
  /// What `check --explain` prints: what the code means, why it matters, a wrong and a mended example; at most 80
  /// columns wide where no example is wider.
  package func explained() -> String {
    var lines = ["\(name) (\(severity.rawValue)): \(title)", ""]
    lines += TextWidth.wrapped(explanation, to: 80)
    lines += ["", "Wrong:", ""] + indented(example.wrong)
    lines += ["", "Mended:", ""] + indented(example.mended)
    lines += files(example.files, where: { example.mendedFiles[$0] == nil }, other: "wrong")
    lines += files(example.mendedFiles, where: { example.files[$0] == nil }, other: "mended")
    lines.append("")
    lines += TextWidth.wrapped(example.remark, to: 80)
    return lines.map { $0 + "\n" }.joined()
  }

  /// - Parameter isOnly: True for a path that the other side of the example does not have with another content.
  private func files(_ files: [String: String], where isOnly: (String) -> Bool, other: String) -> [String] {
    let paths = files.keys.sorted()
    var lines = paths.prefix(3).flatMap { path in
      ["", "\(path)\(isOnly(path) ? "" : ", \(other)"):", ""] + indented(files[path] ?? "")
    }
    if paths.count > 3, let last = paths.last { lines += ["", "... and so on to \(last)."] }
    return lines
  }

  private func indented(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "" : "  \(Printable.text(String($0), keepingTabs: true))" }
  }
}

extension Code.Example {
  /// What shows the finding, as a sentence.
  fileprivate var remark: String {
    let variables = environment.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    let surroundings = variables.isEmpty ? "" : ", with \(variables) set in the environment"
    return switch shownBy {
    case .check: "Found by `mapdoc check \(Self.documentName)`\(surroundings)."
    case .checkFolder: "Found by `mapdoc check` of the folder that holds the document\(surroundings)."
    case .render: "Found by `mapdoc render \(Self.documentName)`, or by `mapdoc check --online`\(surroundings)."
    case .situation(let text): "Found when \(text)."
    }
  }
}
