import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// Every example of the catalogue that a command shows by itself: what `--explain` prints is true.
@Suite(.timeLimit(.minutes(10))) struct CatalogueExampleTests {
  static let checked = Code.all.filter { [.check, .checkFolder].contains($0.example.shownBy) }
  static let rendered = Code.all.filter { $0.example.shownBy == .render }

  @Test(arguments: checked)
  func checkFindsWhatIsWrongAndNothingInTheMendedOne(_ code: Code) async throws {
    let place = code.example.shownBy == .check ? Code.Example.documentName : ""
    let wrong = try await project(code, isMended: false).check(place)
    #expect(wrong.contains { $0.code == code && $0.severity == code.severity }, "\(Self.lines(wrong))")
    let mended = try await project(code, isMended: true).check(place)
    #expect(!mended.contains { $0.code == code || $0.severity == .error }, "\(Self.lines(mended))")
  }

  @Test(arguments: rendered)
  func renderFindsWhatIsWrongAndNothingInTheMendedOne(_ code: Code) async throws {
    let server = try ExampleServer()
    let wrong = try await project(code, isMended: false, server: server).render().findings.diagnostics
    #expect(wrong.contains { $0.code == code && $0.severity == code.severity }, "\(Self.lines(wrong))")
    let mended = try await project(code, isMended: true, server: server).render()
    let rest = mended.findings.diagnostics
    #expect(!rest.contains { $0.code == code || $0.severity == .error }, "\(Self.lines(rest))")
    #expect(mended.count(.rendered) == 1)
  }

  /// What the examples of `render` show is unknown to `check`, which therefore lets them pass.
  @Test(arguments: rendered)
  func checkLetsPassWhatOnlyARenderCanFind(_ code: Code) async throws {
    let findings = try await project(code, isMended: false).check()
    #expect(!findings.contains { $0.severity == .error }, "\(Self.lines(findings))")
  }

  private func project(_ code: Code, isMended: Bool, server: ExampleServer? = nil) throws -> PipelineProject {
    let example = code.example
    var files = example.files
    if isMended { files.merge(example.mendedFiles) { $1 } }
    let text = isMended ? example.mended : example.wrong
    files[Code.Example.documentName] = server.map { $0.adapted(text) } ?? text
    var project = try PipelineProject(files)
    project.options.environment = example.environment
    project.options.alsoAdjust {
      $0.retries.attempts = 2
      $0.bodyLimit = 1 << 20
    }
    return project
  }

  private static func lines(_ findings: [Diagnostic]) -> String {
    findings.map { "\($0.severity) \($0.code): \($0.message)" }.joined(separator: "\n")
  }
}
