import Geodesy

/// The tiles of one layer that a band needs.
enum GatheredTiles: Sendable {
  case rows([Int: TileRow])
  case warp(WarpBand)
}

/// Asks for the tiles of one layer as bands need them, from the top of the picture.
enum LayerGatherer {
  case mosaic(TileGatherer)
  case warped(WarpGatherer)

  init(_ tiles: PreparedTiles, on size: PixelSize) {
    switch tiles {
    case .mosaic(let mosaic): self = .mosaic(TileGatherer(mosaic.mosaic, on: size))
    case .warped(let warp): self = .warped(WarpGatherer(warp.tiles, on: size))
    }
  }

  /// Tells the supplier what will be asked for, in order.
  func announce() {
    switch self {
    case .mosaic(let gatherer): gatherer.announce()
    case .warped(let gatherer): gatherer.announce()
    }
  }

  /// Gets what a band shows, and drops what no band below it needs.
  mutating func gather(_ band: Range<Int>) async {
    switch self {
    case .mosaic(var gatherer):
      await gatherer.gather(band)
      self = .mosaic(gatherer)
    case .warped(var gatherer):
      await gatherer.gather(band)
      self = .warped(gatherer)
    }
  }

  /// What the last band shows.
  var gathered: GatheredTiles {
    switch self {
    case .mosaic(let gatherer): .rows(gatherer.rows)
    case .warped(let gatherer): .warp(gatherer.gathered)
    }
  }

  var statistics: LayerStatistics {
    switch self {
    case .mosaic(let gatherer): gatherer.statistics
    case .warped(let gatherer): gatherer.statistics
    }
  }
}

extension SceneLayer {
  /// Tells suppliers what a picture will ask them for, before it is drawn.
  package func announce(on size: PixelSize, where isWanted: (any TileSupplying) -> Bool) {
    switch content {
    case .group(let layers): for layer in layers { layer.announce(on: size, where: isWanted) }
    case .mosaic(let mosaic): if isWanted(mosaic.supplier) { TileGatherer(mosaic, on: size).announce() }
    case .warped(let warped): if isWanted(warped.supplier) { WarpGatherer(warped, on: size).announce() }
    case .drawing: break
    }
  }
}
