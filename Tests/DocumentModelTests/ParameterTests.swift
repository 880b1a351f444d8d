import Diagnostics
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct ParameterTests {
  private func load(_ text: String, _ settings: [(name: String, text: String)] = []) throws -> MergedDocument {
    try MergeProject(["map.yaml": text]).load("map.yaml", MergeOptions(settings: settings))
  }

  /// Findings of a text with `↓` before each of their places.
  private func expectCodes(
    _ codes: [Code], in marked: String, _ settings: [(name: String, text: String)] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (text, places) = unmarked(marked)
    let findings = try load(text, settings).findings
    #expect(findings.map(\.code) == codes, "\(findings.map(\.message))", sourceLocation: sourceLocation)
    #expect(findings.map(\.range.start) == places, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("params: {p: Bern}\na: Map of ${p}, ${p}!", "{a: 'Map of Bern, Bern!'}"),
    ("params: {p: 12}\na: ${p}\nb: x${p}\nc: \"${p}\"", "{a: 12, b: 'x12', c: 12}"),
    ("params: {p: true, q: 1.50, r: ~}\na: ${p}\nb: ${q}|${r}|", "{a: true, b: '1.50||'}"),
    ("params: {p: [1, 2], q: {k: v}}\na: ${p}\nb: {c: ['${q}']}", "{a: [1, 2], b: {c: [{k: 'v'}]}}"),
    ("params: {p: '${q} x', q: y}\na: ${p}", "{a: 'y x'}"),
    ("params: {p: ['${q}', 1], q: {k: '${r}'}, r: 3}\na: ${p}", "{a: [{k: 3}, 1]}"),
    ("params: {p: x}\n${p}: k", "{${p}: 'k'}"),
    ("a: $${p} $$${p} $ {p} $p", "{a: '${p} $${p} $ {p} $p'}"),
    (
      "a: ${map}-${bookmark}-${sheet}-${frame}-${feature.NAME}",
      "{a: 'map-${bookmark}-${sheet}-${frame}-${feature.NAME}'}"
    ),
    ("a: ${map}\nb: ${bookmark}", "{a: 'map', b: '${bookmark}'}"),
    ("a: $${bookmark} ${bookmark}", "{a: '$${bookmark} ${bookmark}'}"),
    (
      "credentials: {k: {key: '${env:K}', n: ['x${env:N}']}}", "{credentials: {k: {key: '${env:K}', n: ['x${env:N}']}}}"
    ),
    ("layers: [{headers: {A: 'Bearer ${env:T}'}}]", "{layers: [{headers: {A: 'Bearer ${env:T}'}}]}"),
    ("a: é${map}日", "{a: 'émap日'}"),
  ])
  func replacesParameters(_ text: String, _ expected: String) throws {
    let merged = try load(text)
    #expect(merged.findings.isEmpty, "\(merged.findings.map(\.message))")
    #expect(merged.node?.flow == expected)
  }

  @Test(arguments: [
    ("12", "12"), ("true", "true"), ("Bern", "'Bern'"), ("\"12\"", "'12'"), ("'a b'", "'a b'"), ("", "null"),
    ("a: b", "'a: b'"), ("[1, 2]", "'[1, 2]'"), ("#fff", "'#fff'"), ("\"open", "'\"open'"), ("*", "'*'"),
  ])
  func readsASettingAsAScalar(_ text: String, _ shown: String) throws {
    let merged = try load("params: {p: default}\na: ${p}", [("p", text)])
    #expect(merged.findings.isEmpty)
    #expect(merged.node?.flow == "{a: \(shown)}")
  }

  @Test func takesTheLastSettingBeforeParams() throws {
    #expect(try load("params: {p: 1}\na: ${p}", [("p", "2"), ("p", "3")]).node?.flow == "{a: 3}")
    #expect(try load("a: ${q}", [("q", "x/y")]).node?.flow == "{a: 'x/y'}")
  }

  @Test func takesParamsOfTemplatesAndOverridesThem() throws {
    let project = try MergeProject([
      "t.yaml": "params: {city: Bern, scale: 1}\ntitle: ${city} 1:${scale}",
      "map.yaml": "extends: t.yaml\nparams: {city: Basel}",
    ])
    #expect(try project.tree().flow == "{title: 'Basel 1:1'}")
  }

  @Test func keepsTheRangeOfTheTextThatNamesTheParameter() throws {
    let project = try MergeProject([
      "t/t.yaml": "path: ${p}\nlist: ${l}", "map.yaml": "extends: t/t.yaml\nparams:\n  p: a.tif\n  l: [1, 2]",
    ])
    let tree = try project.tree()
    let path = try #require(tree["path"])
    #expect(path.place == "1:7-1:11")
    #expect(PathResolution.dataPath("a.tif", of: path).hasSuffix("/t/a.tif"))
    #expect(tree.at("list.1")?.place == "4:10-4:11")
    #expect(tree.at("list.1")?.range.file.path.hasSuffix("map.yaml") == true)
  }

  @Test func reportsEachUndefinedParameterAtItsPlace() throws {
    try expectCodes(
      [.undefinedParameter, .undefinedParameter, .undefinedParameter, .undefinedParameter],
      in: "params: {city: Bern}\na: é ↓${citi} and ↓${town}\nb: \"x ↓${z}\"\nc: ↓\"\\t${z}\"\n")
    let findings = try load("params: {city: Bern}\na: x ${citi}").findings
    #expect(findings.first?.range.place == "2:6-2:13")
    #expect(findings.first?.hint?.text == "did you mean `${city}`?")
    #expect(findings.first?.hint?.edit?.replacement == "${city}")
  }

  @Test func namesTheValuesThatStayUnresolved() throws {
    let merged = try load("a: ${x}\nb: y ${z}\nc: ${map}\nd: ${frame}")
    #expect(merged.unresolved.map(\.place).sorted() == ["1:4-1:8", "2:4-2:10"])
    #expect(merged.node?.flow == "{a: '${x}', b: 'y ${z}', c: 'map', d: '${frame}'}")
  }

  @Test func takesThePartOfAFoldedScalar() throws {
    let finding = try load("a: >-\n  one\n  ${x}").findings.first
    #expect(finding?.range.place == "3:3-3:7")
  }

  @Test func findsThePlaceInBlocksAndInQuotesOverSeveralLines() throws {
    try expectCodes(
      [.undefinedParameter, .undefinedParameter, .undefinedParameter],
      in: "a: |\n  one\n  two ↓${x} three\nb: >\n  one\n  two\n  ↓${y}\nc: \"one\n  two ↓${z}\"\n")
  }

  @Test(arguments: ["↓${", "↓${}", "↓${a", "↓${a {b}", "x ↓${a$b}"])
  func reportsAParameterThatIsNotClosed(_ marked: String) throws {
    try expectCodes([.undefinedParameter], in: "a: '\(marked)'".replacing("'↓$", with: "'↓$"))
  }

  @Test func reportsTheEnvironmentOutsideOfCredentials() throws {
    try expectCodes(
      [.misplacedVariable, .misplacedVariable], in: "title: by ↓${env:USER}\nlayers: [{url: '↓${env:HOST}'}]")
  }

  @Test(arguments: [
    ("title: by ${env:USER}", "use a parameter, and give `--set name=VALUE`"),
    (
      "layers: [{url: 'https://e.org/${env:KEY}'}]",
      "write `{key}` here, and name a credential of type `key` with `key: \"${env:KEY}\"`"
    ),
  ])
  func saysWhereTheEnvironmentMayStand(_ text: String, _ hint: String) throws {
    #expect(try load(text, []).findings.map { $0.hint?.text } == [hint])
  }

  @Test func reportsParametersThatReferToOneAnother() throws {
    try expectCodes([.parameterCycle], in: "params:\n  a: ${b}\n  b: x ↓${a}\nt: ${a} ${b}")
    try expectCodes([.parameterCycle], in: "params:\n  a: [↓\"${a}\"]\n".replacing("↓\"$", with: "\"↓$"))
  }

  @Test func reportsReservedNames() throws {
    try expectCodes([.reservedParameter, .reservedParameter], in: "params: {↓map: x, ↓feature.A: y}")
    try expectCodes([.reservedParameter], in: "↓a: 1", [("bookmark", "x")])
  }

  @Test func warnsOfASettingThatNothingUses() throws {
    try expectCodes([.unusedParameter], in: "↓params: {city: Bern}\na: ${city}", [("citi", "x")])
    let findings = try load("params: {city: Bern}\na: ${city}", [("citi", "x")]).findings
    #expect(findings.first?.hint?.text == "did you mean `city`?")
    #expect(findings.first?.severity == .warning)
  }

  @Test func refusesAListWithinAText() throws {
    try expectCodes([.wrongType], in: "params: {l: [1]}\na: x ↓${l}")
    try expectCodes([.wrongType], in: "params: ↓[1]")
  }

  @Test func findsMistakesInParametersThatNothingUses() throws {
    try expectCodes([.undefinedParameter], in: "params:\n  p: ↓${nothing}\na: 1")
  }

  @Test(.timeLimit(.minutes(10)))
  func stopsParametersThatGrowWithoutBound() throws {
    var text = "params:\n  p0: lol\n"
    for level in 1...40 { text += "  p\(level): \"${p\(level - 1)}${p\(level - 1)}\"\n" }
    #expect(try load(text + "a: ${p40}").findings.map(\.code) == [.tooLarge])
    var lists = "params:\n  p0: [1, 2]\n"
    for level in 1...40 { lists += "  p\(level): [\"${p\(level - 1)}\", \"${p\(level - 1)}\"]\n" }
    #expect(try load(lists + "a: ${p40}").findings.map(\.code) == [.tooLarge])
    let chain = "params:\n" + (0..<5000).map { "  p\($0): ${p\($0 + 1)}\n" }.joined() + "  p5000: 1\na: ${p0}"
    #expect(try load(chain).findings.map(\.code) == [.tooLarge])
  }

  @Test func countsOnlyWhatParametersMakeOfALongText() throws {
    let text = "params: {p: ab}\na: \"" + String(repeating: "${p} ", count: 20_000) + "\""
    #expect(try load(text).findings.isEmpty)
  }

  @Test func findsAParameterWhoseSignIsEscaped() throws {
    #expect(try load("params: {p: 1}\na: \"\\x24{p}\"").node?.flow == "{a: 1}")
  }

  @Test func replacesLaterParametersInTheEnd() {
    let values = ["bookmark": "bern", "frame": "0001"]
    #expect(ReservedParameter.replaced(in: "x-${bookmark}-${frame}-${sheet}", by: values) == "x-bern-0001-${sheet}")
    #expect(ReservedParameter.replaced(in: "$${bookmark} $", by: values) == "${bookmark} $")
  }
}
