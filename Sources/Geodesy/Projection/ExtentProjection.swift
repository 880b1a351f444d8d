/// Boxes moved from one spatial reference to another.
extension Projector {
  /// Stretches on each side of a box between the positions of its outline.
  private static let stretches = 100
  /// Rows and columns of positions inside it, for maps that are torn or folded there.
  private static let interior = 21
  /// Positions on the two stretches about one that lies outermost.
  private static let closeLook = 64

  /// The smallest box of the target around a box of the source, by its densified outline.
  ///
  /// A pole inside it brings all longitudes and its latitude; in a target that is cut at the antimeridian, a box across it
  /// has `xmax` beyond the world's right edge. What has no counterpart in the target is left out; to Web Mercator, what
  /// lies beyond the square world is cut off.
  /// - Returns: `nil` when nothing of it has a counterpart.
  package func project(_ extent: Extent) -> Extent? {
    guard extent.isFinite, extent.xmin <= extent.xmax, extent.ymin <= extent.ymax else { return nil }
    switch method {
    case .identity: return extent
    case .mercator: return SphericalMercator.forward(extent)
    case .mercatorInverse: return SphericalMercator.inverse(extent)
    case .operation: break
    case .offset:
      if source.offset?.projection != nil || target.offset?.projection != nil { return projectByDegrees(extent) }
    }
    let facts = target.facts
    let poles = polesInside(extent, of: facts)
    var box = GrowingBox(period: facts.worldWidth, isGeographic: facts.isGeographic, unit: facts.metresPerUnit)
    // At the poles longitudes mean nothing, so a box of degrees that ends there is gone round a little before them.
    let outline = source.facts.isGeographic ? heldFromPoles(extent) : extent
    let starts = (0...4 * Self.stretches).map { Self.onOutline(outline, Double($0)) }
    let followed = project(starts)
    for position in followed { box.follow(position) }
    if outline != extent {
      for position in project((0...4 * Self.stretches).map { Self.onOutline(extent, Double($0)) }) { box.add(position) }
    }
    // Between two positions of the outline it may bulge out: look again, closely, about the outermost ones.
    let closely = box.outermost.flatMap { number in
      (0...Self.closeLook).map { Double(number) - 1 + 2 * Double($0) / Double(Self.closeLook) }
    }
    for position in project(closely.map { Self.onOutline(outline, $0) }) { box.add(position) }
    let inside = Self.inside(extent)
    let moved = project(inside)
    for position in moved { box.add(position) }
    if !facts.isGeographic, facts.worldWidth == nil {
      let reached = zip(inside + starts, moved + followed).compactMap { start, place in place.map { (start, $0) } }
      for position in edgesOfTears(in: extent, reached) { box.add(position) }
      // The pole itself is a place on such a map.
      for position in project(poles.places) { box.add(position) }
    }
    guard var result = box.result(goesRound: poles.north || poles.south) else { return nil }
    if facts.isGeographic {
      let quarter = (facts.worldWidth ?? 360) / 4
      if poles.north { result.ymax = quarter }
      if poles.south { result.ymin = -quarter }
    } else if target == .webMercator {
      let world = SphericalMercator.halfWorld
      if poles.north { result.ymax = world }
      if poles.south { result.ymin = -world }
      guard result.ymin < world, result.ymax > -world else { return result }
      (result.ymin, result.ymax) = (max(result.ymin, -world), min(result.ymax, world))
    }
    return result
  }

  /// A box of degrees without its last thousandth before the poles; unchanged where it lies within it.
  private func heldFromPoles(_ extent: Extent) -> Extent {
    let limit = (source.facts.worldWidth ?? 360) / 4 * 0.999
    guard extent.ymin < limit, extent.ymax > -limit else { return extent }
    return Extent(
      xmin: extent.xmin, ymin: max(extent.ymin, -limit), xmax: extent.xmax, ymax: min(extent.ymax, limit))
  }

