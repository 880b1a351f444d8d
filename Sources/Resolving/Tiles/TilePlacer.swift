import DocumentModel
import Geodesy

/// Which tiles of a level a view shows, and where they lie on the picture.
enum TilePlacer {
  /// Tiles of one layer in one picture: past this a document has the wrong level or the wrong extent. The largest picture
  /// there is takes 131,072 of 256 pixels that are reduced to half their sides.
  static let mostTiles = 250_000
  /// In device pixels: what no eye can tell apart. A picture is put on a level's grid when no pixel moves by more.
  static let tolerance = 1.0 / 64

  enum Outcome: Sendable {
    case placed(TilePlacement, isExact: Bool)
    /// Nothing of the source lies in the picture.
    case outside
    case tooMany(Int)
  }

  /// - Parameters:
  ///   - area: The part of the picture where the layer may be drawn: the view, or the box around what clips leave of it.
  ///   - bounds: The layer's own, in the map's reference.
  ///   - fullExtent: The source's; it chooses tiles and cuts none, for caches hold pixels beyond what they say of themselves.
  ///   - columnsAround: Columns once round the world, where the tiles go on beyond its edge.
  static func place(
    _ level: TilingScheme.Level, of scheme: TilingScheme, in view: MapView, area: Extent, bounds: Extent?,
    fullExtent: Extent?, columnsAround: Int? = nil
  ) -> Outcome {
    let extent = view.extent
    let limit: Extent?
    switch self.limit(of: view, area: area, bounds: bounds) {
    case .nothing: return .outside
    case .all: limit = nil
    case .box(let box): limit = box
    }
    var shown: Extent? = area
    if let limit { shown = shown?.intersection(limit) }
    if let fullExtent { shown = shown?.intersection(fullExtent) }
    guard let shown, let tiles = scheme.tiles(covering: shown, at: level),
      let existing = tiles.intersection(scheme.possibleTiles(at: level, goesRound: columnsAround != nil))
    else { return .outside }
    guard existing.count <= mostTiles else { return .tooMany(existing.count) }

    let scale = level.resolution / view.resolution
    let origin = scheme.origin(of: level)
    var placement = TilePlacement(
      scheme: scheme, level: level, columns: existing.columns, rows: existing.rows, scale: scale,
      originX: (origin.x - extent.xmin) / view.resolution,
      originY: (extent.ymax - origin.y) / view.resolution, bounds: limit)
    placement.columnsAround = columnsAround
    let world = worldBeside(existing, of: scheme, at: level, goesOn: columnsAround != nil)
    if let world {
      guard let inWorld = (limit ?? frame(of: view)).intersection(world) else { return .outside }
      placement.bounds = inWorld
    }
    guard isDrawable(placement) else { return .outside }
    let exact = pixelForPixel(placement, view.size)
    if let exact { placement = exact }
    return .placed(placement, isExact: exact != nil)
  }

  /// Where a layer may be drawn.
  enum Limit: Sendable {
    case all
    case box(Extent)
    case nothing
  }

  /// What the layer's bounds and the clips around it leave of the view.
  static func limit(of view: MapView, area: Extent, bounds: Extent?) -> Limit {
    let isCut = area != view.extent
    guard let bounds else { return isCut ? .box(area) : .all }
    guard isCut else { return .box(bounds) }
    return bounds.intersection(area).map { .box($0) } ?? .nothing
  }

