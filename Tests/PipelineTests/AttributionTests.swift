import DocumentModel
import Resolving
import Testing

@testable import Pipeline

/// What stands on a map for its sources, and what the document may say to it.
@Suite struct AttributionTests {
  private static let ofSource = "© OpenStreetMap contributors"

  private func opened(_ keys: String) async throws -> OpenedDocument {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [64, 64]}
      initialExtent: {center: [0, 0], level: 1}
      layers:
        - {id: streets, type: osm, url: "http://127.0.0.1:1/{z}/{x}/{y}.png"\(keys)}

      """
    ])
    let checked = await Run(project.options).open(project.path("map.yaml"))
    return try #require(checked.opened)
  }

  private func attributions(_ keys: String) async throws -> [String] {
    let opened = try await opened(keys)
    let map = try #require(Resolver(document: opened.document, knowledge: opened.knowledge).resolve(ViewChoice()).map)
    return opened.attributions(of: map.layers)
  }

  @Test func aDocumentsOwnTextComesAfterAnObligatoryOne() async throws {
    #expect(try await attributions("") == [Self.ofSource])
    #expect(try await attributions(", attribution: mine") == [Self.ofSource, "mine"])
    let whole = "drawn by me from data © OpenStreetMap contributors"
    #expect(try await attributions(", attribution: \"\(whole)\"") == [whole])
  }

  @Test func hidingAnObligatoryOneIsSaidAndDoesNothing() async throws {
    #expect(try await attributions(", attribution: none") == [Self.ofSource])
    let findings = try await opened(", attribution: none").findings
    #expect(findings.map(\.code) == [.policyNotMet])
    #expect(findings.first?.range.start.line == 5 && findings.first?.message.contains(Self.ofSource) == true)
    #expect(try await opened(", attribution: mine").findings.isEmpty)
  }
}
