import DocumentModel
import Geodesy
import Synchronization

/// All that a level of the built-in world shows, projected and placed once, so that a tile only cuts from it.
final class WorldLevel: Sendable {
  let grid: WorldGrid
  let style: WorldStyle
  let land: WorldOutlines
  let lakes: WorldOutlines
  let mainRivers: WorldOutlines
  let otherRivers: WorldOutlines
  let borders: WorldOutlines
  let disputed: WorldOutlines
  let provinces: WorldOutlines
  let labels: [WorldLabel]
  /// Labels that have been drawn, by their number.
  private let pictures = Mutex<[Int: Picture]>([:])

  /// Labels that are kept, all together: some 16 MB at a pixel ratio of 2.
  private static let keptLabels = 3000
  /// Rivers up to this rank are drawn heavier.
  private static let lastMainRiver = 2

  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  private init(_ grid: WorldGrid, _ data: WorldData) throws(DrawingError) {
    let style = WorldStyle(zoom: grid.zoom)
    self.grid = grid
    self.style = style
    let detail = data.detail(forZoom: style.zoom)
    land = WorldOutlines(detail?.land ?? [], on: grid)
    lakes = WorldOutlines(detail?.lakes ?? [], on: grid) { $0 <= style.lastLake }
    let rivers = detail?.rivers ?? []
    mainRivers = WorldOutlines(rivers, on: grid) { $0 <= min(Self.lastMainRiver, style.lastRiver) }
    otherRivers = WorldOutlines(rivers, on: grid) { $0 > Self.lastMainRiver && $0 <= style.lastRiver }
    borders = WorldOutlines(detail?.borders ?? [], on: grid)
    disputed = WorldOutlines(
      dashing: WorldOutlines(detail?.disputed ?? [], on: grid), on: style.dashes.on * grid.pixelRatio,
      off: style.dashes.off * grid.pixelRatio)
    provinces = WorldOutlines(style.showsProvinces ? detail?.provinces ?? [] : [], on: grid)
    labels = try LabelPlacer.labels(data.names, on: WorldGrid(logical: grid))
  }

  /// Levels that were drawn last, the latest at the end: few, because each holds all the points of the world, some 5 MB.
  private static let kept = Mutex<[WorldLevel]>([])
  private static let keptLevels = 4

  /// The level of a grid. The first time costs some 50 ms; others who want a level wait for it.
  ///
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  static func of(_ grid: WorldGrid) throws(DrawingError) -> WorldLevel {
    let result: Result<WorldLevel, DrawingError> = kept.withLock { levels in
      if let number = levels.firstIndex(where: { $0.grid == grid }) {
        let level = levels.remove(at: number)
        levels.append(level)
        return .success(level)
      }
      do throws(DrawingError) {
        let level = try WorldLevel(grid, .shared)
        if levels.count == keptLevels { levels.removeFirst() }
        levels.append(level)
        return .success(level)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The top left pixel of a label on the level.
  func corner(of label: WorldLabel) -> (x: Int, y: Int) {
    (Int((label.box.x * grid.pixelRatio).rounded(.down)), Int((label.box.y * grid.pixelRatio).rounded(.down)))
  }

  /// A label's letters and halo; drawn when the first tile needs it.
  ///
  /// - Throws: ``DrawingError`` where cairo has no memory.
  func picture(ofLabel number: Int) throws(DrawingError) -> Picture {
    if let known = pictures.withLock({ $0[number] }) { return known }
    let picture = try labels[number].picture(pixelRatio: grid.pixelRatio)
    pictures.withLock { pictures in
      if pictures.count >= Self.keptLabels { pictures.removeAll() }
      pictures[number] = picture
    }
    return picture
  }
}

extension WorldLabel {
  /// From the top of a line to its baseline, for each pixel of the size.
  private static let ascent = 0.928

  /// - Parameter pixelRatio: Device pixels in a logical pixel.
  fileprivate func picture(pixelRatio: Double) throws(DrawingError) -> Picture {
    let (width, height) = (box.width * pixelRatio, box.height * pixelRatio)
    let canvas = try DrawingCanvas(
      size: PixelSize(width: Int(width.rounded(.up)), height: Int(height.rounded(.up))))
    if lettering.isSlanted { canvas.slant(by: WorldStyle.slant, about: height / 2) }
    let size = lettering.size * pixelRatio
    let lineHeight = size * LetterWidths.lineHeight
    let top = (height - lineHeight * Double(lines.count)) / 2 + Self.ascent * size
    let isBold = lettering.isBold
    var starts: [PixelPoint] = []
    for (number, line) in lines.enumerated() {
      let long = try Fonts.use { $0.line(line, size: size, isBold: isBold).extent.width }
      let x =
        switch alignment {
        case .left: Self.margin * pixelRatio
        case .middle: (width - long) / 2
        case .right: width - Self.margin * pixelRatio - long
        }
      starts.append(PixelPoint(x: x, y: top + Double(number) * lineHeight))
    }
    // All halos first: a halo may not cover the line above.
    for (line, start) in zip(lines, starts) {
      try canvas.drawHalo(
        line, size: size, isBold: isBold, at: start, lettering.halo, width: Self.halo * pixelRatio)
    }
    for (line, start) in zip(lines, starts) {
      try canvas.draw(line, size: size, isBold: isBold, at: start, lettering.color)
    }
    return canvas.picture()
  }
}
