import Diagnostics
import DocumentModel
import Geodesy

/// The size of the picture: the document's canvas, then what the bookmark, the output and the command line put over it.
package enum CanvasRule {
  /// Device pixels a side; what 16-bit picture formats hold.
  package static let longestSide = 65_535
  /// Device pixels in all.
  static let mostPixels = 1 << 31

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
    let limit = Double(longestSide)
    if max(width.rounded(), height.rounded()) > limit {
      return .pictureTooLarge("the picture is \(words(width)) x \(words(height)) pixels", in: document)
    }
    if width.rounded() * height.rounded() > Double(mostPixels) {
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
      "\(what), at most \(Words.grouped(Double(CanvasRule.longestSide))) a side and "
        + "\(Words.grouped(Double(CanvasRule.mostPixels))) in all",
      at: (canvas?["size"] ?? canvas ?? document.node).range,
      hint: Hint("make `size` smaller, or lower `dpi`"))
  }
}
