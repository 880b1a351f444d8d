/// Origin, tile size and levels of a pyramid of tiles in one spatial reference.
package struct TilingScheme: Hashable, Sendable {
  /// A level of the pyramid.
  package struct Level: Hashable, Sendable {
    /// The number its source gives it; not an index.
    package let number: Int
    /// Units of the reference for each pixel of a tile.
    package let resolution: Double
    /// The top left corner of its row 0, column 0 where that is not the scheme's: levels of a WMTS may each begin elsewhere.
    package let ownOrigin: Position?

    package init(number: Int, resolution: Double, ownOrigin: Position? = nil) {
      self.number = number
      self.resolution = resolution
      self.ownOrigin = ownOrigin
    }
  }

  package let reference: SpatialReference
  /// The top left corner of row 0, column 0, of all levels that have none of their own; rows are numbered downwards.
  package let origin: Position
  /// Columns and rows of pixels in a tile, as the scheme counts them.
  package let tileSize: PixelSize
  /// Coarsest first; at least one.
  package let levels: [Level]
  /// Its tiles lie above the origin, in rows -1, -2, and so on: the origin is the bottom left corner of them all.
  package let rowsRunUp: Bool
  /// Pixels all round a tile that are asked for with it and cut away: where pictures are drawn on request, what a symbol or
  /// a filter near their edge needs of what lies beyond it.
  package let gutter: Int

  /// - Precondition: At least one level, each resolution finite and above 0, and a tile size above 0.
  package init(
    reference: SpatialReference, origin: Position, tileSize: PixelSize, levels: [Level], rowsRunUp: Bool = false,
    gutter: Int = 0
  ) {
    precondition(
      !levels.isEmpty && levels.allSatisfy { $0.resolution > 0 && $0.resolution.isFinite }
        && tileSize.width > 0 && tileSize.height > 0, "a tiling scheme without levels or size")
    self.reference = reference
    self.origin = origin
    self.tileSize = tileSize
    self.levels = levels.sorted { $0.resolution > $1.resolution }
    self.rowsRunUp = rowsRunUp
    self.gutter = gutter
  }

  /// The top left corner of row 0, column 0 of a level.
  @inline(__always)
  package func origin(of level: Level) -> Position { level.ownOrigin ?? origin }

  /// All levels are counted from one corner, as most kinds of package and service want it.
  package var hasOneOrigin: Bool { levels.allSatisfy { $0.ownOrigin == nil } }
}

/// A whole number of columns and rows of pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Twice the columns and rows: of a tile for high-resolution screens.
  package var doubled: PixelSize { PixelSize(width: width * 2, height: height * 2) }
}
