import Diagnostics
import FoundationEssentials
import LayerSources
import TestSupport
import Testing

@testable import Pipeline

/// What `inspect` prints is pasted into documents: a document that holds nothing else has no errors.
@Suite(.timeLimit(.minutes(10))) struct InspectedLayersTests {
  /// Of all files and folders of caches among the fixtures every twelfth, those that `inspect` knows.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func theLayersOfFixturesPassCheck() async throws {
    let project = try PipelineProject()
    let run = Run(project.options)
    var count = 0
    for path in Self.sources().enumerated().filter({ $0.offset % 12 == 0 }).map(\.element) {
      guard case .report(let report) = await InspectVerb(run).inspect(path) else { continue }
      // What a part of is damaged is said to be so.
      if report.remarks.contains(where: { $0.hasPrefix("a part of it cannot be read") }) { continue }
      try project.folder.write(Self.document(of: report.text), to: "map.yaml")
      let errors = try await project.check().filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(path): \(errors.map { "\($0.code.name) \($0.message)" })\n\(report.text)")
      count += 1
    }
    #expect(count > 15, "\(count)")
  }

  private static func sources() -> [String] {
    guard let folder = Fixtures.folder, let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
      return []
    }
    let isNoSource = { (name: String) in
      name.contains("/_alllayers/") || name.hasPrefix("LICENSES") || name.hasSuffix(".md")
    }
    return names.filter { !isNoSource($0) }.sorted().map { folder + "/" + $0 }
  }

  /// What stands in a report from the first key of a document on.
  private static func document(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { $0.hasPrefix("credentials:") || $0.hasPrefix("srs:") || $0.hasPrefix("layers:") }
    return "mapdoc: 1\n" + lines[(first ?? lines.endIndex)...].joined(separator: "\n")
  }

  /// Addresses with secrets, and the variables that the document then reads.
  @Test(arguments: [
    ("https://tiles.example.org/{z}/{x}/{y}.png?api_key=SECRET77", "?api_key={key}", ["TILES_EXAMPLE_ORG_KEY"]),
    ("https://tiles.example.org/{z}/{x}/{y}.png?ak=SECRET77&v=2", "?ak={key}&v=2", ["TILES_EXAMPLE_ORG_KEY"]),
    (
      "https://tiles.example.org/services;key=SECRET77/tiles/v4/layer=1/EPSG:3857/{z}/{x}/{y}.png", ";key={key}/tiles",
      ["TILES_EXAMPLE_ORG_KEY"]
    ),
    ("http://10.0.0.7/{z}/{x}/{y}.png?token=SECRET77", "?token={key}", ["HOST_10_0_0_7_KEY"]),
  ])
  func aSecretBecomesACredential(_ source: String, _ shown: String, _ variables: [String]) async throws {
    var project = try PipelineProject()
    for name in variables { project.options.environment[name] = "abc" }
    guard case .report(let report) = await InspectVerb(Run(project.options)).inspect(source) else {
      Issue.record("an address template is not recognised")
      return
    }
    for text in [report.text, report.json.text(pretty: true)] { #expect(!text.contains("SECRET77"), "\(text)") }
    #expect(report.layer.contains(shown), "\(report.layer)")
    for name in variables { #expect(report.remarks.last?.contains("`\(name)`") ?? false, "\(report.remarks)") }
    try project.folder.write(Self.document(of: report.text), to: "map.yaml")
    #expect(try await project.check().isEmpty)
    // Without its variable the document says what is missing.
    project.options.environment = [:]
    #expect(try await project.check().contains { $0.severity == .error })
  }

  @Test func whatWouldBeAParameterIsKeptFromBeingOne() async throws {
    let project = try PipelineProject()
    try project.folder.write(#"{"type": "Point", "coordinates": [1, 2]}"#, to: "a ${x} ${bookmark}.geojson")
    let path = project.path("a ${x} ${bookmark}.geojson")
    guard case .report(let report) = await InspectVerb(Run(project.options)).inspect(path) else {
      Issue.record("it is not read")
      return
    }
    #expect(report.layer.contains("$${x} $${bookmark}.geojson"), "\(report.layer)")
    try project.folder.write(Self.document(of: report.text), to: "map.yaml")
    let findings = try await project.check()
    #expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  @Test(arguments: [
    ("ftp://example.org/a.mbtiles", "`ftp:` is no scheme that mapdoc asks by"),
    ("file:///data/a.mbtiles", "write the path alone, without `file://`"),
  ])
  func saysOfOtherSchemesWhatToDo(_ source: String, _ words: String) async throws {
    guard case .failed(let failure) = await InspectVerb(Run(Run.Options())).inspect(source) else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.contains(words), "\(failure)")
  }
}
