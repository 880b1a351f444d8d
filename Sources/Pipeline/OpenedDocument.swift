import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Resolving

/// A document whose sources have been opened: what they say, and what was found on the way.
struct OpenedDocument: Sendable {
  let document: MapDocument
  /// Device pixels in a logical pixel that the sources were opened for.
  let pixelRatio: Double
  /// By layer id; of several layers with one id, which is an error, the first one's.
  let sources: [String: any TileSource]
  /// The same of layers of features.
  let features: [String: any FeatureSource]
  let knowledge: [String: LayerKnowledge]
  let findings: [Diagnostic]

  /// Opens the sources of all layers: the basemap first, because `debug` and `pattern` draw on its tiling scheme; then,
  /// where services may be asked, all others at once. What is found stays in the document's order.
  ///
  /// - Parameter surroundings: Its pixel ratio is that of the picture; some sources have other tiles for fine screens.
  init(_ document: MapDocument, in surroundings: SourceContext) async {
    let (document, found) = await document.withPortalMaps(in: surroundings)
    let layers = document.layers.flatMap(\.leaves)
    var opened: [OpenedLayer] = []
    if let first = layers.first { opened.append(await OpenedLayer(first, in: surroundings)) }
    let context = surroundings.over(opened.first.flatMap { $0.scheme(in: document) })
    let others = Array(layers.dropFirst())
    if surroundings.services == nil {
      for layer in others { opened.append(await OpenedLayer(layer, in: context)) }
    } else {
      opened += await Parallel.map(others, width: others.count, chunk: 1) { await OpenedLayer($0, in: context) }
    }
    var sources: [String: any TileSource] = [:]
    var features: [String: any FeatureSource] = [:]
    var knowledge: [String: LayerKnowledge] = [:]
    var named: Set<String> = []
    // The first layer of an id has it; the resolver leaves the others out (MD201).
    let fitted = FittedFeatures(document)
    for one in opened where named.insert(one.layer.id).inserted {
      sources[one.layer.id] = one.source
      features[one.layer.id] = one.features
      knowledge[one.layer.id] = one.knowledge
      if let source = one.features {
        knowledge[one.layer.id] = .described(await fitted.description(of: source, one.layer))
      }
    }
    self.document = document
    pixelRatio = surroundings.pixelRatio
    self.sources = sources
    self.features = features
    self.knowledge = knowledge
    findings = found + opened.flatMap { $0.findings(in: document) }
  }

  /// What the source of a layer says of itself; `nil` where it could not be opened.
  func description(of layer: Layer) -> LayerDescription? {
    sources[layer.id]?.description ?? features[layer.id]?.description
  }
}

/// One layer whose source has been opened, or the reason why not.
private struct OpenedLayer: Sendable {
  let layer: Layer
  /// `nil` for a layer that has no source.
  private let outcome: Result<Source, SourceError>?

  private enum Source {
    case tiles(any TileSource)
    case features(any FeatureSource)
  }

  init(_ layer: Layer, in context: SourceContext) async {
    self.layer = layer
    do throws(SourceError) {
      switch layer.content {
      case .tiled(let kind as any TiledLayerKind, let keys):
        outcome = .success(.tiles(try await kind.open(layer, keys, in: context)))
      case .features(let kind as any FeatureLayerKind, let keys):
        outcome = .success(.features(try await kind.open(layer, keys, in: context)))
      default: outcome = nil
      }
    } catch {
      outcome = .failure(error)
    }
  }

  var source: (any TileSource)? {
    if case .success(.tiles(let source)) = outcome { source } else { nil }
  }

  var features: (any FeatureSource)? {
    if case .success(.features(let source)) = outcome { source } else { nil }
  }

  var knowledge: LayerKnowledge? {
    switch outcome {
    case nil: nil
    case .success(.tiles(let source)): .described(source.description)
    case .success(.features(let source)): .described(source.description)
    // The resolver says so (MD400), and goes on with what the document declares.
    case .failure(.mayNotAsk): .unknown
    case .failure: .failed
    }
  }

  /// The scheme that a map over this basemap has.
  func scheme(in document: MapDocument) -> TilingScheme? {
    guard let schemes = source?.description.tilingSchemes else { return nil }
    let wanted = layer.reference?.value ?? document.reference?.value ?? document.fallbackReference
    return schemes.first { $0.reference == wanted } ?? schemes.first
  }

  func findings(in document: MapDocument) -> [Diagnostic] {
    switch outcome {
    // Of a run that was stopped the exit status tells.
    case nil, .failure(.mayNotAsk), .failure(.notAnswered(.cancelled, _)): []
    case .failure(let error): [layer.finding(.source(error), in: document)]
    case .success(.features(let source)):
      source.remarks.map { layer.finding($0, in: document) }
        + (source.damage.map { [layer.finding(.source($0), in: document)] } ?? [])
    case .success(.tiles(let source)):
      source.remarks.map { layer.finding($0, in: document) }
        + (layer.unmetTerms(of: source.description, in: document).map { [$0] } ?? [])
    }
  }
}
