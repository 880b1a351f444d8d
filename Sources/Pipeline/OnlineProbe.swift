import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Resolving

/// `check --online`: whether the servers of a document's layers give tiles.
extension Run {
  /// Asks for one tile of each remote layer that a view shows: the one in its middle.
  ///
  /// - Returns: In the document's order; nothing of a layer that answers, be it that it has no such tile.
  func probe(_ opened: OpenedDocument, in choice: ViewChoice) async -> [Diagnostic] {
    let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
    guard let map = resolver.resolve(choice).map else { return [] }
    let loader = TileLoader(store: store, fetcher: fetcher(for: opened.document.projectRoot))
    let middle = (x: Double(map.view.size.width) / 2, y: Double(map.view.size.height) / 2)
    let asked = map.layers.flatMap(\.leaves).compactMap { resolved -> (Layer, any TileSource, TilePlacement)? in
      guard let placement = resolved.tiles, let source = opened.sources[resolved.layer.id],
        source.description.isRemote
      else { return nil }
      return (resolved.layer, source.serving(placement.scheme), placement)
    }
    let findings = await Parallel.map(asked, width: max(1, asked.count), chunk: 1) { layer, source, placement in
      let tile = await loader.tile(placement.tile(nearest: middle), of: source).tile
      return layer.finding(of: tile, in: opened.document)
    }
    return findings.compactMap { $0 }
  }
}

extension TilePlacement {
  /// The tile at a point of the view, in device pixels from its top left corner, or the one nearest to it.
  fileprivate func tile(nearest point: (x: Double, y: Double)) -> TileIndex {
    func index(_ distance: Double, _ pixels: Int, in range: ClosedRange<Int>) -> Int {
      let index = (distance / (Double(pixels) * scale)).rounded(.down)
      return Int(min(max(index, Double(range.lowerBound)), Double(range.upperBound)))
    }
    if let warp { return warp.tile(nearest: PicturePoint(x: point.x, y: point.y)) }
    return TileIndex(
      level: level.number, column: index(point.x - originX, scheme.tileSize.width, in: columns),
      row: index(point.y - originY, scheme.tileSize.height, in: rows))
  }
}

extension TileWarp {
  /// The tile at a point of the view; where that shows none, the first that the picture does.
  fileprivate func tile(nearest point: PicturePoint) -> TileIndex {
    let indices = tiles.indices
    let found = mesher.positions(at: [point])[0].map(grid.tile)
    // A placement has at least one tile.
    return found.flatMap { indices.contains($0) ? $0 : nil } ?? indices[0]
  }
}

extension Layer {
  fileprivate func finding(of tile: LoadedTile, in document: MapDocument) -> Diagnostic? {
    if case .failed(let failure) = tile.content { return finding(failure, in: document) }
    return tile.cost.staleReason.map { reason in
      Diagnostic(
        .staleTile, "layer `\(id)`: its server gives no tile now, only the cache has an old one: \(reason)",
        at: typeRange, layer: id)
    }
  }
}
