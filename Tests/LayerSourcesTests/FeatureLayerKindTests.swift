import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: features` and `type: graphics`: how they are written in a document.
@Suite struct FeatureLayerKindTests {
  private static let point =
    #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"a": 1}}"#

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(point, to: "maps/a.geojson")
    return folder
  }

  private static func codes(_ layer: String) throws -> [String] {
    try LayerInDocument(layer, in: folder()).findings.map { "\($0.code.name): \($0.message)" }
  }

  private static func lines(_ layer: String, _ fields: [String] = []) async throws -> [String] {
    let document = try LayerInDocument(layer, in: folder())
    #expect(document.findings.isEmpty, "\(document.findings.map(\.message))")
    return await FeatureReading(try await document.openFeatures(), fields).lines
  }

  // MARK: - Files

  @Test func readsAFileBesideTheDocument() async throws {
    #expect(try await Self.lines("type: features\npath: a.geojson", ["a"]) == ["1 point 0 [1 2]"])
    let layer = try LayerInDocument("type: features\npath: a.geojson", in: Self.folder())
    guard case .features(let kind, _) = try layer.layer.content else { return }
    #expect(kind.localFiles == [layer.folder.path + "/maps/a.geojson"])
  }

  @Test(arguments: [
    ("type: features", "MD102"), ("type: features\npath: a.geojson\nurl: https://a.example/b", "MD111"),
    ("type: features\npath: a.csv\nx: lon", "MD102"),
    ("type: features\npath: a.csv\nwkt: geom\nx: lon\ny: lat", "MD111"),
    ("type: features\npath: a.geojson\npth: b", "MD101"),
  ])
  func saysWhatIsWrongWithItsKeys(_ layer: String, _ code: String) throws {
    let found = try Self.codes(layer)
    #expect(found.count == 1 && found.first?.hasPrefix(code) == true, "\(found)")
  }

  @Test(arguments: [
    ("path: missing.geojson", "notFound"), ("path: .", "it is a folder; name the file in it"),
    ("path: a.geojson\nlayer: b", "layer: `layer` says nothing of a GeoJSON file (take `layer` out)"),
    ("path: a.geojson\nencoding: CP1252", "encoding: `encoding` says nothing of a GeoJSON file (take `encoding` out)"),
  ])
  func saysWhatKeepsAFileFromBeingOpened(_ keys: String, _ words: String) async throws {
    do throws(any Error) {
      _ = try await LayerInDocument("type: features\n\(keys)", in: Self.folder()).openFeatures()
      Issue.record("it was opened")
    } catch {
      #expect((error as? SourceError)?.placed.hasPrefix(words) == true, "\(error)")
    }
  }

  @Test func fetchesAFileOfTheWeb() async throws {
    let layer = try LayerInDocument("type: features\nurl: https://a.example/b.geojson?version=1")
    let source = try await layer.openFeatures(services: ScriptedServices(Self.point))
    #expect(source.description.isRemote && source.version != nil)
    #expect(await FeatureReading(source, []).lines == ["point 0 [1 2]"])
    await #expect(throws: SourceError.self) { try await layer.openFeatures() }
    await #expect(throws: SourceError.self) {
      try await layer.openFeatures(services: ScriptedServices("<!DOCTYPE html><html>"))
    }
  }

  // MARK: - Graphics

  @Test func readsEveryWayOfWritingAGraphic() async throws {
    let lines = try await Self.lines(
      """
      type: graphics
      graphics:
        - {point: [1, 2], attributes: {name: a, n: 3, d: 0.5, yes: true, none: null}}
        - {line: [[1, 2], [3, 4]], symbol: {type: line, width: 3}}
        - {polygon: [[[0, 0], [0, 9], [9, 9]], [[1, 1], [2, 1], [2, 2]]]}
        - geometry: {type: GeometryCollection, geometries: [{type: Point, coordinates: [5, 6]}]}
      """, ["name", "n", "d", "yes", "none"])
    #expect(
      lines == [
        "'a'|3|0.5|true|null point 0 [1 2]", "null|null|null|null|null line 1 [1 2, 3 4]",
        "null|null|null|null|null polygon 2 [9 9, 0 9, 0 0; 2 2, 2 1, 1 1]", "null|null|null|null|null point 3 [5 6]",
      ])
  }

  @Test func keepsSymbolsOfItsOwn() async throws {
    let layer = try LayerInDocument(
      """
      type: graphics
      symbol: {type: marker, size: 4}
      graphics:
        - point: [1, 2]
        - {point: [3, 4], symbol: [{type: marker, size: 9}, {type: marker, size: 5}]}
      """)
    let batches = await FeatureReading(try await layer.openFeatures(), []).batches
    #expect(batches.count == 1 && batches[0].ownSymbols.keys.sorted() == [1] && batches[0].ownSymbols[1]?.count == 2)
    guard case .features(_, let keys) = try layer.layer.content, case .simple(let symbols)? = keys.renderer else {
      Issue.record("no symbol of the layer")
      return
    }
    #expect(symbols.count == 1)
  }

  @Test func readsNumbersOfTheLayersReference() async throws {
    let layer = try LayerInDocument(
      """
      type: graphics
      srs: EPSG:25832
      graphics:
        - {geometry: {type: Point, coordinates: [565000, 5934000]}}
        - {point: [565000, 5934100]}
      """)
    #expect(layer.findings.isEmpty, "\(layer.findings.map(\.message))")
    let description = try await layer.openFeatures().description
    #expect(description.fullExtent == Extent(xmin: 565_000, ymin: 5_934_000, xmax: 565_000, ymax: 5_934_100))
    #expect(try description.features?.reference == SpatialReference.parse("EPSG:25832"))
  }

  @Test(arguments: [
    ("graphics: 7", "MD103"), ("graphics: [{}]", "MD102"),
    ("graphics: [{point: [1, 2], line: [[1, 2], [3, 4]]}]", "MD111"),
    ("graphics: [{point: [5, 100]}]", "MD115"), ("graphics: [{line: [[1, 2]]}]", "MD115"),
    ("graphics: [{polygon: [[[1, 2], [3, 4]]]}]", "MD115"),
    ("graphics: [{point: [1, 2], attributes: {a: [1]}}]", "MD103"),
    ("graphics: [{pont: [1, 2]}]", "MD101"), ("graphics: [{point: [1, 2], symbol: {type: line, widht: 3}}]", "MD101"),
  ])
  func saysWhatIsWrongWithAGraphic(_ keys: String, _ code: String) throws {
    let found = try Self.codes("type: graphics\n\(keys)")
    #expect(found.contains { $0.hasPrefix(code) }, "\(found)")
  }
}
