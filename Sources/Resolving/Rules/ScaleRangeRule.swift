import DocumentModel

/// `visible`, `minScale` and `maxScale`: whether a layer is meant to be drawn in a view at all.
enum ScaleRangeRule {
  /// How far a scale may miss a bound and still count as on it: what is lost when a scale is written with few digits.
  private static let rounding = 1e-6

  /// True where `minScale` >= scale >= `maxScale`, as Esri means it; 0 is no limit.
  static func includes(_ scale: Double, in layer: Layer) -> Bool {
    (layer.minScale == 0 || scale <= layer.minScale * (1 + rounding))
      && (layer.maxScale == 0 || scale >= layer.maxScale * (1 - rounding))
  }

  /// Why a layer is not meant to be drawn; `nil` when it is.
  static func reasonToSkip(_ layer: Layer, at scale: Double) -> String? {
    guard layer.isVisible else { return "it is not visible (`visible: false`)" }
    guard !includes(scale, in: layer) else { return nil }
    return "the map is at \(Words.scale(scale)), and it is drawn \(range(of: layer))"
  }

  /// `from 1:50,000 to 1:10,000`, `from 1:50,000 on`, `up to 1:10,000`.
  static func range(of layer: Layer) -> String {
    switch (layer.minScale, layer.maxScale) {
    case (0, let largest): "up to \(Words.scale(largest))"
    case (let smallest, 0): "from \(Words.scale(smallest)) on"
    case (let smallest, let largest): "from \(Words.scale(smallest)) to \(Words.scale(largest))"
    }
  }
}
