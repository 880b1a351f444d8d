import DocumentModel
import Geodesy

/// Where one picture lies on a view: it is the one tile of a grid in its own plane, or the tiles of a level of its pyramid,
/// looked up for each pixel of the map.
struct ImagePlacer {
  let image: ImageTransform
  let source: DrawnSource
  let view: MapView
  /// The part of the view where the layer may be drawn.
  let area: Extent
  /// Set where the map goes on beyond the edge of the world.
  let frames: WorldFrames?

  /// - Returns: `nil` where nothing of the picture lies in the view.
  /// - Throws: ``ViewProblem`` where there is no way from the picture's reference to the map's.
  func placed(_ layer: Layer) throws(ViewProblem) -> TilePlacement? {
    var bounds: [Extent]?
    switch TilePlacer.limit(of: view, area: area, bounds: nil) {
    case .nothing: return nil
    case .box(let box) where frames == nil: bounds = [box]
    case .all, .box: break
    }
    let copies = copiesBesides
    if !copies.isEmpty {
      bounds = ([image.outline] + copies).compactMap { box in
        bounds.map { $0.compactMap { $0.intersection(box) }.first } ?? box
      }
    }
    // What lies nowhere near the picture need not be looked up.
    var areas = bounds
    if let shown = shownBoxes() {
      let near = shown.filter { $0.intersection(area) != nil }
      guard !near.isEmpty else { return nil }
      areas = near
    }
    let part = Part(areas: areas, bounds: bounds, imageRepeats: !copies.isEmpty)
    guard let pyramid = source.drawing.pyramid else { return try placed(layer, image, part: part) }
    let mesher = try mesher(of: image, part, for: layer)
    let fitting = pyramid.level(reducing: mesher.finestResolution() ?? 1)
    for number in fitting..<pyramid.levels.count {
      let level = image.resized(to: pyramid.levels[number].size)
      let placement = try placed(layer, level, tileSize: pyramid.tileSize, number: number, part: part)
      guard let placement, number + 1 < pyramid.levels.count, !placement.isWithinReason(on: view.size) else {
        return placement
      }
    }
    return nil
  }

  /// What is looked up of a picture.
  private struct Part {
    /// Of the map; `nil`: all of it.
    let areas: [Extent]?
    /// Outside of which nothing is drawn.
    let bounds: [Extent]?
    /// It lies beyond the edge of the map's world, and shows at the other end.
    let imageRepeats: Bool
  }

  private func mesher(of image: ImageTransform, _ part: Part, for layer: Layer) throws(ViewProblem) -> WarpMesher {
    try ViewProblem.asking(at: layer.typeRange) { () throws(GeodesyError) in
      try WarpMesher(
        view, from: source.reference, areas: part.areas, image: image, wrapsAround: frames != nil,
        imageRepeats: part.imageRepeats)
    }
  }

  /// - Parameter tileSize: `nil`: the picture is one tile.
  private func placed(
    _ layer: Layer, _ image: ImageTransform, tileSize: PixelSize? = nil, number: Int = 0, part: Part
  ) throws(ViewProblem) -> TilePlacement? {
    let mesher = try mesher(of: image, part, for: layer)
    let grid = LevelGrid(
      of: image, tileSize: tileSize, number: number, in: source.reference,
      repeats: source.reference != view.reference || frames != nil || part.imageRepeats,
      closesAtPoles: !view.reference.facts.isGeographic)
    var found = MeshTiles(on: grid, radius: layer.resampling.radius)
    for top in stride(from: 0, to: view.size.height, by: WarpMesher.side) {
      found.add(mesher.mesh(rows: top..<min(top + WarpMesher.side, view.size.height)))
    }
    let tiles = found.tiles
    guard let box = tiles.bounds else { return nil }
    return TilePlacement(
      scheme: grid.scheme, level: grid.level, columns: box.columns, rows: box.rows,
      scale: 1 / (mesher.finestResolution() ?? 1), originX: 0, originY: 0, bounds: nil,
      warp: TileWarp(tiles: tiles, grid: grid, mesher: mesher, bounds: part.bounds))
  }

  /// Its rows and columns run along those of the map.
  var isUpright: Bool { source.reference == view.reference && view.axes.areUpright && image.isUpright }

