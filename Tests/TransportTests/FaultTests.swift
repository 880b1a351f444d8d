import DocumentModel
import TestSupport
import Testing

@testable import Transport

/// What servers do wrong, each with what the user is told.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
  @Test(arguments: [404, 204, 410])
  func takesAnAbsentTileForAnAnswerAndAsksOnce(status: Int) async throws {
    let server = try ScriptedServer { _ in .answer(status: status, headers: [], body: status == 204 ? [] : [1]) }
    let fixture = try FetcherFixture()
    let response = try await fixture.get(server.baseAddress + "/a") { (_) throws(UnusableAnswer) in
      throw UnusableAnswer(reason: "must not be looked at")
    }
    #expect(response.status == status)
    #expect(response.body == [])
    #expect(try await fixture.get(server.baseAddress + "/a").origin == .cache)
    #expect(server.requests.count == 1)
    // Absent tiles live for a day where the server says nothing.
    fixture.time.advance(86_401)
    fixture.fetcher.beginRun()
    #expect(try await fixture.get(server.baseAddress + "/a").origin == .network(requests: 1))
  }

  @Test(arguments: [201, 202, 205, 206, 226], [[], [1]])
  func doesNotTakeAnotherSuccessForAnAnswer(status: Int, body: [UInt8]) async throws {
    let server = try ScriptedServer { _ in .answer(status: status, headers: [], body: status == 205 ? [] : body) }
    let fixture = try FetcherFixture()
    let address = server.baseAddress + "/a"
    #expect(await fixture.failure(address) == .refused(status: status, address: address))
    #expect(await fixture.failure(address) == .refused(status: status, address: address), "it was kept")
  }

  @Test func takesAPictureThatWasChangedOnTheWay() async throws {
    let server = try ScriptedServer { _ in .answer(status: 203, headers: [], body: [1]) }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/a").body == [1])
  }

  @Test func waitsAsLongAsRetryAfterSays() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .status(429, [("Retry-After", "7")]) : .ok([1])
    }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/a").origin == .network(requests: 2))
    #expect(fixture.time.elapsed >= 7 && fixture.time.elapsed < 14.1)
    #expect(fixture.fetcher.statistics.retries == 1)
  }

  @Test func waitsUntilTheDateOfRetryAfter() async throws {
    // date -u -d @1768478412: Thu Jan 15 12:00:12 2026
    let server = try ScriptedServer { request in
      request.number == 1 ? .status(503, [("Retry-After", "Thu, 15 Jan 2026 12:00:12 GMT")]) : .ok([1])
    }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(server.baseAddress + "/a")
    #expect(fixture.time.elapsed >= 12 && fixture.time.elapsed < 24.1)
  }

  @Test func pausesTheWholeHostAfterRetryAfter() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .status(429, [("Retry-After", "3600")]) : .ok([1])
    }
    let fixture = try FetcherFixture()
    let shown = server.baseAddress
    #expect(await fixture.failure(shown + "/a") == .unavailable(status: 429, address: shown + "/a", attempts: 1))
    #expect(await fixture.failure(shown + "/b") == .unavailable(status: 429, address: shown + "/b", attempts: 0))
    #expect(server.requests.count == 1)
    fixture.time.advance(3600)
    #expect(try await fixture.get(shown + "/b").body == [1])
  }

  /// A service that has understood the question will not understand it better; what stands in front of one knows nothing of that.
  @Test(arguments: [(500, 1), (501, 1), (503, 4)])
  func aReportOfTheServiceItselfIsFinal(status: Int, attempts: Int) async throws {
    let report = "<ServiceExceptionReport><ServiceException>no such style</ServiceException></ServiceExceptionReport>"
    let server = try ScriptedServer { _ in
      .answer(status: status, headers: [("Content-Type", "text/xml")], body: Array(report.utf8))
    }
    let fixture = try FetcherFixture()
    let address = server.baseAddress + "/a"
    #expect(
      await fixture.failure(address)
        == (attempts == 1
          ? .refused(status: status, address: address, says: "no such style")
          : .unavailable(status: status, address: address, attempts: attempts, says: "no such style")))
    #expect(server.requests.count == attempts)
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func asksAgainAfterATemporaryStatus(status: Int) async throws {
    let server = try ScriptedServer { request in request.number < 3 ? .status(status) : .ok([1]) }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/a").origin == .network(requests: 3))
    // Full jitter: half of 0.5 s, then half of 1 s.
    #expect(fixture.time.slept.prefix(2) == [0.25, 0.5])
  }

  @Test func givesUpAfterFourAttempts() async throws {
    let server = try ScriptedServer { _ in .status(500) }
    let fixture = try FetcherFixture()
    let address = server.baseAddress + "/a?apikey=s3cret&z=1"
    #expect(
      await fixture.failure(address)
        == .unavailable(status: 500, address: server.baseAddress + "/a?apikey=***&z=1", attempts: 4))
    #expect(server.requests.count == 4)
  }

  @Test(arguments: [400, 401, 403, 405, 451])
  func doesNotAskAgainWhenItIsRefused(status: Int) async throws {
    let server = try ScriptedServer { _ in .status(status) }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/") == .refused(status: status, address: server.baseAddress + "/"))
    #expect(server.requests.count == 1)
  }

  @Test func timesOutOnAServerThatNeverAnswers() async throws {
    let server = try ScriptedServer { _ in .silence }
    let fixture = try FetcherFixture { $0.retries.attempts = 2 }
    #expect(
      await fixture.failure(server.baseAddress + "/", timeout: .milliseconds(50))
        == .timedOut(address: server.baseAddress + "/", seconds: 0.05, attempts: 2))
    #expect(server.requests.count == 2)
  }

  @Test func breaksOffABodyThatDriesUp() async throws {
    let server = try ScriptedServer { _ in .stuck(bytes: 10, .ok([UInt8](repeating: 1, count: 1000))) }
    let fixture = try FetcherFixture {
      $0.retries.attempts = 1
      $0.lowSpeed = CurlEngine.LowSpeed(bytes: 100, seconds: 0.05)
      $0.time.instant = Timekeeper.system.instant
    }
    let failure = await fixture.failure(server.baseAddress + "/")
    #expect(failure == .timedOut(address: server.baseAddress + "/", seconds: 10, attempts: 1))
  }

  @Test func asksAgainForAnAnswerThatWasCutShort() async throws {
    let body = [UInt8](repeating: 7, count: 5000)
    let server = try ScriptedServer { request in
      request.number == 1 ? .cutShort(bytes: 100, .ok(body)) : .ok(body)
    }
    let fixture = try FetcherFixture()
    let response = try await fixture.get(server.baseAddress + "/")
    #expect(response.body == body)
    #expect(response.origin == .network(requests: 2))
  }

  @Test func saysThatAnAnswerIsAlwaysCutShort() async throws {
    let server = try ScriptedServer { _ in .cutShort(bytes: 1, .ok([1, 2, 3])) }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/")
        == .connectionFailed(address: server.baseAddress + "/", reason: "the answer was cut short", attempts: 4))
  }

  @Test func keepsAPageWithStatus200OutOfTheCache() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .ok("<html>sign in</html>", type: "text/html") : .ok([0x89])
    }
    let fixture = try FetcherFixture()
    let validate: @Sendable (Response) throws(UnusableAnswer) -> Void = { response throws(UnusableAnswer) in
      guard response.body.first == 0x89 else { throw UnusableAnswer(reason: "an HTML page, not a picture") }
    }
    #expect(
      await fixture.failure(server.baseAddress + "/", validate: validate)
        == .unusable(
          address: server.baseAddress + "/", contentType: "text/html", reason: "an HTML page, not a picture"))
    let response = try await fixture.get(server.baseAddress + "/", validate: validate)
    #expect(response.origin == .network(requests: 1))
  }

  @Test func judgesByTheBytesWhenTheContentTypeIsWrong() async throws {
    let server = try ScriptedServer { _ in .ok([0x89, 0x50], type: "text/plain; charset=utf-8") }
    let fixture = try FetcherFixture()
    let response = try await fixture.get(server.baseAddress + "/") { response throws(UnusableAnswer) in
      guard response.body.first == 0x89 else { throw UnusableAnswer(reason: "not a picture") }
    }
    #expect(response.contentType == "text/plain; charset=utf-8")
  }

  @Test func breaksOffAnEndlessBody() async throws {
    let server = try ScriptedServer { _ in .endless(headers: []) }
    let fixture = try FetcherFixture { $0.bodyLimit = 1 << 20 }
    #expect(
      await fixture.failure(server.baseAddress + "/")
        == .answerTooLarge(address: server.baseAddress + "/", limit: 1 << 20))
    #expect(server.requests.count == 1)
  }

  @Test func refusesALengthAboveTheBoundBeforeTheBodyComes() async throws {
    let server = try ScriptedServer { _ in
      .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nx".utf8))
    }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/")
        == .answerTooLarge(address: server.baseAddress + "/", limit: 64 << 20))
  }

  @Test func boundsTheBodyAfterDecompression() async throws {
    let server = try ScriptedServer { _ in
      .answer(status: 200, headers: [("Content-Encoding", "gzip")], body: GzipSamples.zeros100000)
    }
    let small = try FetcherFixture { $0.bodyLimit = 99_999 }
    #expect(
      await small.failure(server.baseAddress + "/")
        == .answerTooLarge(address: server.baseAddress + "/", limit: 99_999))
    let large = try FetcherFixture { $0.bodyLimit = 100_000 }
    let response = try await large.get(server.baseAddress + "/")
    #expect(response.body == [UInt8](repeating: 0, count: 100_000))
    #expect(large.fetcher.statistics.bytesReceived == GzipSamples.zeros100000.count)
    #expect(server.requests.allSatisfy { $0.header("Accept-Encoding")?.contains("gzip") == true })
  }

  @Test(arguments: [("gzip", "no gzip at all"), ("rot13", "abc")])
  func saysThatACompressionCannotBeUndone(encoding: String, body: String) async throws {
    let server = try ScriptedServer { _ in
      .answer(status: 200, headers: [("Content-Encoding", encoding)], body: Array(body.utf8))
    }
    let fixture = try FetcherFixture()
    let address = server.baseAddress + "/"
    #expect(
      await fixture.failure(address)
        == .unusable(
          address: address, contentType: nil,
          reason: "not readable: it is not compressed as its `Content-Encoding` says"))
    #expect(server.requests.count == 1)
  }

  @Test func namesAProxyThatIsNotThere() async throws {
    let server = try ScriptedServer { _ in .silence }
    let proxy = server.baseAddress
    server.stop()
    let port = server.port
    let fixture = try FetcherFixture(
      hosts: ["a.invalid": HostSettings(proxy: "http://ann:secret@127.0.0.1:\(port)")])
    #expect(
      await fixture.failure("http://a.invalid/")
        == .connectionFailed(
          address: "http://a.invalid/", reason: "the proxy `\(proxy)` cannot be reached: connection refused",
          attempts: 4))
  }

  @Test func namesAProxyThatWillNotConnect() async throws {
    let proxy = try ScriptedServer { _ in .status(503) }
    let fixture = try FetcherFixture(hosts: ["a.invalid": HostSettings(proxy: proxy.baseAddress)])
    #expect(
      await fixture.failure("https://a.invalid/")
        == .connectionFailed(
          address: "https://a.invalid/", reason: "the proxy `\(proxy.baseAddress)` answers with HTTP status 503",
          attempts: 4))
  }

  @Test(arguments: ["not HTTP at all\r\n\r\n", "HTTP/9.9 abc\r\n\r\n"])
  func saysWhenTheOtherSideDoesNotSpeakHTTP(text: String) async throws {
    let server = try ScriptedServer { _ in .raw(Array(text.utf8)) }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(server.baseAddress + "/")
    guard case .connectionFailed(_, _, let attempts) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(attempts == 1)
  }

  @Test func triesAgainWhenTheServerHangsUp() async throws {
    let server = try ScriptedServer { request in request.number < 3 ? .hangUp : .ok([1]) }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/").body == [1])
  }

  @Test func saysThatAConnectionIsRefused() async throws {
    let server = try ScriptedServer { _ in .silence }
    let address = server.baseAddress + "/"
    server.stop()
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(address)
        == .connectionFailed(address: address, reason: "connection refused", attempts: 4))
  }

  @Test func asksTwiceForANameThatIsNotThere() async throws {
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure("http://nothing.invalid/x")
        == .connectionFailed(
          address: "http://nothing.invalid/x", reason: "no host has the name `nothing.invalid`", attempts: 2))
  }

  @Test(arguments: [
    ("ftp://example.org/x", "scheme `ftp`, expected `http` or `https`"),
    ("http://user:secret@127.0.0.1/", "a user name or password in an address; use `credentials:`"),
    ("http://127.0.0.1/a\nb", "spaces, control characters and letters outside ASCII must be escaped"),
    ("/a/b", "expected `http://` or `https://`"),
  ])
  func refusesAnAddressThatIsNone(address: String, reason: String) async throws {
    let fixture = try FetcherFixture()
    #expect(await fixture.failure(address) == .badAddress(Address.redacted(address), reason: reason))
  }

  @Test func refusesAHeaderThatWouldBecomeTwo() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(
      server.baseAddress + "/", headers: [Layer.Header(name: "X-A", value: "1\r\nX-B: 2")])
    #expect(
      failure
        == .badAddress(
          server.baseAddress + "/", reason: "header `X-A` has a character that no header may have"))
    #expect(server.requests.isEmpty)
  }

  @Test func givesUpALayerWhoseServerIsSilentForTooLong() async throws {
    let server = try ScriptedServer { _ in .silence }
    let fixture = try FetcherFixture {
      $0.retries.attempts = 1
      $0.retries.layerDeadline = 0.1
      $0.time.instant = Timekeeper.system.instant
    }
    let failures = await withTaskGroup(of: FetchError?.self, returning: [FetchError?].self) { group in
      for number in 0..<40 {
        group.addTask { await fixture.failure(server.baseAddress + "/\(number)", timeout: .milliseconds(50)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.count == 40)
    #expect(failures.allSatisfy { if case .timedOut? = $0 { true } else { false } })
    // Six at a time, for a tenth of a second of 50 ms each: the others are not asked for.
    #expect(server.requests.count <= 18)
  }
}
