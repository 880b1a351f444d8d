import DocumentModel
import FoundationEssentials
import LayerSources
import TestSupport
import Testing

/// The documents of `maps/` and `templates/`, as an editor sees them.
@Suite struct ShowcaseTests {
  private static let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test(.enabled(if: SchemaValidator.isHere, "python3 with jsonschema and yaml is not here"))
  func theSchemaAcceptsEveryDocument() throws {
    var texts: [(name: String, text: String)] = []
    for folder in ["maps", "templates"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.repository + "/" + folder)
      for name in names.sorted() where name.hasSuffix(".yaml") {
        let bytes = try Data(contentsOf: URL(filePath: "\(Self.repository)/\(folder)/\(name)"))
        texts.append((name, String(decoding: bytes, as: UTF8.self)))
      }
    }
    #expect(texts.count >= 12)
    let answers = try SchemaValidator.answers(
      to: texts.map(\.text), schema: DocumentSchema.json(kinds: layerKinds))
    for (text, answer) in zip(texts, answers) { #expect(answer, "an editor would mark \(text.name)") }
  }
}
