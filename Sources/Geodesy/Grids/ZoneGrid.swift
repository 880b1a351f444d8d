/// Grids of zones: UTM with UPS, and MGRS and USNG on them.
struct ZoneGrid {
  let specification: GridSpecification
  let page: GridPage
  let shown: Extent

  /// A part of a zone that the picture shows, in some frame of the world.
  struct Part {
    let plane: ZonePlane
    /// What the picture may show of it, in degrees, in its own frame.
    let shown: Extent
    /// The same in the zone's metres.
    let metres: Extent
  }

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
    let parts = visibleParts
    let intervals = chosenIntervals(parts, excess: &grid.excess)
    let isShown = { (level: Int) in level >= specification.minLevel && level <= specification.maxLevel }
    let finer = intervals.indices.map { $0 + 1 }.filter(isShown)
    if isShown(0) {
      grid.levels.append(GridLevel(number: 0, interval: nil))
      grid.lines += ZoneEdges(grid: self, parts: parts).lines()
    }
    grid.levels += finer.map { GridLevel(number: $0, interval: (intervals[$0 - 1], intervals[$0 - 1])) }
    if let last = finer.last {
      let tracing = ZoneLines(
        grid: self, interval: intervals[last - 1], levels: finer.map { ($0, intervals[$0 - 1]) },
        text: ZoneText(specification, interval: intervals[last - 1]))
      for part in parts { tracing.trace(part, into: &grid) }
    }
    if specification.labels != nil {
      let cells = ZoneCells(grid: self, parts: parts)
      if isShown(0) { grid.names += cells.zoneNames() }
      if isMilitary, finer.contains(1) { grid.names += cells.squareNames() }
    }
    return grid
  }

  private var visibleParts: [Part] {
    let frames =
      Int(
        saturating: ((shown.xmin + 180) / 360).rounded(.down))...Int(
        saturating: ((shown.xmax + 180) / 360).rounded(.down))
    return frames.clamped(to: -64...64).flatMap { frame -> [Part] in
      let shift = Double(frame) * 360
      return ZoneStrip.all.compactMap { strip in
        if strip.zone.isPolar, goesRound { return frame == frames.lowerBound ? part(strip, shift: 0) : nil }
        return part(strip, shift: shift)
      }
    }
  }

  private func part(_ strip: ZoneStrip, shift: Double) -> Part? {
    var seen = shown
    if strip.zone.isPolar, goesRound {
      // All round, or from any longitude to another.
      guard let low = Optional(max(shown.ymin, strip.box.ymin)), low < min(shown.ymax, strip.box.ymax) else {
        return nil
      }
      seen = Extent(xmin: shown.xmin, ymin: low, xmax: shown.xmax, ymax: min(shown.ymax, strip.box.ymax))
    } else {
      guard let both = strip.box.shifted(x: shift).intersection(shown) else { return nil }
      seen = both.shifted(x: -shift)
    }
    // A lattice of places in what is shown: its outline alone would miss what bulges.
    let columns = strip.zone.isPolar ? 72 : 8
    let rows = 8
    let places = (0...rows).flatMap { row in
      (0...columns).map { column in
        Position(
          x: seen.xmin + seen.width * Double(column) / Double(columns),
          y: seen.ymin + seen.height * Double(row) / Double(rows))
      }
    }
    guard let metres = Extent(around: strip.zone.forward(places)) else { return nil }
    return Part(
      plane: ZonePlane(page: page, strip: strip, shift: shift), shown: seen,
      metres: Extent(
        xmin: metres.xmin - metres.width / 24, ymin: metres.ymin - metres.height / 24,
        xmax: metres.xmax + metres.width / 24, ymax: metres.ymax + metres.height / 24))
  }

  /// Intervals of the levels from 1 on, in metres: 100 km, and ever a tenth of the one before.
  private func chosenIntervals(_ parts: [Part], excess: inout GridExcess?) -> [Double] {
    let tens = [100_000.0, 10_000, 1000, 100, 10, 1]
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
    return tens.filter { $0 * page.pixelsPerMetre >= GridIntervals.closestOfTens && lines($0) < 4000 }
  }

  private func remainder(_ value: Double, _ divisor: Double) -> Double {
    value - (value / divisor).rounded() * divisor
  }
}

/// Lines of eastings and northings.
struct ZoneLines {
  let grid: ZoneGrid
  /// Of the finest level.
  let interval: Double
  /// That show, the coarsest first.
  let levels: [(number: Int, interval: Double)]
  let text: ZoneText

  func trace(_ part: ZoneGrid.Part, into lines: inout GridLines) {
    let steps = IntervalSteps(interval)
    let ratios = levels.map { steps.ratio(to: $0.interval) }
    var paths: [(level: Int, path: GridPath)] = []
    func add(_ axis: GridStroke.Axis, _ low: Double, _ high: Double, _ ends: ClosedRange<Double>) {
      guard let range = steps.steps(from: low, to: high) else { return }
      for step in range {
        let level = ratios.firstIndex { step % $0 == 0 } ?? ratios.count - 1
        paths.append((levels[level].number, GridPath(axis: axis, value: steps.value(step), ends: ends)))
      }
    }
    let box = part.metres
    add(.x, box.xmin, box.xmax, box.ymin...box.ymax)
    add(.y, box.ymin, box.ymax, box.xmin...box.xmax)
    let frame = PixelFrame(grid.page.view.size, margin: gridMargin)
    let pieces = GridTracer(plane: part.plane, frame: frame).strokes(of: paths.map(\.path))
    for (path, pieces) in zip(paths, pieces) where !pieces.isEmpty {
      lines.lines.append(
        GridLine(
          level: path.level, axis: path.path.axis, value: path.path.value, zone: part.plane.strip.zone,
          text: text.parts(path.path.axis, path.path.value), pieces: pieces))
    }
    guard grid.specification.style == .crosses else { return }
    let (xs, ys) = (paths.filter { $0.path.axis == .x }, paths.filter { $0.path.axis == .y })
    let places = ys.flatMap { y in xs.map { Position(x: $0.path.value, y: y.path.value) } }
    let arm = GridMarks.crossArm / grid.page.pixelsPerMetre
    lines.crosses += GridMarks.crosses(
      at: places, arms: (arm, arm), on: part.plane, in: PixelFrame(grid.page.view.size))
  }
}
