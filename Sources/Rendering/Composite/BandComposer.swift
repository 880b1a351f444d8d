import DocumentModel
import Geodesy
import Synchronization

/// A scene made ready to be drawn band by band: what bands share is computed once.
struct PreparedScene: Sendable {
  let size: PixelSize
  /// Premultiplied; 0 where the ground is transparent.
  let ground: UInt32
  let layers: [PreparedLayer]
  /// Over all layers.
  let labels: PreparedDrawing
  /// Of all layers, in drawing order; layers name theirs by number.
  let tiles: [PreparedTiles]

  init(_ scene: Scene) {
    size = scene.size
    ground = scene.background.map(\.premultiplied) ?? 0
    labels = PreparedDrawing(scene.labels, size: scene.size)
    var tiles: [PreparedTiles] = []
    layers = scene.layers.map { PreparedLayer($0, size: scene.size, tiles: &tiles) }
    self.tiles = tiles
  }
}

/// The tiles of one layer, and how they are laid on the picture.
enum PreparedTiles: Sendable {
  case mosaic(PreparedMosaic)
  case warped(PreparedWarp)
}

struct PreparedLayer: Sendable {
  enum Content: Sendable {
    case group([PreparedLayer])
    /// By number.
    case tiles(Int)
    case drawing(PreparedDrawing)
  }

  let opacity: Float
  let blend: BlendMode
  let clip: ClipMask?
  let content: Content

  init(_ layer: SceneLayer, size: PixelSize, tiles: inout [PreparedTiles]) {
    opacity = Float(min(1, max(0, layer.opacity)))
    blend = layer.blend
    clip = layer.clip.map { ClipMask(rings: $0, width: size.width) }
    switch layer.content {
    case .group(let layers):
      content = .group(layers.map { PreparedLayer($0, size: size, tiles: &tiles) })
    case .mosaic(let mosaic):
      content = .tiles(tiles.count)
      tiles.append(.mosaic(PreparedMosaic(mosaic, on: size)))
    case .warped(let warped):
      content = .tiles(tiles.count)
      tiles.append(.warped(PreparedWarp(warped, on: size)))
    case .drawing(let drawing):
      content = .drawing(PreparedDrawing(drawing, size: size))
    }
  }
}

/// A mosaic, its place, and the weights along its rows, which all bands share.
final class PreparedMosaic: Sendable {
  let mosaic: TileMosaic
  let geometry: MosaicGeometry
  private let weights = Mutex<[Int: AxisWeights]>([:])

  init(_ mosaic: TileMosaic, on size: PixelSize) {
    self.mosaic = mosaic
    geometry = MosaicGeometry(mosaic, on: size)
  }

  /// Along the drawn columns, for tiles of `width` pixels.
  func horizontal(width: Int) -> AxisWeights {
    weights.withLock { known in
      if let weights = known[width] { return weights }
      let made = AxisWeights(
        results: geometry.drawnX, origin: geometry.left, scale: geometry.tileWidth / Double(width),
        limits: 0..<geometry.columns.count * width, resampling: mosaic.resampling)
      known[width] = made
      return made
    }
  }
}

extension Color {
  /// R, G, B, A from the lowest byte.
  var premultiplied: UInt32 {
    UInt32(scaled(red, by: alpha)) | UInt32(scaled(green, by: alpha)) << 8 | UInt32(scaled(blue, by: alpha)) << 16
      | UInt32(alpha) << 24
  }
}

/// Draws one band of a scene from tiles that have been gathered.
struct BandComposer {
  let scene: PreparedScene
  let band: Range<Int>
  /// Of each layer with tiles.
  let tiles: [GatheredTiles]

  /// - Throws: What keeps vector content from being drawn.
  func composed() throws(DrawingError) -> Picture {
    var picture = Picture(size: PixelSize(width: scene.size.width, height: band.count), filledWith: scene.ground)
    try compose(scene.layers, onto: &picture)
    try DrawingPainter(scene.labels, width: scene.size.width, band: band).paint(onto: &picture)
    return picture
  }

  private func compose(_ layers: [PreparedLayer], onto picture: inout Picture) throws(DrawingError) {
    for layer in layers where layer.opacity > 0 {
      let coverage = layer.clip?.coverage(rows: band)
      if let coverage, !coverage.contains(where: { $0 != 0 }) { continue }
      switch layer.content {
      case .tiles(let number):
        paint(number) { source, x, y in
          blend(source, at: x, row: y, onto: &picture, layer, coverage)
        }
      case .group(let layers):
        var group = Picture(size: picture.size)
        try compose(layers, onto: &group)
        blend(group, onto: &picture, layer, coverage)
      case .drawing(let drawing):
        let painter = DrawingPainter(drawing, width: scene.size.width, band: band)
        if layer.opacity == 1, layer.blend == .normal, coverage == nil {
          // Over what is there comes to the same, without a picture in between.
          try painter.paint(onto: &picture)
        } else if let drawn = try painter.painted() {
          blend(drawn, onto: &picture, layer, coverage)
        }
      }
    }
  }

  private func blend(_ source: Picture, onto picture: inout Picture, _ layer: PreparedLayer, _ coverage: [UInt8]?) {
    for row in 0..<band.count {
      source.withRow(row, columns: 0..<source.size.width) {
        blend($0, at: 0, row: row, onto: &picture, layer, coverage)
      }
    }
  }

  /// - Parameter paint: Given pixels, the column of the picture where they begin, and the row of the band.
  private func paint(_ number: Int, _ paint: (Span<UInt32>, Int, Int) -> Void) {
    switch (scene.tiles[number], tiles[number]) {
    case (.mosaic(let mosaic), .rows(let rows)): MosaicPainter(mosaic: mosaic, tiles: rows, band: band).paint(paint)
    case (.warped(let warp), .warp(let gathered)):
      var painter = WarpPainter(warp, gathered, band: band)
      painter.paint(paint)
    case (.mosaic, _), (.warped, _): preconditionFailure("tiles that were gathered for another layer")
    }
  }

  private func blend(
    _ source: Span<UInt32>, at x: Int, row: Int, onto picture: inout Picture, _ layer: PreparedLayer,
    _ coverage: [UInt8]?
  ) {
    let width = picture.size.width
    let mask = coverage.map { $0[row * width..<(row + 1) * width] }
    let blending = RowBlending(mode: layer.blend, opacity: layer.opacity, coverage: mask)
    picture.withMutableRow(row) { RowBlender.blend(source, onto: &$0, at: x, blending) }
  }
}
