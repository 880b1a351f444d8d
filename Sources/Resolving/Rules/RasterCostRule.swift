import Diagnostics
import DocumentModel
import Geodesy

/// Rasters without overviews that are shown small: all of them would be read for a picture of little.
enum RasterCostRule {
  /// Pixels of the file that are read in a second or two, whatever they are compressed by.
  private static let many = 400e6
  /// What takes a minute or more.
  private static let most = 16e9

  /// - Returns: `nil` for what is one picture, and for what is soon read.
  static func finding(for layer: Layer, _ placement: TilePlacement, _ pyramid: ImagePyramid?) -> Diagnostic? {
    guard let pyramid else { return nil }
    let level = pyramid.levels[placement.level.number]
    guard level.cost > 1 else { return nil }
    let tile = Double(pyramid.tileSize.width) * Double(pyramid.tileSize.height)
    let shown = min(
      Double(placement.tileCount) * tile, Double(level.size.width) * Double(level.size.height))
    let read = shown * Double(level.cost)
    if read > most { return .tooMuchOfRaster(layer, read: read, most: most) }
    return read > many ? .rasterWithoutOverviews(layer, read: read) : nil
  }
}

extension Diagnostic {
  private static let hint = Hint(
    "`gdaladdo -r average FILE 2 4 8 16 32 64` makes overviews, or show it at larger scales alone with `minScale`")

  fileprivate static func rasterWithoutOverviews(_ layer: Layer, read: Double) -> Diagnostic {
    ofCost(.rasterWithoutOverviews, layer, "\(millions(read)) million pixels of it are read")
  }

  fileprivate static func tooMuchOfRaster(_ layer: Layer, read: Double, most: Double) -> Diagnostic {
    ofCost(
      .tooMuchOfRaster, layer,
      "\(millions(read)) million pixels of it would be read, at most \(millions(most)) million are")
  }

  private static func ofCost(_ code: Code, _ layer: Layer, _ words: String) -> Diagnostic {
    Diagnostic(
      code, "layer `\(layer.id)` has no overview as small as the map needs: \(words)", at: layer.typeRange, hint: hint,
      layer: layer.id)
  }

  private static func millions(_ count: Double) -> String { Words.grouped((count / 1e6).rounded()) }
}
