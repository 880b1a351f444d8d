extension Report {
  /// The findings as a log of SARIF 2.1.0 (OASIS): one run, a rule for each code that occurs, a fix where a hint has an
  /// edit.
  package var sarif: JSONValue {
    let codes = Set(diagnostics.map(\.code)).sorted { $0.number < $1.number }
    let places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver(codes)],
          "columnKind": "unicodeCodePoints",
          "results": .array(diagnostics.map { SARIF.result($0, ruleIndex: places[$0.code] ?? 0) }),
        ]
      ],
    ]
  }

  private func driver(_ codes: [Code]) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "name", value: "mapdoc")]
    if let toolVersion {
      members.append(.init(key: "version", value: .string(toolVersion)))
    }
    members.append(.init(key: "rules", value: .array(codes.map(SARIF.rule))))
    return .object(members)
  }
}

/// The parts of a SARIF log.
private enum SARIF {
  static func rule(_ code: Code) -> JSONValue {
    [
      "id": .string(code.name),
      "shortDescription": ["text": .string(code.title)],
      "fullDescription": ["text": .string(TextWidth.wrapped(code.explanation, to: .max).joined(separator: "\n"))],
      "help": ["text": .string(code.explained())],
      "defaultConfiguration": ["level": .string(level(code.severity))],
    ]
  }

  static func result(_ finding: Diagnostic, ruleIndex: Int) -> JSONValue {
    var location: [JSONValue.Member] = [
      .init(
        key: "physicalLocation",
        value: ["artifactLocation": artifact(finding.range.file), "region": region(finding.range)])
    ]
    if let path = finding.path {
      let logical: JSONValue = ["fullyQualifiedName": .string(path)]
      location.append(.init(key: "logicalLocations", value: [logical]))
    }
    let message = finding.hint.map { "\(finding.message)\nhint: \($0.text)" } ?? finding.message
    var members: [JSONValue.Member] = [
      .init(key: "ruleId", value: .string(finding.code.name)),
      .init(key: "ruleIndex", value: .int(ruleIndex)),
      .init(key: "level", value: .string(level(finding.severity))),
      .init(key: "message", value: ["text": .string(message)]),
      .init(key: "locations", value: [.object(location)]),
    ]
    if let hint = finding.hint, let edit = hint.edit {
      members.append(.init(key: "fixes", value: [fix(hint, edit)]))
    }
    return .object(members)
  }

  private static func fix(_ hint: Hint, _ edit: Hint.Edit) -> JSONValue {
    let replacement: JSONValue = [
      "deletedRegion": region(edit.range), "insertedContent": ["text": .string(edit.replacement)],
    ]
    return [
      "description": ["text": .string(hint.text)],
      "artifactChanges": [
        ["artifactLocation": artifact(edit.range.file), "replacements": [replacement]]
      ],
    ]
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func region(_ range: SourceRange) -> JSONValue {
    [
      "startLine": .int(Int(range.start.line)), "startColumn": .int(Int(range.start.column)),
      "endLine": .int(Int(range.end.line)), "endColumn": .int(Int(range.end.column)),
    ]
  }

  /// A reference as RFC 3986 has it: relative paths stay relative, absolute ones become `file://`.
  private static func artifact(_ file: SourceFile) -> JSONValue {
    var uri = TextBuilder()
    if file.path.hasPrefix("/") { uri.append("file://") }
    for byte in file.path.utf8 {
      if isUnreserved(byte) {
        uri.append(byte: byte)
      } else {
        uri.append("%")
        uri.append((byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
      }
    }
    return ["uri": .string(uri.text)]
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/!$&'()*+,;=@".utf8.contains(byte)
    }
  }
}
