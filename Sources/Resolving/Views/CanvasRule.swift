import Diagnostics
import DocumentModel
import Geodesy

/// The size of the picture: the document's canvas, then what the bookmark, the output and the command line put over it.
enum CanvasRule {
  /// The canvas after all overrides, in their order.
  static func canvas(of base: Canvas, overrides: [CanvasOverride]) -> Canvas {
    overrides.reduce(base) { $0.applying($1) }
  }

  /// What is wrong with the size of a picture; `nil` when it lies within the bounds. Checked before pixels are counted.
  static func finding(for canvas: Canvas, in document: MapDocument) -> Diagnostic? {
    let width = canvas.width * canvas.pixelRatio
    let height = canvas.height * canvas.pixelRatio
    guard width.isFinite, height.isFinite, canvas.pixelRatio > 0, width >= 0, height >= 0 else {
      return .pictureTooLarge("a picture of \(words(width)) x \(words(height)) pixels", in: document)
    }
    let bounds = document.pictureBounds
    if max(width.rounded(), height.rounded()) > Double(bounds.side) {
      return .pictureTooLarge("the picture is \(words(width)) x \(words(height)) pixels", in: document)
    }
    if width.rounded() * height.rounded() > Double(bounds.pixels) {
      return .pictureTooLarge("the picture is \(words(width)) x \(words(height)) pixels", in: document)
    }
    return nil
  }

  private static func words(_ side: Double) -> String { side.isFinite ? Words.grouped(side) : "\(side)" }
}

extension Diagnostic {
  fileprivate static func pictureTooLarge(_ what: String, in document: MapDocument) -> Diagnostic {
    let canvas = document.node["canvas"]
    return Diagnostic(
      .pictureTooLarge,
      "\(what), at most \(Words.grouped(Double(document.pictureBounds.side))) a side and "
        + "\(Words.grouped(Double(document.pictureBounds.pixels))) in all",
      at: (canvas?["size"] ?? canvas ?? document.node).range,
      hint: Hint("make `size` smaller, lower `dpi`, or raise `limits` in `.mapdoc.yaml` if it is meant"))
  }
}
