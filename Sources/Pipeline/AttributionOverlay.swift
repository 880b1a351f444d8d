import Geodesy
import Rendering

/// The label of the attributions that providers' terms ask for, as the renderer wants it.
enum AttributionOverlay {
  /// - Returns: `nil` for no texts.
  /// - Throws: ``DrawingError`` where no font is installed, before anything is drawn.
  static func overlay(_ texts: [String], on view: MapView) throws(DrawingError) -> SceneOverlay? {
    guard let label = try AttributionPainter.label(texts, on: view.size, pixelRatio: view.pixelRatio) else {
      return nil
    }
    return { _, _, _ in (label.label, x: label.x, y: label.y) }
  }

  /// Where an overlay lies on a picture.
  static func rectangle(of overlay: SceneOverlay?, on view: MapView) -> PixelRectangle? {
    guard let (label, x, y) = overlay?(view.size, view.pixelRatio, []) else { return nil }
    return PixelRectangle(
      x: Double(x), y: Double(y), width: Double(label.size.width), height: Double(label.size.height))
  }
}
