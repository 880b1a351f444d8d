import DocumentModel
import Geodesy

/// Why a tiled layer is drawn as it is, in one sentence.
enum Explanation {
  static func reason(
    for placement: TilePlacement, isExact: Bool, _ source: FittingSource, layer: Layer, basemap: Basemap
  ) -> String {
    let level = "level \(placement.level.number)"
    let isBasemap = layer.id == basemap.layer.id
    let subject = isBasemap ? "it fixes the map's spatial reference; " : ""
    if let warp = placement.warp {
      let own =
        "its tiles are in \(Words.reference(source.reference))" + (source.preference.map { ", \($0)" } ?? "")
      let size = "drawn at up to \(Words.factor(placement.scale)) times its size"
      guard warp.operation == nil else { return "\(own), so \(level) is warped into the map's reference, \(size)" }
      return subject + "\(level) is turned with the map and \(size)"
    }
    if isExact {
      // How many pixels a picture of a tile has is known only when it is there; `tileSize` says how large it is shown.
      let saysSize = layer.tileSize != nil
      return subject + "\(level) fits, and its tiles "
        + (saysSize ? "lie on the grid of the picture's pixels" : "are copied pixel for pixel")
    }
    let held = source.levelsWithTiles
    let factor = Words.factor(placement.scale)
    if placement.level == held[held.count - 1], placement.scale > 1.01 {
      return subject + "\(level) is its finest, enlarged \(factor) times"
    }
    if !isBasemap, let other = basemap.unwarpedSource, !GridRule.isSameGrid(source, as: other) {
      return "its tiles lie on another grid than those of basemap `\(basemap.layer.id)` "
        + "(\(GridRule.difference(source.scheme, other.scheme))), so \(level) is drawn at \(factor) times its size"
    }
    if placement.scale == 1 || Words.factor(placement.scale) == "1" {
      return subject + "\(level) fits, but its pixels lie between those of the picture, so it is resampled"
    }
    return subject + "the map lies between its levels: \(level) is drawn at \(factor) times its size"
  }
}

extension Layer {
  fileprivate var tileSize: Double? {
    if case .tiled(_, let keys) = content { return keys.tileSize }
    return nil
  }
}
