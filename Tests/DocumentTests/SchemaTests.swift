import Diagnostics
import DocumentModel
import FoundationEssentials
import LayerSources
import TestSupport
import Testing

/// The JSON Schema over the conformance suite: another program's word on the same documents.
@Suite(.enabled(if: SchemaValidator.isHere, "python3 with jsonschema and yaml is not here"))
struct SchemaTests {
  private static let schema = DocumentSchema.json(kinds: layerKinds)

  /// Cases whose mistakes stand in one file and in one place, where the schema can see them.
  private static let visible = [
    "canvas", "colours", "groups", "identifiers", "later-keys", "later-kinds", "missing-keys", "not-a-map",
    "types-and-ranges", "unknown-keys", "version",
  ]

  @Test func acceptsEveryDocumentWithoutFindings() throws {
    let right = ConformanceTests.Case.all.filter { $0.found().isEmpty }
    #expect(right.count >= 2)
    let answers = try SchemaValidator.answers(to: try right.map { try text($0.name) }, schema: Self.schema)
    for (example, answer) in zip(right, answers) { #expect(answer, "\(example.name)") }
  }

  @Test func refusesWhatItCanKnow() throws {
    let answers = try SchemaValidator.answers(to: try Self.visible.map(text), schema: Self.schema)
    for (name, answer) in zip(Self.visible, answers) { #expect(!answer, "\(name)") }
  }

  @Test func acceptsEveryMendedExampleOfTheCatalogue() throws {
    let codes = Code.all.filter {
      $0.number >= 100 && $0.example.shownBy == .check && !$0.example.mended.contains("extends:")
    }
    let answers = try SchemaValidator.answers(to: codes.map { $0.example.mended }, schema: Self.schema)
    for (code, answer) in zip(codes, answers) { #expect(answer, "\(code.name): \(code.example.mended)") }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: ConformanceTests.Case.folder.appending(path: name + ".yaml")), as: UTF8.self)
  }
}
