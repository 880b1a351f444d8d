import DocumentModel

/// How rows of a layer are laid on what is below it.
struct RowBlending {
  let mode: BlendMode
  /// 0 to 1.
  let opacity: Float
  /// Of each pixel of the row of the picture; `nil`: all of it.
  let coverage: ArraySlice<UInt8>?
}

/// Rows of premultiplied pixels over one another.
enum RowBlender {
  /// Source over ground: s + d·(255 - sa)/255, the product rounded to the nearest.
  static func over(_ source: Span<UInt32>, onto ground: inout MutableSpan<UInt32>, at start: Int) {
    precondition(start >= 0 && start + source.count <= ground.count, "a row beyond its ground")
    var everyAlpha = UInt32.max
    for place in 0..<source.count { everyAlpha &= source[unchecked: place] }
    if everyAlpha >> 24 == 255 {
      for place in 0..<source.count { ground[unchecked: start + place] = source[unchecked: place] }
      return
    }
    var place = 0
    while place + 4 <= source.count {
      let target = start + place
      let above = FourPixels(
        source[unchecked: place], source[unchecked: place + 1], source[unchecked: place + 2],
        source[unchecked: place + 3])
      above.over(FourPixels(ground, at: target)).store(in: &ground, at: target)
      place += 4
    }
    while place < source.count {
      let (above, below) = (source[unchecked: place], ground[unchecked: start + place])
      ground[unchecked: start + place] = FourPixels(repeating: above).over(FourPixels(repeating: below))[0]
      place += 1
    }
  }

  /// - Parameter start: The column of the ground where the source begins.
  static func blend(
    _ source: Span<UInt32>, onto ground: inout MutableSpan<UInt32>, at start: Int, _ blending: RowBlending
  ) {
    if blending.mode == .normal, blending.opacity == 1, blending.coverage == nil {
      return over(source, onto: &ground, at: start)
    }
    switch blending.mode {
    case .normal: blend(NormalFormula.self, source, onto: &ground, at: start, blending)
    case .multiply: blend(MultiplyFormula.self, source, onto: &ground, at: start, blending)
    case .screen: blend(ScreenFormula.self, source, onto: &ground, at: start, blending)
    case .overlay: blend(OverlayFormula.self, source, onto: &ground, at: start, blending)
    case .darken: blend(DarkenFormula.self, source, onto: &ground, at: start, blending)
    case .lighten: blend(LightenFormula.self, source, onto: &ground, at: start, blending)
    case .colorDodge: blend(ColorDodgeFormula.self, source, onto: &ground, at: start, blending)
    case .colorBurn: blend(ColorBurnFormula.self, source, onto: &ground, at: start, blending)
    case .hardLight: blend(HardLightFormula.self, source, onto: &ground, at: start, blending)
    case .softLight: blend(SoftLightFormula.self, source, onto: &ground, at: start, blending)
    case .difference: blend(DifferenceFormula.self, source, onto: &ground, at: start, blending)
    case .exclusion: blend(ExclusionFormula.self, source, onto: &ground, at: start, blending)
    }
  }

  @inline(__always)
  private static func blend<Formula: BlendFormula>(
    _ formula: Formula.Type, _ source: Span<UInt32>, onto ground: inout MutableSpan<UInt32>, at start: Int,
    _ blending: RowBlending
  ) {
    precondition(start >= 0 && start + source.count <= ground.count, "a row beyond its ground")
    precondition(blending.coverage.map { $0.count == ground.count } ?? true, "a mask of another width than its row")
    let mask = blending.coverage ?? []
    let coverage = mask.span
    let unit: Float = 1 / 255
    let strength = blending.opacity * unit
    for place in 0..<source.count {
      let above = source[unchecked: place]
      if above >> 24 == 0 { continue }
      var factor = strength
      if coverage.count > 0 { factor *= Float(coverage[unchecked: start + place]) * unit }
      let below = channels(ground[unchecked: start + place]) * unit
      ground[unchecked: start + place] = pixel(formula.blended(channels(above) * factor, onto: below) * 255)
    }
  }
}
