import TestSupport
import Testing

@testable import Transport

/// What a layer costs whose server fails for every tile.
@Suite(.timeLimit(.minutes(10))) struct FailingLayerTests {
  private func failures(
    of count: Int, from server: ScriptedServer, in fixture: FetcherFixture, timeout: Duration = .seconds(10)
  ) async -> [FetchError?] {
    await withTaskGroup(of: FetchError?.self, returning: [FetchError?].self) { group in
      for number in 0..<count {
        group.addTask { await fixture.failure(server.baseAddress + "/\(number)", timeout: timeout) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func twoTilesTryAgainForAllOthers() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.02, .status(500)) }
    let fixture = try FetcherFixture()
    let failures = await failures(of: 42, from: server, in: fixture)
    #expect(failures.count == 42)
    #expect(failures.allSatisfy { if case .unavailable(500, _, 4, _)? = $0 { true } else { false } }, "\(failures)")
    // Six at once and one that was let in after the first failure; then three more attempts of two tiles.
    #expect(server.requests.count <= 13)
  }

  @Test func aSilentServerCostsThreeTimeOuts() async throws {
    let server = try ScriptedServer { _ in .silence }
    let fixture = try FetcherFixture()
    let failures = await failures(of: 42, from: server, in: fixture, timeout: .milliseconds(50))
    #expect(failures.allSatisfy { if case .timedOut(_, 0.05, 3)? = $0 { true } else { false } }, "\(failures)")
    #expect(server.requests.count <= 11)
  }

  @Test func oneBadTileDoesNotLoseTheLayer() async throws {
    let server = try ScriptedServer { $0.target == "/3" ? .status(500) : .ok([1]) }
    let fixture = try FetcherFixture()
    let failures = await failures(of: 42, from: server, in: fixture)
    #expect(failures.count { $0 != nil } == 1)
    #expect(server.requests.count == 45)
  }

  @Test func aServerThatComesBackIsAskedForEveryTile() async throws {
    let server = try ScriptedServer { $0.number <= 3 ? .status(502) : .ok([1]) }  // fewer than one tile's attempts
    let fixture = try FetcherFixture()
    let failures = await failures(of: 42, from: server, in: fixture)
    #expect(failures.allSatisfy { $0 == nil })
    #expect(server.requests.count == 45)
  }

  @Test func aLostLayerIsTriedAgainAfterARest() async throws {
    let server = try ScriptedServer { $0.number <= 8 ? .status(502) : .ok([1]) }
    let fixture = try FetcherFixture()
    let shown = server.baseAddress
    #expect(await fixture.failure(shown + "/a") == .unavailable(status: 502, address: shown + "/a", attempts: 4))
    #expect(await fixture.failure(shown + "/b") == .unavailable(status: 502, address: shown + "/b", attempts: 4))
    #expect(await fixture.failure(shown + "/c") == .unavailable(status: 502, address: shown + "/b", attempts: 4))
    #expect(server.requests.count == 8)
    fixture.time.advance(LayerDeadlines.rest)
    #expect(try await fixture.get(shown + "/c").body == [1])
  }
}
