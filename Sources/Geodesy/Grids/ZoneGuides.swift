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
    var guides = columns(in: south...north)
    if grid.isMilitary {
      for band in ZoneStrip.bands where south < (band.south + band.north) / 2 && (band.south + band.north) / 2 < north {
        let path = GridPath(
          axis: .y, value: (band.south + band.north) / 2, ends: grid.shown.xmin...grid.shown.xmax)
        guides.append(Guide(path: path, text: String(band.letter)))
      }
    }
    let frame = PixelFrame(grid.page.view.size, margin: gridMargin)
    let pieces = GridTracer(plane: GeographicPlane(page: grid.page), frame: frame).strokes(of: guides.map(\.path))
    return zip(guides, pieces).compactMap { guide, pieces in
      guard !pieces.isEmpty else { return nil }
      var line = GridLine(
        level: 0, axis: guide.path.axis, value: guide.path.value, endsUpright: guide.path.axis == .x,
        text: [GridLabel.Part(guide.text)], pieces: pieces, isGuide: true)
      line.endsOfWorld = guide.endsOfWorld
      return line
    }
  }

  private struct Guide {
    let path: GridPath
    let text: String
    var endsOfWorld = (start: true, end: true)
  }

  /// The middles of zones by what they are in each band: those about Norway and Svalbard are wider than others, or are not there.
  private func columns(in latitudes: ClosedRange<Double>) -> [Guide] {
    var columns: [Double: (number: Int, latitudes: [ClosedRange<Double>])] = [:]
    for visible in strips where !visible.strip.zone.isPolar {
      let box = visible.strip.box
      let middle = (box.xmin + box.xmax) / 2 + visible.shift
      columns[middle, default: (visible.strip.zone.number, [])].latitudes.append(box.ymin...box.ymax)
    }
    return columns.filter { grid.shown.xmin < $0.key && $0.key < grid.shown.xmax }.sorted { $0.key < $1.key }
      .flatMap { middle, column in
        ZoneEdges.joined(column.latitudes).compactMap { range in
          let (low, high) = (max(range.lowerBound, latitudes.lowerBound), min(range.upperBound, latitudes.upperBound))
          guard low < high else { return nil }
          return Guide(
            path: GridPath(axis: .x, value: middle, ends: low...high), text: String(column.number),
            endsOfWorld: (low == latitudes.lowerBound, high == latitudes.upperBound))
        }
      }
  }
}
