extension Report {
  /// `{"diagnostics": [..], "documents": N, "errors": N, "warnings": N}`
  package var json: JSONValue {
    [
      "diagnostics": .array(diagnostics.map(\.json)),
      "documents": .int(documents.count),
      "errors": .int(errors),
      "warnings": .int(warnings),
    ]
  }
}

extension Diagnostic {
  /// As reports, plans and the local server give it to programs.
  package var json: JSONValue {
    [
      "code": .string(code.name),
      "severity": .string(severity.rawValue),
      "message": .string(message),
      "hint": .optional(hint?.text),
      "file": .string(range.file.path),
      "line": .int(Int(range.start.line)),
      "column": .int(Int(range.start.column)),
      "endLine": .int(Int(range.end.line)),
      "endColumn": .int(Int(range.end.column)),
      "layer": .optional(layer),
      "path": .optional(path),
    ]
  }
}
