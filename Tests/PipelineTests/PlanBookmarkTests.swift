import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

@Suite struct PlanBookmarkTests {
  @Test func thePlanOfABookmarkListsThePicturesThatARenderOfItWrites() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      mapdoc: 1
      layers: [{id: w, type: builtin, name: world}]
      bookmarks: [{name: a, extent: [0, 0, 10, 10]}, {name: b, extent: [10, 10, 20, 20]}]
      outputs: [{path: c.png}, {path: "c-${bookmark}.png", bookmarks: all}]
      """, to: "c.yaml")
    guard case .plan(let plan) = await PlanVerb(Run(Run.Options())).plan(path, bookmark: "a", dpi: nil) else {
      Issue.record("no plan")
      return
    }
    #expect(plan.renditions.map(\.choice.bookmark) == ["a"])
    #expect(plan.renditions.first?.path.hasSuffix("/c-a.png") ?? false)
  }
}
