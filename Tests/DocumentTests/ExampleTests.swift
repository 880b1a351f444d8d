import Diagnostics
import DocumentModel
import LayerSources
import TestSupport
import Testing

/// The catalogue's examples of what reading alone finds.
@Suite struct ExampleTests {
  private static let codes = Code.all.filter { $0.number < 300 && $0.example.shownBy == .check }

  @Test(arguments: codes)
  func theWrongExampleHasTheFindingAndTheMendedOneHasNone(_ code: Code) throws {
    let wrong = try findings(code.example.wrong, code, [:])
    #expect(wrong.contains { $0.code == code }, "\(wrong.map(\.message))")
    let mended = try findings(code.example.mended, code, code.example.mendedFiles)
    #expect(mended.isEmpty, "\(mended.map(\.message))")
  }

  private func findings(_ text: String, _ code: Code, _ more: [String: String]) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    for (name, text) in code.example.files.merging(more, uniquingKeysWith: { $1 }) { try folder.write(text, to: name) }
    let path = try folder.write(text, to: Code.Example.documentName)
    return DocumentLoader(kinds: layerKinds, environment: code.example.environment).load(path).findings
  }
}
