import DocumentModel
import Geodesy

/// Which pictures a view needs of a source that draws on request, and where they lie on it.
///
/// They are the tiles of a scheme that is made for the view: of one level, which has the view's resolution, on the view's
/// own pixels. So tiles and pictures are fetched, kept, judged and drawn in one way.
struct RequestPlacer {
  let source: DrawnSource
  let view: MapView
  /// The part of the view where the layer may be drawn.
  let area: Extent
  /// The layer's own, in the map's reference.
  let bounds: Extent?
  /// Set where the map goes on beyond the edge of the world.
  let frames: WorldFrames?

  /// Pictures that lie along the picture's rows, in the map's reference.
  /// - Returns: `nil` where nothing of the source lies in the picture.
  /// - Throws: ``ViewProblem`` where it would take too many pictures.
  func placed(_ layer: Layer) throws(ViewProblem) -> TilePlacement? {
    guard let shown else { return nil }
    guard let frames, source.reference.worldEdge != nil else { return try placed(shown, seam: nil, layer) }
    let numbers = frames.frames(of: shown)
    switch numbers.count {
    case 1: return try placed(shown, seam: nil, layer)
    case 2 where shown.width <= frames.width:
      return try placed(shown, seam: frames.edges(of: numbers.lowerBound).right, layer)
    default: return try placedRoundTheWorld(shown, frames, layer)
    }
  }

  /// The part of the map where something of the source may be drawn.
  var shown: Extent? {
    var shown: Extent?
    switch TilePlacer.limit(of: view, area: area, bounds: bounds) {
    case .nothing: return nil
    case .all: shown = area
    case .box(let box): shown = area.intersection(box)
    }
    guard source.reference == view.reference else { return shown }
    if let world = source.reference.worldEdge, let box = shown {
      let isEndless = frames != nil
      shown = box.intersection(
        Extent(
          xmin: isEndless ? box.xmin : world.xmin, ymin: world.ymin, xmax: isEndless ? box.xmax : world.xmax,
          ymax: world.ymax))
    }
    guard let box = shown, let full = source.fullExtent else { return shown }
    if let frames { return frames.shifts(of: full, into: box).isEmpty ? nil : box }
    return full.intersection(box) == nil ? nil : box
  }

  /// - Parameter seam: Where one frame of the world ends and the next begins: no picture lies across it.
  private func placed(
    _ shown: Extent, seam: Double?, _ layer: Layer
  ) throws(ViewProblem) -> TilePlacement? {
    let extent = view.extent
    let columns = pixels(from: shown.xmin - extent.xmin, to: shown.xmax - extent.xmin, most: view.size.width)
    let rows = pixels(from: extent.ymax - shown.ymax, to: extent.ymax - shown.ymin, most: view.size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let limits = RequestLimits(source.drawing)
    var start = columns.lowerBound
    var pieces = limits.pieces(covering: PixelSize(width: columns.count, height: rows.count))
    var numbers = 0...pieces.columns - 1
    if let seam {
      let cut = Int(saturating: ((seam - extent.xmin) / view.resolution).rounded())
      let (left, right) = (cut - columns.lowerBound, columns.upperBound - cut)
      if left > 0, right > 0 {
        pieces = limits.pieces(covering: PixelSize(width: max(left, right), height: rows.count))
        func count(_ length: Int) -> Int { (length + pieces.size.width - 1) / pieces.size.width }
        (start, numbers) = (cut, -count(left)...count(right) - 1)
      }
    }
    try limits.requireFew(numbers.count, pieces.rows, of: layer)
    let level = TilingScheme.Level(number: 0, resolution: view.resolution)
    let scheme = TilingScheme(
      reference: source.reference,
      origin: Position(
        x: extent.xmin + Double(start) * view.resolution,
        y: extent.ymax - Double(rows.lowerBound) * view.resolution),
      tileSize: pieces.size, levels: [level], gutter: pieces.gutter)
    return TilePlacement(
      scheme: scheme, level: level, columns: numbers, rows: 0...pieces.rows - 1, scale: 1, originX: Double(start),
      originY: Double(rows.lowerBound), bounds: limit)
  }

  private var limit: Extent? {
    if case .box(let box) = TilePlacer.limit(of: view, area: area, bounds: bounds) { return box }
    return nil
  }

  /// The device pixels that a stretch of the ground touches by more than a thousandth of one.
  private func pixels(from start: Double, to end: Double, most: Int) -> Range<Int> {
    let first = Int(saturating: (start / view.resolution + TilingScheme.pixelTolerance).rounded(.down))
    let last = Int(saturating: (end / view.resolution - TilingScheme.pixelTolerance).rounded(.up))
    let (low, high) = (min(max(first, 0), most), min(max(last, 0), most))
    return low..<max(low, high)
  }

  /// A world that stands in the picture more than once: drawn once, in pixels that come out even round it, and scaled by
  /// what that takes.
  private func placedRoundTheWorld(
    _ shown: Extent, _ frames: WorldFrames, _ layer: Layer
  ) throws(ViewProblem) -> TilePlacement? {
    let rows = Int(saturating: (shown.height / view.resolution).rounded(.up))
    let around = max(1, Int(saturating: (frames.width / view.resolution).rounded()))
    let limits = RequestLimits(source.drawing)
    let pieces = limits.pieces(covering: PixelSize(width: around, height: max(1, rows)))
    try limits.requireFew(pieces.columns, pieces.rows, of: layer)
    let level = TilingScheme.Level(
      number: 0, resolution: frames.width / Double(pieces.columns * pieces.size.width))
    let scheme = TilingScheme(
      reference: source.reference, origin: Position(x: -frames.width / 2, y: shown.ymax), tileSize: pieces.size,
      levels: [level], gutter: pieces.gutter)
    let outcome = FramePlacer.place(
      level, of: scheme, in: view, area: area, bounds: bounds,
      fullExtent: source.fullExtent ?? source.reference.worldEdge,
      frames: frames)
    if case .placed(let placement, _) = outcome { return placement }
    return nil
  }
}
