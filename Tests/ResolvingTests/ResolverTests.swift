import Diagnostics
import Geodesy
import TestSupport
import Testing

@testable import DocumentModel
@testable import Resolving

/// From the text of a document to what is said of it, and where.
@Suite struct ResolverTests {
  /// A tiled layer without keys of its own.
  private struct TextKind: LayerKind {
    static let typeName = "tiles"
    static let summary = "tiles"
    static let family = LayerFamily.tiled
    static let fields: [any FieldDeclaration] = []
    init?(from reader: MappingReader) {}
  }

  private func resolver(_ text: String, _ known: [String: LayerDescription]) throws -> Resolver {
    let folder = try TemporaryFolder()
    try folder.write("", to: ".mapdoc.yaml")
    let path = try folder.write(text, to: "map.yaml")
    let loaded = DocumentLoader(kinds: [TextKind.self]).load(path)
    #expect(loaded.findings.isEmpty)
    return Resolver(try #require(loaded.document), known)
  }

  private func places(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.range.start.line):\($0.range.start.column) \($0.code.name) \($0.layer ?? "-")" }
  }

  @Test func pointsAtTheValueThatIsWrong() throws {
    let resolver = try resolver(
      """
      mapdoc: 1
      srs: EPSG:25832
      canvas: {size: [400, 300]}
      initialExtent: {center: [9.99, 53.55], level: 40}
      layers:
        - id: streets
          type: tiles
        - {id: relief, type: tiles, bounds: [170, 0, -170, 10]}
        - id: near
          type: tiles
          maxScale: 500000
      bookmarks:
        - name: harbour
          extent: [9.9, 53.5, 10, 53.6]
        - name: antarctica
          extent: [-20, -84, 20, -80]
      """,
      [
        "streets": Sources.described(.webMercator, full: Extent(xmin: 0, ymin: 6e6, xmax: 2e6, ymax: 8e6)),
        "relief": Sources.mercator, "near": Sources.degrees,
      ])
    let views = [ViewChoice(), ViewChoice(bookmark: "harbour"), ViewChoice(bookmark: "antarctica")]
    #expect(
      places(resolver.findings(over: views)) == [
        "2:6 MD301 -", "4:47 MD308 -", "8:39 MD307 relief", "10:11 MD301 near", "16:13 MD332 -",
      ])
  }

  @Test func saysOnceWhatConcernsALayerInEveryView() throws {
    let resolver = try resolver(
      """
      mapdoc: 1
      initialExtent: [9.9, 53.5, 10, 53.6]
      layers:
        - {id: streets, type: tiles}
        - {id: fine, type: tiles, minLevel: 20}
        - {id: near, type: tiles, minScale: 1000}
      bookmarks:
        - {name: a, extent: {center: [9.9, 53.5], zoom: 11}}
        - {name: b, extent: {center: [9.9, 53.5], zoom: 13}}
      """, ["streets": Sources.mercator, "fine": Sources.mercator, "near": Sources.mercator])
    let views = [ViewChoice(), ViewChoice(bookmark: "a"), ViewChoice(bookmark: "b")]
    #expect(places(resolver.findings(over: views)) == ["5:39 MD334 fine", "6:39 MD333 near"])
  }

  @Test func countsEveryPictureThatIsTooLarge() throws {
    let resolver = try resolver(
      """
      mapdoc: 1
      canvas: {size: [400, 300]}
      layers:
        - {id: streets, type: tiles}
      """, ["streets": Sources.mercator])
    let views = [4000.0, 9600].map {
      ViewChoice(canvas: [CanvasOverride(size: CanvasSize(width: 4000, height: 9), dpi: $0)])
    }
    #expect(places(resolver.findings(over: views)) == ["2:16 MD508 -", "2:16 MD508 -"])
  }

  @Test func isTheSameEveryTime() throws {
    let document = Documents.map(
      (0..<40).map { Documents.tiled("layer\($0)", line: 10 + $0) }, bookmarks: [("b", .bookmark("b"))])
    var known: [String: LayerDescription] = [:]
    for (index, layer) in document.layers.enumerated() {
      known[layer.id] = index.isMultiple(of: 3) ? Sources.mercator : Sources.degrees
    }
    let first = Resolver(document, known).resolve()
    #expect(first.findings.count == 26)
    #expect(first.findings == first.findings.sorted())
    for _ in 0..<5 { #expect(Resolver(document, known).resolve().findings == first.findings) }
  }
}
