/// How large a pixel is said to be where a scale stands for a resolution.
package enum PixelPitch: Sendable, Hashable {
  /// 96 dots an inch: Esri's, and this program's own projected scale.
  case dots96
  /// 0.28 mm: the "standardized rendering pixel" of OGC's WMTS, SLD and WMS.
  case ogc
  /// Dots an inch that a source states, as an Esri cache's `DPI`.
  case dots(Double)

  /// Metres from one pixel to the next.
  package var metres: Double {
    switch self {
    case .dots96: 0.0254 / 96
    case .ogc: 0.00028
    case .dots(let dots): 0.0254 / dots
    }
  }

  /// The scale that belongs to a resolution.
  /// - Parameters:
  ///   - resolution: Units of the reference for a pixel.
  ///   - metresPerUnit: Of the reference, ``ReferenceFacts/metresPerUnit``.
  package func scale(resolution: Double, metresPerUnit: Double) -> Double { resolution * metresPerUnit / metres }

  /// The resolution that belongs to a scale, in units of the reference for a pixel.
  package func resolution(scale: Double, metresPerUnit: Double) -> Double { scale * metres / metresPerUnit }
}
