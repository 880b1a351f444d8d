/// Names of cells, each in the middle of what the picture shows of it.
struct ZoneCells {
  let grid: ZoneGrid
  let parts: [ZoneGrid.Part]

  private static let square = 100_000.0
  /// Stretches of a side of a cell, along which it is bent.
  private static let stretches = 8

  private struct Cell {
    let name: String
    let level: Int
    /// In degrees, in the frame of the world where it is shown.
    let ring: [Position]
  }

  /// `32V`; of UTM `32N`.
  func zoneNames() -> [GridLabel] {
    let cells = parts.flatMap { part -> [Cell] in
      let zone = part.plane.strip.zone
      let named = grid.isMilitary ? part.plane.strip.gridZones : [(zone.name, part.plane.strip.box)]
      return named.compactMap { name, box in
        var seen = box.shifted(x: part.plane.shift)
        if zone.isPolar, grid.goesRound {
          (seen.ymin, seen.ymax) = (max(seen.ymin, grid.shown.ymin), min(seen.ymax, grid.shown.ymax))
          if seen.isEmpty { return nil }
        } else {
          guard let both = seen.intersection(grid.shown) else { return nil }
          seen = both
        }
        return Cell(name: name, level: 0, ring: Self.outline(of: seen, zone.isPolar ? 24 : 1))
      }
    }
    return labels(of: cells)
  }

  /// `NM`
  func squareNames() -> [GridLabel] {
    let cells = parts.flatMap { part -> [Cell] in
      let zone = part.plane.strip.zone
      let steps = IntervalSteps(Self.square)
      let box = part.metres
      guard let columns = steps.steps(from: box.xmin - Self.square, to: box.xmax),
        let rows = steps.steps(from: box.ymin - Self.square, to: box.ymax)
      else { return [] }
      return rows.flatMap { row in
        columns.compactMap { column -> Cell? in
          let own = Extent(
            xmin: steps.value(column), ymin: steps.value(row), xmax: steps.value(column + 1), ymax: steps.value(row + 1)
          )
          let ring = shown(Self.outline(of: own, 1), in: part)
          guard ring.count > 2 else { return nil }
          let name = zone.squareLetters(own.center, latitude: zone.reverse([own.center])[0].y)
          return name.map { Cell(name: $0, level: 1, ring: ring) }
        }
      }
    }
    return labels(of: cells)
  }

  /// What a ring of metres covers of a part of its zone, in degrees.
  private func shown(_ ring: [Position], in part: ZoneGrid.Part) -> [Position] {
    let strip = part.plane.strip
    guard strip.zone.isPolar else {
      return BoxCut(box: strip.box.shifted(x: part.plane.shift)).part(ofRing: part.plane.geographic(ring))
    }
    // About a pole degrees have no inside: it is cut in the plane.
    let cut = PolygonCut.keeping(
      ring,
      where: { place in
        let latitude = strip.zone.reverse([place])[0].y
        return strip.zone.isNorth ? latitude - strip.box.ymin : strip.box.ymax - latitude
      }, between: BoxCut.between)
    return part.plane.geographic(cut)
  }

  private func labels(of cells: [Cell]) -> [GridLabel] {
    let points = grid.page.points(cells.flatMap(\.ring))
    var first = 0
    let page = PixelFrame(grid.page.view.size)
    // On average; no letter has room in less.
    let leastWidth = 6 * grid.page.view.pixelRatio
    return cells.compactMap { cell in
      let own = points[first..<first + cell.ring.count].compactMap { $0 }
      first += cell.ring.count
      let seen = PolygonCut.keeping(own, in: page)
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
    let (xs, ys) = (ring.map(\.x), ring.map(\.y))
    let (width, height) = ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    return (width * width + height * height).squareRoot()
  }

  /// Once round a box.
  private static func outline(of box: Extent, _ factor: Int) -> [Position] {
    let count = stretches * factor
    return (0..<4 * count).map { step in
      let share = Double(step % count) / Double(count)
      switch step / count {
      case 0: return Position(x: box.xmin + box.width * share, y: box.ymin)
      case 1: return Position(x: box.xmax, y: box.ymin + box.height * share)
      case 2: return Position(x: box.xmax - box.width * share, y: box.ymax)
      default: return Position(x: box.xmin, y: box.ymax - box.height * share)
      }
    }
  }
}
