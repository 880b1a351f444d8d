import Diagnostics
import DocumentModel
import LayerSources
import TestSupport
import Testing

@Suite struct NetrcRuleTests {
  @Test func aHostThatIsNotInTheFileIsFoundByACheck() throws {
    let folder = try TemporaryFolder()
    try folder.write("machine maps.example.org login a password b", to: ".netrc")
    try folder.write(
      """
      mapdoc: 1
      credentials: {home: {type: netrc}}
      layers:
        - {id: a, type: xyz, url: "https://maps.example.org/{z}/{x}/{y}", credentials: home}
        - {id: b, type: xyz, url: "https://other.example.org/{z}/{x}/{y}", credentials: home}

      """, to: "map.yaml")
    let loader = DocumentLoader(kinds: layerKinds, environment: ["HOME": folder.path])
    let findings = loader.load(folder.path + "/map.yaml").findings
    #expect(findings.map(\.code) == [.credentialOfOtherHost])
    #expect(findings.first?.message.hasSuffix("has no password for `other.example.org`, which the layer asks") == true)
  }
}
