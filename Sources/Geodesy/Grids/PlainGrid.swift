/// Grids of one plane, whose lines go through all of the picture: longitudes and latitudes, and coordinates of a projected
/// reference.
struct PlainGrid {
  let plane: any GridPlane
  let view: MapView
  /// What the picture may show of the plane.
  let box: Extent
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
      plane: GeographicPlane(page: page), view: page.view, box: shown,
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
    let plane = ProjectedPlane(view, projector, wraps: page.wraps)
    let scale = GridPage.pixelsPerUnit(on: view, period: nil, plane.places)
    guard let scale, let box = plane.shown(within: try area(of: reference)) else { return GridLines() }
    let facts = reference.facts
    let grid = PlainGrid(
      plane: plane, view: view, box: box, intervals: GridIntervals(numbers: .decimal),
      pixelsPerUnit: (scale.x / view.pixelRatio, scale.y / view.pixelRatio), specification: specification)
    return grid.lines { interval in
      let (x, y) = (PlaneText(facts.xAxisName, interval.x), PlaneText(facts.yAxisName, interval.y))
      return (x.text, y.text)
    }
  }

  /// Where a reference may be of use, in its units: three times as wide and high as it is meant to be used in.
  private static func area(of reference: SpatialReference) throws(GeodesyError) -> Extent? {
    guard let area = reference.facts.areaOfUse, reference.facts.worldWidth == nil else { return nil }
    let margin = (x: max(1, area.width), y: max(1, area.height))
    let wide = Extent(
      xmin: area.xmin - margin.x, ymin: max(-89, area.ymin - margin.y), xmax: area.xmax + margin.x,
      ymax: min(89, area.ymax + margin.y))
    guard wide.width < 180 else { return nil }
    return try Projector(from: .wgs84, to: reference, over: area).project(wide)
  }

  private func lines(_ words: ((x: Double, y: Double)) -> (x: (Double) -> String, y: (Double) -> String)) -> GridLines {
    var grid = GridLines()
    var finest = specification.interval.map { ($0, $0) } ?? intervals.finest(pixelsPerUnit)
    let asked = finest
    var coarser = false
    while box.width / finest.0 + box.height / finest.1 > GridIntervals.mostLines {
      let next = (intervals.coarser(than: finest.0), intervals.coarser(than: finest.1))
      if next == finest { return grid }
      (finest, coarser) = (next, true)
    }
    if coarser {
      grid.excess = GridExcess(
        lines: box.width / asked.0 + box.height / asked.1, interval: asked.0, coarser: max(finest.0, finest.1))
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
    var paths = self.paths(.x, x, shown.compactMap { $0.interval.map { $0.x } }, y)
    paths += self.paths(.y, y, shown.compactMap { $0.interval.map { $0.y } }, y)
    let tracer = GridTracer(plane: plane, frame: PixelFrame(view.size, margin: gridMargin))
    let pieces = tracer.strokes(of: paths.map(\.path))
    grid.lines = zip(paths, pieces).compactMap { path, pieces in
      guard !pieces.isEmpty else { return nil }
      let value = path.path.value
      let words = path.path.axis == .x ? text.x(value) : text.y(value)
      return GridLine(
        level: shown[path.level].number, axis: path.path.axis, value: value,
        endsUpright: period != nil && meridianEnds == (false, false) ? path.path.axis == .x : nil,
        text: isSecondOfDateLine(value, path.path.axis) ? [] : [GridLabel.Part(words)], pieces: pieces)
    }
    if specification.style == .crosses { grid.crosses = crosses(paths.map(\.path)) }
    return grid
  }

  /// The antimeridian has one label where both its ends are shown: that in the east.
  private func isSecondOfDateLine(_ value: Double, _ axis: GridStroke.Axis) -> Bool {
    guard period == 360, axis == .x, box.width <= 360 * (1 + 1e-9), value.truncatingRemainder(dividingBy: 360) == -180
    else { return false }
    return box.xmax >= value + 360
  }

  private func paths(
    _ axis: GridStroke.Axis, _ steps: IntervalSteps, _ levels: [Double], _ latitudes: IntervalSteps
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

  private func crosses(_ paths: [GridPath]) -> [[PicturePoint]] {
    let (xs, ys) = (paths.filter { $0.axis == .x }.map(\.value), paths.filter { $0.axis == .y }.map(\.value))
    let places = ys.flatMap { y in xs.map { Position(x: $0, y: y) } }
    let arms = (GridMarks.crossArm / pixelsPerUnit.x, GridMarks.crossArm / pixelsPerUnit.y)
    return GridMarks.crosses(at: places, arms: arms, on: plane, in: PixelFrame(view.size))
  }
}

extension ProjectedPlane {
  /// Stretches of the picture's sides between places that are looked at.
  private static let stretches = 32

  /// The box of coordinates that the picture shows, and a little more.
  func shown(within area: Extent?) -> Extent? {
    let count = Self.stretches + 1
    let points = (0..<count * count).map { index in
      PicturePoint(
        x: Double(view.size.width) * Double(index % count) / Double(Self.stretches),
        y: Double(view.size.height) * Double(index / count) / Double(Self.stretches))
    }
    guard let box = Extent(around: places(points).compactMap { $0 }) else { return nil }
    let grown = Extent(
      xmin: box.xmin - box.width / 16, ymin: box.ymin - box.height / 16, xmax: box.xmax + box.width / 16,
      ymax: box.ymax + box.height / 16)
    guard let area else { return grown }
    return grown.intersection(area)
  }
}

/// Coordinates of a projected reference with the letter of their axis: `500000 E`.
struct PlaneText {
  private let places: Int
  private let axis: String

  init(_ axis: String, _ interval: Double) {
    places = DecimalText.places(of: interval)
    let known = ["Easting": "E", "Northing": "N", "Westing": "W", "Southing": "S"]
    self.axis = known[axis] ?? axis
  }

  func text(_ value: Double) -> String {
    let number = DecimalText(abs(value), places: places)
    return (value < 0 && !number.isZero ? "-" : "") + "\(number.whole)\(number.decimals)"
      + (axis.isEmpty ? "" : " " + axis)
  }
}
