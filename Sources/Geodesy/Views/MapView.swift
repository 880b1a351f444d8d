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
  /// How the ground is turned in the picture.
  package let axes: PageAxes

  /// - Parameter rotation: Degrees by which the ground is turned clockwise.
  package init(
    reference: SpatialReference, center: Position, resolution: Double, size: PixelSize,
    pixelRatio: Double, rotation: Double = 0
  ) {
    self.reference = reference
    self.center = center
    self.resolution = resolution
    self.size = size
    self.pixelRatio = pixelRatio
    axes = PageAxes(rotation: rotation)
  }

  /// Degrees by which the ground is turned clockwise: with 30, north points 30° right of up.
  package var rotation: Double { axes.rotation }

  /// The ground that the picture shows: its corners from the picture's top left one, clockwise.
  package var visibleArea: [Position] {
    if axes.areUpright { return extent.corners }
    let (width, height) = (Double(size.width), Double(size.height))
    return [(0, 0), (width, 0), (width, height), (0, height)].map { ground(at: PicturePoint(x: $0.0, y: $0.1)) }
  }

  /// The box around all that the picture shows.
  package var extent: Extent {
    if !axes.areUpright, let box = Extent(around: visibleArea) { return box }
    let halfWidth = Double(size.width) * resolution / 2
    let halfHeight = Double(size.height) * resolution / 2
    return Extent(
      xmin: center.x - halfWidth, ymin: center.y - halfHeight, xmax: center.x + halfWidth,
      ymax: center.y + halfHeight)
  }

  /// Units of the reference for each logical pixel.
  package var logicalResolution: Double { resolution * pixelRatio }

  /// Metres on the ground for a metre of picture, along the horizontal at the centre; `nil` where that is no place on the
  /// ground.
  package var groundScale: Double? {
    reference.groundScale(resolution: logicalResolution, at: center, towards: axes.direction)
  }

  /// Logical resolution x metres per unit x 96 / 0.0254.
  package var projectedScale: Double { reference.projectedScale(resolution: logicalResolution) }
}

/// A place in a picture: device pixels from its top left corner, y downwards; pixel centres lie at halves.
package struct PicturePoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension PicturePoint {
  /// On the grid of 1/256 pixel, so that the last bits of a processor's mathematics never show.
  package static func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }

  package var snapped: PicturePoint { PicturePoint(x: Self.snapped(x), y: Self.snapped(y)) }
}

/// Lengths kept free inside the four edges of a picture, in device pixels.
package struct PictureMargins: Hashable, Sendable {
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var left: Double

  package init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

extension MapView {
  /// The ground at a place in the picture, in the reference; places outside the picture count on.
  package func ground(at point: PicturePoint) -> Position {
    if !axes.areUpright {
      let offset = axes.onGround(
        Position(
          x: (point.x - Double(size.width) / 2) * resolution, y: (Double(size.height) / 2 - point.y) * resolution))
      return Position(x: center.x + offset.x, y: center.y + offset.y)
    }
    return Position(
      x: center.x + (point.x - Double(size.width) / 2) * resolution,
      y: center.y - (point.y - Double(size.height) / 2) * resolution)
  }

  /// Where a position of the reference lies in the picture, or outside it.
  package func point(of ground: Position) -> PicturePoint {
    if !axes.areUpright {
      let offset = axes.onPage(Position(x: ground.x - center.x, y: ground.y - center.y))
      return PicturePoint(
        x: Double(size.width) / 2 + offset.x / resolution, y: Double(size.height) / 2 - offset.y / resolution)
    }
    return PicturePoint(
      x: Double(size.width) / 2 + (ground.x - center.x) / resolution,
      y: Double(size.height) / 2 - (ground.y - center.y) / resolution)
  }

  /// The view that shows all of a box, inside margins: the box is grown in one direction to the picture's aspect ratio,
  /// never cut, and its centre stays in the middle of what the margins leave.
  /// - Parameters:
  ///   - box: In units of the reference, along the page where the ground is turned (``PageAxes``); a line will do, a point
  ///     has no size to show.
  ///   - size: At least 1 x 1.
  /// - Returns: `nil` for a point, and when the margins leave less than a pixel.
  package init?(
    showing box: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double,
    margins: PictureMargins = PictureMargins(), rotation: Double = 0
  ) {
    let width = Double(size.width) - margins.left - margins.right
    let height = Double(size.height) - margins.top - margins.bottom
    guard width >= 1, height >= 1, box.isFinite, box.width >= 0, box.height >= 0 else { return nil }
    let resolution = max(box.width / width, box.height / height)
    guard resolution > 0, resolution.isFinite else { return nil }
    let middle = box.center
    self.init(
      reference: reference,
      center: PageAxes(rotation: rotation).onGround(
        Position(
          x: middle.x + (margins.right - margins.left) / 2 * resolution,
          y: middle.y + (margins.top - margins.bottom) / 2 * resolution)),
      resolution: resolution, size: size, pixelRatio: pixelRatio, rotation: rotation)
  }

  /// The same picture on the pixel grid of a level, so that tiles can be copied bit by bit: the resolution becomes the
  /// level's, and the centre moves by half a pixel at most. Where the ground is turned by anything but quarter turns no
  /// grid fits, and only the resolution changes.
  /// - Parameter devicePixels: Shown for each pixel of the scheme, along a side: 2 draws tiles twice as large.
  package func snapped(
    to level: TilingScheme.Level, of scheme: TilingScheme, devicePixels: Double = 1
  ) -> MapView {
    let step = level.resolution / devicePixels
    guard axes.areQuarterTurns else {
      return MapView(
        reference: reference, center: center, resolution: step, size: size, pixelRatio: pixelRatio, rotation: rotation)
    }
    // Lying pictures show their height along x.
    let (width, height) = axes.cosine == 0 ? (size.height, size.width) : (size.width, size.height)
    // In whole pixels from the origin to the picture's top left corner, then back to the middle.
    let origin = scheme.origin(of: level)
    let left = ((center.x - origin.x) / step - Double(width) / 2).rounded()
    let top = ((origin.y - center.y) / step - Double(height) / 2).rounded()
    return MapView(
      reference: reference,
      center: Position(
        x: origin.x + (left + Double(width) / 2) * step,
        y: origin.y - (top + Double(height) / 2) * step),
      resolution: step, size: size, pixelRatio: pixelRatio, rotation: rotation)
  }
}
