import TestSupport
import Testing

@testable import Transport

/// Refusals whose content may say that there is no such tile, and what failing servers say.
@Suite(.timeLimit(.minutes(15))) struct JudgedAnswerTests {
  private func fetch(
    _ server: ScriptedServer, _ fixture: FetcherFixture, judged: Set<Int> = [400]
  ) async throws(FetchError) -> Response {
    let request = Request(
      address: server.baseAddress + "/tile?token=abc", timeout: .seconds(10), judgedStatuses: judged)
    return try await fixture.fetcher.fetch(request) { response throws(UnusableAnswer) in
      if response.status == 400, response.body != Array("none".utf8) { throw UnusableAnswer(reason: "an error") }
    }
  }

  @Test func aRefusalThatTheValidatorLetsThroughIsKept() async throws {
    let server = try ScriptedServer { _ in .answer(status: 400, headers: [], body: Array("none".utf8)) }
    let fixture = try FetcherFixture()
    let response = try await fetch(server, fixture)
    #expect(response.status == 400 && response.body == Array("none".utf8))
    await fixture.fetcher.shutdown()
    let later = try FetcherFixture(in: fixture.folder)
    let kept = try await fetch(server, later)
    #expect(kept.origin == .cache && kept.body == Array("none".utf8))
    #expect(server.requests.count == 1)
  }

  @Test func whatIsNotStoredMeansTheSame() async throws {
    let server = try ScriptedServer { request in
      request.target == "/none"
        ? .answer(status: 400, headers: [], body: Array("none".utf8))
        : request.target == "/file"
          ? .part(of: Array("abcdef".utf8), request) : .ok([1], [("X-VE-Tile-Info", "no-tile")])
    }
    let fetcher = try FetcherFixture().fetcher
    let judged = try await fetcher.fetchUnstored(Request(address: server.baseAddress + "/none", judgedStatuses: [400]))
    #expect(judged.status == 400 && judged.body == Array("none".utf8))
    let part = try await fetcher.fetchUnstored(
      Request(address: server.baseAddress + "/file", range: ByteRange(offset: 2, count: 3)))
    #expect(part.status == 206 && part.body == Array("cde".utf8))
    let absent = try await fetcher.fetchUnstored(
      Request(address: server.baseAddress + "/tile", absentTileInfo: "no-tile"))
    #expect(absent.status == 204 && absent.body.isEmpty)
  }

  @Test func anotherRefusalIsOneInTheServersWords() async throws {
    let server = try ScriptedServer { _ in
      .answer(status: 400, headers: [("Content-Type", "text/plain")], body: Array("no such layer".utf8))
    }
    let fixture = try FetcherFixture()
    let expected = FetchError.refused(
      status: 400, address: server.baseAddress + "/tile?token=***", says: "no such layer")
    await #expect(throws: expected) { _ = try await fetch(server, fixture) }
    // Nor is it kept.
    await #expect(throws: expected) { _ = try await fetch(server, fixture) }
    #expect(server.requests.count == 2)
    await #expect(throws: expected) { _ = try await fetch(server, fixture, judged: []) }
  }

  @Test func whatAFailingServerSaysIsInTheError() async throws {
    let long = String(repeating: "word ", count: 500)
    let server = try ScriptedServer { request in
      let text = request.target.hasPrefix("/long") ? long : "{\"error\": {\"message\": \"the disk is full\"}}"
      return .answer(status: 503, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }
    let fixture = try FetcherFixture { $0.retries.attempts = 2 }
    let failure = await fixture.failure(server.baseAddress + "/tile")
    #expect(
      failure
        == .unavailable(
          status: 503, address: server.baseAddress + "/tile", attempts: 2, says: "the disk is full"))
    let other = try FetcherFixture { $0.retries.attempts = 1 }
    guard case .unavailable(503, _, 1, let says?)? = await other.failure(server.baseAddress + "/long") else {
      Issue.record("no words")
      return
    }
    #expect(says.count == 201 && says.hasSuffix("…"))
  }
}