  /// Tiles that are turned, or in another reference than the map.
  ///
  /// - Parameters:
  ///   - mesher: From the scheme's reference, for the part of the map where the layer may be drawn.
  ///   - resolution: Units of the scheme for a device pixel, the finest of the picture.
  ///   - limits: Nothing is drawn outside all of these, in the map's reference.
  ///   - radius: Of the filter, in pixels of the scheme.
  static func placeWarped(
    _ level: TilingScheme.Level, of scheme: TilingScheme, by mesher: WarpMesher, resolution: Double, limits: [Extent]?,
    fullExtent: Extent?, radius: Double
  ) -> Outcome {
    let size = mesher.view.size
    let map = mesher.view.reference
    let grid = LevelGrid(
      level, of: scheme, fullExtent: fullExtent, repeats: scheme.reference != map || mesher.wrapsAround,
      closesAtPoles: !map.facts.isGeographic)
    var found = MeshTiles(on: grid, radius: radius)
    for top in stride(from: 0, to: size.height, by: WarpMesher.side) {
      found.add(mesher.mesh(rows: top..<min(top + WarpMesher.side, size.height)))
      if found.isTooMany { return .tooMany(found.tiles.count) }
    }
    let tiles = found.tiles
    guard let box = tiles.bounds else { return .outside }
    guard tiles.count <= mostTiles else { return .tooMany(tiles.count) }
    var bounds = limits
    if scheme.reference == map, let world = worldBeside(box, of: scheme, at: level, goesOn: mesher.wrapsAround) {
      bounds = (limits ?? [frame(of: mesher.view)]).compactMap { $0.intersection(world) }
    }
    let placement = TilePlacement(
      scheme: scheme, level: level, columns: box.columns, rows: box.rows, scale: level.resolution / resolution,
      originX: 0, originY: 0, bounds: nil,
      warp: TileWarp(tiles: tiles, grid: grid, mesher: mesher, bounds: bounds))
    return isDrawable(placement) ? .placed(placement, isExact: false) : .outside
  }

  /// The world that tiles reach beyond; `nil` where they lie in it, and where the reference has no edge.
  /// - Parameter goesOn: To the left and right, what lies beyond is the next copy of the world.
  private static func worldBeside(
    _ tiles: TileRange, of scheme: TilingScheme, at level: TilingScheme.Level, goesOn: Bool
  ) -> Extent? {
    guard var edge = scheme.reference.worldEdge, let reach = scheme.extent(of: tiles) else { return nil }
    if goesOn { (edge.xmin, edge.xmax) = (-.infinity, .infinity) }
    let tolerance = level.resolution * TilePlacer.tolerance
    let isInside =
      reach.xmin >= edge.xmin - tolerance && reach.xmax <= edge.xmax + tolerance
      && reach.ymin >= edge.ymin - tolerance && reach.ymax <= edge.ymax + tolerance
    return isInside ? nil : edge
  }

  /// A box around all of a view, with a pixel to spare.
  private static func frame(of view: MapView) -> Extent { view.extent.grown(by: view.resolution) }

  /// False for a scheme whose numbers are so far from the map's that no pixel could be told from the next.
  private static func isDrawable(_ placement: TilePlacement) -> Bool {
    smallestScale <= placement.scale
      && [placement.scale, placement.originX, placement.originY].allSatisfy {
        abs($0) <= farthest
      }
  }

  /// Device pixels for each pixel of a tile: below it a whole picture of tiles is less than one.
  private static let smallestScale = 1e-6
  /// In device pixels: up to here doubles hold every whole number.
  private static let farthest = 0x1p53

  /// The placement on whole pixels at scale 1, where that moves no pixel of the picture by more than 1/64.
  private static func pixelForPixel(_ placement: TilePlacement, _ size: PixelSize) -> TilePlacement? {
    guard
      let x = wholeOrigin(placement.originX, scale: placement.scale, length: size.width),
      let y = wholeOrigin(placement.originY, scale: placement.scale, length: size.height)
    else { return nil }
    var exact = placement
    (exact.scale, exact.originX, exact.originY) = (1, x, y)
    return exact
  }

  private static func wholeOrigin(_ origin: Double, scale: Double, length: Int) -> Double? {
    // The level's pixels at both edges of the picture, counted from the scheme's origin.
    let first = -origin / scale
    let last = (Double(length) - origin) / scale
    let whole = (-first).rounded()
    let isNear =
      abs(whole + first) <= tolerance && abs(whole + last - Double(length)) <= tolerance
    return isNear ? whole : nil
  }
}
