import Diagnostics
import DocumentModel
import LayerSources
import TestSupport
import Testing

/// A secret that is written into a document is said to be there, and is shown by no finding of it.
@Suite struct LiteralSecretTests {
  @Test(arguments: [
    "type: xyz, url: \"https://u:s3cret-word@example.org/{z}/{x}/{y}?sig=s3cret-too\"",
    "type: xyz, url: \"ftp://u:s3cret-word@example.org/{z}/{x}/{y}?token=s3cret-too\"",
    "type: xyz, url: \" https://example.org/{z}/{x}/{y}?token=s3cret-word\"",
    "type: xyz, url: \"https://u:s3cret-word@/{z}/{x}/{q\"",
    "type: arcgis-tiled, url: \"https://example.org/{z}?token=s3cret-word\"",
    "type: wmts, url: \"https://example.org/wmts?%6Bey=s3cret-word\"",
    "type: xyz, url: \"https://example.org/{z}/{x}/{y}?token={t}&a={b}\", values: {t: s3cret-word, b: c}",
    "type: xyz, url: \"https://example.org/services;key=s3cret-word/tiles/v4/a/{z}/{x}/{y}.png\"",
    "type: xyz, url: \"https://example.org/services;a=1;%6Bey={k}/{z}/{x}/{y}.png\", values: {k: s3cret-word}",
    "type: wmts, url: \"https://example.org/services;key=s3cret-word/wmts?key=s3cret-too\"",
    "type: wms, url: \"https://example.org/wms\", params: {Token: s3cret-word, style: plain}",
    "type: xyz, url: \"https://example.org/{z}/{x}/{y}\", headers: {X-Api-Key: s3cret-word}",
  ])
  func isShownByNoFinding(_ keys: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "mapdoc: 1\nlayers:\n  - {id: w, type: builtin}\n  - {id: a, \(keys)}\n", to: "map.yaml")
    let findings = DocumentLoader(kinds: layerKinds, environment: [:]).load(folder.path + "/map.yaml").findings
    #expect(findings.contains { $0.code == .literalSecret })
    let report = Report(diagnostics: findings, documents: ["map.yaml"])
    #expect(findings.count { $0.code == .literalSecret } == 1, "\(findings.map(\.message))")
    for form in ReportFormat.allCases {
      let text = report.written(as: form)
      #expect(!text.contains("s3cret"), "\(text)")
    }
  }
}
