import Testing

@testable import Pipeline

@Suite struct InspectVerbTests {
  @Test func aSecretOfTheAddressIsNotShown() async throws {
    let source = "http://tiles.example.org/{z}/{x}/{y}.png?apikey=SEKRET77"
    guard case .report(let report) = await InspectVerb(Run(Run.Options())).inspect(source) else {
      Issue.record("an address template is not recognised")
      return
    }
    for text in [report.text, report.json.text(pretty: true)] {
      let shown = InspectVerb.shown(text, of: source)
      #expect(!shown.contains("SEKRET77"))
      #expect(shown.contains("http://tiles.example.org/{z}/{x}/{y}.png?apikey=***"))
    }
  }
}
