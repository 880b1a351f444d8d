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
  private let placer: WorldLabelPlacer
  /// The labels of the pictures that were drawn last, by what of the level they show.
  private let labels = Mutex<[WorldLabelRoom: [WorldLabel]]>([:])
  /// Labels that have been drawn.
  private let pictures = Mutex<[WorldLabel.Look: Picture]>([:])

  /// Labels that are kept, all together: some 16 MB at a pixel ratio of 2.
  private static let keptLabels = 3000
  /// Pictures whose labels are kept.
  private static let keptPlacements = 32
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
    placer = try WorldLabelPlacer(data.names, on: WorldGrid(logical: grid))
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

  /// Placed when the first tile of a picture needs them.
  ///
  /// - Parameter room: What the picture shows of the level.
  func labels(within room: WorldLabelRoom) -> [WorldLabel] {
    labels.withLock { labels in
      if let known = labels[room] { return known }
      let placed = placer.labels(within: room)
      if labels.count >= Self.keptPlacements { labels.removeAll() }
      labels[room] = placed
      return placed
    }
  }

  /// The top left pixel of a label on the level.
  func corner(of label: WorldLabel) -> (x: Int, y: Int) {
    (Int((label.box.x * grid.pixelRatio).rounded(.down)), Int((label.box.y * grid.pixelRatio).rounded(.down)))
  }

  /// A label's letters and halo; drawn when the first tile needs it.
  ///
  /// - Throws: ``DrawingError`` where cairo has no memory.
  func picture(of label: WorldLabel) throws(DrawingError) -> Picture {
    if let known = pictures.withLock({ $0[label.look] }) { return known }
    let picture = try label.picture(pixelRatio: grid.pixelRatio)
    pictures.withLock { pictures in
      if pictures.count >= Self.keptLabels { pictures.removeAll() }
      pictures[label.look] = picture
    }
    return picture
  }
}
