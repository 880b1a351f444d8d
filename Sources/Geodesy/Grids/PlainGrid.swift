/// Grids of one plane, whose lines go through all of the picture: longitudes and latitudes, and coordinates of a projected
/// reference.
struct PlainGrid {
  /// A plane, and what the picture may show of it.
  typealias Part = (plane: any GridPlane, box: Extent)

  let view: MapView
  /// One for each frame of the world in which the grid shows.
  let parts: [Part]
  let intervals: GridIntervals
  /// Logical pixels for a unit.
  let pixelsPerUnit: (x: Double, y: Double)
  let specification: GridSpecification

  /// Lines of x stop there, but those of quarter turns: about a pole that is a place of the map.
  var meridianEnds: (south: Bool, north: Bool) = (false, false)
  /// Of x, where it goes round.
  var period: Double?
  /// Its two ends are shown apart.
  var isCut = false

  /// Labels of the lines of an x and a y, for the intervals that were chosen.
  private typealias Words = (x: (Double) -> String, y: (Double) -> String)

  static func degrees(_ specification: GridSpecification, on page: GridPage) -> GridLines {
    let format = specification.labels?.format ?? .degreesMinutesSeconds
    guard let shown = page.shown, page.pixelsPerDegree.x > 0 else { return GridLines() }
    var grid = PlainGrid(
      view: page.view, parts: [(GeographicPlane(page: page), shown)],
      intervals: GridIntervals(numbers: .angles(format)),
      pixelsPerUnit: page.pixelsPerDegree, specification: specification)
    grid.period = 360
    grid.meridianEnds = (page.isPlace(-90, from: shown.xmin), page.isPlace(90, from: shown.xmin))
    grid.isCut = page.isCut
    return grid.lines { interval in
      let (x, y) = (AngleText(format, interval: interval.x), AngleText(format, interval: interval.y))
      return (x.longitude, y.latitude)
    }
  }

  static func projected(
    _ specification: GridSpecification, _ reference: SpatialReference, on page: GridPage
  ) throws(GeodesyError) -> GridLines {
    let view = page.view
    let projector = try Projector(from: reference, to: view.reference, over: page.shown)
    let area = try GridArea(of: reference, on: view.reference)
    let plane = ProjectedPlane(view, projector, middle: page.wraps ? area.middle ?? view.center.x : nil)
    // Beyond the area the scale may be any.
    let scale = GridPage.pixelsPerUnit(on: view, period: nil) { points in
      plane.places(points).map { place in place.flatMap { area.box?.contains($0) ?? true ? $0 : nil } }
    }
    guard let scale else { return GridLines() }
    let facts = reference.facts
    let intervals = GridIntervals(numbers: .decimal)
    let pixels = (x: scale.x / view.pixelRatio, y: scale.y / view.pixelRatio)
    // What is bounded ends with a line.
    let box = area.box?.rounded(to: specification.interval.map { ($0, $0) } ?? intervals.finest(pixels))
    let parts = plane.frames.compactMap { plane in plane.shown(within: box).map { (plane, $0) } }
    guard !parts.isEmpty else { return GridLines() }
    let grid = PlainGrid(
      view: view, parts: parts, intervals: intervals, pixelsPerUnit: pixels, specification: specification)
    return grid.lines { interval in
      let (x, y) = (PlaneText(facts.xAxisName, interval.x), PlaneText(facts.yAxisName, interval.y))
      return (x.text, y.text)
    }
  }

