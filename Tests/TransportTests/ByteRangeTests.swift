import TestSupport
import Testing

@testable import Transport

/// Parts of files.
@Suite(.timeLimit(.minutes(15))) struct ByteRangeTests {
  private static let file = (0..<100).map { UInt8($0) }

  private func request(
    _ server: ScriptedServer, _ offset: Int, _ count: Int, version: String? = nil, isAskedInEachRun: Bool = false
  ) -> Request {
    Request(
      address: server.baseAddress + "/file", timeout: .seconds(10), absentStatuses: [],
      range: ByteRange(offset: offset, count: count), version: version, isAskedInEachRun: isAskedInEachRun)
  }

  private func failure(_ request: Request, _ fixture: FetcherFixture) async -> FetchError? {
    do throws(FetchError) {
      _ = try await fixture.fetcher.fetch(request) { _ in }
      return nil
    } catch {
      return error
    }
  }

  private func reason(_ request: Request, _ fixture: FetcherFixture) async -> String {
    if case .unusable(_, _, let reason)? = await failure(request, fixture) { reason } else { "" }
  }

  @Test func getsAPartAndKeepsItApartFromOthers() async throws {
    let server = try ScriptedServer { .part(of: Self.file, $0, [("ETag", "\"a\"")]) }
    let fixture = try FetcherFixture()
    let first = try await fixture.fetcher.fetch(request(server, 10, 5)) { _ in }
    #expect(first.status == 206 && first.body == [10, 11, 12, 13, 14] && first.version == "\"a\"")
    let second = try await fixture.fetcher.fetch(request(server, 20, 2)) { _ in }
    #expect(second.body == [20, 21])
    #expect(server.requests.map { $0.header("Range") } == ["bytes=10-14", "bytes=20-21"])
    #expect(server.requests.allSatisfy { $0.header("Accept-Encoding") == "identity" })
    #expect(try await fixture.fetcher.fetch(request(server, 10, 5)) { _ in }.origin == .cache)
    await fixture.fetcher.shutdown()
    // Another run has them too, with the version that they were of.
    let later = try FetcherFixture(in: fixture.folder, mode: .offline)
    let kept = try await later.fetcher.fetch(request(server, 10, 5)) { _ in }
    #expect(kept.body == first.body && kept.version == "\"a\"" && kept.status == 206)
    #expect(server.requests.count == 2)
  }

  @Test func aFileThatEndsInThePartIsShorter() async throws {
    let server = try ScriptedServer { .part(of: Self.file, $0) }
    let fixture = try FetcherFixture()
    #expect(try await fixture.fetcher.fetch(request(server, 90, 1000)) { _ in }.body == Array(90..<100))
    #expect(
      await failure(request(server, 100, 1), fixture) == .refused(status: 416, address: server.baseAddress + "/file"))
  }

  @Test func aServerWithoutRangesSendsAll() async throws {
    let server = try ScriptedServer { _ in .ok(Self.file) }
    let fixture = try FetcherFixture()
    let response = try await fixture.fetcher.fetch(request(server, 90, 4)) { _ in }
    #expect(response.status == 200 && response.body == Self.file)
    #expect(ByteRange(offset: 90, count: 4).part(of: response.body) == [90, 91, 92, 93])
    #expect(ByteRange(offset: 98, count: 4).part(of: response.body) == [98, 99])
    #expect(ByteRange(offset: 100, count: 4).part(of: response.body) == [])
  }

  @Test func aLargeFileOfAServerWithoutRangesIsNotTaken() async throws {
    let server = try ScriptedServer { _ in .ok(Self.file) }
    let fixture = try FetcherFixture { $0.bodyLimit = 99 }
    #expect(
      await reason(request(server, 0, 4), fixture)
        == "a file of more than 99 bytes as a whole, where 4 bytes of it were asked for: its server knows no byte ranges"
    )
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("bytes 1-4/100", 4, "bytes 1 to 4 of the file, where bytes 0 to 3 were asked for"),
    ("bytes 0-2/100", 3, "bytes 0 to 2 of the file, where bytes 0 to 3 were asked for"),
    ("bytes 0-2/*", 3, "bytes 0 to 2 of the file, where bytes 0 to 3 were asked for"),
    ("bytes 0-4/100", 5, "bytes 0 to 4 of the file, where bytes 0 to 3 were asked for"),
    ("bytes 0-3/100", 3, "3 bytes, which the server calls bytes 0 to 3"),
    ("bytes */100", 4, "a part with `Content-Range: bytes */100`, where bytes 0 to 3 were asked for"),
    ("bytes 3-0/100", 4, "a part with `Content-Range: bytes 3-0/100`, where bytes 0 to 3 were asked for"),
    ("bytes 0-3/3", 4, "a part with `Content-Range: bytes 0-3/3`, where bytes 0 to 3 were asked for"),
    (
      "bytes 0-99999999999999999999/3", 4,
      "a part with `Content-Range: bytes 0-99999999999999999999/3`, "
        + "where bytes 0 to 3 were asked for"
    ),
    ("", 4, "a part without `Content-Range`, where bytes 0 to 3 were asked for"),
  ])
  func otherBytesAreRefused(said: String, count: Int, reason: String) async throws {
    let server = try ScriptedServer { _ in
      .answer(
        status: 206, headers: said.isEmpty ? [] : [("Content-Range", said)], body: Array(Self.file[..<count]))
    }
    let fixture = try FetcherFixture()
    #expect(await self.reason(request(server, 0, 4), fixture) == reason)
    #expect(fixture.fetcher.storedDigest(for: request(server, 0, 4)) == nil)
  }

  @Test func onlyWhoAsksForAPartTakesOne() async throws {
    let server = try ScriptedServer { _ in
      .answer(status: 206, headers: [("Content-Range", "bytes 0-3/100")], body: [0, 1, 2, 3])
    }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/file")
        == .refused(status: 206, address: server.baseAddress + "/file"))
  }

  @Test func partsOfTwoVersionsAreNotMixed() async throws {
    let server = try ScriptedServer { request in
      .part(of: Self.file, request, [("ETag", request.number == 1 ? "\"a\"" : "\"b\"")])
    }
    let fixture = try FetcherFixture()
    let first = try await fixture.fetcher.fetch(request(server, 0, 4)) { _ in }
    let reason = await reason(request(server, 4, 4, version: first.version), fixture)
    #expect(reason.hasPrefix("of another version of the file (`\"b\"`, after `\"a\"`)"), "\(reason)")
    #expect(try await fixture.fetcher.fetch(request(server, 4, 4, version: "\"b\"")) { _ in }.body == [4, 5, 6, 7])
  }

  @Test func aPartThatIsCutShortIsAskedForAgain() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .cutShort(bytes: 2, .part(of: Self.file, request)) : .part(of: Self.file, request)
    }
    let fixture = try FetcherFixture()
    #expect(try await fixture.fetcher.fetch(request(server, 0, 4)) { _ in }.body == [0, 1, 2, 3])
    #expect(server.requests.count == 2)
  }

  @Test func whatIsAskedInEachRunIsConfirmedOnce() async throws {
    let server = try ScriptedServer {
      .part(of: Self.file, $0, [("ETag", "\"a\""), ("Cache-Control", "max-age=1000")])
    }
    let fixture = try FetcherFixture()
    let asked = request(server, 0, 4, isAskedInEachRun: true)
    for _ in 0..<3 { _ = try await fixture.fetcher.fetch(asked) { _ in } }
    #expect(server.requests.count == 1)
    await fixture.fetcher.shutdown()
    let later = try FetcherFixture(in: fixture.folder)
    let confirmed = try await later.fetcher.fetch(asked) { _ in }
    #expect(confirmed.origin == .revalidated && confirmed.body == [0, 1, 2, 3] && confirmed.version == "\"a\"")
    #expect(server.requests.count == 2)
  }

  @Test func redirectsCarryTheRange() async throws {
    let server = try ScriptedServer { request in
      request.target == "/file" ? .redirect(to: "/there") : .part(of: Self.file, request)
    }
    let fixture = try FetcherFixture()
    #expect(try await fixture.fetcher.fetch(request(server, 5, 2)) { _ in }.body == [5, 6])
    #expect(server.requests.last?.header("Range") == "bytes=5-6")
  }
}
