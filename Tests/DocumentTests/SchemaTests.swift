import Diagnostics
import DocumentModel
import FoundationEssentials
import LayerSources
import TestSupport
import Testing

/// The JSON Schema over the conformance suite: another program's word on the same documents.
@Suite(.enabled(if: SchemaValidator.isHere, "python3 with jsonschema and yaml is not here"))
struct SchemaTests {
  private static let schema = DocumentSchema.json(kinds: layerKinds)

  /// Cases whose mistakes stand in one file and in one place, where the schema can see them.
  private static let visible = [
    "canvas", "colours", "groups", "identifiers", "later-keys", "missing-keys", "not-a-map",
    "types-and-ranges", "unknown-keys", "unknown-kinds", "version",
  ]

  @Test func acceptsEveryDocumentWithoutFindings() throws {
    let right = ConformanceTests.Case.all.filter { $0.found().isEmpty }
    #expect(right.count >= 2)
    let answers = try SchemaValidator.answers(to: try right.map { try text($0.name) }, schema: Self.schema)
    for (example, answer) in zip(right, answers) { #expect(answer, "\(example.name)") }
  }

  @Test func refusesWhatItCanKnow() throws {
    let answers = try SchemaValidator.answers(to: try Self.visible.map(text), schema: Self.schema)
    for (name, answer) in zip(Self.visible, answers) { #expect(!answer, "\(name)") }
  }

  /// Of documents that `check` accepts with fitting parameters.
  private static let withParameters = [
    "mapdoc: ${v}\nparams: {l: [{id: a, type: debug}], m: {a: [1]}}\nlayers: ${l}\n",
    """
    mapdoc: 1
    template: ${t}
    canvas: {size: ["${w}", "${h}mm"], dpi: "${d}", background: "#${c}"}
    initialExtent: {center: ["${x}", 3], zoom: "${z}", snap: "${s}", srs: "${r}"}
    layers:
      - ${whole}
      - {id: a, type: "${kind}", url: x}
      - {id: b, type: builtin, opacity: "${o}", visible: "${v}", blend: "${b}", absentStatus: [404, "${a}"], bounds: "${b}"}
      - {id: c, type: debug, clip: {type: "${g}", coordinates: "${c}"}, onMissingTile: "${m}", detail: "${d}", zIndex: "${i}"}
      - {id: g, type: group, layers: ["${one}", {id: d, type: debug, minScale: "${m}", bounds: ["${x}", 0, 1, 1]}]}
      - id: x
        type: xyz
        url: https://example.org/{z}/{x}/{y}
        subdomains: ["${a}", b]
        tilingScheme: {srs: "${r}", origin: ["${x}", 1], tileSize: "${t}", levels: [{level: "${l}", resolution: "${r}"}]}
    bookmarks:
      - ${bookmark}
      - {name: "${n}", extent: {fit: "${f}", padding: ["${p}", 1, 2, "3mm"]}}
    outputs:
      - ${output}
      - {path: "${p}", quality: "${q}", bookmarks: ["${b}"], canvas: "${c}", format: "${f}"}
    """,
  ]

  private static let withNulls = [
    "mapdoc: 1\nextends: a.yaml\nlayers: null\nparams: null\ntitle: null\n",
    "mapdoc: 1\nextends: a.yaml\nlayers: [{id: w, layers: [c]}, {id: g, layers: [{id: d, type: debug}]}]\n",
    """
    extends: [a.yaml]
    canvas: {background: null, size: null}
    layers:
      - {id: a, url: null, tilingScheme: null, name: null, opacity: null, onMissingTile: null, clip: null}
      - {id: g, type: group, layers: null}
    initialExtent: null
    bookmarks: [{name: a, extent: null, canvas: {background: null}}]
    """,
  ]

  @Test func acceptsAParameterForEveryValue() throws {
    let answers = try SchemaValidator.answers(to: Self.withParameters, schema: Self.schema)
    #expect(answers == [true, true])
  }

  @Test func acceptsNullForEveryInheritedKey() throws {
    let answers = try SchemaValidator.answers(to: Self.withNulls, schema: Self.schema)
    #expect(answers == [true, true, true])
  }

  @Test func acceptsTheMapsAndTheTemplatesOfTheProject() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let paths = try ["maps", "templates"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { $0.hasSuffix(".yaml") }.sorted().map { root.appending(path: folder).appending(path: $0) }
    }
    #expect(paths.count >= 10)
    let texts = try paths.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    let answers = try SchemaValidator.answers(to: texts, schema: Self.schema)
    for (path, answer) in zip(paths, answers) { #expect(answer, "\(path.path)") }
  }

  @Test func acceptsEveryMendedExampleOfTheCatalogue() throws {
    let codes = Code.all.filter {
      $0.number >= 100 && $0.example.shownBy == .check && !$0.example.mended.contains("extends:")
    }
    let answers = try SchemaValidator.answers(to: codes.map { $0.example.mended }, schema: Self.schema)
    for (code, answer) in zip(codes, answers) { #expect(answer, "\(code.name): \(code.example.mended)") }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: ConformanceTests.Case.folder.appending(path: name + ".yaml")), as: UTF8.self)
  }
}
