import DocumentModel

/// A separable blend mode as PDF 1.7 (11.3.5) and W3C Compositing and Blending 1 define it. Where they differ, in
/// what `color-dodge` and `color-burn` make of pure black and white, W3C rules, as in PDF 2.0.
///
/// Colours are premultiplied, 0 to 1. With B the mode's function of the colours that are not, the result is
/// S·(1-αd) + D·(1-αs) + αs·αd·B(D/αd, S/αs); `mixed` is its last term, with the divisions taken away.
protocol BlendFormula {
  static func mixed(
    _ source: SIMD4<Float>, _ ground: SIMD4<Float>, _ sourceAlpha: Float, _ groundAlpha: Float
  ) -> SIMD4<Float>
}

extension BlendFormula {
  @inline(__always)
  static func blended(_ source: SIMD4<Float>, onto ground: SIMD4<Float>) -> SIMD4<Float> {
    let (sourceAlpha, groundAlpha) = (source.w, ground.w)
    var result =
      source * (1 - groundAlpha) + ground * (1 - sourceAlpha)
      + mixed(source, ground, sourceAlpha, groundAlpha)
    let alpha = sourceAlpha + groundAlpha - sourceAlpha * groundAlpha
    // Rounding must not lift a colour over its alpha.
    result = pointwiseMin(pointwiseMax(result, .zero), SIMD4(repeating: alpha))
    result.w = alpha
    return result
  }
}

enum NormalFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> { s * da }
}

enum MultiplyFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> { s * d }
}

enum ScreenFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    s * da + d * sa - s * d
  }
}

enum OverlayFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    HardLightFormula.mixed(d, s, da, sa)
  }
}

enum HardLightFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    let multiplied = 2 * s * d
    let screened = sa * da - 2 * (da - d) * (sa - s)
    return screened.replacing(with: multiplied, where: 2 * s .<= SIMD4(repeating: sa))
  }
}

enum DarkenFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    pointwiseMin(s * da, d * sa)
  }
}

enum LightenFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    pointwiseMax(s * da, d * sa)
  }
}

enum ColorDodgeFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    let full = SIMD4(repeating: sa * da)
    // Where the source is full the quotient is infinite, and the smaller is `full`.
    let quotient = d * (sa * sa) / pointwiseMax(sa - s, .zero)
    return pointwiseMin(quotient, full).replacing(with: full, where: s .>= SIMD4(repeating: sa))
      .replacing(with: 0, where: d .<= 0)
  }
}

enum ColorBurnFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    let full = SIMD4(repeating: sa * da)
    let quotient = (da - d) * (sa * sa) / s
    return (full - pointwiseMin(quotient, full)).replacing(with: 0, where: s .<= 0)
      .replacing(with: full, where: d .>= SIMD4(repeating: da))
  }
}

enum SoftLightFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    guard da > 0 else { return .zero }
    let ground = d / da  // not premultiplied
    let strength = 2 * s - sa
    let darker = d * (sa + strength * (1 - ground))
    let low = ((16 * ground - 12) * ground + 4) * ground
    let curve = ground.squareRoot().replacing(with: low, where: ground .<= 0.25)
    let lighter = d * sa + da * strength * (curve - ground)
    return lighter.replacing(with: darker, where: strength .<= 0)
  }
}

enum DifferenceFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    let difference = d * sa - s * da
    return pointwiseMax(difference, -difference)
  }
}

enum ExclusionFormula: BlendFormula {
  @inline(__always)
  static func mixed(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ sa: Float, _ da: Float) -> SIMD4<Float> {
    s * da + d * sa - 2 * s * d
  }
}
