import Diagnostics
import TestSupport
import Testing

@testable import DocumentModel

/// A project in a temporary folder: files by name, of which `map.yaml` is the document.
final class MergeProject {
  let folder: TemporaryFolder

  init(_ files: KeyValuePairs<String, String>) throws {
    folder = try TemporaryFolder()
    try folder.write("", to: ".mapdoc.yaml")
    for (name, text) in files { try folder.write(text, to: name) }
  }

  func load(_ name: String = "map.yaml", _ options: MergeOptions = MergeOptions(), _ templates: TemplateCache? = nil)
    -> MergedDocument
  {
    DocumentMerger.load(path: folder.path + "/" + name, options: options, templates: templates)
  }

  /// The merged tree of a project without findings.
  func tree(_ options: MergeOptions = MergeOptions(), sourceLocation: SourceLocation = #_sourceLocation) throws -> Node
  {
    let merged = load("map.yaml", options)
    #expect(merged.findings.isEmpty, "\(merged.findings.map(\.message))", sourceLocation: sourceLocation)
    return try #require(merged.node, sourceLocation: sourceLocation)
  }
}

extension MergedDocument {
  /// Codes, files and places: `MD203 map.yaml 2:3-2:5`.
  var shownFindings: [String] {
    findings.map { finding in
      let file = finding.range.file.path.split(separator: "/").last.map(String.init) ?? ""
      return "\(finding.code.name) \(file) \(finding.range.place)"
    }
  }
}

@Suite struct MergeTests {
  private func merged(_ base: String, _ over: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    try MergeProject(["base.yaml": base, "map.yaml": "extends: base.yaml\n" + over]).tree(
      sourceLocation: sourceLocation
    ).flow
  }

  @Test(arguments: [
    ("a: 1\nb: 2", "b: 3\nc: 4", "{a: 1, b: 3, c: 4}"),
    ("m: {a: {x: 1, y: 2}, b: 1}", "m: {a: {y: 3}}", "{m: {a: {x: 1, y: 3}, b: 1}}"),
    ("l: [1, 2, 3]", "l: [4]", "{l: [4]}"),
    ("m: {a: 1}", "m: text", "{m: 'text'}"),
    ("m: text", "m: {a: 1}", "{m: {a: 1}}"),
    ("a: 1\nm: {x: 1, y: 2}", "a: null\nm: {x: ~}", "{m: {y: 2}}"),
    ("a: 1", "b: null", "{a: 1, b: null}"),
    ("mapdoc: 1\ntemplate: true\ntitle: x", "", "{mapdoc: 1, title: 'x'}"),
  ])
  func mergesMapsAndReplacesTheRest(_ base: String, _ over: String, _ expected: String) throws {
    #expect(try merged(base, over) == expected)
  }

  @Test(arguments: ["layers", "grids", "furniture", "outputs"])
  func mergesItemsById(_ key: String) throws {
    let base = "\(key):\n  - {id: a, type: x, k: 1}\n  - {id: b, type: x, m: {p: 1, q: 2}}\n"
    let over = "\(key):\n  - {id: b, m: {q: 3}, n: 4}\n  - {id: c}\n  - {k: 5}\n"
    #expect(
      try merged(base, over)
        == "{\(key): [{id: 'a', type: 'x', k: 1}, {id: 'b', type: 'x', m: {p: 1, q: 3}, n: 4}, {id: 'c'}, {k: 5}]}")
  }

