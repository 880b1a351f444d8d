/// Resolutions that stand for scales and zooms. All are in units of the reference for a *logical* pixel (1/96 inch).
extension SpatialReference {
  /// Metres for a logical pixel: 1/96 inch.
  private static let logicalPixel = PixelPitch.dots96.metres

  /// The resolution at which a ruler on the paper measures 1:scale.
  /// - Parameters:
  ///   - scale: Metres on the ground for a metre of picture: 25000 for 1:25,000.
  ///   - center: Of the picture, in units of the reference.
  ///   - direction: Of the picture's horizontal, in the plane of the reference; east by default.
  /// - Returns: `nil` where the centre is no place on the ground.
  package func resolution(
    forScale scale: Double, at center: Position, towards direction: Position = Position(x: 1, y: 0)
  ) -> Double? {
    metresPerUnit(towards: direction, at: center).map { scale * Self.logicalPixel / $0 }
  }

  /// True ground scale along the picture's horizontal at its centre, by the geodesic.
  /// - Returns: Metres on the ground for a metre of picture; `nil` where the centre is no place on the ground.
  package func groundScale(
    resolution: Double, at center: Position, towards direction: Position = Position(x: 1, y: 0)
  ) -> Double? {
    metresPerUnit(towards: direction, at: center).map { resolution * $0 / Self.logicalPixel }
  }

  /// The resolution of a zoom of the 256-pixel Web Mercator world; in another reference, the one with the ground
  /// resolution that Web Mercator has at the centre's latitude.
  /// - Parameter zoom: May be fractional.
  /// - Returns: `nil` where the centre is no place on the ground.
  package func resolution(forZoom zoom: Double, at center: Position) -> Double? {
    let mercator = TilingScheme.webMercator.levels[0].resolution * power(of: -zoom)
    if self == .webMercator { return mercator }
    guard let factor = mercatorUnits(at: center) else { return nil }
    return mercator / factor
  }

  /// The zoom of the 256-pixel Web Mercator world that belongs to a resolution.
  package func zoom(resolution: Double, at center: Position) -> Double? {
    guard resolution > 0, let factor = self == .webMercator ? 1 : mercatorUnits(at: center) else { return nil }
    return logarithm(TilingScheme.webMercator.levels[0].resolution / (resolution * factor))
  }

  /// The resolution of a projected scale: resolution x metres per unit x 96 / 0.0254.
  package func resolution(forProjectedScale scale: Double) -> Double {
    PixelPitch.dots96.resolution(scale: scale, metresPerUnit: facts.metresPerUnit)
  }

  package func projectedScale(resolution: Double) -> Double {
    PixelPitch.dots96.scale(resolution: resolution, metresPerUnit: facts.metresPerUnit)
  }

  /// Units of Web Mercator on the same ground as one unit of this reference, eastwards.
  private func mercatorUnits(at center: Position) -> Double? {
    guard let metres = metresPerUnit(at: center), let place = longitudeLatitude(center),
      let onMercator = SphericalMercator.forward(place),
      let mercatorMetres = SpatialReference.webMercator.metresPerUnit(at: onMercator)
    else { return nil }
    return metres / mercatorMetres
  }
}
