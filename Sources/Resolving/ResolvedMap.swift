import Diagnostics
import DocumentModel
import Geodesy

/// A map document with every decision taken, for one view of it.
package struct ResolvedMap: Sendable {
  package var view: MapView
  package var reference: SpatialReference
  /// Of the basemap, in `reference`; `nil` where it does not say.
  package var fullExtent: Extent?
  /// The bookmark that is shown; `nil`: the initial extent.
  package var bookmark: String?
  package var canvas: Canvas
  /// Metres on the ground for a metre of picture, along the horizontal at the centre; `projectedScale` where the centre is
  /// no place on the ground.
  package var groundScale: Double
  package var projectedScale: Double
  /// In drawing order: bottom first, by `zIndex` within each group; the basemap fixes the reference, and is drawn in its
  /// turn like any other.
  package var layers: [ResolvedLayer]
  package var wrapAround = WrapAroundStatus.disabled
  /// Those that are visible, the first one undermost.
  package var grids: [ResolvedGrid] = []
  /// The copies of the world that the view shows a part of; frame 0 alone where the map does not repeat.
  package var frames: ClosedRange<Int> = 0...0
}

/// What became of the document's `wrapAround`.
package enum WrapAroundStatus: String, Sendable, Hashable {
  /// The document does not ask for it.
  case disabled
  case enabled
  /// It is asked for, and cannot be had (MD320).
  case unsupported
}

/// What will be done with a layer, and why.
package struct ResolvedLayer: Sendable {
  package var layer: Layer
  package var reference: SpatialReference?
  package var action: Action
  /// One sentence, as a cartographer would say it.
  package var reason: String
  /// The finding that belongs to the decision.
  package var code: Code?
  /// For tiled layers that are drawn.
  package var tiles: TilePlacement?
  /// For features that are drawn.
  package var features: FeaturePlacement?
  /// In drawing order, for groups.
  package var children: [ResolvedLayer]
  /// Clip rings in the map's reference.
  package var clip: [[Position]]?

  package enum Action: String, Sendable { case draw, resample, warp, request, project, skip, reject }

  /// PROJ's name of the operation that brings it onto the map; `nil` where there is none.
  package var operation: String? { tiles?.warp?.operation ?? features?.operation }
  /// Of the operation, in metres; `nil` where nobody knows, and where there is none.
  package var accuracy: Double? { tiles?.warp?.accuracy ?? features?.accuracy }

  /// False for a layer that is passed over or refused.
  package var isDrawn: Bool { action != .skip && action != .reject }

  /// The layers in it that are no groups; itself where it is none.
  package var leaves: [ResolvedLayer] { children.isEmpty ? [self] : children.flatMap(\.leaves) }
}

/// Which tiles of a layer a view shows, and where.
package struct TilePlacement: Sendable, Hashable {
  package var scheme: TilingScheme
  package var level: TilingScheme.Level
  package var columns: ClosedRange<Int>
  package var rows: ClosedRange<Int>
  /// Device pixels for each pixel of the scheme.
  package var scale: Double
  /// Where the corner of column 0, row 0 lies, in device pixels from the top left corner of the view.
  package var originX: Double
  package var originY: Double
  /// Nothing is drawn outside, in the map's reference: the layer's `bounds`, and the box around its clip and those of its
  /// groups with two pixels to spare. The source's extent chooses tiles and cuts none: caches hold pixels beyond what they
  /// say of themselves.
  package var bounds: Extent?
  /// Where the map goes on beyond the world's edge: the columns once round the world. `columns` then go on beyond the edges
  /// too, and column c + `columnsAround` shows the same tile as column c.
  package var columnsAround: Int?
  /// Where the map goes on beyond the world's edge, and the tiles do not go on with it: the frames in which they are drawn,
  /// in order. Empty: they are drawn once, as they stand here.
  package var frames: [TileFrame] = []

  /// True where a tile may stand in several places of the picture.
  package var isRepeated: Bool { columnsAround != nil || !frames.isEmpty }

  /// Set where the tiles are turned, or in another reference than the map: `columns` and `rows` are then the rectangle around
  /// them, `scale` is the largest that the picture shows, and there are no origin, no `bounds` and no frames.
  package var warp: TileWarp?

  package var tileCount: Int {
    if let warp { return warp.tiles.count }
    return (frames.isEmpty ? min(columns.count, columnsAround ?? .max) : drawnColumns.count) * rows.count
  }

  /// The columns of the picture that show different tiles, in order.
  package var drawnColumns: [Int] {
    if frames.isEmpty { return Array(columns.prefix(columnsAround ?? columns.count)) }
    return Set(frames.flatMap(\.columns)).sorted()
  }

  /// One placement for each frame in which the tiles are drawn; this one where they are drawn once.
  package var inFrames: [TilePlacement] {
    guard !frames.isEmpty else { return [self] }
    return frames.map { frame in
      var one = self
      (one.columns, one.originX, one.bounds, one.frames) = (frame.columns, frame.originX, frame.bounds, [])
      return one
    }
  }

  /// The tile that stands in a column of the picture: the same in each frame.
  package func tile(_ index: TileIndex) -> TileIndex {
    guard let around = columnsAround else { return index }
    let column = index.column % around
    return TileIndex(level: index.level, column: column < 0 ? column + around : column, row: index.row)
  }
}

/// The tiles of a placement in one frame of the world.
package struct TileFrame: Sendable, Hashable {
  /// Of the world: 0 is the one between -180 and 180 degrees.
  package var number: Int
  package var columns: ClosedRange<Int>
  /// Where the corner of column 0 lies, in device pixels from the left edge of the view.
  package var originX: Double
  /// Nothing is drawn outside, in the map's reference.
  package var bounds: Extent?
}

/// Tiles that are looked up for each pixel of the picture.
package struct TileWarp: Sendable, Hashable {
  /// Only those that the picture shows.
  package var tiles: TileSet
  package var grid: LevelGrid
  /// Says where the picture's pixels lie.
  package var mesher: WarpMesher
  /// Nothing is drawn outside all of these, in the map's reference: one for each frame of the world that shows it; `nil`: no
  /// bound.
  package var bounds: [Extent]?

  /// False for a place, in the map's reference, where nothing of the layer is drawn.
  package func mayShow(_ ground: Position) -> Bool { bounds?.contains { $0.contains(ground) } ?? true }

  /// PROJ's name of the operation from the tiles to the map; `nil` where they are in one reference.
  package var operation: String? { mesher.operationName }
  /// Of the operation, in metres; `nil` where nobody knows, and where there is none.
  package var accuracy: Double? { mesher.accuracy }

  package static func == (one: TileWarp, other: TileWarp) -> Bool {
    one.tiles == other.tiles && one.grid == other.grid && one.bounds == other.bounds
      && one.mesher.view == other.mesher.view && one.mesher.source == other.mesher.source
      && one.mesher.image == other.mesher.image
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(tiles)
    hasher.combine(grid)
  }
}