  /// Maps of Chinese providers are cut off where they end; their boxes are boxes of their longitudes and latitudes too.
  private func projectByDegrees(_ extent: Extent) -> Extent? {
    let (own, other) = (source.offset, target.offset)
    var box: Extent? = extent
    if let projection = own?.projection { box = projection.inverse(extent) }
    let (start, end) = (own?.inDegrees.reference ?? source, other?.inDegrees.reference ?? target)
    box = box.flatMap { box in (try? Projector(from: start, to: end)).flatMap { $0.project(box) } }
    return other?.projection.map { projection in box.flatMap { projection.forward($0) } } ?? box
  }

  /// The densified outline of a box of the source, in the target: what has no counterpart is left out, and what lies beyond
  /// the box that ``project(_:)`` gave is put on its edge. Where that goes round the world, its corners.
  package func outline(of extent: Extent, within box: Extent) -> [Position] {
    let period = target.facts.worldWidth
    if let period, box.width >= period * (1 - 1e-9) { return box.corners }
    return project((0..<4 * Self.stretches).map { Self.onOutline(extent, Double($0)) }).compactMap { $0 }.map { place in
      let x = period.map { place.x + $0 * ((box.center.x - place.x) / $0).rounded() } ?? place.x
      return Position(x: min(max(x, box.xmin), box.xmax), y: min(max(place.y, box.ymin), box.ymax))
    }
  }

  /// Which poles lie in the inside of a box of the source, and where.
  private func polesInside(_ extent: Extent, of facts: ReferenceFacts) -> (north: Bool, south: Bool, places: [Position])
  {
    if facts.isGeographic, let poles = turnedPoles(of: facts) {
      let isInside = poles.map { extent.contains($0) }
      return (isInside[0], isInside[1], zip(poles, isInside).compactMap { $1 ? $0 : nil })
    }
    // A box in degrees shows its poles as an edge.
    guard !source.facts.isGeographic, source != .webMercator, !source.isChineseOffset else { return (false, false, []) }
    let poles = ReferenceRegistry.shared.geographic(
      [Position(x: 0, y: 90), Position(x: 0, y: -90)], of: source, inverse: true)
    let margin = 1e-6 * max(extent.width, extent.height)
    func isInside(_ pole: Position?) -> Bool {
      guard let pole else { return false }
      return extent.xmin + margin < pole.x && pole.x < extent.xmax - margin && extent.ymin + margin < pole.y
        && pole.y < extent.ymax - margin
    }
    return (isInside(poles[0]), isInside(poles[1]), poles.compactMap { isInside($0) ? $0 : nil })
  }

  /// The poles of a target in degrees whose pole is not the earth's, as those of weather models, in the source; `nil` for all
  /// others.
  private func turnedPoles(of facts: ReferenceFacts) -> [Position]? {
    let quarter = (facts.worldWidth ?? 360) / 4
    let poles = unproject([Position(x: 0, y: quarter), Position(x: 0, y: -quarter)]).compactMap { $0 }
    guard poles.count == 2, let onEarth = try? Projector(from: source, to: .wgs84) else { return nil }
    // Datums move the pole by metres.
    let latitudes = onEarth.project(poles).compactMap { $0?.y }
    return latitudes.count == 2 && latitudes.allSatisfy { abs($0) < 89.9 } ? poles : nil
  }

  /// A place on the outline of a box: once round from its bottom left corner, ``stretches`` a side.
  private static func onOutline(_ extent: Extent, _ way: Double) -> Position {
    let whole = Double(4 * stretches)
    let way = way < 0 ? way + whole : way > whole ? way - whole : way
    let side = min(3, Int(way / Double(stretches)))
    let share = way / Double(stretches) - Double(side)
    func between(_ start: Double, _ end: Double) -> Double { share == 1 ? end : start + (end - start) * share }
    switch side {
    case 0: return Position(x: between(extent.xmin, extent.xmax), y: extent.ymin)
    case 1: return Position(x: extent.xmax, y: between(extent.ymin, extent.ymax))
    case 2: return Position(x: between(extent.xmax, extent.xmin), y: extent.ymax)
    default: return Position(x: extent.xmin, y: between(extent.ymax, extent.ymin))
    }
  }

