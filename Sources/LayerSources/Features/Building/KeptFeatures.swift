import DocumentModel
import Geodesy

/// The features of a small source, kept from when it was looked through, so that it need not be read once more for each map.
struct KeptFeatures: Sendable {
  /// Positions and values that are kept, some 8 MB; nothing of a source with more.
  private static let limit = 1 << 19

  private let fieldNames: [String]
  private var batches: [FeatureBatch] = []
  private var size = 0

  /// - Parameter fieldNames: Those that the features are kept with.
  init(fieldNames: [String]) { self.fieldNames = fieldNames }

  mutating func add(_ batch: FeatureBatch) {
    size += batch.paths.x.count + batch.features.count + batch.values.count
    for value in batch.values { if case .text(let text) = value { size += text.utf8.count / 16 } }
    if size <= Self.limit { batches.append(batch) } else { batches = [] }
  }

  /// Hands over what a query asks for.
  /// - Returns: False where that must be read.
  func answer(_ query: FeatureQuery, _ take: FeatureBatchBuilder.Taker) throws(SourceError) -> Bool {
    guard size <= Self.limit, query.condition == nil, query.fieldNames == fieldNames else { return false }
    for batch in batches {
      let wanted = query.box.map { batch.touching($0, period: query.period) } ?? batch
      if !wanted.features.isEmpty { try take(wanted) }
    }
    return true
  }
}

extension FeatureBatch {
  /// The features that may touch a box (``PathList/mayTouch(_:_:period:)``), each with all its parts.
  func touching(_ box: Extent, period: Double?) -> FeatureBatch {
    var part = self
    part.features = []
    part.paths = PathList()
    var start = 0
    while start < features.count {
      let row = features[start].row
      let end = features[start...].firstIndex { $0.row != row } ?? features.count
      let positions = paths.positions(of: features[start].paths.lowerBound..<features[end - 1].paths.upperBound)
      if paths.mayTouch(box, positions, period: period) { part.add(features[start..<end], of: self) }
      start = end
    }
    return part.features.count == features.count ? self : part
  }

  private mutating func add(_ features: ArraySlice<Feature>, of batch: FeatureBatch) {
    for feature in features {
      var copy = feature
      let first = paths.count
      for path in feature.paths {
        let range = batch.paths.range(of: path)
        paths.x += batch.paths.x[range]
        paths.y += batch.paths.y[range]
        paths.endPath()
      }
      copy.paths = first..<paths.count
      self.features.append(copy)
    }
  }
}

extension PathList {
  /// The positions of several paths.
  func positions(of paths: Range<Int>) -> Range<Int> {
    paths.isEmpty ? 0..<0 : range(of: paths.lowerBound).lowerBound..<ends[paths.upperBound - 1]
  }

  /// Whether a feature with these positions may touch a box.
  /// - Parameter period: Units of x once round the world: a longitude of 190 is that of -170. `nil`: nothing repeats.
  func mayTouch(_ box: Extent, _ positions: Range<Int>, period: Double?) -> Bool {
    var (xmin, ymin, xmax, ymax) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for index in positions {
      xmin = min(xmin, x[index])
      xmax = max(xmax, x[index])
      ymin = min(ymin, y[index])
      ymax = max(ymax, y[index])
    }
    // What spans more than half the world may cross the antimeridian, and then lies where its numbers do not.
    if xmax - xmin > (period ?? 360) / 2 { return true }
    guard ymin <= box.ymax, ymax >= box.ymin else { return false }
    if xmin <= box.xmax, xmax >= box.xmin { return true }
    guard let period else { return false }
    // The copy that begins in the box or to the right of it, and the one before.
    let shift = ((box.xmin - xmin) / period).rounded(.up) * period
    return xmin + shift <= box.xmax || xmax + shift - period >= box.xmin
  }
}
