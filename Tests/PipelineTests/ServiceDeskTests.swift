import LayerSources
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Pipeline

@Suite(.timeLimit(.minutes(10))) struct ServiceDeskTests {
  /// Reads "levels: N".
  private static let reading: @Sendable (Response) throws(UnusableAnswer) -> Int = {
    response throws(UnusableAnswer) in
    let text = String(decoding: response.body, as: UTF8.self)
    guard text.hasPrefix("levels: "), let number = Int(text.dropFirst(8)) else {
      throw UnusableAnswer(reason: "a page about `\(text)`")
    }
    return number
  }

  private struct Surroundings {
    let server: ScriptedServer
    let project: PipelineProject

    init(_ reply: @escaping ScriptedServer.Script) throws {
      server = try ScriptedServer(reply)
      project = try PipelineProject()
    }

    /// Asks in a run of its own.
    func ask(_ path: String = "/service", times: Int = 1, mode: FetchMode = .normal) async -> Result<Int, SourceError> {
      var options = project.options
      options.mode = mode
      options.alsoAdjust { $0.retries.attempts = 2 }
      let run = Run(options)
      let context = run.context(root: project.folder.path)
      let request = Request(address: server.baseAddress + path, absentStatuses: [])
      var result = Result<Int, SourceError>.failure(.notFound(path: ""))
      for _ in 0..<times {
        do throws(SourceError) {
          guard let services = context.services else { return result }
          result = .success(
            try await services.ask(request, expecting: "a number of levels", reading: ServiceDeskTests.reading))
        } catch {
          result = .failure(error)
        }
      }
      await run.shutdown()
      return result
    }

    func words(_ path: String = "/service", mode: FetchMode = .normal) async -> String {
      if case .failure(let error) = await ask(path, mode: mode) { return error.words }
      return "it answered"
    }
  }

  @Test func asksOnceForTheWholeRun() async throws {
    let asked = try Surroundings { _ in .ok("levels: 7", [("Cache-Control", "no-store")]) }
    #expect(try await asked.ask(times: 3).get() == 7)
    #expect(asked.server.requests.count == 1)
  }

  @Test func keepsWhatCanBeRead() async throws {
    let asked = try Surroundings { _ in .ok("levels: 7", [("Cache-Control", "max-age=1000")]) }
    #expect(try await asked.ask().get() == 7)
    #expect(try await asked.ask(mode: .offline).get() == 7)
    #expect(asked.server.requests.count == 1)
  }

  @Test func neverKeepsWhatCannotBeRead() async throws {
    let asked = try Surroundings { _ in .ok("maintenance", [("Cache-Control", "max-age=1000")]) }
    #expect(
      await asked.words()
        == "`\(asked.server.baseAddress)/service` should be a number of levels, and is a page about `maintenance` "
        + "(the server says `text/plain`)")
    #expect(await asked.words(mode: .offline).contains("is not in the cache"))
  }

  @Test(arguments: [404, 403, 503]) func namesTheStatusAndWhatWasExpected(status: Int) async throws {
    let asked = try Surroundings { _ in .status(status) }
    let words = await asked.words("/service?token=SEKRET")
    #expect(words.contains("\(status)"))
    #expect(words.hasSuffix("expected a number of levels"))
    #expect(words.contains("token=***"), "\(words)")
  }
}

@Suite(.timeLimit(.minutes(10))) struct OnlineCheckTests {
  private static func document(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [600, 400]}
    layers:
      - id: streets
        type: xyz
        url: \(address)/{z}/{x}/{y}.png
    """
  }

  private static func check(_ text: String, isOnline: Bool = true) async throws -> [String] {
    let project = try PipelineProject(["map.yaml": text])
    var options = project.options
    options.mode = isOnline ? .refresh : .normal
    options.alsoAdjust { $0.retries.attempts = 2 }
    let run = Run(options)
    let outcome = await CheckVerb(run, isOnline: isOnline).check([project.path("map.yaml")])
    await run.shutdown()
    guard case .report(let report) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    return report.diagnostics.map { "\($0.code) \($0.message)" }
  }

  @Test func asksForOneTileInTheMiddle() async throws {
    let tile = PlainPicture.tile(level: 0, column: 0, row: 0).png
    let server = try ScriptedServer { _ in .ok(tile) }
    #expect(try await Self.check(Self.document(server.baseAddress)) == [])
    #expect(server.requests.map(\.target) == ["/1/1/1.png"])
  }

  @Test func saysThatAServerGivesNoTiles() async throws {
    let server = try ScriptedServer { _ in .status(403) }
    let findings = try await Self.check(Self.document(server.baseAddress))
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("MD404 layer `streets`") == true, "\(findings)")
  }

  @Test func asksNobodyUnlessTold() async throws {
    let server = try ScriptedServer { _ in .status(403) }
    #expect(try await Self.check(Self.document(server.baseAddress), isOnline: false) == [])
    #expect(server.requests.isEmpty)
  }
}
