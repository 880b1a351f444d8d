/// The levels in which a picture that lies on the ground is read: the picture itself, and smaller ones of the same ground.
///
/// Each is cut into tiles from its top left corner; those at the right and lower edges hold less than a whole tile.
package struct ImagePyramid: Hashable, Sendable {
  package struct Level: Hashable, Sendable {
    /// Columns and rows of pixels.
    package let size: PixelSize
    /// Pixels that are read for each one of the level: 1 where the file holds the level, more where it is averaged.
    package let cost: Int

    package init(size: PixelSize, cost: Int) {
      self.size = size
      self.cost = cost
    }
  }

  /// Finest first; the first one is the picture itself, and their places are their numbers.
  package let levels: [Level]
  package let tileSize: PixelSize

  /// - Precondition: At least one level, each at least one pixel a side.
  package init(levels: [Level], tileSize: PixelSize) {
    precondition(!levels.isEmpty && levels.allSatisfy { $0.size.width > 0 && $0.size.height > 0 }, "an empty pyramid")
    self.levels = levels
    self.tileSize = tileSize
  }

  /// The coarsest level that has a pixel for each so many of the picture; the picture itself where that is none.
  /// - Parameter reduction: Pixels of the picture a side for one of the level; 1 % more is as good.
  package func level(reducing reduction: Double) -> Int {
    let full = levels[0].size
    let fitting = levels.lastIndex { level in
      let columns = Double(full.width) / Double(level.size.width)
      let rows = Double(full.height) / Double(level.size.height)
      return max(columns, rows) <= reduction * 1.01
    }
    return fitting ?? 0
  }
}
