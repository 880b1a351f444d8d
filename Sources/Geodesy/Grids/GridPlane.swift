/// A plane in which lines of a grid are straight: of longitudes and latitudes, of a zone, or of a projected reference.
protocol GridPlane {
  /// Where places of the plane lie in the picture; `nil` for those that the map does not show.
  func spots(_ places: [Position]) -> [GridSpot?]
}

/// Where a place of a plane lies in the picture, or outside it.
struct GridSpot {
  var point: PicturePoint
  /// Lines are drawn here: not beyond the edge of a zone.
  var isInside = true
}

/// Longitudes and latitudes.
struct GeographicPlane: GridPlane {
  let page: GridPage

  func spots(_ places: [Position]) -> [GridSpot?] { page.points(places).map { $0.map { GridSpot(point: $0) } } }
}

/// Eastings and northings of a zone, of which a strip is shown.
struct ZonePlane: GridPlane {
  let page: GridPage
  let strip: ZoneStrip
  /// Degrees by which a zone of another frame of the world lies beside its own place.
  let shift: Double

  func geographic(_ places: [Position]) -> [Position] {
    let found = strip.zone.reverse(places)
    return shift == 0 ? found : found.map { Position(x: $0.x + shift, y: $0.y) }
  }

  func spots(_ places: [Position]) -> [GridSpot?] {
    let geographic = geographic(places)
    return zip(geographic, page.points(geographic)).map { place, point in
      point.map { GridSpot(point: $0, isInside: contains(place)) }
    }
  }

  /// In degrees; UPS goes all round.
  private func contains(_ place: Position) -> Bool {
    let box = strip.box
    guard place.y >= box.ymin, place.y <= box.ymax else { return false }
    return strip.zone.isPolar || place.x >= box.xmin + shift && place.x <= box.xmax + shift
  }
}

/// Coordinates of a projected reference.
struct ProjectedPlane: GridPlane {
  let view: MapView
  /// From the grid's reference to the map's.
  let projector: Projector
  /// In map units; `nil`: the way back is not looked at.
  private let tolerance: Double?

  init(_ view: MapView, _ projector: Projector) {
    self.view = view
    self.projector = projector
    if case .operation = projector.method {
      tolerance = max(view.resolution / 4, 0.05 / projector.target.facts.metresPerUnit)
    } else {
      tolerance = nil
    }
  }

  func spots(_ places: [Position]) -> [GridSpot?] {
    let ground = projector.project(places)
    guard let tolerance else { return ground.map { $0.map { GridSpot(point: view.point(of: $0)) } } }
    // Beyond where a projection holds, the way back leads elsewhere.
    let valid = ground.indices.filter { ground[$0] != nil }
    let back = projector.unproject(valid.compactMap { ground[$0] })
    var spots = [GridSpot?](repeating: nil, count: places.count)
    let own = tolerance * projector.target.facts.metresPerUnit / projector.source.facts.metresPerUnit
    for (index, back) in zip(valid, back) {
      guard let back, abs(back.x - places[index].x) <= own, abs(back.y - places[index].y) <= own,
        let ground = ground[index]
      else { continue }
      spots[index] = GridSpot(point: view.point(of: ground))
    }
    return spots
  }

  /// What lies at points of the picture; `nil` where the grid has no coordinates for it.
  func places(_ points: [PicturePoint]) -> [Position?] {
    let ground = points.map(view.ground)
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
