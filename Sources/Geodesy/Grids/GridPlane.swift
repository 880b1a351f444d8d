/// A plane in which lines of a grid are straight: of longitudes and latitudes, of a zone, or of a projected reference.
protocol GridPlane {
  /// Where places of the plane lie in the picture; `nil` for those that the map does not show.
  func spots(_ places: [Position]) -> [GridSpot?]

  /// Stretches that a line between two places begins with: so many that each of them bends to one side only.
  func stretches(from start: Position, to end: Position) -> Int
}

/// Where a place of a plane lies in the picture, or outside it.
struct GridSpot {
  var point: PicturePoint
  /// Degrees to the edge of what lines are drawn in, a zone; below 0 beyond it.
  var inset = Double.infinity

  var isInside: Bool { inset >= 0 }
}

/// Longitudes and latitudes.
struct GeographicPlane: GridPlane {
  let page: GridPage

  func spots(_ places: [Position]) -> [GridSpot?] { page.points(places).map { $0.map { GridSpot(point: $0) } } }

  func stretches(from start: Position, to end: Position) -> Int {
    GridStretches.count(for: max(abs(end.x - start.x), abs(end.y - start.y)), each: 2)
  }
}

/// How many stretches a line begins with.
enum GridStretches {
  /// Lines round the world begin with that many: fewer might miss that they bend both ways.
  static let most = 32
  private static let least = 4

  static func count(for length: Double, each: Double) -> Int {
    max(least, min(most, Int(saturating: (length / each).rounded(.up))))
  }
}

/// Eastings and northings of a zone, of which a strip is shown.
struct ZonePlane: GridPlane {
  let page: GridPage
  let strip: ZoneStrip
  /// Degrees by which a zone of another frame of the world lies beside its own place.
  let shift: Double
  /// What PROJ gives is looked at: not all of the strip is known to be shown by the map.
  var isChecked = true

  func geographic(_ places: [Position]) -> [Position] {
    var found = strip.zone.reverse(places)
    if shift != 0 { for index in found.indices { found[index].x += shift } }
    return found
  }

  func spots(_ places: [Position]) -> [GridSpot?] {
    let geographic = geographic(places)
    return zip(geographic, page.points(geographic, isChecked: isChecked)).map { place, point in
      point.map { GridSpot(point: $0, inset: inset(place)) }
    }
  }

  func stretches(from start: Position, to end: Position) -> Int {
    GridStretches.count(for: max(abs(end.x - start.x), abs(end.y - start.y)), each: 500_000)
  }

  /// UPS goes all round.
  private func inset(_ place: Position) -> Double {
    let box = strip.box
    let inset = min(place.y - box.ymin, box.ymax - place.y)
    return strip.zone.isPolar ? inset : min(inset, place.x - box.xmin - shift, box.xmax + shift - place.x)
  }
}

/// Coordinates of a projected reference.
struct ProjectedPlane: GridPlane {
  let view: MapView
  /// From the grid's reference to the map's.
  let projector: Projector
  /// In map units; `nil`: the way back is not looked at.
  private let tolerance: Double?
  /// Map units once round the world, where the map goes on beyond its edge.
  private let period: Double?

  init(_ view: MapView, _ projector: Projector, wraps: Bool = false) {
    self.view = view
    self.projector = projector
    period = wraps ? view.reference.facts.worldWidth : nil
    if case .operation = projector.method {
      tolerance = max(view.resolution / 4, 0.05 / projector.target.facts.metresPerUnit)
    } else {
      tolerance = nil
    }
  }

  func stretches(from start: Position, to end: Position) -> Int {
    let metres = max(abs(end.x - start.x), abs(end.y - start.y)) * projector.source.facts.metresPerUnit
    return GridStretches.count(for: metres, each: 200_000)
  }

  /// A place of the map in the frame of the world whose middle is nearest to the picture's.
  private func shown(_ ground: Position) -> Position { moved(ground, near: view.center.x) }

  private func moved(_ ground: Position, near middle: Double) -> Position {
    guard let period else { return ground }
    return Position(x: ground.x - ((ground.x - middle) / period).rounded() * period, y: ground.y)
  }

  func spots(_ places: [Position]) -> [GridSpot?] {
    let ground = projector.project(places)
    guard let tolerance else { return ground.map { $0.map { GridSpot(point: view.point(of: shown($0))) } } }
    // Beyond where a projection holds, the way back leads elsewhere.
    let valid = ground.indices.filter { ground[$0] != nil }
    let back = projector.unproject(valid.compactMap { ground[$0] })
    var spots = [GridSpot?](repeating: nil, count: places.count)
    let own = tolerance * projector.target.facts.metresPerUnit / projector.source.facts.metresPerUnit
    for (index, back) in zip(valid, back) {
      guard let back, abs(back.x - places[index].x) <= own, abs(back.y - places[index].y) <= own,
        let ground = ground[index]
      else { continue }
      spots[index] = GridSpot(point: view.point(of: shown(ground)))
    }
    return spots
  }

  /// What lies at points of the picture; `nil` where the grid has no coordinates for it.
  func places(_ points: [PicturePoint]) -> [Position?] {
    let ground = points.map { moved(view.ground(at: $0), near: 0) }
    let places = projector.unproject(ground)
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
}
