import DocumentModel
import Geodesy

/// The tiles of one row of a mosaic, all of one size.
struct TileRow: Sendable {
  enum Content: Sendable {
    case picture(Picture)
    case color(Color)
    case nothing
  }

  /// Of each tile: the largest width and height among the row's pictures, so that none loses detail.
  let pixels: PixelSize
  /// One for each column of the mosaic.
  let tiles: [Content]

  /// The largest side that a tile is drawn from: larger pictures are shrunk first. All tiles of a row are brought to one
  /// size, so one huge picture among them must not make them all huge.
  ///
  /// - Parameter nominal: Pixels of the scheme; four for each are more than any source has. A scheme of larger tiles is that
  ///   of one picture.
  static func largestSide(_ nominal: Int) -> Int { min(max(4096, nominal), max(1024, 4 * nominal)) }

  init(_ tiles: [Content], nominal: PixelSize, resampling: Resampling) {
    var (width, height) = (0, 0)
    for case .picture(let picture) in tiles {
      width = max(width, picture.size.width)
      height = max(height, picture.size.height)
    }
    pixels =
      width == 0
      ? nominal
      : PixelSize(
        width: min(Self.largestSide(nominal.width), width), height: min(Self.largestSide(nominal.height), height))
    self.tiles = Self.fitted(tiles, to: pixels, resampling)
  }

  private init(pixels: PixelSize, tiles: [Content]) {
    self.pixels = pixels
    self.tiles = tiles
  }

  /// The same tiles with another number of pixels: for the neighbours of a row of another size.
  func fitted(to pixels: PixelSize, _ resampling: Resampling) -> TileRow {
    self.pixels == pixels ? self : TileRow(pixels: pixels, tiles: Self.fitted(tiles, to: pixels, resampling))
  }

  private static func fitted(_ tiles: [Content], to pixels: PixelSize, _ resampling: Resampling) -> [Content] {
    tiles.map { $0.fitted(to: pixels, resampling) }
  }
}

extension TileRow.Content {
  func fitted(to pixels: PixelSize, _ resampling: Resampling) -> TileRow.Content {
    guard case .picture(let picture) = self, picture.size != pixels else { return self }
    return .picture(picture.resampled(picture.wholeRectangle, to: pixels, resampling))
  }
}

/// Asks for the tiles of one mosaic as bands need them, and forgets them when no band does.
struct TileGatherer {
  let mosaic: TileMosaic
  let geometry: MosaicGeometry
  private(set) var rows: [Int: TileRow] = [:]
  private(set) var statistics = LayerStatistics()
  private var backedArea = 0.0

  init(_ mosaic: TileMosaic, on picture: PixelSize) {
    self.mosaic = mosaic
    geometry = MosaicGeometry(mosaic, on: picture)
    statistics.coverage = geometry.visibleArea > 0 ? 0 : 1
  }

  /// Tells the supplier what will be asked for, in order. Rows that only lend a pixel or two to their neighbours are
  /// in it too: the mosaic names just the tiles that the picture needs.
  func announce() {
    guard !geometry.drawnX.isEmpty, !geometry.drawnY.isEmpty else { return }
    mosaic.supplier.prefetch(
      mosaic.rows.flatMap { row in
        mosaic.columns.map { TileIndex(level: mosaic.level, column: $0, row: row) }
      })
  }

  /// Gets what a band shows, and drops the rows that lie above it for good.
  mutating func gather(_ band: Range<Int>) async {
    guard !geometry.drawnX.isEmpty else { return }
    let runs = geometry.runs(in: band)
    guard let first = runs.first else { return }
    rows = rows.filter { $0.key >= first.tileRow - 1 }
    for run in runs {
      let row = await row(run.tileRow)
      for neighbor in MosaicRun(run.deviceRows, of: run.tileRow, pixels: row.pixels, self.geometry, mosaic.resampling)
        .neighbors
      {
        _ = await self.row(neighbor)
      }
    }
  }

  private mutating func row(_ number: Int) async -> TileRow {
    if let known = rows[number] { return known }
    let answers = await TileAnswer.all(
      of: mosaic.columns.map { TileIndex(level: mosaic.level, column: $0, row: number) }, from: mosaic.supplier,
      mosaic.onMissing, mosaic.resampling)
    for (answer, column) in zip(answers, mosaic.columns) { count(answer.tile, column: column, row: number) }
    let row = TileRow(answers.map(\.content), nominal: mosaic.tileSize, resampling: mosaic.resampling)
    rows[number] = row
    return row
  }

  private mutating func count(_ answer: SuppliedTile, column: Int, row: Int) {
    let index = TileIndex(level: mosaic.level, column: column, row: row)
    guard statistics.count(answer, of: index, onMissing: mosaic.onMissing) else { return }
    backedArea += geometry.visibleArea(column: column, row: row)
    if geometry.visibleArea > 0 { statistics.coverage = min(1, backedArea / geometry.visibleArea) }
  }
}
