import DocumentModel
import Geodesy

extension FeatureBatch {
  /// The features that a page shows, in device pixels: those of which nothing lies on it are left out.
  ///
  /// - Returns: Also, of each path, how much of its line was cut away before it.
  package func onPage(by shaper: PageShaper) -> (batch: FeatureBatch, starts: [Double]) {
    let shaped = shaper.shaped(paths, features.map { ($0.kind, $0.paths) })
    var batch = FeatureBatch(fieldNames: fieldNames, paths: shaped.paths, values: values)
    batch.ownSymbols = ownSymbols
    for (feature, shape) in zip(features, shaped.shapes) where !shape.paths.isEmpty || shape.outlines?.isEmpty == false
    {
      var own = feature
      (own.paths, own.outlines) = (shape.paths, shape.outlines)
      batch.features.append(own)
    }
    return (batch, shaped.starts)
  }
}
