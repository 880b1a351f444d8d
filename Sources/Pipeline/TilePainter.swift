import Geodesy
import LayerSources
import Rendering

/// Draws the tiles of `builtin` and `debug`: LayerSources names them, Rendering draws them.
struct TilePainter: TilePainting {
  func world(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double, hasNames: Bool,
    shown: ShownArea?
  ) throws(SourceError) -> EncodedPicture {
    try Self.encoded { () throws(DrawingError) in
      try WorldPainter.tile(
        extent, in: reference, size: size, pixelRatio: pixelRatio, hasNames: hasNames, shown: shown)
    }
  }

  func outline(of tile: TileIndex, size: PixelSize) throws(SourceError) -> EncodedPicture {
    try Self.encoded { () throws(DrawingError) in try TileOutlinePainter.tile(tile, size: size) }
  }

  private static func encoded(_ draw: () throws(DrawingError) -> Picture) throws(SourceError) -> EncodedPicture {
    do {
      let picture = try draw()
      return EncodedPicture(bytes: picture.bytes, rawSize: picture.size)
    } catch {
      throw .notDrawn(reason: error.words)
    }
  }
}
