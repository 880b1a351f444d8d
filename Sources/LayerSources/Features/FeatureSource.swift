import DocumentModel

/// A kind of layer that is drawn from features, in one file with all that is particular to it.
package protocol FeatureLayerKind: LayerKind {
  /// Opens the source: reads what it says of itself. A service is asked through `context`, which may forbid it.
  /// - Throws: ``SourceError``.
  func open(_ layer: Layer, _ keys: FeatureKeys, in context: SourceContext) async throws(SourceError)
    -> any FeatureSource
}

extension FeatureLayerKind {
  package static var family: LayerFamily { .features }
}

/// A source of features that has been opened.
package protocol FeatureSource: Sendable {
  /// With ``LayerDescription/features``, and no tiling schemes.
  var description: LayerDescription { get }
  /// Of what it was fetched as, where it was; what a file holds is known by the file.
  var version: String? { get }
  /// What it noticed while it was opened.
  var remarks: [SourceRemark] { get }
  /// What opening it found to be wrong with it, where a part of it can be read all the same; ``read(_:_:)`` throws it once
  /// more, behind that part.
  var damage: SourceError? { get }
  /// Symbols that come with its features: of `graphics`.
  var ownSymbols: [Symbol] { get }
  /// Reads its features in an order that never changes, a batch at a time, so that memory does not grow with the source.
  ///
  /// What can be read of a damaged source is handed over before the error is thrown.
  /// - Throws: ``SourceError`` with the place of what cannot be read; what `take` throws ends the reading too.
  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError)
}

extension FeatureSource {
  package var remarks: [SourceRemark] { [] }
  package var damage: SourceError? { nil }
  package var ownSymbols: [Symbol] { [] }
  package var version: String? { nil }
}
