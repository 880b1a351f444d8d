/// Lines of eastings and northings.
struct ZoneLines {
  let grid: ZoneGrid
  /// Of the finest level.
  let interval: Double
  /// That show, the coarsest first.
  let levels: [(number: Int, interval: Double)]
  let text: ZoneText

  func trace(_ part: ZonePart, into lines: inout GridLines) {
    let steps = IntervalSteps(interval)
    let ratios = levels.map { steps.ratio(to: $0.interval) }
    var paths: [(level: Int, path: GridPath)] = []
    // In a zone's middle northings bend away from parallels; of UPS all lines do.
    let isPolar = part.zone.isPolar
    func add(_ axis: GridStroke.Axis, _ low: Double, _ high: Double, knot: Double?) {
      guard let range = steps.steps(from: low, to: high) else { return }
      for step in range {
        let value = steps.value(step)
        guard let ends = part.outline.range(axis, value, value) else { continue }
        let level = ratios.firstIndex { step % $0 == 0 } ?? ratios.count - 1
        paths.append((levels[level].number, GridPath(axis: axis, value: value, ends: ends, knot: knot)))
      }
    }
    let box = part.metres
    add(.x, box.xmin, box.xmax, knot: isPolar ? UniversalZone.falsePole : nil)
    add(.y, box.ymin, box.ymax, knot: isPolar ? UniversalZone.falsePole : UniversalZone.falseEasting)
    let frame = PixelFrame(grid.page.view.size, margin: gridMargin)
    let pieces = GridTracer(plane: part.plane, frame: frame).strokes(of: paths.map(\.path))
    for (path, pieces) in zip(paths, pieces) where !pieces.isEmpty {
      lines.lines.append(
        GridLine(
          level: path.level, axis: path.path.axis, value: path.path.value, zone: part.zone,
          text: text.parts(path.path.axis, path.path.value), pieces: pieces))
    }
    guard grid.specification.style == .crosses else { return }
    let (xs, ys) = (paths.filter { $0.path.axis == .x }, paths.filter { $0.path.axis == .y })
    let places = ys.flatMap { y in
      xs.filter { y.path.ends.contains($0.path.value) }.map { Position(x: $0.path.value, y: y.path.value) }
    }
    let arm = GridMarks.crossArm / grid.page.pixelsPerMetre
    lines.crosses += GridMarks.crosses(
      at: places, arms: (arm, arm), on: part.plane, in: PixelFrame(grid.page.view.size))
  }
}
