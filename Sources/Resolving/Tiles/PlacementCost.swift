import Geodesy

extension TilePlacement {
  /// Pixels of tiles for each pixel of the picture: where a picture is shrunk evenly it takes at most 4, and at the poles of
  /// tiles in degrees some ten times more.
  private static let mostPixels = 64.0
  /// So few are always fine.
  private static let fewTiles = 64

  /// Whether tiles that are warped have not far more pixels than the picture can show.
  func isWithinReason(on picture: PixelSize) -> Bool {
    guard tileCount > Self.fewTiles else { return true }
    let read = Double(tileCount) * Double(scheme.tileSize.width) * Double(scheme.tileSize.height)
    return read <= Double(picture.width) * Double(picture.height) * Self.mostPixels
  }
}
