import Glibc
import TestSupport
import Testing

/// What tests write is gone after them, however they end.
@Suite struct TemporaryFolderTests {
  private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func goesWithItsLastReference() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.write("a", to: "b/c")
    #expect(isThere(path))
    folder = nil
    #expect(!isThere(path))
  }

  /// A static property lives as long as the process.
  private static let kept = try? TemporaryFolder()

  @Test func goesWithAProcessThatKeepsIt() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try TemporaryFolderTests.kept?.write("a", to: "b")
      print(TemporaryFolderTests.kept?.path ?? "")
      exit(0)
    }
    let text = String(decoding: try #require(result?.standardOutputContent), as: UTF8.self)
    let path = try #require(text.split(separator: "\n").map(String.init).first { $0.hasPrefix("/") })
    #expect(!isThere(path))
  }

  @Test func theOneOfAKilledProcessGoesWithTheNext() async throws {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      let folder = try TemporaryFolder()
      print(try folder.write("a", to: "b"))
      fflush(nil)
      kill(getpid(), SIGKILL)
    }
    let text = String(decoding: try #require(result?.standardOutputContent), as: UTF8.self)
    let path = try #require(text.split(separator: "\n").map(String.init).first { $0.hasPrefix("/") })
    LivingFolders.removeAbandoned()
    #expect(!isThere(path))
  }
}