  private static func inside(_ extent: Extent) -> [Position] {
    (0..<interior * interior).map { index in
      let (column, row) = (Double(index % interior) + 0.5, Double(index / interior) + 0.5)
      return Position(
        x: extent.xmin + extent.width * column / Double(interior),
        y: extent.ymin + extent.height * row / Double(interior))
    }
  }
}

/// A box that grows around positions; where the target repeats in x, it follows the outline across the antimeridian.
private struct GrowingBox {
  private let period: Double?
  /// The latitude of a pole less a trace, at which longitudes mean nothing.
  private let pole: Double?
  private var x: (low: Double, high: Double)?
  private var y: (low: Double, high: Double)?
  private var previous: Double?
  private var trace: [Position?] = []

  /// - Parameters:
  ///   - period: Units of x once round the world; `nil` where the map does not repeat.
  ///   - unit: Metres for a unit.
  init(period: Double?, isGeographic: Bool, unit: Double) {
    self.period = period
    pole = isGeographic ? 90 * (1 - 1e-11) * ReferenceFacts.metresPerDegree / unit : nil
  }

  /// Adds the next position of the outline, in the copy of the world that is nearest to the one before.
  mutating func follow(_ position: Position?) {
    trace.append(nil)
    guard let position else { return }
    growY(position.y)
    if let pole, abs(position.y) >= pole { return }
    let x = nearest(position.x, to: previous)
    previous = x
    trace[trace.count - 1] = Position(x: x, y: position.y)
    growX(x)
  }

  /// The numbers of the positions followed that lie farthest to the four sides, each once.
  var outermost: [Int] {
    var numbers: [Int] = []
    let places = trace.enumerated().compactMap { number, place in place.map { (number, $0) } }
    let ends = [
      places.min { $0.1.x < $1.1.x }, places.max { $0.1.x < $1.1.x }, places.min { $0.1.y < $1.1.y },
      places.max { $0.1.y < $1.1.y },
    ]
    for (number, _) in ends.compactMap({ $0 }) where !numbers.contains(number) { numbers.append(number) }
    return numbers
  }

  /// Adds a position inside the outline, in the copy of the world that is nearest to the box.
  mutating func add(_ position: Position?) {
    guard let position else { return }
    growY(position.y)
    if let pole, abs(position.y) >= pole { return }
    growX(nearest(position.x, to: x.map { ($0.low + $0.high) / 2 }))
  }

  /// - Parameter goesRound: True when a pole is inside: all longitudes are.
  func result(goesRound: Bool) -> Extent? {
    guard let x, let y else { return nil }
    var (low, high) = (x.low, x.high)
    if let period {
      if goesRound || high - low >= period * (1 - 1e-9) {
        (low, high) = (-period / 2, period / 2)
      } else {
        // Frame 0 holds the left edge.
        let frames = ((low + period / 2) / period).rounded(.down)
        (low, high) = (low - frames * period, high - frames * period)
      }
    }
    let box = Extent(xmin: low, ymin: y.low, xmax: high, ymax: y.high)
    return box.isFinite && low <= high ? box : nil
  }

  private func nearest(_ x: Double, to other: Double?) -> Double {
    guard let period, let other else { return x }
    return x + period * ((other - x) / period).rounded()
  }

  private mutating func growX(_ value: Double) { x = (min(x?.low ?? value, value), max(x?.high ?? value, value)) }
  private mutating func growY(_ value: Double) { y = (min(y?.low ?? value, value), max(y?.high ?? value, value)) }
}

extension SpatialReference {
  /// Where on earth a box of this reference lies, in degrees of longitude and latitude on its own datum: the area for
  /// which an operation is chosen. `nil` when it lies nowhere.
  package func area(of extent: Extent) -> Extent? {
    switch self {
    case .wgs84: return extent
    case .webMercator: return SphericalMercator.inverse(extent)
    default: return (try? Projector(from: self, to: .wgs84)).flatMap { $0.project(extent) }
    }
  }
}