  private func lines(_ words: ((x: Double, y: Double)) -> (x: (Double) -> String, y: (Double) -> String)) -> GridLines {
    var grid = GridLines()
    var finest = specification.interval.map { ($0, $0) } ?? intervals.finest(pixelsPerUnit)
    let asked = finest
    var coarser = false
    func count(_ interval: (Double, Double)) -> Double {
      parts.map { $0.box.width / interval.0 + $0.box.height / interval.1 }.max() ?? 0
    }
    while count(finest) > GridIntervals.mostLines {
      let next = (intervals.coarser(than: finest.0), intervals.coarser(than: finest.1))
      if next == finest { return grid }
      (finest, coarser) = (next, true)
    }
    if coarser {
      grid.excess = GridExcess(lines: count(asked), interval: asked.0, coarser: max(finest.0, finest.1))
    }
    let (xs, ys) = (intervals.levels(finest: finest.0), intervals.levels(finest: finest.1))
    let count = max(xs.count, ys.count)
    var shown: [GridLevel] = []
    for number in 0..<count where number >= specification.minLevel && number <= specification.maxLevel {
      // Where one of the axes has fewer levels, its coarsest stands for those that are missing.
      func interval(_ of: [Double]) -> Double { of[max(0, of.count - count + number)] }
      shown.append(GridLevel(number: number, interval: (interval(xs), interval(ys))))
    }
    grid.levels = shown
    guard let last = shown.last?.interval else { return grid }
    let text = words(last)
    let (x, y) = (IntervalSteps(last.x), IntervalSteps(last.y))
    let levels = (shown.compactMap { $0.interval?.x }, shown.compactMap { $0.interval?.y })
    for part in parts {
      let paths = paths(.x, x, levels.0, y, in: part.box) + paths(.y, y, levels.1, y, in: part.box)
      let tracer = GridTracer(plane: part.plane, frame: PixelFrame(view.size, margin: gridMargin))
      grid.lines += zip(paths, tracer.strokes(of: paths.map(\.path))).compactMap { path, pieces in
        guard !pieces.isEmpty else { return nil }
        let value = path.path.value
        let words = path.path.axis == .x ? text.x(value) : text.y(value)
        var line = GridLine(
          level: shown[path.level].number, axis: path.path.axis, value: value,
          endsUpright: period != nil && meridianEnds == (false, false) ? path.path.axis == .x : nil,
          text: isSecondOfDateLine(value, path.path.axis, in: part.box) ? [] : [GridLabel.Part(words)], pieces: pieces)
        line.endsWithGrid = period == nil
        return line
      }
      if specification.style == .crosses { grid.crosses += crosses(paths.map(\.path), on: part.plane) }
    }
    return grid
  }

  /// The antimeridian has one label where both its ends are shown: that in the east.
  private func isSecondOfDateLine(_ value: Double, _ axis: GridStroke.Axis, in box: Extent) -> Bool {
    guard period == 360, axis == .x, box.width <= 360 * (1 + 1e-9), value.truncatingRemainder(dividingBy: 360) == -180
    else { return false }
    return box.xmax >= value + 360
  }

  private func paths(
    _ axis: GridStroke.Axis, _ steps: IntervalSteps, _ levels: [Double], _ latitudes: IntervalSteps, in box: Extent
  ) -> [(level: Int, path: GridPath)] {
    let (low, high) = axis == .x ? (box.xmin, box.xmax) : (box.ymin, box.ymax)
    guard let range = steps.steps(from: low, to: high) else { return [] }
    let ratios = levels.map(steps.ratio)
    return range.compactMap { step in
      let value = steps.value(step)
      var ends = axis == .x ? box.ymin...box.ymax : box.xmin...box.xmax
      if let period {
        // Once round is enough where the ends of the map are one line.
        if axis == .x, !isCut, meridianEnds != (false, false), value >= box.xmin + period - 1e-9 { return nil }
        if axis == .y, abs(value) >= 90, value > 0 ? meridianEnds.north : meridianEnds.south { return nil }
        if axis == .x, value.truncatingRemainder(dividingBy: 90) != 0 {
          let last = 90 - latitudes.interval
          let (south, north) = (
            meridianEnds.south ? max(ends.lowerBound, -last) : ends.lowerBound,
            meridianEnds.north ? min(ends.upperBound, last) : ends.upperBound
          )
          if south >= north { return nil }
          ends = south...north
        }
      }
      let level = ratios.firstIndex { step % $0 == 0 } ?? ratios.count - 1
      return (level, GridPath(axis: axis, value: value, ends: ends))
    }
  }

  private func crosses(_ paths: [GridPath], on plane: any GridPlane) -> [[PicturePoint]] {
    let (xs, ys) = (paths.filter { $0.axis == .x }.map(\.value), paths.filter { $0.axis == .y }.map(\.value))
    let places = ys.flatMap { y in xs.map { Position(x: $0, y: y) } }
    let arms = (GridMarks.crossArm / pixelsPerUnit.x, GridMarks.crossArm / pixelsPerUnit.y)
    return GridMarks.crosses(at: places, arms: arms, on: plane, in: PixelFrame(view.size))
  }
}
