/// Coordinates of a projected reference.
struct ProjectedPlane: GridPlane {
  let view: MapView
  /// From the grid's reference to the map's.
  let projector: Projector
  /// In map units; `nil`: the way back is not looked at.
  private let tolerance: Double?
  /// Map units once round the world, where the map goes on beyond its edge.
  private let period: Double?
  /// Nothing is drawn beyond, in y of the map.
  private let northEdge: Double
  /// Of the grid, in map units. It is torn half round the world from there.
  private var middle: Double
  /// One copy of the grid alone, not all that the map repeats.
  private var isOne = false

  /// - Parameter middle: The x of the map that is the middle of the grid, where the map goes on beyond its edge; else `nil`.
  init(_ view: MapView, _ projector: Projector, middle: Double? = nil) {
    self.view = view
    self.projector = projector
    period = middle == nil ? nil : view.reference.facts.worldWidth
    self.middle = middle ?? 0
    northEdge = view.reference.worldEdge.map { $0.ymax * (1 + 1e-12) } ?? .infinity
    if case .operation = projector.method {
      tolerance = max(view.resolution / 4, 0.05 / projector.target.facts.metresPerUnit)
    } else {
      tolerance = nil
    }
  }

  /// The copies of the grid in all frames of the world that the picture shows.
  var frames: [ProjectedPlane] {
    guard let period else { return [self] }
    let extent = view.extent
    let first = Int(saturating: ((extent.xmin - middle) / period).rounded())
    let last = Int(saturating: ((extent.xmax - middle) / period).rounded())
    return (first...min(max(first, last), first &+ Self.mostFrames)).map { frame in
      var plane = self
      plane.middle = middle + Double(frame) * period
      plane.isOne = true
      return plane
    }
  }

  private static let mostFrames = 32

  func stretches(from start: Position, to end: Position) -> Int {
    let metres = max(abs(end.x - start.x), abs(end.y - start.y)) * projector.source.facts.metresPerUnit
    return GridStretches.count(for: metres, each: 200_000)
  }

  /// A place of the map in the frame of the world whose middle is nearest.
  private func moved(_ ground: Position, near middle: Double) -> Position {
    guard let period else { return ground }
    return ground.moved(near: middle, period: period)
  }

  private func spot(_ ground: Position) -> GridSpot { GridSpot(point: view.point(of: moved(ground, near: middle))) }

  func spots(_ places: [Position]) -> [GridSpot?] {
    let edge = northEdge
    let ground = projector.project(places).map { $0.flatMap { abs($0.y) <= edge ? $0 : nil } }
    guard let tolerance else { return ground.map { $0.map(spot) } }
    // Beyond where a projection holds, the way back leads elsewhere.
    let valid = ground.indices.filter { ground[$0] != nil }
    let back = projector.unproject(valid.compactMap { ground[$0] })
    var spots = [GridSpot?](repeating: nil, count: places.count)
    let own = tolerance * projector.target.facts.metresPerUnit / projector.source.facts.metresPerUnit
    for (index, back) in zip(valid, back) {
      guard let back, abs(back.x - places[index].x) <= own, abs(back.y - places[index].y) <= own else { continue }
      spots[index] = ground[index].map(spot)
    }
    return spots
  }

  /// What lies at points of the picture; `nil` where the grid has no coordinates for it.
  func places(_ points: [PicturePoint]) -> [Position?] {
    let shown = points.map { view.ground(at: $0) }
    let ground = shown.map { moved($0, near: 0) }
    var places = projector.unproject(ground)
    let reach = isOne ? (period ?? .infinity) / 2 : .infinity
    for index in places.indices where abs(shown[index].x - middle) > reach || abs(shown[index].y) > northEdge {
      places[index] = nil
    }
    guard let tolerance else { return places }
    let valid = places.indices.filter { places[$0] != nil }
    let back = projector.project(valid.compactMap { places[$0] })
    var kept = [Position?](repeating: nil, count: points.count)
    for (index, back) in zip(valid, back) {
      guard let back, abs(back.x - ground[index].x) <= tolerance, abs(back.y - ground[index].y) <= tolerance else {
        continue
      }
      kept[index] = places[index]
    }
    return kept
  }

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

/// Where the coordinates of a projected reference mean something.
struct GridArea {
  /// In the reference's units; `nil`: wherever it can be projected, as for references of the world and for those of which nobody
  /// says what they are meant for.
  let box: Extent?
  /// The x of the map in the middle of it; `nil` where that is not known.
  let middle: Double?

  /// Degrees beyond the area of use in which the grid is drawn too: as many as the area has, within these.
  private static let margin = (least: 1.0, most: 10.0)

  /// - Throws: ``GeodesyError`` where no operation leads to one of the references.
  init(of reference: SpatialReference, on map: SpatialReference) throws(GeodesyError) {
    let area = reference.facts.areaOfUse
    middle = try Self.middle(of: reference, area, on: map)
    guard let area, reference.facts.worldWidth == nil, area.width <= 180 || area.height <= 90 else {
      box = nil
      return
    }
    func margin(_ length: Double) -> Double { min(max(length, Self.margin.least), Self.margin.most) }
    let isRound = area.width >= 360 - 2 * Self.margin.most
    let wide = Extent(
      xmin: isRound ? -180 : area.xmin - margin(area.width),
      ymin: max(area.ymin - margin(area.height), -90),
      xmax: isRound ? 180 : area.xmax + margin(area.width),
      ymax: min(area.ymax + margin(area.height), 90))
    box = try Projector(from: .wgs84, to: reference, over: area).project(wide)
  }

  private static func middle(
    of reference: SpatialReference, _ area: Extent?, on map: SpatialReference
  ) throws(GeodesyError) -> Double? {
    if let area { return try Projector(from: .wgs84, to: map, over: area).project(area.center)?.x }
    return try Projector(from: reference, to: map).project(Position(x: 0, y: 0))?.x
  }
}

extension Extent {
  /// With sides at the nearest multiples of an interval, of which it has some more.
  func rounded(to interval: (x: Double, y: Double)) -> Extent {
    guard interval.x < width / 8, interval.y < height / 8 else { return self }
    let low = Position(x: (xmin / interval.x).rounded() * interval.x, y: (ymin / interval.y).rounded() * interval.y)
    let high = Position(x: (xmax / interval.x).rounded() * interval.x, y: (ymax / interval.y).rounded() * interval.y)
    return Extent(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
  }
}
