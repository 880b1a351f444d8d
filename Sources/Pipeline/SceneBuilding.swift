import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Resolving

/// The scene of one picture, and the suppliers of its layers by id.
struct BuiltScene: Sendable {
  let scene: Scene
  let suppliers: [LayerSupplier]
}

extension OpenedDocument {
  /// Suppliers of layers whose tiles come over the network: what the picture shows of them is being fetched from now on.
  func fetchingAhead(
    of map: ResolvedMap, loader: TileLoader, abort: @escaping @Sendable () -> Void
  ) -> [LayerSupplier] {
    var suppliers: [LayerSupplier] = []
    let layers = sceneLayers(
      of: map, features: [:], labels: PageLabels(), suppliers: &suppliers, known: [], loader: loader, abort: abort)
    for layer in layers { layer.announce(on: map.view.size) { ($0 as? LayerSupplier)?.isRemote ?? false } }
    return suppliers.filter(\.isRemote)
  }

  /// Turns a resolved map into a scene: decisions become device pixels.
  ///
  /// - Parameters:
  ///   - features: What has been drawn of layers of features, by their ids.
  ///   - known: Suppliers that there are already, as ``fetchingAhead(of:loader:abort:)``.
  ///   - abort: Called when a layer fails whose failure fails the map.
  func scene(
    of map: ResolvedMap, features: [String: DrawnFeatures] = [:], labels: PageLabels = PageLabels(),
    known: [LayerSupplier] = [], loader: TileLoader, abort: @escaping @Sendable () -> Void
  ) -> BuiltScene {
    var suppliers: [LayerSupplier] = []
    let layers = sceneLayers(
      of: map, features: features, labels: labels, suppliers: &suppliers, known: known, loader: loader, abort: abort)
    let grids = map.grids.map { grid in
      SceneLayer(content: .drawing(GridPainter(grid.grid, grid.figure, pixelRatio: map.view.pixelRatio).lines))
    }
    var scene = Scene(
      size: map.view.size, background: map.canvas.background, layers: layers + grids,
      obligatoryAttributions: obligatoryAttributions(of: map.layers), pixelRatio: map.view.pixelRatio)
    scene.labels = labels.drawing
    return BuiltScene(scene: scene, suppliers: suppliers)
  }

  private func sceneLayers(
    of map: ResolvedMap, features: [String: DrawnFeatures], labels: PageLabels, suppliers: inout [LayerSupplier],
    known: [LayerSupplier], loader: TileLoader, abort: @escaping @Sendable () -> Void
  ) -> [SceneLayer] {
    map.layers.compactMap { layer in
      sceneLayer(of: layer, in: map, showing: map.shownArea, features, labels, suppliers: &suppliers) {
        layer, keys, source, placement in
        known.first { $0.layer.id == layer.id }
          ?? LayerSupplier(layer, keys, source, placement, loader: loader, abort: abort)
      }
    }
  }

  private func sceneLayer(
    of resolved: ResolvedLayer, in map: ResolvedMap, showing around: ShownArea, _ features: [String: DrawnFeatures],
    _ labels: PageLabels, suppliers: inout [LayerSupplier],
    supplier: (Layer, TiledKeys, any TileSource, TilePlacement) -> LayerSupplier
  ) -> SceneLayer? {
    guard resolved.isDrawn else { return nil }
    var area = around
    var opacity = resolved.layer.opacity
    if let clip = resolved.clip { area.outlines.append(clip) }
    var content: SceneLayer.Content
    switch resolved.layer.content {
    case .group:
      content = .group(
        resolved.children.compactMap {
          sceneLayer(of: $0, in: map, showing: area, features, labels, suppliers: &suppliers, supplier: supplier)
        })
    case .unusable: return nil
    case .features(_, let keys):
      guard let drawn = features[resolved.layer.id] else { return nil }
      content = .drawing(drawn.drawing)
      // A service's transparency goes with its renderer.
      if keys.renderer == nil, let own = self.features[resolved.layer.id]?.description.features {
        opacity *= own.opacity
      }
    case .tiled(_, let keys):
      guard let placement = resolved.tiles, let source = sources[resolved.layer.id] else { return nil }
      if let bounds = placement.bounds?.intersection(area.box), map.frames == 0...0 { area.box = bounds }
      var served = source.serving(placement.scheme)
      var names: Drawing?
      // Names on tiles stand upright where the tiles do, but know nothing of labels.
      if placement.warp != nil || !labels.isEmpty, let own = served.names {
        names = PageNames.drawing(of: own, placement, in: map, showing: area, taken: labels.taken)
        if names != nil { served = served.withoutNames() }
      }
      let shown = served.showing(area, in: map.view.reference)
      let one = supplier(resolved.layer, keys, shown, placement)
      suppliers.append(one)
      if let warp = placement.warp {
        content = warped(warp, resolved.layer, keys, one, on: map.view).under(names)
        break
      }
      let mosaics = placement.inFrames.map { placement in
        SceneLayer.Content.mosaic(
          TileMosaic(
            level: placement.level.number, columns: placement.columns, rows: placement.rows,
            tileSize: placement.scheme.tileSize, scale: placement.scale,
            origin: PixelPoint(x: placement.originX, y: placement.originY),
            bounds: placement.bounds.map(map.view.pixels), resampling: resolved.layer.resampling,
            onMissing: keys.onMissingTile, supplier: one))
      }
      // The same tiles in each frame of the world are one layer.
      content =
        mosaics.count == 1
        ? mosaics[0]
        : .group(mosaics.map { SceneLayer(opacity: 1, blend: .normal, clip: nil, content: $0) })
      content = content.under(names)
    }
    return SceneLayer(
      opacity: opacity, blend: resolved.layer.blend,
      clip: resolved.clip.map { rings in rings.map { ring in ring.map(map.view.pixel) } }, content: content)
  }

