import DocumentModel
import TestSupport
import Testing

@testable import Transport

/// What the fetcher makes of the cache.
@Suite(.timeLimit(.minutes(10))) struct FetcherCacheTests {
  @Test func asksWithConditionsWhenAnAnswerIsTooOld() async throws {
    let modified = "Mon, 01 Dec 2025 00:00:00 GMT"
    let server = try ScriptedServer { request in
      request.header("If-None-Match") == "\"v1\"" && request.header("If-Modified-Since") == modified
        ? .status(304, [("Cache-Control", "max-age=100")])
        : .ok([1], [("Cache-Control", "max-age=10"), ("ETag", "\"v1\""), ("Last-Modified", modified)])
    }
    let time = VirtualTime()
    let first = try FetcherFixture(time: time)
    let old = try await first.get(server.baseAddress + "/")
    time.advance(9)
    first.fetcher.beginRun()
    #expect(try await first.get(server.baseAddress + "/").origin == .cache)
    time.advance(2)
    let second = try await first.get(server.baseAddress + "/")
    #expect(second.origin == .revalidated)
    #expect(second.body == [1])
    #expect(second.digest == old.digest)
    await first.fetcher.shutdown()
    // The 304 gave it another 100 seconds.
    time.advance(99)
    let third = try FetcherFixture(in: first.folder, time: time)
    #expect(try await third.get(server.baseAddress + "/").origin == .cache)
    time.advance(2)
    third.fetcher.beginRun()
    #expect(try await third.get(server.baseAddress + "/").origin == .revalidated)
    #expect(server.requests.count == 3)
    await third.fetcher.shutdown()
  }

  @Test func keepsTheLifetimeThatA304DoesNotSpeakOf() async throws {
    let server = try ScriptedServer { request in
      request.header("If-None-Match") == nil
        ? .ok([1], [("Cache-Control", "max-age=100"), ("ETag", "x")]) : .status(304)
    }
    let fixture = try FetcherFixture()
    for expected in [.network(requests: 1), .cache, .revalidated, .cache, .revalidated] as [Response.Origin] {
      #expect(try await fixture.get(server.baseAddress + "/").origin == expected)
      fixture.time.advance(60)
      fixture.fetcher.beginRun()
      if expected == .revalidated { await fixture.fetcher.cache?.flush() }
    }
  }

  @Test func takesTheNewAnswerWhenTheServerHasOne() async throws {
    let server = try ScriptedServer { request in
      .ok([UInt8(request.number)], [("Cache-Control", "no-cache"), ("ETag", "\"\(request.number)\"")])
    }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/").body == [1])
    #expect(try await fixture.get(server.baseAddress + "/").body == [1], "asked for once in a run")
    fixture.fetcher.beginRun()
    #expect(try await fixture.get(server.baseAddress + "/").body == [2])
    #expect(server.requests.last?.header("If-None-Match") == "\"1\"")
  }

  @Test func neverStoresWhatMustNotBeStored() async throws {
    let server = try ScriptedServer { _ in .ok([1], [("Cache-Control", "max-age=1000, no-store")]) }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    #expect(try await fixture.get(server.baseAddress + "/").body == [1])
    #expect(server.requests.count == 1, "asked for once in a run")
    #expect(fixture.fetcher.storedDigest(for: Request(address: server.baseAddress + "/")) == nil)
    fixture.fetcher.beginRun()
    #expect(try await fixture.get(server.baseAddress + "/").origin == .network(requests: 1))
    await fixture.fetcher.shutdown()
    #expect(try fixture.fetcher.cache?.totals().count == 0)
  }

  @Test(arguments: [503, 0])
  func usesAnOldAnswerWhenTheServerCannotAnswer(status: Int) async throws {
    let server = try ScriptedServer { request in
      if request.number == 1 { return .ok([1], [("Cache-Control", "max-age=10")]) }
      return status == 0 ? .hangUp : .status(status)
    }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    fixture.time.advance(10 + 29 * 86_400)
    fixture.fetcher.beginRun()
    let response = try await fixture.get(server.baseAddress + "/")
    let reason =
      status == 0
      ? "the server closed the connection without an answer" : "the server answers with status 503"
    #expect(response.origin == .stale(reason: reason))
    #expect(response.body == [1])
    #expect(fixture.fetcher.statistics.stale == 1)
    fixture.time.advance(2 * 86_400)
    #expect(await fixture.failure(server.baseAddress + "/") != nil, "more than 30 days too old")
  }

  @Test func usesNoOldAnswerWhereTheServerForbidsIt() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .ok([1], [("Cache-Control", "max-age=10, must-revalidate")]) : .status(503)
    }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    fixture.time.advance(11)
    fixture.fetcher.beginRun()
    #expect(
      await fixture.failure(server.baseAddress + "/")
        == .unavailable(status: 503, address: server.baseAddress + "/", attempts: 4))
  }

  @Test func doesNotHideARefusalBehindAnOldAnswer() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .ok([1], [("Cache-Control", "max-age=10")]) : .status(403)
    }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    fixture.time.advance(11)
    fixture.fetcher.beginRun()
    #expect(
      await fixture.failure(server.baseAddress + "/") == .refused(status: 403, address: server.baseAddress + "/"))
  }

  @Test func asksNobodyWhenOffline() async throws {
    let server = try ScriptedServer { _ in .ok([1], [("Cache-Control", "max-age=10")]) }
    let time = VirtualTime()
    let online = try FetcherFixture(time: time)
    _ = try await online.get(server.baseAddress + "/a")
    await online.fetcher.shutdown()
    let offline = try FetcherFixture(in: online.folder, time: time, mode: .offline)
    #expect(try await offline.get(server.baseAddress + "/a").origin == .cache)
    #expect(
      await offline.failure(server.baseAddress + "/b?key=1") == .notInCache(address: server.baseAddress + "/b?key=***"))
    time.advance(365 * 86_400)
    guard case .stale = try await offline.get(server.baseAddress + "/a").origin else {
      Issue.record("an answer that is a year old counts as fresh")
      return
    }
    #expect(server.requests.count == 1)
    await offline.fetcher.shutdown()
  }

  @Test func asksAgainForWhatIsFreshOnceInARefreshingRun() async throws {
    let server = try ScriptedServer { request in
      request.header("If-None-Match") == nil
        ? .ok([1], [("ETag", "x"), ("Cache-Control", "max-age=1000")]) : .status(304)
    }
    let first = try FetcherFixture()
    _ = try await first.get(server.baseAddress + "/")
    await first.fetcher.shutdown()
    let second = try FetcherFixture(in: first.folder, time: first.time, mode: .refresh)
    #expect(try await second.get(server.baseAddress + "/").origin == .revalidated)
    #expect(try await second.get(server.baseAddress + "/").origin == .cache)
    #expect(server.requests.count == 2)
    await second.fetcher.shutdown()
  }

  @Test func looksAgainAtWhatAnOlderVersionLetIn() async throws {
    let server = try ScriptedServer { request in .ok([UInt8(request.number)]) }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/")
    let response = try await fixture.get(server.baseAddress + "/") { response throws(UnusableAnswer) in
      if response.body == [1] { throw UnusableAnswer(reason: "too small") }
    }
    #expect(response.body == [2])
    #expect(try await fixture.get(server.baseAddress + "/").body == [2])
  }

  @Test func keepsAnswersToOtherHeadersApart() async throws {
    let server = try ScriptedServer { request in .ok(request.header("X-Key") ?? "none") }
    let fixture = try FetcherFixture()
    for (name, value) in [("X-Key", "a"), ("X-Key", "b"), ("x-key", "a")] {
      let response = try await fixture.get(
        server.baseAddress + "/", headers: [Layer.Header(name: name, value: value)])
      #expect(response.body == Array(value.utf8))
    }
    #expect(try await fixture.get(server.baseAddress + "/").body == Array("none".utf8))
    #expect(server.requests.count == 3)
  }

  @Test func writesNoSecretIntoTheCache() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(
      server.baseAddress + "/t?apikey=hunter2secret&z=1",
      headers: [Layer.Header(name: "Authorization", value: "Bearer hunter2secret")])
    await fixture.fetcher.shutdown()
    let bytes = try fixture.folder.read("cache/tiles.sqlite")
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    #expect(text.contains("/t?apikey=***&z=1"))
    #expect(!text.contains("hunter2secret"))
  }
}
