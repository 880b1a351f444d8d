import DocumentModel
import Geodesy

/// What a band of warped tiles is made from.
struct WarpBand: Sendable {
  /// Of the strips that the band lies in.
  let meshes: [WarpMesh]
  let grid: PixelGrid
}

/// Asks for the tiles of one warped layer strip by strip, and forgets them when the picture has passed them.
struct WarpGatherer {
  let layer: WarpedTiles
  private let size: PixelSize
  private(set) var statistics = LayerStatistics()
  /// By their tops.
  private var strips: [Int: WarpMesh] = [:]
  private var tiles: [PixelGrid.Place: TileRow.Content] = [:]
  /// Of a tile's picture; found with the first one.
  private var pixels: PixelSize?
  private var counted: Set<TileIndex> = []
  private var backed: Set<TileIndex> = []
  /// Places in the picture that were looked at, and those that show data.
  private var places = (all: 0, backed: 0)

  init(_ layer: WarpedTiles, on size: PixelSize) {
    self.layer = layer
    self.size = size
    if !layer.tiles.isEmpty { statistics.coverage = 0 }
  }

  var gathered: WarpBand {
    WarpBand(
      meshes: strips.keys.sorted().compactMap { strips[$0] },
      grid: PixelGrid(layer.grid, pixels: pixels ?? layer.grid.scheme.tileSize, tiles: tiles))
  }

  func announce() {
    layer.supplier.prefetch(layer.mesher.inOrderOfNeed(layer.tiles.indices, on: layer.grid))
  }

  mutating func gather(_ band: Range<Int>) async {
    guard !layer.tiles.isEmpty else { return }
    let first = band.lowerBound / WarpMesher.side * WarpMesher.side
    let tops = Array(stride(from: first, to: band.upperBound, by: WarpMesher.side))
    let isNew = tops.contains { strips[$0] == nil }
    guard isNew else { return }
    var fresh: [WarpMesh] = []
    for top in tops where strips[top] == nil {
      let mesh = layer.mesher.mesh(rows: top..<min(top + WarpMesher.side, size.height))
      strips[top] = mesh
      fresh.append(mesh)
    }
    strips = strips.filter { $0.key >= first }
    var needed = MeshTiles(on: layer.grid, radius: layer.resampling.radius)
    for mesh in strips.values { needed.add(mesh) }
    await get(needed.tiles.indices)
    for mesh in fresh { look(at: mesh) }
    if places.all > 0 { statistics.coverage = Double(places.backed) / Double(places.all) }
  }

  /// Gets the tiles that are not there yet, and drops all others.
  private mutating func get(_ needed: [TileIndex]) async {
    let known = tiles
    tiles = [:]
    var missing: [TileIndex] = []
    for index in needed {
      let place = PixelGrid.Place(column: index.column, row: index.row)
      if let tile = known[place] { tiles[place] = tile } else { missing.append(index) }
    }
    let pixels = await pictureSize()
    let answers = await TileAnswer.all(of: missing, from: layer.supplier, layer.onMissing, layer.resampling)
    for (index, answer) in zip(missing, answers) {
      count(answer.tile, index)
      tiles[PixelGrid.Place(column: index.column, row: index.row)] = answer.content.fitted(
        to: pixels, layer.resampling)
    }
  }

  /// Pixels of a tile: those of the first picture, in the order of rows and columns, so that it is the same for bands of
  /// any height.
  private mutating func pictureSize() async -> PixelSize {
    if let pixels { return pixels }
    let nominal = layer.grid.scheme.tileSize
    var found = nominal
    for index in layer.tiles.indices.prefix(Self.tried) {
      guard case .picture(let picture) = await layer.supplier.tile(index) else { continue }
      found = PixelSize(
        width: min(TileRow.largestSide(nominal.width), picture.size.width),
        height: min(TileRow.largestSide(nominal.height), picture.size.height))
      break
    }
    pixels = found
    return found
  }

  /// Tiles that are asked for their size before the scheme's is taken.
  private static let tried = 64

  private mutating func count(_ answer: SuppliedTile, _ index: TileIndex) {
    guard counted.insert(index).inserted else { return }
    if statistics.count(answer, of: index, onMissing: layer.onMissing) { backed.insert(index) }
  }

  // MARK: - Coverage

  /// Counts places in each so many pixels of a strip, and those that lie on a tile with data.
  private mutating func look(at mesh: WarpMesh) {
    let start = Self.spacing / 2
    let rows = mesh.rows.lowerBound + start
    for y in stride(from: rows, to: mesh.rows.upperBound, by: Self.spacing) {
      for x in stride(from: start, to: size.width, by: Self.spacing) where isInside(x, y) { places.all += 1 }
    }
    for cell in mesh.cells {
      let firstRow = (cell.rows.lowerBound - start + Self.spacing - 1) / Self.spacing * Self.spacing + start
      let firstColumn = (cell.columns.lowerBound - start + Self.spacing - 1) / Self.spacing * Self.spacing + start
      for y in stride(from: firstRow, to: cell.rows.upperBound, by: Self.spacing) {
        for x in stride(from: firstColumn, to: cell.columns.upperBound, by: Self.spacing) where isInside(x, y) {
          if let position = cell.position(column: x, row: y), backed.contains(layer.grid.tile(at: position)) {
            places.backed += 1
          }
        }
      }
    }
  }

  private static let spacing = 16

  /// Within one of the bounds.
  private func isInside(_ x: Int, _ y: Int) -> Bool {
    guard let bounds = layer.bounds else { return true }
    return bounds.contains { Self.contains($0, x: Double(x) + 0.5, y: Double(y) + 0.5) }
  }

  /// By the rule of even and odd.
  private static func contains(_ polygon: [PixelPoint], x: Double, y: Double) -> Bool {
    guard var start = polygon.last else { return false }
    var isInside = false
    for end in polygon {
      if (start.y > y) != (end.y > y), x < start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y) {
        isInside.toggle()
      }
      start = end
    }
    return isInside
  }
}
