import DocumentModel
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct FetcherTests {
  @Test func getsAnAnswerAndKeepsItForTheNextRun() async throws {
    let server = try ScriptedServer { _ in .ok([1, 2, 3], [("ETag", "\"a\"")]) }
    let first = try FetcherFixture()
    let response = try await first.get(server.baseAddress + "/1/2/3.png")
    #expect(response.status == 200)
    #expect(response.contentType == "image/png")
    #expect(response.body == [1, 2, 3])
    #expect(response.origin == .network(requests: 1))
    // printf '\1\2\3' | sha256sum
    #expect(response.digest == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    await first.fetcher.shutdown()
    let second = try FetcherFixture(in: first.folder)
    let again = try await second.get(server.baseAddress + "/1/2/3.png")
    #expect(again.origin == .cache)
    #expect(again.body == [1, 2, 3])
    #expect(again.digest == response.digest)
    #expect(again.contentType == "image/png")
    #expect(server.requests.count == 1)
    await second.fetcher.shutdown()
    #expect(second.fetcher.warnings == [])
  }
}
