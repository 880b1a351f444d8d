/// Grids of zones: UTM with UPS, and MGRS and USNG on them.
struct ZoneGrid {
  let specification: GridSpecification
  let page: GridPage
  let shown: Extent
  let memory = ZoneMemory()

  /// Intervals that levels from 1 on may have, in metres: 100 km, and ever a tenth of the one before.
  private static let tens = [100_000.0, 10_000, 1000, 100, 10, 1]

  init(_ specification: GridSpecification, _ page: GridPage) {
    self.specification = specification
    self.page = page
    shown = page.shown ?? Extent(xmin: 0, ymin: 0, xmax: 0, ymax: 0)
  }

  var isMilitary: Bool { specification.kind != .utm }
  /// Longitudes do not go on from frame to frame: 180 is -180.
  var goesRound: Bool { page.view.reference.facts.worldWidth == nil }

  func lines() -> GridLines {
    var grid = GridLines()
    let strips = visibleStrips
    // On maps of much of the world nothing but zones shows, and there are many of them: nothing more is asked.
    let parts = mayHaveFinerLevels ? strips.compactMap { ZonePart($0, of: self) } : []
    let intervals = chosenIntervals(parts, excess: &grid.excess)
    let isShown = { (level: Int) in level >= specification.minLevel && level <= specification.maxLevel }
    let finer = intervals.indices.map { $0 + 1 }.filter(isShown)
    let zones = parts.isEmpty ? strips : parts.map(\.visible)
    if isShown(0) {
      grid.levels.append(GridLevel(number: 0, interval: nil))
      grid.lines += ZoneEdges(grid: self, strips: zones).lines()
    }
    grid.levels += finer.map { GridLevel(number: $0, interval: (intervals[$0 - 1], intervals[$0 - 1])) }
    if let last = finer.last {
      let tracing = ZoneLines(
        grid: self, interval: intervals[last - 1], levels: finer.map { ($0, intervals[$0 - 1]) },
        text: ZoneText(specification, interval: intervals[last - 1]))
      for part in parts { tracing.trace(part, into: &grid) }
    }
    if specification.labels != nil {
      let cells = ZoneCells(grid: self)
      if isShown(0) {
        let guides = ZoneGuides(grid: self, strips: zones)
        if guides.areNeeded { grid.guides = guides.lines() } else { grid.names += cells.zoneNames(zones) }
      }
      if isMilitary, finer.contains(1) { grid.names += cells.squareNames(parts) }
    }
    return grid
  }

  private var visibleStrips: [VisibleStrip] {
    let frames =
      Int(
        saturating: ((shown.xmin + 180) / 360).rounded(.down))...Int(
        saturating: ((shown.xmax + 180) / 360).rounded(.down))
    return frames.clamped(to: -64...64).flatMap { frame -> [VisibleStrip] in
      ZoneStrip.all.compactMap { strip in
        if strip.zone.isPolar, goesRound {
          // All round, or from any longitude to another.
          let (low, high) = (max(shown.ymin, strip.box.ymin), min(shown.ymax, strip.box.ymax))
          guard frame == frames.lowerBound, low < high else { return nil }
          return VisibleStrip(
            strip: strip, shift: 0, seen: Extent(xmin: shown.xmin, ymin: low, xmax: shown.xmax, ymax: high))
        }
        let shift = Double(frame) * 360
        return strip.box.shifted(x: shift).intersection(shown).map {
          VisibleStrip(strip: strip, shift: shift, seen: $0)
        }
      }
    }
  }

  private var mayHaveFinerLevels: Bool {
    specification.interval != nil || Self.tens[0] * page.pixelsPerMetre >= GridIntervals.closest
  }

  /// Intervals of the levels from 1 on.
  private func chosenIntervals(_ parts: [ZonePart], excess: inout GridExcess?) -> [Double] {
    let tens = Self.tens
    func lines(_ interval: Double) -> Double {
      parts.reduce(0) { $0 + ($1.metres.width + $1.metres.height) / interval }
    }
    if let asked = specification.interval {
      var finest = asked
      let ladder = [1.0, 2, 5].flatMap { step in tens.map { $0 * step } }.sorted()
      while lines(finest) > GridIntervals.mostLines {
        guard let next = ladder.first(where: { $0 > finest * 1.01 && (!isMilitary || tens.contains($0)) }),
          next <= 100_000
        else {
          excess = GridExcess(lines: lines(asked), interval: asked, coarser: 0)
          return []
        }
        finest = next
        excess = GridExcess(lines: lines(asked), interval: asked, coarser: finest)
      }
      let coarser = tens.filter { $0 > finest * 1.01 && abs(remainder($0, finest)) < 1e-6 * finest }
      return coarser + [finest]
    }
    let shown = tens.filter { $0 * page.pixelsPerMetre >= GridIntervals.closest && lines($0) < 4000 }
    // Digits of a square are cut off, not rounded: only powers of ten do. Coordinates may be those of any round line.
    guard !isMilitary, let last = shown.last, last > 1, last * page.pixelsPerMetre > GridIntervals.widest,
      lines(last / 2) < 4000
    else { return shown }
    return shown + [last / 2]
  }

  private func remainder(_ value: Double, _ divisor: Double) -> Double {
    value - (value / divisor).rounded() * divisor
  }
}
