import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct DocumentSchemaTests {
  private static let schema = DocumentSchema.json(kinds: standInKinds)

  @Test func everyReferenceLeadsToADefinition() throws {
    for schema in [Self.schema, DocumentSchema.projectFile] {
      let names = try #require(schema["$defs"]).members.map(\.key)
      for reference in references(in: schema) { #expect(names.contains(reference), "\(reference)") }
    }
  }

  /// What many maps have in common stands in it once: no long schema of a key comes twice.
  @Test func whatManyMapsHaveStandsOnce() {
    var seen: Set<JSONValue> = []
    func visit(_ schema: JSONValue) {
      if case .array(let items) = schema { items.forEach(visit) }
      for member in schema.members {
        for value in member.key == "properties" ? member.value.members : [] where value.value.text().utf8.count > 120 {
          #expect(seen.insert(["key": .string(value.key), "schema": value.value]).inserted, "\(value.key)")
        }
        visit(member.value)
      }
    }
    visit(Self.schema)
    #expect(seen.count > 20)
    #expect(Self.schema["$defs"]?["layer-xyz"]?["properties"]?["opacity"] == ["$ref": "#/$defs/key-opacity"])
  }

  @Test func everyKeyThatWorksIsInIt() throws {
    let keys = try #require(Self.schema["properties"]).members.map(\.key)
    #expect(
      keys == [
        "mapdoc", "template", "title", "description", "metadata", "extends", "params", "canvas", "layers", "srs",
        "initialExtent",
        "rotation", "wrapAround", "bookmarks", "grids", "outputs", "credentials",
      ])
    let layer = try #require(Self.schema["$defs"]?["layer-xyz"]?["properties"]).members.map(\.key)
    #expect(layer.contains("subdomains") && layer.contains("detail") && layer.contains("credentials"))
    #expect(Set(layer).count == layer.count)
  }

  @Test func everyKeyHasItsMeaning() {
    let fields = ManualContent(kinds: standInKinds).sections.flatMap(\.keys)
    for field in fields { #expect(!field.summary.isEmpty && !field.summary.hasSuffix("."), "\(field.name)") }
  }

  @Test func theManualNamesEveryKeyOfEachKind() {
    let manual = DocumentSchema.manual(kinds: standInKinds)
    #expect(manual.contains("## Layer type xyz\n\nTiles by address.\n\n| key | type | default | meaning |\n"))
    #expect(manual.contains("| `opacity` | a number from 0 to 1 | `1` | 0 is not seen at all, 1 hides what is below |"))
    #expect(manual.contains("| `path` | a path | required | the package |"))
    #expect(!manual.contains("| `furniture` |"))
  }

  @Test func theManualPageHasNoRequestByAccident() {
    let page = DocumentSchema.manPage(kinds: standInKinds, version: "1.0")
    let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(requests == [".TH", ".SH", ".PP", ".TP", ".B", ".BR", ".RS", ".nf", ".fi", ".RE"])
    #expect(!page.contains("`"))
  }

  // The oracle is python3-jsonschema 4: Draft202012Validator(schema).is_valid(yaml.safe_load(text)).
  @Test(.enabled(if: SchemaValidator.isHere, "python3 with jsonschema and yaml is not here"))
  func agreesWithTheReaderWhereItCanKnow() throws {
    let right = Examples.right.map { ($0, true) }
    let wrong = Examples.wrong.map { ($0, false) }
    let answers = try SchemaValidator.answers(to: (right + wrong).map(\.0), schema: Self.schema)
    for ((text, expected), answer) in zip(right + wrong, answers) { #expect(answer == expected, "\(text)") }
    for text in Examples.right { #expect(document(text).findings.isEmpty, "\(text)") }
    for text in Examples.wrong { #expect(!document(text).findings.isEmpty, "\(text)") }
  }

  private func references(in value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.flatMap(references)
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.key == "$ref", case .string(let text) = member.value {
          return [String(text.dropFirst("#/$defs/".count))]
        }
        return references(in: member.value)
      }
    default: []
    }
  }
}

private enum Examples {
  static let right: [String] = [
    small(),
    small(
      "title: 2026\nmetadata: {a: 1}\ncanvas: {size: A4 landscape, background: \"#fff\"}\nwrapAround: true\nrotation: 0\n"
    ),
    small("canvas: {size: [\"10mm\", 20], pixelRatio: 2, background: RebeccaPurple}\nx-mine: {a: [1]}\n"),
    small("initialExtent: {center: [1, 2], zoom: 3}\n"), small("initialExtent: {fit: base, padding: 3mm}\n"),
    small("initialExtent: {bbox: [0, 0, 1, 1], srs: 3857}\n"), small("initialExtent: [170, 0, -170, 1]\n"),
    small("canvas: {size: null}\ntitle:\n", layer: "clip: null"),
    small(
      layer:
        "absentStatus: [404, 410]\n    detail: 7\n    onMissingTile: rgb(1 2 3 / 50%)\n    headers: {A: b}\n    bounds: [0, 0, 1, 1]"
    ),
    small(end: "  - {id: g, type: group, opacity: 0.5, layers: [{id: i, type: debug}]}\n"),
    small("params: {l: [1, {a: 2}], m: {n: null}, t: true}\n"),
    small("grids: [{id: a, type: mgrs, interval: 1000, labels: {digits: full}, levels: [{line: {width: 1mm}}]}]\n"),
    small(
      end:
        "bookmarks: [{name: a, extent: [0, 0, 1, 1], canvas: {dpi: 10}}]\noutputs: [{path: a.png, bookmarks: all}, {path: b.jpg, quality: 7}]\n"
    ),
  ]
  static let wrong: [String] = [
    "mapdoc: 1\n", "mapdoc: 1\nlayers: []\n", small().replacing("mapdoc: 1", with: "mapdoc: 2"), small("titel: a\n"),
    small("title: [a]\n"),
    small("grids: [{id: a, type: mrgs}]\n"), small("rotation: 400\n"), small("wrapAround: [true]\n"),
    small("canvas: {dpi: 0}\n"),
    small("canvas: {size: A44}\n"),
    small("canvas: {background: null}\n"), small("canvas: {background: \"#12345g\"}\n"),
    small("initialExtent: [1, 2, 3]\n"),
    small("initialExtent: {center: [1, 2]}\n"), small("initialExtent: {center: [1, 2], zoom: 1, scale: 5}\n"),
    small("initialExtent: {bbox: [0, 0, 1, 1], bookmark: a}\n"), small(layer: "opacity: 4"), small(layer: "opacty: 1"),
    small(layer: "blend: mulitply"),
    small(layer: "minLevel: 1.5"), small(layer: "reproject: perhaps"), small(layer: "credentials: [a]"),
    small(end: "  - {id: b}\n"),
    small(end: "  - {id: b, type: rastre}\n"), small(end: "  - {id: b, type: xyz}\n"),
    small(end: "  - {id: b, type: debug, url: x}\n"),
    small(end: "  - {id: b, type: group}\n"), small(end: "  - {id: b, type: group, layers: [{id: c}]}\n"),
    small(end: "outputs: [{path: a.jpg, quality: 101}]\n"), small(end: "bookmarks: [{name: a}]\n"),
    small(end: "bookmarks: [{name: a/b, extent: [0, 0, 1, 1]}]\n"),
  ]
}
