import DocumentModel
import Geodesy

/// Pictures that are turned, or in another reference than the map: of the box around what the picture shows, at the
/// resolution of its finest place.
extension RequestPlacer {
  /// - Returns: `nil` where nothing of the source lies in the picture.
  /// - Throws: ``ViewProblem`` where there is no way from the source's reference to the map's, and where it would take too
  ///   many pictures.
  func placedWarped(_ layer: Layer) throws(ViewProblem) -> TilePlacement? {
    let level = TilingScheme.Level(number: 0, resolution: view.resolution)
    // Only its reference is looked at to find out how the pictures are turned and stretched.
    let somewhere = FittingSource(
      scheme: TilingScheme(
        reference: source.reference, origin: Position(x: 0, y: 0), tileSize: PixelSize(width: 256, height: 256),
        levels: [level]),
      fullExtent: source.fullExtent, initialExtent: nil, levels: nil, defaultDetail: .device)
    guard let warp = try LayerWarp(of: layer, somewhere, in: view, area: area, bounds: bounds, frames: frames),
      let finest = warp.resolution, let shown, var box = groundBox(of: shown)
    else { return nil }
    let resolution = coarsened(finest, for: box)
    let margin = (layer.resampling.radius + 2) * resolution
    box = Extent(
      xmin: box.xmin - margin, ymin: box.ymin - margin, xmax: box.xmax + margin, ymax: box.ymax + margin)
    guard let grid = grid(over: box, resolution: resolution) else { return nil }
    try RequestLimits(source.drawing).requireFew(grid.pieces.columns, grid.pieces.rows, of: layer)
    let outcome = warp.place(
      grid.level, of: grid.scheme, fullExtent: grid.extent, radius: layer.resampling.radius)
    if case .placed(let placement, _) = outcome { return placement }
    return nil
  }

  /// The box around what is shown, in the source's reference.
  private func groundBox(of shown: Extent) -> Extent? {
    guard source.reference != view.reference else { return shown }
    let projector = try? Projector(
      from: view.reference, to: source.reference, over: view.reference.area(of: shown))
    guard let box = projector?.project(shown), box.isFinite else { return nil }
    guard let full = source.fullExtent, full.intersection(box) == nil else { return box }
    let period = source.reference.facts.worldWidth
    let isBesides = period.map { full.intersection(box.shifted(x: -$0)) == nil } ?? true
    return isBesides ? nil : box
  }

  /// A resolution at which the box has at most four times as many pixels as the picture: the far corner of a map of half
  /// the world must not decide what all of it costs.
  private func coarsened(_ finest: Double, for box: Extent) -> Double {
    let most = 4 * Double(view.size.width) * Double(view.size.height) + 1_000_000
    return max(finest, (box.width * box.height / most).squareRoot())
  }

  /// Along a side of the grid, or round the world.
  private static let mostPixels = 1e9

  private typealias Grid = (
    scheme: TilingScheme, level: TilingScheme.Level, extent: Extent, pieces: RequestLimits.Pieces
  )

  /// A grid of pixels whose lines lie at whole multiples of the resolution, so that maps of one place ask for one box.
  private func grid(over box: Extent, resolution: Double) -> Grid? {
    var (box, resolution) = (box, resolution)
    let facts = source.reference.facts
    var left = 0.0
    if let period = facts.worldWidth {
      if facts.isGeographic {
        let pole = period / 4
        (box.ymin, box.ymax) = (max(box.ymin, -pole), min(box.ymax, pole))
      } else if let world = source.reference.worldEdge {
        (box.ymin, box.ymax) = (max(box.ymin, world.ymin), min(box.ymax, world.ymax))
      }
      box = box.shifted(x: -period * (box.center.x / period).rounded())
      left = -period / 2
      let repeats = source.reference != view.reference || frames != nil
      let goesBeyond = box.xmin < -period / 2 || box.xmax > period / 2
      if goesBeyond, !repeats {
        (box.xmin, box.xmax) = (max(box.xmin, -period / 2), min(box.xmax, period / 2))
      }
      var around = max(1, (period / resolution).rounded(.up))
      guard around < Self.mostPixels, box.height / resolution < Self.mostPixels else { return nil }
      if goesBeyond, repeats {
        // Pictures that come out even round the world: none reaches beyond its edge.
        let rows = max(1, Int(saturating: (box.height / resolution).rounded(.up)))
        let pieces = RequestLimits(source.drawing).pieces(covering: PixelSize(width: Int(around), height: rows))
        around = Double(pieces.columns * pieces.size.width)
      }
      resolution = period / around
      if goesBeyond, repeats { (box.xmin, box.xmax) = (-period / 2, period / 2) }
    }
    guard !box.isEmpty else { return nil }
    // What ends on a line, give or take rounding, ends there.
    func line(_ value: Double, from start: Double, isUp: Bool) -> Double {
      let place = (value - start) / resolution
      return (isUp ? place - TilingScheme.pixelTolerance : place + TilingScheme.pixelTolerance)
        .rounded(isUp ? .up : .down)
    }
    let columns = (line(box.xmin, from: left, isUp: false), line(box.xmax, from: left, isUp: true))
    let rows = (line(box.ymin, from: 0, isUp: false), line(box.ymax, from: 0, isUp: true))
    let size = PixelSize(
      width: Int(saturating: columns.1 - columns.0), height: Int(saturating: rows.1 - rows.0))
    guard 1...Int(Self.mostPixels) ~= size.width, 1...Int(Self.mostPixels) ~= size.height else { return nil }
    let pieces = RequestLimits(source.drawing).pieces(covering: size)
    let origin = Position(x: left + columns.0 * resolution, y: rows.1 * resolution)
    let level = TilingScheme.Level(number: 0, resolution: resolution)
    let scheme = TilingScheme(
      reference: source.reference, origin: origin, tileSize: pieces.size, levels: [level], gutter: pieces.gutter)
    let extent = Extent(
      xmin: origin.x, ymin: rows.0 * resolution, xmax: origin.x + Double(size.width) * resolution, ymax: origin.y)
    return (scheme, level, extent, pieces)
  }
}
