import DocumentModel
import Geodesy

/// What the lines and texts of each level look like: as the document says, and what suits the level where it says nothing.
struct GridLook {
  let symbols: [GridLevelSymbols]
  /// Numbers of those that show, the coarsest first.
  let levels: [Int]
  /// Device pixels in a logical pixel.
  let pixelRatio: Double

  /// Dark and half transparent: seen on pale and on dark ground, and quiet on both.
  static let ink = Color(red: 0x2b, green: 0x33, blue: 0x3d, alpha: 0x99)
  static let letters = Color(red: 0x22, green: 0x28, blue: 0x30)
  /// In logical pixels.
  static let (textSize, haloWidth, widest) = (14.0, 2.0, 3.0)

  /// `nil` where no lines of the level are drawn.
  func stroke(of level: Int) -> Stroke? {
    let symbol = self.symbol(level).line
    guard symbol.isVisible else { return nil }
    // The finest line is 1 pixel wide, and each coarser level 1 more.
    let rank = levels.firstIndex(of: level).map { levels.count - $0 } ?? 1
    let width = symbol.width ?? min(Self.widest, Double(rank))
    return Stroke(
      color: symbol.color ?? Self.ink, width: width * pixelRatio, dash: (symbol.dash ?? []).map { $0 * pixelRatio },
      cap: .butt)
  }

  /// `nil` where no labels of the level are written.
  func text(of level: Int, isOfZone: Bool) -> TextStyle? {
    let symbol = self.symbol(level).text
    guard symbol.isVisible else { return nil }
    let halo = symbol.haloWidth ?? Self.haloWidth
    return TextStyle(
      font: symbol.font, isBold: symbol.isBold ?? isOfZone, isItalic: symbol.isItalic ?? false,
      size: (symbol.size ?? Self.textSize) * pixelRatio, color: symbol.color ?? Self.letters,
      halo: halo > 0 ? TextStyle.Halo(color: symbol.haloColor ?? .white, width: halo * pixelRatio) : nil)
  }

  func alignment(of level: Int) -> GridTextSymbol.Alignment { symbol(level).text.alignment ?? .center }

  private func symbol(_ level: Int) -> GridLevelSymbols {
    symbols.indices.contains(level) ? symbols[level] : GridLevelSymbols()
  }
}