  @Test func mergesBookmarksByName() throws {
    #expect(
      try merged("bookmarks: [{name: a, id: 1}, {name: b}]", "bookmarks: [{name: a, title: A}, {id: 1}]")
        == "{bookmarks: [{name: 'a', id: 1, title: 'A'}, {name: 'b'}, {id: 1}]}")
  }

  @Test func mergesItemsOfTheTopAlone() throws {
    #expect(try merged("m: {layers: [{id: a, k: 1}]}", "m: {layers: [{id: a}]}") == "{m: {layers: [{id: 'a'}]}}")
  }

  @Test func replacesAllButThePlaceOfAnItemOfAnotherType() throws {
    #expect(
      try merged(
        "layers: [{id: a, type: xyz, url: u, opacity: 0.5}, {id: b, type: xyz}]",
        "layers: [{id: a, type: mbtiles, path: p}]")
        == "{layers: [{id: 'a', type: 'mbtiles', path: 'p'}, {id: 'b', type: 'xyz'}]}")
  }

  @Test func mergesWithinGroups() throws {
    let base = """
      layers:
        - id: g
          type: group
          layers: [{id: a, k: 1}, {id: b, k: 2}, {id: h, type: group, layers: [{id: c, k: 3}]}]
      """
    let over = """
      layers:
        - id: g
          layers: [{id: b, remove: true}, {id: h, layers: [{id: c, k: 4}, {id: d, before: c}]}, {id: e, after: a}]
      """
    #expect(
      try merged(base, over)
        == "{layers: [{id: 'g', type: 'group', layers: [{id: 'a', k: 1}, {id: 'e'}, "
        + "{id: 'h', type: 'group', layers: [{id: 'd'}, {id: 'c', k: 4}]}]}]}")
  }

  @Test func replacesTheLayerNamesOfAWMS() throws {
    #expect(
      try merged("layers: [{id: w, type: wms, layers: [a, b]}]", "layers: [{id: w, layers: [c]}]")
        == "{layers: [{id: 'w', type: 'wms', layers: ['c']}]}")
  }

  @Test(arguments: [
    ("{id: x, before: a}", "x a b c"), ("{id: x, after: a}", "a x b c"), ("{id: x, after: c}", "a b c x"),
    ("{id: c, before: a}", "c a b"), ("{id: a, after: c}", "b c a"), ("{id: a, after: b}", "b a c"),
    ("{id: x, after: a}, {id: y, after: a}", "a x y b c"), ("{id: x, before: a}, {id: y, before: a}", "x y a b c"),
    ("{id: x, before: y}, {id: y}", "a b c x y"), ("{id: x, after: a}, {id: y, after: x}", "a x y b c"),
    ("{id: b, remove: true}, {id: x, remove: false}", "a c x"), ("{id: b, remove: true}, {id: b, k: 1}", "a c b"),
    ("{id: a, before: a2}, {id: a2, after: b}", "b a2 c a"),
  ])
  func placesAndRemovesItems(_ items: String, _ order: String) throws {
    let tree = try MergeProject([
      "base.yaml": "layers: [{id: a}, {id: b}, {id: c}]", "map.yaml": "extends: base.yaml\nlayers: [\(items)]",
    ]).tree()
    guard case .sequence(let layers) = tree["layers"]?.content else { return }
    #expect(layers.compactMap { $0["id"]?.scalarText }.joined(separator: " ") == order)
    for key in ["before", "after", "remove"] { #expect(layers.allSatisfy { $0.entry(key) == nil }) }
  }

  @Test func obeysPlacesInADocumentWithoutTemplates() throws {
    let tree = try MergeProject(["map.yaml": "layers: [{id: a}, {id: b, before: a}]"]).tree()
    #expect(tree.flow == "{layers: [{id: 'b'}, {id: 'a'}]}")
  }

  @Test func keepsASecondItemOfOneNameToBeFoundADuplicate() throws {
    #expect(
      try merged("layers: [{id: a, k: 1}]", "layers: [{id: a, k: 2}, {id: a, k: 3}]")
        == "{layers: [{id: 'a', k: 2}, {id: 'a', k: 3}]}")
  }

  @Test(arguments: [
    ("{id: ↓relif, remove: true}", "MD203", "did you mean `relief`?"),
    ("{id: x, before: ↓relif}", "MD203", "did you mean `relief`?"),
    ("{id: x, after: ↓nothing}", "MD203", "`base`, `relief`"),
    ("{id: relief, after: ↓relief}", "MD203", ""),
    ("{remove: ↓true}", "MD203", "`id:`"),
    ("{id: base, remove: ↓1}", "MD103", "`remove: true`"),
    ("{id: x, before: ↓base, after: base}", "MD111", "take one"),
  ])
  func reportsItemsThatAreNotThere(_ marked: String, _ code: String, _ hint: String) throws {
    let (text, places) = unmarked("extends: base.yaml\nlayers: [\(marked)]")
    let merged = try MergeProject([
      "base.yaml": "layers: [{id: base}, {id: relief}]", "map.yaml": text,
    ]).load()
    #expect(merged.findings.map(\.code.name) == [code], "\(merged.findings.map(\.message))")
    #expect(merged.findings.map(\.range.start) == places)
    #expect(merged.findings.first?.hint?.text.contains(hint) ?? hint.isEmpty)
  }

  @Test func keepsTheFileAndPlaceOfEachValue() throws {
    let tree = try MergeProject([
      "styles/base.yaml": "canvas:\n  dpi: 96\n  size: [1, 2]\nlayers:\n  - id: a\n    path: data/a.tif",
      "map.yaml": "extends: styles/base.yaml\ncanvas:\n  size: [3, 4]\nlayers:\n  - id: a\n    opacity: 1",
    ]).tree()
    #expect(tree.at("canvas.dpi")?.place == "2:8-2:10")
    #expect(tree.at("canvas.dpi")?.range.file.path.hasSuffix("styles/base.yaml") == true)
    #expect(tree.at("canvas.size.0")?.place == "3:10-3:11")
    #expect(tree.at("canvas.size.0")?.range.file.path.hasSuffix("map.yaml") == true)
    let path = try #require(tree.at("layers.0.path"))
    #expect(PathResolution.dataPath("data/a.tif", of: path).hasSuffix("/styles/data/a.tif"))
    #expect(PathResolution.dataPath("/data/a.tif", of: path) == "/data/a.tif")
  }

  @Test func laysProjectDefaultsBelowEverything() throws {
    let defaults = try node("canvas: {dpi: 300, background: white}\nlayers: {timeout: 9, opacity: 0.5}")
    let project = try MergeProject([
      "base.yaml": "canvas: {size: [1, 2]}\nlayers: [{id: a, type: x}, {id: g, type: group, layers: [{id: b}]}]",
      "map.yaml": "extends: base.yaml\ncanvas: {background: red}\nlayers: [{id: a, opacity: 1}]",
    ])
    #expect(
      try project.tree(MergeOptions(defaults: defaults)).flow
        == "{canvas: {dpi: 300, background: 'red', size: [1, 2]}, layers: [{id: 'a', type: 'x', opacity: 1, timeout: 9}, "
        + "{id: 'g', type: 'group', layers: [{id: 'b', timeout: 9, opacity: 0.5}]}]}")
  }

  /// Parts of two references would be a third that nobody meant.
  @Test func replacesAReferenceThatIsWrittenOut() throws {
    #expect(
      try merged("srs: {type: ProjectedCRS, name: a, id: {code: 1}}", "srs: {type: GeographicCRS, name: b}")
        == "{srs: {type: 'GeographicCRS', name: 'b'}}")
    #expect(try merged("srs: {type: ProjectedCRS}", "srs: EPSG:3857") == "{srs: 'EPSG:3857'}")
  }

  @Test func letsAPixelRatioTakeADefaultDpiAway() throws {
    let defaults = try node("canvas: {dpi: 300}")
    let project = try MergeProject(["map.yaml": "canvas: {pixelRatio: 2}"])
    #expect(try project.tree(MergeOptions(defaults: defaults)).flow == "{canvas: {pixelRatio: 2}}")
  }

  @Test(.timeLimit(.minutes(10)))
  func mergesLongListsInLinearTime() throws {
    let items = (0..<20_000).map { "  - {id: i\($0)}\n" }.joined()
    let steered = (0..<20_000).map { "  - {id: i\($0), before: i0}\n" }.joined()
    let keys = (0..<20_000).map { "k\($0): 1\n" }.joined()
    let base = keys + "layers:\n" + items
    #expect(try merged(base, keys + "layers:\n" + items) == node(base).flow)
    let project = try MergeProject(["base.yaml": base, "map.yaml": "extends: base.yaml\nlayers:\n" + steered])
    #expect(project.load().findings.map(\.code) == [.tooLarge])
  }

  @Test(.timeLimit(.minutes(10)))
  func survivesMergingMutatedDocuments() throws {
    var random = SeededGenerator(seed: 5)
    let words = [
      "layers:", "- id: a", "id: ${p}", "type: group", "remove: true", "before: a", "after: b", "params:", "p: ${q}",
    ]
    for _ in 0..<2000 {
      let files = (0..<2).map { _ in
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          String(repeating: " ", count: 2 * Int.random(in: 0...3, using: &random))
            + (words.randomElement(using: &random) ?? "")
        }.joined(separator: "\n")
      }
      let nodes = files.compactMap { YAMLReader.read(SourceFile(path: "m", bytes: Array($0.utf8))).node }
      guard nodes.count == 2 else { continue }
      let tree = NodeMerger(isIncomplete: false).merged(nodes[0], with: nodes[1])
      var parameters = ParameterExpansion(
        tree["params"], settings: [("q", "${p}")], document: tree.range.file, isIncomplete: false)
      _ = parameters.expanded(tree, from: nodes.map(\.range.file)).canonicalText()
    }
  }
}
