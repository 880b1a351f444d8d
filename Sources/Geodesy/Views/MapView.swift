/// What a picture shows of the ground: its size in device pixels, and where its centre lies.
package struct MapView: Hashable, Sendable {
  package let reference: SpatialReference
  /// The ground at the exact middle of the picture.
  package let center: Position
  /// Units of the reference for each *device* pixel.
  package let resolution: Double
  /// The main map in device pixels.
  package let size: PixelSize
  /// Device pixels in a logical pixel (1/96 inch): dpi / 96.
  package let pixelRatio: Double

  package init(
    reference: SpatialReference, center: Position, resolution: Double, size: PixelSize,
    pixelRatio: Double
  ) {
    self.reference = reference
    self.center = center
    self.resolution = resolution
    self.size = size
    self.pixelRatio = pixelRatio
  }

  /// The box that the picture shows.
  package var extent: Extent {
    let halfWidth = Double(size.width) * resolution / 2
    let halfHeight = Double(size.height) * resolution / 2
    return Extent(
      xmin: center.x - halfWidth, ymin: center.y - halfHeight, xmax: center.x + halfWidth,
      ymax: center.y + halfHeight)
  }

  /// Units of the reference for each logical pixel.
  package var logicalResolution: Double { resolution * pixelRatio }
}