  /// Where a picture that reaches beyond the edge of the map's world lies at the other end of it: boxes of the map. None where
  /// the map goes on beyond its edge, or is in another reference, which look up the ground all the same.
  private var copiesBesides: [Extent] {
    guard frames == nil, source.reference == view.reference, let world = source.reference.worldEdge,
      let worlds = WorldFrames(of: source.reference)
    else { return [] }
    let box = image.outline
    let pixel = box.width / Double(image.size.width) / 1000
    guard box.xmin < world.xmin - pixel || box.xmax > world.xmax + pixel else { return [] }
    return worlds.shifts(of: box, into: world).filter { $0 != 0 }
      .compactMap { box.shifted(x: $0).intersection(world) }
  }

  /// Boxes of the map around the picture, one for each frame that shows it; `nil` where nobody knows, so anywhere.
  private func shownBoxes() -> [Extent]? {
    var box = image.outline
    if source.reference != view.reference {
      if let edge = source.reference.worldEdge, box.xmin < edge.xmin || box.xmax > edge.xmax { return nil }
      // By the operation that the mesh is made with.
      let around = view.reference.area(of: frames?.inFrameZero(view.extent) ?? view.extent)
      guard let projector = try? Projector(from: source.reference, to: view.reference, over: around),
        let projected = projector.project(box), projected.isFinite
      else { return nil }
      box = projected
    }
    let margin = 2 * view.resolution
    box = Extent(xmin: box.xmin - margin, ymin: box.ymin - margin, xmax: box.xmax + margin, ymax: box.ymax + margin)
    // A box of many worlds lies everywhere, and its frames are not to be counted.
    if let frames, box.width > 2 * frames.width { return nil }
    return frames.map { frames in frames.shifts(of: box, into: area).map { box.shifted(x: $0) } }
      ?? [box] + copiesBesides
  }
}

extension ImagePlacer {
  /// "its picture of 800 x 600 pixels"; of a raster which level of it is drawn.
  fileprivate func pictureWords(_ placement: TilePlacement) -> String {
    func words(_ size: PixelSize) -> String { "\(size.width) x \(size.height) pixels" }
    guard let pyramid = source.drawing.pyramid else { return "its picture of \(words(image.size))" }
    let level = pyramid.levels[placement.level.number]
    guard placement.level.number > 0 else { return "its raster of \(words(image.size))" }
    return "its raster of \(words(image.size)) (\(level.cost == 1 ? "an overview" : "means") of \(words(level.size)))"
  }
}

extension LayerResolver {
  /// A layer that is one picture.
  mutating func placedImage(_ layer: Layer, by placer: ImagePlacer) -> ResolvedLayer {
    let placement: TilePlacement?
    do throws(ViewProblem) {
      placement = try placer.placed(layer)
    } catch {
      if let finding = error.finding { findings.append(finding) }
      return ResolvedLayer(
        layer, .reject, "there is no way from its reference to the map's", error.finding?.code)
    }
    guard let placement else { return ResolvedLayer(layer, .skip, Self.nothingShown) }
    let cost = RasterCostRule.finding(for: layer, placement, placer.source.drawing.pyramid)
    if let cost {
      findings.append(cost)
      if cost.severity == .error {
        return ResolvedLayer(layer, .reject, "too much of it would have to be read", cost.code)
      }
    }
    let isExact = placer.isUpright && abs(placement.scale - 1) < 1e-6
    let action: ResolvedLayer.Action = !placer.isUpright ? .warp : isExact ? .draw : .resample
    var resolved = ResolvedLayer(layer, action, reason(for: placement, placer, isBasemap: layer.id == basemap.layer.id))
    resolved.tiles = placement
    resolved.code = cost?.code
    return resolved
  }

  private func reason(for placement: TilePlacement, _ placer: ImagePlacer, isBasemap: Bool) -> String {
    let subject = isBasemap ? "it fixes the map's spatial reference; " : ""
    let picture = placer.pictureWords(placement)
    if placer.source.reference != placer.view.reference {
      return "\(picture), in \(Words.reference(placer.source.reference)), is warped into the map's reference"
    }
    guard placer.isUpright else { return subject + "\(picture) does not lie along the map's rows, and is turned" }
    return subject + "\(picture) is drawn at \(Words.number(placement.scale, decimals: 4)) times its size"
  }
}
