import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Pipeline
import Resolving
import TestSupport

/// Reading documents: YAML, merging, typing.
struct ParseStage: Stage {
  let name = "parse"

  func measure() async throws -> [Measurement] {
    let documents = try SampleDocuments()
    let cost = try await Cost.median(items: documents.paths.count) { _ = try documents.loaded() }
    return [Measurement("1,000 documents of 6 layers, one after another", .document, cost)]
  }
}

/// Opening the sources of documents and resolving their initial extents.
struct PlanStage: Stage {
  let name = "plan"

  func measure() async throws -> [Measurement] {
    let documents = try SampleDocuments()
    let loaded = try documents.loaded()
    let cost = try await Cost.median(items: loaded.count) {
      for document in loaded {
        let resolver = Resolver(document: document, knowledge: try await Self.knowledge(of: document))
        guard resolver.resolve(ViewChoice()).map != nil else { throw WrongWork("a document has no view") }
      }
    }
    return [Measurement("open 6 sources, resolve one view", .document, cost)]
  }

  private static func knowledge(of document: MapDocument) async throws -> [String: LayerKnowledge] {
    var knowledge: [String: LayerKnowledge] = [:]
    for layer in document.layers {
      guard case .tiled(let kind, let keys) = layer.content, let opener = kind as? any TiledLayerKind else { continue }
      let source = try await opener.open(layer, keys, in: SourceContext(painter: NoPainter()))
      knowledge[layer.id] = .described(source.description)
    }
    return knowledge
  }
}

/// `check`: all of it, on all processors.
struct CheckStage: Stage {
  let name = "check"

  func measure() async throws -> [Measurement] {
    let documents = try SampleDocuments()
    let cost = try await Cost.median(items: documents.paths.count) {
      let outcome = await CheckVerb(Run(Run.Options())).check([documents.folder.path])
      guard case .report(let report) = outcome, report.errors == 0, report.documents.count == documents.paths.count
      else { throw WrongWork("`check` found something wrong with the documents") }
    }
    return [Measurement("the same as a folder, 5 views each", .document, cost)]
  }
}

/// A thousand sound map documents, as those of the workload W9 of the peer bench.
private struct SampleDocuments {
  let folder: TemporaryFolder
  let paths: [String]

  init() throws {
    let folder = try TemporaryFolder()
    var random = Noise.Sequence(seed: 7)
    paths = try (0..<1000).map { number in
      let (x, y) = (random.next(in: -20...30), random.next(in: 35...60))
      return try folder.write(Self.text(number, x: x, y: y), to: "m\(number).yaml")
    }
    self.folder = folder
  }

  /// Read one after another, as a run does: one loader for all of them.
  func loaded() throws -> [MapDocument] {
    let loader = DocumentLoader(kinds: layerKinds)
    return try paths.map { path in
      let loaded = loader.load(path)
      guard let document = loaded.document, loaded.findings.isEmpty else {
        throw WrongWork("\(path): \(loaded.findings.first?.message ?? "no document")")
      }
      return document
    }
  }

  private static func text(_ number: Int, x: Double, y: Double) -> String {
    let layers = (0..<6).map { layer in
      """
        - id: layer\(layer)
          type: xyz
          title: "Layer \(layer), Zürich–Łódź"
          url: "https://tiles\(layer).example.org/{z}/{x}/{y}.png"
          minLevel: 0
          maxLevel: \(12 + layer)
          opacity: 0.\(5 + layer % 4)
          blend: multiply
          attribution: "Example data \(layer)"

      """
    }.joined()
    let bookmarks = (0..<4).map { place in
      let west = x + Double(place)
      return """
          - name: place\(place)
            title: "Place \(place)"
            extent: {bbox: [\(west), \(y), \(west + 1), \(y + 1)], srs: EPSG:4326}

        """
    }.joined()
    return """
      mapdoc: 1
      title: "Map \(number)"
      canvas:
        size: [800, 600]
        dpi: 96
        background: "#f8f8f8"
      initialExtent: [\(x), \(y), \(x + 2), \(y + 2)]
      layers:
      \(layers)bookmarks:
      \(bookmarks)outputs:
        - path: out/map\(number).png

      """
  }
}

/// The documents have no layer that is drawn.
struct NoPainter: TilePainting {
  func world(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double, hasNames: Bool,
    shown: ShownArea?
  ) throws(SourceError) -> EncodedPicture { throw .notDrawn(reason: "nothing is drawn here") }

  func outline(of tile: TileIndex, size: PixelSize) throws(SourceError) -> EncodedPicture {
    throw .notDrawn(reason: "nothing is drawn here")
  }
}
