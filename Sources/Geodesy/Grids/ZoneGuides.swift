/// The middles of columns and rows of zones, at whose ends their numbers and letters stand where zones are too narrow for names: on
/// maps of much of the world.
struct ZoneGuides {
  let grid: ZoneGrid
  let strips: [VisibleStrip]

  /// Of a zone that has room for its name, in logical pixels.
  private static let room = 38.0

  /// About a pole zones are wide enough somewhere.
  var areNeeded: Bool {
    let page = grid.page
    guard 6 * page.pixelsPerDegree.x < Self.room, strips.contains(where: { !$0.strip.zone.isPolar }) else {
      return false
    }
    return page.isCut || ![-90.0, 90].contains { page.isPlace($0, from: grid.shown.xmin) }
  }

  func lines() -> [GridLine] {
    let (south, north) = (max(grid.shown.ymin, -80), min(grid.shown.ymax, 84))
    guard south < north else { return [] }
    var columns: [Double: String] = [:]
    for visible in strips where !visible.strip.zone.isPolar {
      columns[visible.strip.zone.middle + visible.shift] = String(visible.strip.zone.number)
    }
    var guides = columns.filter { grid.shown.xmin < $0.key && $0.key < grid.shown.xmax }.sorted { $0.key < $1.key }.map
    {
      (GridPath(axis: .x, value: $0.key, ends: south...north), $0.value)
    }
    if grid.isMilitary {
      for band in ZoneStrip.bands where south < (band.south + band.north) / 2 && (band.south + band.north) / 2 < north {
        let path = GridPath(
          axis: .y, value: (band.south + band.north) / 2, ends: grid.shown.xmin...grid.shown.xmax)
        guides.append((path, String(band.letter)))
      }
    }
    let frame = PixelFrame(grid.page.view.size, margin: gridMargin)
    let pieces = GridTracer(plane: GeographicPlane(page: grid.page), frame: frame).strokes(of: guides.map(\.0))
    return zip(guides, pieces).compactMap { guide, pieces in
      pieces.isEmpty
        ? nil
        : GridLine(
          level: 0, axis: guide.0.axis, value: guide.0.value, endsUpright: guide.0.axis == .x,
          text: [GridLabel.Part(guide.1)], pieces: pieces, isGuide: true)
    }
  }
}
