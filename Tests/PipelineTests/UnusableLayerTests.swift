import Diagnostics
import Testing

@testable import Pipeline

/// Layers that cannot be read, or whose kind is not supported yet, in every command.
@Suite(.timeLimit(.minutes(10))) struct UnusableLayerTests {
  private func project(_ layers: String) throws -> PipelineProject {
    try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [32, 32]}
      initialExtent: {fit: w}
      layers:
      \(layers)
        - {id: w, type: builtin}
        - {id: d, type: debug}

      """
    ])
  }

  @Test(
    arguments: [
      ("{id: s, type: xyz}", "xyz", "MD102"), ("{id: s, type: xzy, opacity: 2}", "xzy", "MD105"),
      ("{id: s, opacity: 1}", "", "MD102"),
    ])
  func standInThePlanAsRefused(_ layer: String, _ type: String, _ code: String) async throws {
    let project = try project("  - {id: first, type: builtin}\n  - \(layer)")
    let plan = try await project.plan()
    #expect(plan["map"] != .null)
    let refused = try #require(plan["layers"]?[1])
    #expect(refused["id"] == "s" && refused["type"] == .string(type) && refused["action"] == "reject")
    #expect(refused["code"] == .string(code) && refused["tiles"]?.numbers == [0])
    guard case .string(let reason)? = refused["reason"] else { throw PipelineProject.Unexpected(what: "\(refused)") }
    #expect(!reason.isEmpty)
    #expect(plan["layers"]?[0]?["action"] == "draw" || plan["layers"]?[0]?["action"] == "resample")
    #expect(plan["layers"]?[3]?["id"] == "d")
    // The other commands: one finding for one mistake, and no map.
    #expect(try await project.check().filter { $0.code.name == code }.count == 1)
    #expect(try await project.render().count(.failed) == 1)
    #expect(throws: (any Error).self) { try project.folder.read("build/map.png") }
  }

  @Test func aSecondLayerOfAnIDIsRefusedAndTakesNothingFromTheFirst() async throws {
    let project = try project(
      """
        - {id: base, type: builtin}
        - {id: base, type: mbtiles, path: none}
        - {id: g, type: group, layers: [{id: base, type: xzy}]}
      """)
    let plan = try await project.plan()
    #expect(plan["map"] != .null)
    #expect(plan["layers"]?[0]?["action"] == "draw" || plan["layers"]?[0]?["action"] == "resample")
    #expect(plan["layers"]?[1]?["action"] == "reject" && plan["layers"]?[1]?["code"] == "MD201")
    // A mistake of its own is still found.
    let found = try await project.check().filter { $0.severity == .error }.map(\.code.name).sorted()
    #expect(found == ["MD105", "MD201", "MD201", "MD401"])
  }

  @Test func asTheBasemapItLeavesNoMap() async throws {
    let project = try project("  - {id: g, type: group, layers: [{id: s, type: xzy, clip: 5}]}")
    let plan = try await project.plan()
    #expect(plan["map"] == .null)
    let actions = (0..<4).map { plan["layers"]?[$0]?["action"] }
    #expect(actions == ["skip", "reject", "skip", "skip"])
    #expect(plan["layers"]?[1]?["code"] == "MD105" && plan["layers"]?[0]?["code"] == .null)
    #expect(try await project.check().map(\.code.name) == ["MD105", "MD115"])
    #expect(try await project.render().count(.failed) == 1)
  }

  @Test func aViewOfItCannotBeHadAndIsNotReportedTwice() async throws {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      initialExtent: {fit: s}
      layers: [{id: w, type: builtin}, {id: s, type: xzy}]

      """
    ])
    #expect(try await project.check().map(\.code) == [.unknownValue])
    let plan = try await project.plan()
    #expect(plan["map"] == .null && plan["layers"]?[1]?["action"] == "reject")
    #expect(plan["layers"]?[0]?["reason"] == "there is no view to draw it in")
  }

  @Test func aBasemapWithoutAReferenceIsRefusedWithItsReason() async throws {
    let project = try PipelineProject([
      "map.yaml": "mapdoc: 1\nlayers: [{id: d, type: debug}, {id: w, type: builtin}]\n"
    ])
    let plan = try await project.plan()
    #expect(plan["map"] == .null && plan["layers"]?[0]?["action"] == "reject")
    #expect(plan["layers"]?[0]?["code"] == plan["diagnostics"]?[0]?["code"])
    #expect(plan["layers"]?[1]?["action"] == "skip")
  }
}
