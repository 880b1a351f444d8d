import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// Headers whose values come from the environment.
@Suite struct HeaderSafetyTests {
  private static let variable = "\"Own ${env:TOKEN}\""

  /// Over plain HTTP anybody on the way reads them: the rule is that of credentials, also on this computer.
  @Test(arguments: [
    ("http://e.org", variable, true), ("http://127.0.0.1:1", variable, true), ("https://e.org", variable, false),
    ("http://e.org", "{value: \(variable)}", true), ("http://e.org", "plain", false),
    ("http://e.org", "{value: \(variable), allowInsecure: true}", false), ("http://e.org", "{value: plain}", false),
  ])
  func theyDoNotGoOverPlainHTTP(_ host: String, _ value: String, _ isRefused: Bool) async throws {
    var project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      layers:
        - id: a
          type: xyz
          url: "\(host)/{z}/{x}/{y}"
          headers:
            X-Own: \(value)

      """
    ])
    project.options.environment = ["TOKEN": "hush-hush"]
    let findings = try await project.check()
    #expect(findings.map(\.code) == (isRefused ? [.credentialNotSent] : []), "\(findings.map(\.message))")
    guard isRefused else { return }
    #expect(findings[0].range.start.line == 7 && findings[0].message.contains("header `X-Own`"))
    #expect(findings[0].hint?.text.contains("allowInsecure: true") == true && !findings[0].message.contains("hush"))
    #expect(try await project.render().count(.failed) == 1)
  }

  @Test(arguments: ["{valu: a}", "{allowInsecure: true}", "{value: [a]}", "{value: a, allowInsecure: 5}"])
  func aValueIsATextOrAMapWithOne(_ value: String) async throws {
    let layer = "{id: a, type: xyz, url: \"https://e.org/{z}/{x}/{y}\", headers: {X-Own: \(value)}}"
    let project = try PipelineProject(["map.yaml": "mapdoc: 1\nlayers: [\(layer)]\n"])
    #expect(try await project.check().contains { $0.severity == .error })
  }

  /// Those of the project go with every request to a host, so it is asked over HTTPS or not at all.
  @Test func thoseOfTheProjectAreRefusedAsTheyAreSent() async throws {
    let server = try ScriptedServer { _ in .status(404) }
    var project = try PipelineProject([
      ".mapdoc.yaml": "hosts: {127.0.0.1: {headers: {X-Own: \(Self.variable)}}}\n",
      "map.yaml": "mapdoc: 1\nlayers: [{id: a, type: xyz, url: \"\(server.baseAddress)/{z}/{x}/{y}\"}]\n",
    ])
    project.options.environment = ["TOKEN": "hush-hush"]
    let report = try await project.render()
    let errors = report.findings.diagnostics.filter { $0.severity == .error }
    #expect(report.count(.failed) == 1 && errors.map(\.code) == [.credentialNotSent], "\(errors.map(\.message))")
    #expect(server.requests.isEmpty)
  }
}
