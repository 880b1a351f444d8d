import DocumentModel
import Geodesy

/// A picture to be made, all decisions taken: what lies where, in device pixels from the top left corner.
package struct Scene: Sendable {
  /// In device pixels.
  package var size: PixelSize
  /// `nil` is transparent.
  package var background: Color?
  /// Bottom first, already in drawing order.
  package var layers: [SceneLayer]
  /// Drawn over all layers: labels, which keep clear of each other on the whole picture.
  package var labels = Drawing()
  /// Texts drawn in the bottom right corner: attributions that the providers' terms ask for.
  package var obligatoryAttributions: [String]
  /// Device pixels in a logical pixel.
  package var pixelRatio: Double

  package init(
    size: PixelSize, background: Color?, layers: [SceneLayer],
    obligatoryAttributions: [String] = [], pixelRatio: Double = 1
  ) {
    self.size = size
    self.background = background
    self.layers = layers
    self.obligatoryAttributions = obligatoryAttributions
    self.pixelRatio = pixelRatio
  }
}

/// A layer of a scene, and how it is laid on what is below it.
package struct SceneLayer: Sendable {
  package var opacity: Double
  package var blend: BlendMode
  /// Rings in device pixels, holes the other way round than outer ones. `nil`: no clip.
  package var clip: [[PixelPoint]]?
  package var content: Content

  package indirect enum Content: Sendable {
    /// Drawn onto a transparent ground first.
    case group([SceneLayer])
    case mosaic(TileMosaic)
    case warped(WarpedTiles)
    /// Drawn onto a transparent ground first, so that what overlaps in it does not add up.
    case drawing(Drawing)
  }

  package init(
    opacity: Double = 1, blend: BlendMode = .normal, clip: [[PixelPoint]]? = nil, content: Content
  ) {
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.content = content
  }
}

/// In device pixels from the picture's top left corner; pixel centres lie at halves.
package struct PixelPoint: Sendable, Hashable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Tiles of one level laid on the picture's grid. The level's pixel grid is continuous: tile edges are computed once, from
/// the same numbers on both sides.
package struct TileMosaic: Sendable {
  /// The level that `supplier` answers for.
  package var level: Int
  package var columns: ClosedRange<Int>
  package var rows: ClosedRange<Int>
  /// Pixels of the scheme in a tile.
  package var tileSize: PixelSize
  /// Device pixels for each pixel of the scheme's level, above 0: 1 copies bit by bit when `origin` is whole.
  package var scale: Double
  /// Where the top left corner of column 0, row 0 of the *level* lies, in device pixels; may be far outside.
  package var origin: PixelPoint
  /// Nothing is drawn outside, in device pixels; `nil`: no bound.
  package var bounds: PixelRectangle?
  package var resampling: Resampling
  package var onMissing: MissingTile
  package var supplier: any TileSupplying

  package init(
    level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>, tileSize: PixelSize,
    scale: Double, origin: PixelPoint, bounds: PixelRectangle? = nil, resampling: Resampling,
    onMissing: MissingTile, supplier: any TileSupplying
  ) {
    self.level = level
    self.columns = columns
    self.rows = rows
    self.tileSize = tileSize
    self.scale = scale
    self.origin = origin
    self.bounds = bounds
    self.resampling = resampling
    self.onMissing = onMissing
    self.supplier = supplier
  }
}

/// Tiles of one level that are turned, or in another spatial reference than the map: each device pixel is looked up in them,
/// and filtered once.
package struct WarpedTiles: Sendable {
  /// The level that `supplier` answers for.
  package var grid: LevelGrid
  /// All that the picture may need.
  package var tiles: TileSet
  package var mesher: WarpMesher
  /// Polygons in device pixels, outside all of which nothing is drawn; `nil`: no bound.
  package var bounds: [[PixelPoint]]?
  package var resampling: Resampling
  package var onMissing: MissingTile
  package var supplier: any TileSupplying

  package init(
    grid: LevelGrid, tiles: TileSet, mesher: WarpMesher, bounds: [[PixelPoint]]? = nil, resampling: Resampling,
    onMissing: MissingTile, supplier: any TileSupplying
  ) {
    self.grid = grid
    self.tiles = tiles
    self.mesher = mesher
    self.bounds = bounds
    self.resampling = resampling
    self.onMissing = onMissing
    self.supplier = supplier
  }
}

/// A box in device pixels, or in pixels of a picture: its top left corner and its sides.
package struct PixelRectangle: Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Hands out the decoded tiles of one layer: the pipeline fetches and decodes them, shared by all maps of a run.
package protocol TileSupplying: Sendable {
  /// The tile; a picture of any size is scaled to the tile's place. Failures of the source are the supplier's to record: it
  /// answers `.failed`.
  func tile(_ index: TileIndex) async -> SuppliedTile
  /// Tells which tiles will be asked for next, in that order, so that they can be fetched meanwhile.
  func prefetch(_ tiles: [TileIndex])
}

/// What a supplier has of a tile.
package enum SuppliedTile: Sendable {
  case picture(Picture)
  /// For good: drawn as `onMissing` says. `parent`: the nearest coarser tile there is, and the part of it that covers this
  /// tile, in its pixels.
  case absent(parent: (Picture, PixelRectangle)?)
  case failed
}
