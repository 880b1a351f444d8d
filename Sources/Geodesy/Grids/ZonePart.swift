/// A strip of a zone in some frame of the world, of which a picture may show something.
struct VisibleStrip {
  let strip: ZoneStrip
  /// Degrees by which it lies beside its own place.
  let shift: Double
  /// What may be shown of it, in degrees, where it is shown.
  var seen: Extent
}

/// A part of a zone that the picture shows.
struct ZonePart {
  let visible: VisibleStrip
  let plane: ZonePlane
  /// Of what may be shown of it.
  let outline: ZoneOutline

  /// The same in the zone's metres.
  var metres: Extent { outline.box }
  var zone: UniversalZone { visible.strip.zone }

  /// - Returns: `nil` where nothing of it lies in the picture.
  init?(_ visible: VisibleStrip, of grid: ZoneGrid) {
    let (strip, shift) = (visible.strip, visible.shift)
    guard let found = Self.look(at: visible.seen, of: strip, on: grid.page),
      let outline = ZoneOutline(of: found.seen.shifted(x: -shift), in: strip)
    else { return nil }
    self.visible = VisibleStrip(strip: strip, shift: shift, seen: found.seen)
    self.outline = outline
    plane = ZonePlane(
      page: grid.page, strip: strip, memory: grid.memory, shift: shift, isChecked: !found.isWhole)
  }

  /// What of a box of a strip may lie in the picture, by a lattice of places in it; and whether the map shows all of these: then
  /// it is nowhere folded there. `nil`: none of it may lie in the picture.
  private static func look(at box: Extent, of strip: ZoneStrip, on page: GridPage) -> (seen: Extent, isWhole: Bool)? {
    let (columns, rows) = strip.zone.isPolar ? (72, 4) : (6, 18)
    func place(_ column: Int, _ row: Int) -> Position {
      Position(
        x: box.xmin + box.width * Double(column) / Double(columns),
        y: box.ymin + box.height * Double(row) / Double(rows))
    }
    let points = page.points((0...rows).flatMap { row in (0...columns).map { place($0, row) } })
    let frame = PixelFrame(page.view.size, margin: gridMargin)
    var seen: Extent?
    for row in 0..<rows {
      for column in 0..<columns {
        let first = row * (columns + 1) + column
        let corners = [first, first + 1, first + columns + 1, first + columns + 2].compactMap { points[$0] }
        if corners.count == 4, let around = PixelFrame(around: corners) {
          // Its sides may bulge.
          let slack = max(around.right - around.left, around.bottom - around.top) / 4
          guard around.grown(by: slack).meets(frame) else { continue }
        }
        guard let cell = Extent(around: [place(column, row), place(column + 1, row + 1)]) else { continue }
        seen = seen?.union(cell) ?? cell
      }
    }
    return seen.map { ($0, !points.contains(nil)) }
  }
}
