/// Names of cells, each in the middle of what the picture shows of it.
struct ZoneCells {
  let grid: ZoneGrid

  /// Stretches of a side of a zone, along which it is bent; about a pole, where it goes half the way round.
  private static let (stretches, polarStretches) = (8, 192)

  struct Cell {
    let name: String
    let level: Int
    /// In device pixels, in the picture and outside it.
    let ring: [PicturePoint]
  }

  /// `32V`; of UTM `32N`.
  func zoneNames(_ strips: [VisibleStrip]) -> [GridLabel] {
    let cells = strips.flatMap { visible -> [Cell] in
      let zone = visible.strip.zone
      let named = grid.isMilitary ? visible.strip.gridZones : [(zone.name, visible.strip.box)]
      return named.compactMap { name, box in
        var seen = box.shifted(x: visible.shift)
        if zone.isPolar, grid.goesRound {
          (seen.ymin, seen.ymax) = (max(seen.ymin, grid.shown.ymin), min(seen.ymax, grid.shown.ymax))
          if seen.isEmpty { return nil }
        } else {
          guard let both = seen.intersection(grid.shown) else { return nil }
          seen = both
        }
        let stretches = zone.isPolar ? Self.polarStretches : Self.stretches
        let outline = seen.outline(stretches, stretches)
        return Cell(name: name, level: 0, ring: grid.page.points(outline).compactMap { $0 })
      }
    }
    return labels(of: cells)
  }

  /// `NM`
  func squareNames(_ parts: [ZonePart]) -> [GridLabel] {
    labels(of: parts.flatMap { ZoneSquares(part: $0, page: grid.page).cells() })
  }

  private func labels(of cells: [Cell]) -> [GridLabel] {
    let page = PixelFrame(grid.page.view.size)
    // On average; no letter has room in less.
    let leastWidth = 6 * grid.page.view.pixelRatio
    return cells.compactMap { cell in
      let seen = PolygonCut.keeping(cell.ring, in: page)
      guard let middle = PolygonCut.middle(of: seen), middle.area >= leastWidth * Self.length(seen),
        PolygonCut.contains(seen, middle.point)
      else { return nil }
      return GridLabel(
        level: cell.level, parts: [GridLabel.Part(cell.name)], place: .cell(seen), point: middle.point, direction: 0,
        importance: 10 - Double(cell.level))
    }
  }

  /// The longest way through the box around a ring.
  private static func length(_ ring: [PicturePoint]) -> Double {
    guard let box = PixelFrame(around: ring) else { return 0 }
    let (width, height) = (box.right - box.left, box.bottom - box.top)
    return (width * width + height * height).squareRoot()
  }
}
