import Diagnostics
import Testing

@testable import DocumentModel

/// A text with `↓` before each place that a finding must point to.
struct MarkedText {
  let text: String
  let places: [SourcePosition]

  init(_ marked: String) {
    var places: [SourcePosition] = []
    var (line, column) = (1, 1)
    var text = String.UnicodeScalarView()
    for scalar in marked.unicodeScalars {
      if scalar == "↓" {
        places.append(SourcePosition(line: line, column: column))
        continue
      }
      text.append(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    self.text = String(text)
    self.places = places
  }
}

/// Reads a document from memory, without templates.
func document(
  _ text: String, environment: [String: String] = [:], isPartial: Bool = false
) -> (document: MapDocument?, findings: [Diagnostic]) {
  let file = SourceFile(path: "maps/map.yaml", bytes: Array(text.utf8))
  let (node, findings) = YAMLReader.read(file)
  guard let node else { return (nil, findings) }
  let context = ReadingContext(
    vocabulary: LayerVocabulary(kinds: standInKinds), environment: environment, isPartial: isPartial)
  let document = DocumentReader.read(node, path: file.path, files: [file], projectRoot: "/project", in: context)
  return (document, FindingPlaces.fill((findings + context.findings).sorted(), from: node))
}

/// Expects a document to have exactly these findings, in the order of the text, each at its mark.
func expectFindings(
  in marked: String, _ codes: [Code], sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = MarkedText(marked)
  let findings = document(text.text).findings
  #expect(findings.map(\.code.name) == codes.map(\.name), "\(findings.map(\.message))", sourceLocation: sourceLocation)
  #expect(findings.map(\.range.start) == text.places, "\(findings.map(\.message))", sourceLocation: sourceLocation)
}

/// What a value type makes of a YAML text.
func value<Value: DocumentValue>(
  _ type: Value.Type, _ text: String, environment: [String: String] = [:]
) throws -> (value: Value?, findings: [Diagnostic]) {
  let file = SourceFile(path: "maps/map.yaml", bytes: Array(text.utf8))
  let (node, findings) = YAMLReader.read(file)
  try #require(findings.isEmpty, "\(findings.map(\.message))")
  let context = ReadingContext(kinds: standInKinds, environment: environment)
  return (Value.read(try #require(node), in: context), context.findings)
}

/// A document with one layer, and more text before and behind.
func small(_ top: String = "", layer: String = "", end: String = "") -> String {
  var text = "mapdoc: 1\n" + top
  if !top.isEmpty, !top.hasSuffix("\n") { text += "\n" }
  text += "layers:\n  - id: base\n    type: xyz\n    url: https://example.org/{z}/{x}/{y}.png\n"
  if !layer.isEmpty { text += "    " + layer + "\n" }
  return text + end
}
