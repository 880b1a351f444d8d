import DocumentModel
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct FetcherTests {
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
    let request = Request(address: server.baseAddress + "/1/2/3.png")
    #expect(second.fetcher.storedDigest(for: request) == response.digest)
    #expect(second.fetcher.storedDigest(for: Request(address: server.baseAddress + "/1/2/4.png")) == nil)
    let again = try await second.get(request.address)
    #expect(again.origin == .cache)
    #expect(again.body == [1, 2, 3])
    #expect(again.digest == response.digest)
    #expect(again.contentType == "image/png")
    #expect(server.requests.count == 1)
    await second.fetcher.shutdown()
    #expect(second.fetcher.warnings == [])
    #expect(second.fetcher.statistics.cacheHits == 1)
  }

  @Test func saysWhoAsks() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    #expect(
      server.requests.first?.header("User-Agent")
        == "mapdoc/1.2.3 (+\(fixture.fetcher.options.homepage); maps@example.org)")
    let other = try FetcherFixture { $0.settings.userAgent = "survey/1\r\nX: y" }
    _ = try await other.get(server.baseAddress + "/")
    #expect(server.requests.last?.header("User-Agent") == "survey/1X: y")
    #expect(server.requests.last?.header("X") == nil)
  }

  @Test func asksOnceHoweverManyWantIt() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.05, .ok([1])) }
    let fixture = try FetcherFixture()
    let looks = Counter()
    let bodies = try await withThrowingTaskGroup(of: [UInt8].self, returning: [[UInt8]].self) { group in
      for layer in 0..<50 {
        group.addTask {
          try await fixture.get(server.baseAddress + "/", layer: "map/\(layer)") { _ in looks.add() }.body
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == [[UInt8]](repeating: [1], count: 50))
    #expect(server.requests.count == 1)
    #expect(looks.count == 1)
  }

  @Test func keepsTheOthersWaitingWhenOneIsCancelled() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.08, .ok([1])) }
    let fixture = try FetcherFixture()
    let first = Task { await fixture.failure(server.baseAddress + "/") }
    let second = Task { try await fixture.get(server.baseAddress + "/").body }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(try await second.value == [1])
    #expect(server.requests.count == 1)
  }

  @Test func breaksOffTheRequestWhenAllAreCancelled() async throws {
    let server = try ScriptedServer { _ in .silence }
    let fixture = try FetcherFixture()
    let tasks = (0..<3).map { _ in Task { await fixture.failure(server.baseAddress + "/") } }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .cancelled) }
    while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func doesNotAskForATaskThatIsCancelledAlready() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await fixture.failure(server.baseAddress + "/")
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func endsWhatIsOnItsWayAtShutdown() async throws {
    let server = try ScriptedServer { _ in .silence }
    let fixture = try FetcherFixture()
    let task = Task { await fixture.failure(server.baseAddress + "/") }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    await fixture.fetcher.shutdown()
    #expect(await task.value == .cancelled)
    #expect(await fixture.failure(server.baseAddress + "/b") == .cancelled)
    await fixture.fetcher.shutdown()
  }

  @Test(arguments: [(nil, 6), (2, 2), (50, 6)] as [(Int?, Int)])
  func boundsConnectionsOfAHost(limit: Int?, most: Int) async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.005, .ok([1])) }
    let fixture = try FetcherFixture()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { _ = try? await fixture.get(server.baseAddress + "/\(number)", connectionLimit: limit) }
      }
    }
    #expect(server.requests.count == 40)
    #expect(server.mostAtOnce == most)
    #expect(server.mostConnections == most)
  }

  @Test func usesTheProjectsBoundForAHostAndItsPort() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.005, .ok([1])) }
    let fixture = try FetcherFixture(hosts: [
      "127.0.0.1:\(server.port)": HostSettings(connections: 3), "127.0.0.1": HostSettings(connections: 1),
    ])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { _ = try? await fixture.get(server.baseAddress + "/\(number)") } }
    }
    #expect(server.mostAtOnce == 3)
  }

  @Test func takesTheProjectsProxy() async throws {
    let proxy = try ScriptedServer { _ in .ok([9]) }
    let fixture = try FetcherFixture(hosts: ["maps.invalid": HostSettings(proxy: proxy.baseAddress)])
    #expect(try await fixture.get("http://maps.invalid/t").body == [9])
    #expect(proxy.requests.first?.target == "http://maps.invalid/t")
  }

  @Test func reachesAServerOverIPv6() async throws {
    guard let server = try? ScriptedServer(isIPv6: true, { _ in .ok([6]) }) else { return }  // no IPv6 here
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/").body == [6])
  }

  @Test func countsByHostAndLayer() async throws {
    let server = try ScriptedServer { request in
      request.target == "/a" && request.number == 1 ? .status(500) : .ok([1, 2])
    }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/a", layer: "one")
    _ = try await fixture.get(server.baseAddress + "/b", layer: "two")
    _ = try await fixture.get(server.baseAddress + "/b", layer: "two")
    let statistics = fixture.fetcher.statistics
    #expect(statistics.requests == 3)
    #expect(statistics.retries == 1)
    #expect(statistics.bytesReceived == 4)
    #expect(statistics.hosts["127.0.0.1"]?.requests == 3)
    #expect(statistics.layers["one"]?.retries == 1)
    #expect(statistics.layers["two"]?.cacheHits == 1)
  }
}