  /// Tiles that are looked up for each pixel.
  private func warped(
    _ warp: TileWarp, _ layer: Layer, _ keys: TiledKeys, _ supplier: LayerSupplier, on view: MapView
  ) -> SceneLayer.Content {
    .warped(
      WarpedTiles(
        grid: warp.grid, tiles: warp.tiles, mesher: warp.mesher,
        bounds: warp.bounds.map { boxes in boxes.map { $0.corners.map(view.pixel) } }, resampling: layer.resampling,
        onMissing: keys.onMissingTile, supplier: supplier))
  }

  /// What providers' terms ask to be drawn on the picture.
  func obligatoryAttributions(of layers: [ResolvedLayer]) -> [String] {
    attributions(of: layers) { $0.attributionIsObligatory }
  }

  /// What the drawn layers ask to be named beside the map, bottom first, each once.
  func attributions(of layers: [ResolvedLayer], where isWanted: (LayerDescription) -> Bool = { _ in true }) -> [String]
  {
    var seen: Set<String> = []
    return layers.flatMap { resolved -> [String] in
      guard resolved.isDrawn else { return [] }
      if case .group = resolved.layer.content { return attributions(of: resolved.children, where: isWanted) }
      guard let description = description(of: resolved.layer), isWanted(description) else { return [] }
      // A provider's terms weigh more than the document's wish: its own text comes beside theirs.
      let ofSource = description.attribution.map { [$0] } ?? []
      let obligatory = description.attributionIsObligatory ? ofSource : []
      switch resolved.layer.attribution {
      case .ofSource: return ofSource
      case .text(let text): return obligatory.filter { !text.contains($0) } + [text]
      case .none: return obligatory
      }
    }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension SceneLayer.Content {
  /// With names over it, as one layer.
  fileprivate func under(_ names: Drawing?) -> SceneLayer.Content {
    names.map { .group([SceneLayer(content: self), SceneLayer(content: .drawing($0))]) } ?? self
  }
}

extension ResolvedMap {
  /// What the picture shows of the world: beyond its edges only where the picture goes on there, and all of the world's
  /// width where a place may stand in it more than once.
  fileprivate var shownArea: ShownArea {
    let box = shownOfWorld
    let isWhole = box != view.extent && wrapAround == .enabled && frames != 0...0
    return ShownArea(box, outlines: view.axes.areUpright || isWhole ? [] : [[view.visibleArea]])
  }

  private var shownOfWorld: Extent {
    let extent = view.extent
    guard let edge = reference.worldEdge else { return extent }
    guard wrapAround == .enabled, frames != 0...0 else {
      return Extent(
        xmin: max(extent.xmin, edge.xmin), ymin: extent.ymin, xmax: min(extent.xmax, edge.xmax), ymax: extent.ymax)
    }
    if view.axes.areUpright, extent.width < edge.width * (1 - 1e-6) { return extent }
    return Extent(xmin: edge.xmin, ymin: extent.ymin, xmax: edge.xmax, ymax: extent.ymax)
  }
}

extension MapView {
  /// A place on the ground in device pixels from the picture's top left corner, on the grid of 1/256 pixel, so that
  /// the last bits of a processor's mathematics never show.
  func pixel(_ position: Position) -> PixelPoint {
    guard axes.areUpright else {
      let point = point(of: position)
      return PixelPoint(x: PicturePoint.snapped(point.x), y: PicturePoint.snapped(point.y))
    }
    return PixelPoint(
      x: PicturePoint.snapped((position.x - extent.xmin) / resolution),
      y: PicturePoint.snapped((extent.ymax - position.y) / resolution)
    )
  }

  fileprivate func pixels(_ box: Extent) -> PixelRectangle {
    let corner = pixel(Position(x: box.xmin, y: box.ymax))
    let opposite = pixel(Position(x: box.xmax, y: box.ymin))
    return PixelRectangle(
      x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
  }
}
