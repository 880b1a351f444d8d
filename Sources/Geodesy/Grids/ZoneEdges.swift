/// The edges of zones: of MGRS and USNG each grid zone's, of UTM those of zones and hemispheres.
struct ZoneEdges {
  let grid: ZoneGrid
  let strips: [VisibleStrip]

  func lines() -> [GridLine] {
    let paths = meridians + parallels
    let frame = PixelFrame(grid.page.view.size, margin: gridMargin)
    let pieces = GridTracer(plane: GeographicPlane(page: grid.page), frame: frame).strokes(of: paths)
    return zip(paths, pieces).compactMap { path, pieces in
      pieces.isEmpty ? nil : GridLine(level: 0, axis: path.axis, value: path.value, pieces: pieces)
    }
  }

  /// Edges of zones, joined where they go on from strip to strip.
  private var meridians: [GridPath] {
    var edges: [Double: [ClosedRange<Double>]] = [:]
    func add(_ longitude: Double, _ latitudes: ClosedRange<Double>) {
      var key = longitude
      // The antimeridian is one line where the map goes round.
      if grid.goesRound {
        while key > 180 { key -= 360 }
        while key <= -180 { key += 360 }
      }
      edges[key, default: []].append(latitudes)
    }
    for visible in strips {
      let (box, shift) = (visible.strip.box, visible.shift)
      let latitudes = box.ymin...box.ymax
      if visible.strip.zone.isPolar {
        guard grid.isMilitary else { continue }
        for longitude in [-180.0, 0, 180] { add(longitude + shift, latitudes) }
      } else {
        add(box.xmin + shift, latitudes)
        add(box.xmax + shift, latitudes)
      }
    }
    return edges.sorted { $0.key < $1.key }.flatMap { longitude, ranges in
      Self.joined(ranges).compactMap { range in
        let (low, high) = (max(range.lowerBound, grid.shown.ymin), min(range.upperBound, grid.shown.ymax))
        return low < high ? GridPath(axis: .x, value: longitude, ends: low...high) : nil
      }
    }
  }

  private var parallels: [GridPath] {
    let bands = ZoneStrip.bands.map(\.south) + [84]
    let latitudes = grid.isMilitary ? bands : [-80, 0, 84]
    return latitudes.filter { grid.shown.ymin <= $0 && $0 <= grid.shown.ymax }.map {
      GridPath(axis: .y, value: $0, ends: grid.shown.xmin...grid.shown.xmax)
    }
  }

  /// Ranges that touch or overlap as one each, in their order.
  static func joined(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
