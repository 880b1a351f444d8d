import Geodesy
import Rendering

/// The label of the attributions that providers' terms ask for, as the renderer wants it.
enum AttributionOverlay {
  /// A picture without the label would break the terms; where no font is installed the layers' texts stand in the file.
  static let label: SceneOverlay = { size, pixelRatio, texts in
    do throws(DrawingError) {
      guard let label = try AttributionPainter.label(texts, on: size, pixelRatio: pixelRatio) else { return nil }
      return (label.label, x: label.x, y: label.y)
    } catch {
      return nil
    }
  }
}
