import DocumentModel
import Geodesy
import LayerSources
import Resolving

/// How far those features reach that a layer's `where` holds of, for a map that is fitted to them.
struct FittedFeatures {
  /// The layers to which an extent of the document is fitted, by id.
  private let fitted: Set<String>

  init(_ document: MapDocument) {
    let forms = [document.initialExtent?.value].compactMap(\.self) + document.bookmarks.map(\.extent.value)
    var fitted: Set<String> = []
    for case .fitLayer(let id, _, _) in forms {
      guard let layer = document.layers.flatMap(\.withDescendants).first(where: { $0.id == id }) else { continue }
      fitted.formUnion(layer.withDescendants.map(\.id))
    }
    self.fitted = fitted
  }

  /// What a source says of itself, with the extent of the features that are meant; as it stands for a layer that nothing is
  /// fitted to, without a condition, or with a source that cannot be read: that is said where it is drawn.
  func description(of source: any FeatureSource, _ layer: Layer) async -> LayerDescription {
    var description = source.description
    guard fitted.contains(layer.id), case .features(_, let keys) = layer.content,
      let condition = keys.condition?.value
    else { return description }
    var coverage = GroundCoverage()
    do throws(SourceError) {
      try await source.read(FeatureQuery(fieldNames: condition.fieldNames, condition: condition)) { coverage.add($0) }
    } catch {
      return description
    }
    let reference = layer.reference?.value ?? description.features?.reference
    description.fullExtent = reference?.facts.isGeographic == false ? coverage.box : coverage.inDegrees
    return description
  }
}
