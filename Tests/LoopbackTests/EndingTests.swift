import TestSupport
import Testing

/// How the program ends while a thread of its own is still loading what it may need.
@Suite struct EndingTests {
  /// Without a cache `render` loads libcurl while the document is read; one with errors ends before that is done.
  @Test func endsWellWhileALibraryIsLoaded() async throws {
    let project = try MapProject(["maps/m.yaml": "mapdoc: 1\nlayers: [{id: a, type: nothing}]\n"])
    for _ in 0..<100 {
      let outcome = try await project.mapdoc("render", "maps/m.yaml")
      #expect(outcome.status == 1, "\(outcome.errors)")
    }
    #expect(!FileNames.exists(project.folder.path + "/cache"))
  }
}
