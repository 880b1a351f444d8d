import Diagnostics
import Testing

@testable import Pipeline
@testable import Rendering

@Suite struct FontFindingsTests {
  private static func findings(_ missing: MissingFonts, _ range: SourceRange) -> [Diagnostic] {
    missing.findings(of: "layer `a`", layer: "a") { _ in range }
  }

  private let range = SourceRange(startOf: SourceFile(path: "map.yaml", bytes: []))

  @Test func nothingIsSaidWhereNothingIsMissing() { #expect(Self.findings(MissingFonts(), range).isEmpty) }

  @Test func lettersAreNamedWithThePackageThatHasThem() throws {
    var missing = MissingFonts()
    missing.letters = ["ก", "한", "語", "\u{1F409}", "अ", "𐎀"]
    let finding = try #require(Self.findings(missing, range).first)
    #expect(finding.code == .lettersWithoutFont)
    #expect(finding.message.contains("`अ` (U+0905)") && finding.message.contains("and 1 more"))
    let hint = try #require(finding.hint?.text)
    for name in ["fonts-lohit-deva", "fonts-tlwg-loma", "fonts-wqy-microhei", "fonts-symbola", "fonts-noto-core"] {
      #expect(hint.contains("`\(name)`"))
    }
  }

  @Test func fontsAreNamedAsTheDocumentDoes() throws {
    var missing = MissingFonts()
    missing.fonts = ["Frutiger, Univers"]
    let finding = try #require(Self.findings(missing, range).first)
    #expect(finding.code == .fontNotInstalled && finding.message.contains("`Frutiger, Univers`"))
  }

  /// Where the document names the font, or describes the labels whose letters are missing; of a web map at its layer.
  @Test func aFindingStandsWhereTheFontIsNamed() async throws {
    let layer = #"""
      {"layerDefinition": {"drawingInfo": {"labelingInfo": [{"labelExpression": "[n]", "symbol": {"type": "esriTS",
        "font": {"family": "Nowhere Sans", "size": 12}}}]}}, "showLabels": true,
       "featureSet": {"features": [{"geometry": {"x": 20, "y": 10}, "attributes": {"n": "a"}}]}}
      """#
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [400, 300]}
      layers:
        - {id: world, type: builtin}
        - id: notes
          type: graphics
          symbol: {type: marker}
          graphics: [{point: [0, 0], attributes: {n: a}}, {point: [60, 0], attributes: {n: "\u{F8F7A}"}}]
          labels:
            text: "{n}"
            font: Frutiger
        - {id: city, type: webmap, path: city.json}
      grids:
        - {id: lines, type: latlong, levels: [{text: {font: Univers}}]}

      """, "city.json": #"{"operationalLayers": [{"featureCollection": {"layers": [\#(layer)]}}]}"#,
    ])
    let findings = try await project.render().findings.diagnostics.filter {
      $0.code == .fontNotInstalled || $0.code == .lettersWithoutFont
    }
    let places = findings.map { "\($0.range.start.line):\($0.range.start.column) \($0.message.prefix(24))" }
    #expect(
      Set(places) == [
        "10:7 layer `notes`: no font i", "11:13 layer `notes`: the font ",
        "12:22 layer `city/graphics`: t", "14:55 grid `lines`: the font `",
      ], "\(places)")
  }
}
