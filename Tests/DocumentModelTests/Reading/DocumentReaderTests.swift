import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel

@Suite struct DocumentReaderTests {
  @Test func readsEveryKeyOfTheTop() throws {
    let (read, findings) = document(
      """
      mapdoc: 1
      title: Harbour
      description: the port
      metadata: {author: Ann, year: 2026}
      canvas: {size: [800, 600], dpi: 192, background: transparent}
      srs: EPSG:3857
      initialExtent: {center: [9.99, 53.55], zoom: 12}
      rotation: 12.5
      wrapAround: false
      layers:
        - {id: base, type: xyz, url: "https://example.org/{z}/{x}/{y}.png"}
      bookmarks:
        - {name: docks, title: The docks, extent: [9.9, 53.5, 10, 53.6], canvas: {size: A4}, rotation: -90}
      outputs:
        - {id: main, path: "build/${map}.webp", quality: 80, bookmarks: [docks], georeference: worldfile}
      x-note: kept for later
      """)
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    let map = try #require(read)
    #expect(map.title == "Harbour")
    #expect(map.summary == "the port")
    #expect(map.metadata == ["author": "Ann", "year": "2026"])
    #expect(map.canvas.pixelSize == PixelSize(width: 1600, height: 1200))
    #expect(map.canvas.background == nil)
    #expect(map.reference?.value == .webMercator)
    #expect(map.initialExtent?.range.start == SourcePosition(line: 7, column: 16))
    #expect(map.bookmarks.first?.name.value == "docks")
    #expect(map.bookmarks.first?.canvas?.size?.isPaper == true)
    #expect(map.rotation == 12.5 && map.bookmarks.first?.rotation == -90)
    let output = try #require(map.outputs.first)
    #expect(output.format?.value == .webp)
    #expect(output.quality == 80)
    #expect(output.georeference == .worldfile)
    guard case .named(let names) = output.bookmarks else { return #expect(Bool(false)) }
    #expect(names.map(\.value) == ["docks"])
  }

  @Test func hasADefaultForWhatIsNotWritten() throws {
    let map = try #require(document(small()).document)
    #expect(map.canvas == .standard)
    #expect(map.outputs.isEmpty && map.bookmarks.isEmpty && map.metadata.isEmpty)
    #expect(map.initialExtent == nil && map.reference == nil && map.title == nil)
  }

  @Test func refusesUnknownKeysWithASuggestion() {
    expectTyped(
      in: "mapdoc: 1\n↓titel: a\n↓projection: EPSG:3857\nlayers:\n  - {id: a, type: debug, ↓opactiy: 1}\n",
      [
        .unknownKey, .unknownKey, .unknownKey,
      ])
    let hints = document(small("titel: a\nprojection: EPSG:3857\nzzzzz: 1\n")).findings.map { $0.hint?.text }
    #expect(hints == ["did you mean `title`?", "did you mean `srs`?", nil])
  }

  @Test(arguments: [
    "location: {}", "furniture: []", "frame: [0, 0, 0, 0]", "atlas: {}",
  ])
  func refusesWhatComesLater(_ text: String) {
    expectTyped(in: small("↓\(text)\n"), [.notYetSupported])
  }

  @Test(arguments: [
    "grids: null", "grids: []", "rotation: 0", "rotation: 0.0", "wrapAround: false", "credentials: ~",
    "credentials: {}",
  ])
  func acceptsWhatAsksForNothing(_ text: String) {
    expectTyped(in: small("\(text)\n"), [])
  }

  @Test func theVersionIsOne() {
    expectTyped(in: small().replacing("mapdoc: 1", with: "mapdoc: ↓2"), [.unsupportedVersion])
    expectTyped(in: small().replacing("mapdoc: 1", with: "mapdoc: ↓\"1\""), [.wrongType])
    expectTyped(in: small().replacing("mapdoc: 1", with: "↓title: a"), [.missingKey])
  }

  @Test func aMapHasALayer() {
    expectTyped(in: "↓mapdoc: 1\n", [.missingKey])
    expectTyped(in: "mapdoc: 1\nlayers: ↓[]\n", [.missingKey])
    expectTyped(in: "mapdoc: 1\nlayers: ↓{}\n", [.wrongType])
    expectTyped(in: "↓- mapdoc\n", [.wrongType])
  }

  @Test func reportsEveryMistakeOfADocument() {
    expectTyped(
      in: """
        mapdoc: 1
        ↓foo: 1
        canvas: {dpi: ↓0}
        initialExtent: ↓[1, 2]
        layers:
          - id: a
            type: xyz
            url: ↓[]
            opacity: ↓4
            blend: ↓mulitply
          - ↓id: b
          - id: ↓a
            type: debug
        outputs:
          - path: ↓a.gif

        """,
      [
        .unknownKey, .outOfRange, .badExtent, .wrongType, .outOfRange, .unknownValue, .missingKey, .duplicateIdentifier,
        .unknownFormat,
      ])
  }

  @Test func aDocumentWithMistakesStillYieldsWhatCanBeHad() throws {
    let map = try #require(
      document(small("foo: 1\ninitialExtent: 5\n", layer: "opacity: 7", end: "  - {id: b, type: nonsense}\n")).document)
    #expect(map.layers.map(\.id) == ["base", "b"])
    #expect(map.layers.first?.opacity == 1)
    #expect(map.layers.map { $0.problem?.code } == [nil, .unknownValue])
    #expect(map.layers.last?.typeName == "nonsense")
  }

  @Test(
    arguments: [
      ("{id: a, type: rastre, url: 5}", .unknownValue), ("{id: a, type: xyz}", .missingKey),
      ("{id: a, opacity: 1}", .missingKey), ("{id: a, type: group}", .missingKey), ("{id: a, type: [b]}", .wrongType),
    ] as [(String, Code)])
  func aLayerThatCannotBeReadSaysWhy(_ layer: String, _ code: Code) throws {
    for text in ["[\(layer), {id: b, type: debug}]", "[{id: g, type: group, layers: [\(layer)]}]"] {
      let (map, findings) = document("mapdoc: 1\nlayers: \(text)\n")
      let bad = try #require(map?.layers.flatMap(\.leaves).first)
      #expect(findings.map(\.code) == [code])
      #expect(bad.id == "a" && bad.problem?.code == code && bad.problem?.reason == findings.first?.message)
    }
  }

  @Test func withoutAFirstLayerADocumentYieldsNothing() {
    #expect(document("mapdoc: 1\nlayers:\n  - {type: debug}\n  - {id: b, type: debug}\n").document == nil)
    let group = "mapdoc: 1\nlayers:\n  - {id: g, type: group, layers: [5, {id: b, type: debug}]}\n"
    #expect(document(group).document == nil)
  }

  @Test func aTemplateMayLackWhatADocumentNeeds() {
    let text = """
      title: ↓[]
      layers:
        - {id: base, opacity: 0.5, ↓opactiy: 1}
        - {type: xyz}
      bookmarks: [{name: a}]
      initialExtent: {bookmark: elsewhere}

      """
    let marked = MarkedText(text)
    let findings = document(marked.text, isPartial: true).findings
    #expect(findings.map(\.range.start) == marked.places, "\(findings.map(\.message))")
  }
}
