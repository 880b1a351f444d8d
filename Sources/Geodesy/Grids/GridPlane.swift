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
  let memory: ZoneMemory
  /// Degrees by which a zone of another frame of the world lies beside its own place.
  let shift: Double
  /// What PROJ gives is looked at: not all of the strip is known to be shown by the map.
  var isChecked = true

  func geographic(_ places: [Position]) -> [Position] {
    var found = memory.reverse(places, in: strip.zone)
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
