import Testing

@testable import Diagnostics

/// The forms of a report for programs, each once.
@Suite struct ReportFormsTests {
  let report = ReportTests.report

  @Test func writesJSON() {
    #expect(
      report.json.text() == """
        {"diagnostics":[\
        {"code":"MD015","severity":"warning","message":"no map document","hint":null,"file":"a,b:c%","line":1,"column":1,\
        "endLine":1,"endColumn":1,"layer":null,"path":null},\
        {"code":"MD310","severity":"info","message":"layer `relief` is on another grid","hint":null,\
        "file":"maps/harbour.yaml","line":3,"column":5,"endLine":6,"endColumn":1,"layer":null,"path":null},\
        {"code":"MD301","severity":"error","message":"layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap \
        `streets`)","hint":"add `reproject: always` to warp it","file":"maps/harbour.yaml","line":4,"column":11,\
        "endLine":4,"endColumn":15,"layer":"relief","path":"layers[0].type"},\
        {"code":"MD101","severity":"error","message":"a layer has no key `opacty`","hint":"did you mean `opacity`?",\
        "file":"maps/harbour.yaml","line":5,"column":5,"endLine":5,"endColumn":11,"layer":null,"path":null}\
        ],"documents":2,"errors":2,"warnings":1}
        """)
    #expect(report.written(as: .json) == report.json.text(pretty: true) + "\n")
  }

  @Test func writesWorkflowCommands() {
    #expect(
      report.written(as: .github) == """
        ::warning file=a%2Cb%3Ac%25,line=1,endLine=1,col=1,endColumn=1,title=MD015%3A a folder without map documents::no map document
        ::notice file=maps/harbour.yaml,line=3,endLine=6,title=MD310%3A a tiled layer on another grid::layer `relief` is on another grid
        ::error file=maps/harbour.yaml,line=4,endLine=4,col=11,endColumn=15,title=MD301%3A a tiled layer in another spatial reference::\
        layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`)%0Ahint: add `reproject: always` to warp it
        ::error file=maps/harbour.yaml,line=5,endLine=5,col=5,endColumn=11,title=MD101%3A a key that the format does not know::\
        a layer has no key `opacty`%0Ahint: did you mean `opacity`?

        """)
  }

  @Test func nothingSteersTheLogOfGitHub() {
    let file = SourceFile(path: "a\u{1B}b.yaml", bytes: [])
    let finding = Diagnostic(
      .unknownKey, "a layer has no key `\u{1B}[31m\u{1}`\nsecond line", at: SourceRange(startOf: file),
      hint: Hint("\u{202E}x"))
    let text = Report(diagnostics: [finding], documents: []).written(as: .github)
    #expect(text.contains("file=a␛b.yaml,") && text.contains("`␛[31m␁`%0Asecond line%0Ahint: �x"), "\(text)")
  }

  @Test func writesJUnit() {
    #expect(
      report.written(as: .junit) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="mapdoc check" tests="3" failures="1" errors="0">
          <testsuite name="mapdoc check" tests="3" failures="1" errors="0" skipped="0" time="0">
            <testcase classname="mapdoc.check" name="maps/harbour.yaml" file="maps/harbour.yaml" time="0">
              <failure type="MD301" message="layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`) (and 1 more)">\
        maps/harbour.yaml:4:11: error[MD301]: layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`)
            4 |     type: wmts
              |           ^~~~
           hint: add `reproject: always` to warp it
        maps/harbour.yaml:5:5: error[MD101]: a layer has no key `opacty`
            5 |     opacty: 0.5
              |     ^~~~~~
           hint: did you mean `opacity`?
        </failure>
              <system-out>maps/harbour.yaml:3:5: info[MD310]: layer `relief` is on another grid
            3 |   - id: relief
              |     ^~~~~~~~~~
        </system-out>
            </testcase>
            <testcase classname="mapdoc.check" name="maps/town.yaml" file="maps/town.yaml" time="0"/>
            <testcase classname="mapdoc.check" name="a,b:c%" file="a,b:c%" time="0">
              <system-out>a,b:c%:1:1: warning[MD015]: no map document
        </system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func warningsFailAJUnitCaseWhenStrict() {
    let strict = report.written(as: .junit, strict: true)
    #expect(strict.contains("tests=\"3\" failures=\"2\""))
    #expect(strict.contains("<failure type=\"MD015\" message=\"no map document\">"))
  }

  @Test(arguments: [
    ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"), ("a\nb\tc\r", "a&#10;b&#9;c&#13;"),
    ("\u{0}\u{1B}\u{FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("Køge", "Køge"),
  ])
  func xmlHoldsOnlyWhatXMLMay(text: String, attribute: String) {
    #expect(XMLText.attribute(text) == attribute)
  }

  @Test func sarifNamesRulesPlacesAndFixes() throws {
    let text = report.sarif.text()
    #expect(text.hasPrefix(#"{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/"#))
    #expect(
      text.contains(
        #""version":"2.1.0","runs":[{"tool":{"driver":{"name":"mapdoc","version":"1.0","rules":[{"id":"MD015","#))
    #expect(text.contains(#""defaultConfiguration":{"level":"note"}},{"id":"MD101""#) == false)
    #expect(text.contains(#"{"id":"MD310","shortDescription":{"text":"a tiled layer on another grid"}"#))
    #expect(text.contains(#""columnKind":"unicodeCodePoints""#))
    #expect(text.contains(#""markdown":"A key that nothing reads"#))
    #expect(report.written(as: .sarif) == text + "\n")
    #expect(
      text.contains(
        #"{"ruleId":"MD301","ruleIndex":2,"level":"error","message":{"text":"layer `relief` is in EPSG:4326, the map is in "#
          + #"EPSG:3857 (from basemap `streets`)\nhint: add `reproject: always` to warp it"},"locations":[{"physicalLocation":"#
          + #"{"artifactLocation":{"uri":"maps/harbour.yaml"},"region":{"startLine":4,"startColumn":11,"endLine":4,"endColumn":15}},"#
          + #""logicalLocations":[{"fullyQualifiedName":"layers[0].type"}]}]}"#))
    #expect(
      text.contains(
        #""fixes":[{"description":{"text":"did you mean `opacity`?"},"artifactChanges":[{"artifactLocation":"#
          + #"{"uri":"maps/harbour.yaml"},"replacements":[{"deletedRegion":{"startLine":5,"startColumn":5,"endLine":5,"#
          + #""endColumn":11},"insertedContent":{"text":"opacity"}}]}]}]"#))
    #expect(text.contains(#"{"uri":"a,b%3Ac%25"}"#))
  }

  @Test func sarifGivesAnAbsolutePathAsAFileAddress() {
    let file = SourceFile(path: "/maps/Køge a.yaml", bytes: [])
    let report = Report(diagnostics: [Diagnostic(.noDocuments, "x", at: SourceRange(startOf: file))], documents: [])
    #expect(report.sarif.text().contains(#"{"uri":"file:///maps/K%C3%B8ge%20a.yaml"}"#))
  }
}
