import Diagnostics
import TestSupport
import Testing
import Transport

@testable import Pipeline

/// The examples of the catalogue that no document shows by itself.
@Suite(.timeLimit(.minutes(10))) struct SituationTests {
  /// Codes with a test here, in `FeatureSituationTests` or `ServiceLayerTests`, or beside the rule that shows them (`Tests/ResolvingTests`).
  static let tested: Set<Code> = [
    .notUTF8, .unusedParameter, .notInCache, .cacheRebuilt, .staleTile, .metadataDisagrees, .ambiguousReference,
    .notKnownOffline, .coordinatesWithoutReference, .libraryMissing, .coordinatesOutOfRange, .conditionUndecided,
    .symbolValueMissing, .symbolCut, .symbolPictureUnusable, .encodingGuessed, .lettersWithoutFont, .fontNotInstalled,
    .serviceLook, .symbolOfOtherShapes,
  ]

  @Test func everySituationHasItsTest() {
    let situations = Code.all.filter { if case .situation = $0.example.shownBy { true } else { false } }
    #expect(Set(situations) == Self.tested)
  }

  @Test func aServiceThatSaysSomethingElse() async throws {
    let server = try ScriptedServer { request in
      request.target.contains("/Metadata/Road") ? .ok("<!DOCTYPE html>Log in", type: "text/html") : .status(404)
    }
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [64, 64]}
      initialExtent: {center: [0, 0], zoom: 2}
      layers:
        - {id: streets, type: bing, style: Road, url: "\(server.baseAddress)"}

      """
    ])
    let findings = try await project.render().findings.diagnostics
    #expect(findings.map(\.code) == [.serviceAnswerUnusable])
    #expect(findings.first?.message.contains("an HTML page") == true, "\(findings.map(\.message))")
    // Without leave to ask, nothing is known and nothing is wrong.
    #expect(try await project.check().allSatisfy { $0.code == .notKnownOffline })
  }

  @Test func bytesOfAnotherEncoding() async throws {
    let project = try PipelineProject(["mended.yaml": Code.notUTF8.example.mended])
    let latin = Code.notUTF8.example.mended.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try project.folder.write(latin, to: "map.yaml")
    let findings = try await project.check()
    #expect(findings.map(\.code) == [.notUTF8])
    #expect(findings.first?.range.start.line == 2)
    #expect(try await project.check("mended.yaml").isEmpty)
  }

  @Test func aParameterThatNothingUses() async throws {
    var project = try PipelineProject(["map.yaml": Code.unusedParameter.example.wrong])
    project.options.settings = [("yaer", "2026")]
    #expect(try await project.check().map(\.code) == [.unusedParameter])
    project.options.settings = [("year", "2026")]
    #expect(try await project.check().isEmpty)
  }

  @Test func offlineWithoutTheTile() async throws {
    let server = try ExampleServer()
    var project = try PipelineProject(["map.yaml": server.adapted(Code.notInCache.example.wrong)])
    project.options.mode = .offline
    let first = try await project.render()
    #expect(first.findings.diagnostics.map(\.code) == [.notInCache])
    #expect(first.count(.failed) == 1)
    project.options.mode = .normal
    try await project.render()
    project.options.mode = .offline
    let third = try await project.render { $0.force = true }
    #expect(third.findings.diagnostics.isEmpty && third.count(.rendered) == 1)
  }

  @Test func aDamagedCache() async throws {
    let server = try ExampleServer()
    let project = try PipelineProject(["map.yaml": server.adapted(Code.cacheRebuilt.example.wrong)])
    try await project.render()
    let file = try #require(
      try project.folder.names(in: "cache").first { !$0.contains("-wal") && !$0.contains("-shm") })
    for name in try project.folder.names(in: "cache") where name != file {
      try project.folder.write([], to: "cache/" + name)
    }
    try project.folder.write([UInt8](repeating: 0x2A, count: 9000), to: "cache/" + file)
    let second = try await project.render { $0.force = true }
    #expect(second.findings.diagnostics.map(\.code) == [.cacheRebuilt])
    #expect(second.findings.diagnostics.first?.severity == .warning)
    #expect(second.count(.rendered) == 1)
    let third = try await project.render { $0.force = true }
    #expect(third.findings.diagnostics.isEmpty)
    #expect(third.requests == 0, "the new cache keeps the tiles")
  }

  @Test func aCopyPastItsTime() async throws {
    let tile = GreyTile.png
    let isBusy = Flag()
    let server = try ScriptedServer { _ in
      isBusy.isSet ? .status(503) : .ok(tile, [("Cache-Control", "max-age=0")])
    }
    let text = Code.staleTile.example.mended.replacing("http://127.0.0.1:8080", with: server.baseAddress)
    let project = try PipelineProject(["map.yaml": text])
    #expect(try await project.render().findings.diagnostics.isEmpty)
    let picture = try project.folder.read("build/map.png")
    isBusy.set()
    let second = try await project.render { $0.force = true }
    #expect(second.findings.diagnostics.map(\.code) == [.staleTile])
    #expect(second.findings.diagnostics.first?.severity == .warning)
    #expect(try project.folder.read("build/map.png") == picture)
    // It never counts as up to date.
    #expect(try await project.render().count(.rendered) == 1)
  }

  @Test func aPackageWhoseMetadataIsWrong() async throws {
    let package = try Showcase.bytes("maps/data/archipelago.mbtiles")
    // SQLite keeps a row's texts one behind the other.
    let lying = try #require(package.replacingOnce("formatpng", "formatjpg"))
    let project = try PipelineProject([
      "wrong.yaml": Code.metadataDisagrees.example.wrong, "mended.yaml": Code.metadataDisagrees.example.mended,
    ])
    try project.folder.write(lying, to: "says-jpg-holds-png.mbtiles")
    try project.folder.write(package, to: "says-png-holds-png.mbtiles")
    let findings = try await project.check("wrong.yaml")
    #expect(findings.map(\.code) == [.metadataDisagrees])
    #expect(findings.first?.severity == .warning)
    #expect(try await project.check("mended.yaml").isEmpty)
  }
}

extension [UInt8] {
  /// With one text in place of another of the same length; `nil` where it stands not just once.
  func replacingOnce(_ old: String, _ new: String) -> [UInt8]? {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let places = indices.dropLast(old.count - 1).filter {
      self[$0] == old[0] && self[$0..<$0 + old.count].elementsEqual(old)
    }
    guard places.count == 1, old.count == new.count else { return nil }
    var bytes = self
    bytes.replaceSubrange(places[0]..<places[0] + old.count, with: new)
    return bytes
  }
}
