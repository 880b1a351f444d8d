#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A picture as grids see it: longitudes and latitudes of WGS 84 on one side, device pixels on the other.
///
/// Longitudes go on beyond 180 where the map does. Of maps that are cut at the antimeridian nothing lies beyond it.
struct GridPage {
  let view: MapView
  /// The map goes on beyond its world's edge.
  let wraps: Bool
  /// What the picture shows, in degrees, and a little more; `nil`: no ground at all.
  private(set) var shown: Extent?
  /// Logical pixels for a degree of longitude and of latitude: the medians over the picture.
  private(set) var pixelsPerDegree = (x: 0.0, y: 0.0)
  /// Logical pixels for a metre on the ground, the same.
  private(set) var pixelsPerMetre = 0.0

  private let projector: Projector
  private let facts: ReferenceFacts
  /// Nothing is drawn beyond, in y of the map.
  private let northEdge: Double
  /// What PROJ gives for places beyond a map's edge may be a place elsewhere: the way back tells.
  private var isChecked: Bool

  /// Stretches of the picture's sides between places that are looked at.
  private static let stretches = 32

  /// - Throws: ``GeodesyError`` where no operation leads from WGS 84 to the map.
  init(_ view: MapView, wraps: Bool) throws(GeodesyError) {
    self.view = view
    self.wraps = wraps
    facts = view.reference.facts
    let frames = wraps ? WorldFrames(of: view.reference) : nil
    let around = view.reference.area(of: frames?.shownInFrameZero(view.extent) ?? view.extent)
    projector = try Projector(from: .wgs84, to: view.reference, over: around)
    northEdge = view.reference.worldEdge.map { $0.ymax * (1 + 1e-12) } ?? .infinity
    if case .operation = projector.method { isChecked = true } else { isChecked = false }
    look()
  }

  var size: (width: Double, height: Double) { (Double(view.size.width), Double(view.size.height)) }

  /// Where places lie in the picture or outside it; `nil` for those that the map does not show.
  /// - Parameter isChecked: `false` where all places around are known to be shown by the map: half the work.
  func points(_ places: [Position], isChecked: Bool = true) -> [PicturePoint?] {
    let ground = projector.project(places)
    var points = zip(places, ground).map { place, ground -> PicturePoint? in
      guard let ground, abs(ground.y) <= northEdge, abs(place.y) <= 90 else { return nil }
      if isCut, abs(place.x) > 180 + 1e-9 { return nil }
      return view.point(of: ground)
    }
    guard isChecked, self.isChecked else { return points }
    let valid = points.indices.filter { points[$0] != nil }
    let tolerance = tolerance
    // On the map's edge itself the way back may lead beyond it: what lies just inside tells.
    var (tested, there) = (places, ground)
    let edge = valid.filter { abs(abs(places[$0].x) - 180) < tolerance }
    for index in edge { tested[index].x = (180 - tolerance) * (places[index].x < 0 ? -1 : 1) }
    for (index, moved) in zip(edge, projector.project(edge.map { tested[$0] })) { there[index] = moved }
    let back = projector.unproject(valid.map { there[$0] ?? Position(x: .nan, y: .nan) })
    for (index, back) in zip(valid, back) where !isSame(back, tested[index], tolerance) { points[index] = nil }
    return points
  }

  /// Degrees by which the way back may lead elsewhere: not seen, and more than the projections of tables are exact to.
  private var tolerance: Double { max(1e-6, view.resolution * facts.metresPerUnit / Self.metresPerDegree / 16) }
  private static let metresPerDegree = 111_000.0

  /// Whether all longitudes of a latitude, a pole's, are one place of the picture.
  func isPlace(_ latitude: Double, from longitude: Double) -> Bool {
    let spots = points([0, 90, 180].map { Position(x: longitude + $0, y: latitude) }).compactMap { $0 }
    guard spots.count == 3 else { return false }
    return spots.allSatisfy { abs($0.x - spots[0].x) < 0.5 && abs($0.y - spots[0].y) < 0.5 }
  }

  /// The map is cut at the antimeridian, whose two ends are shown apart.
  var isCut: Bool { facts.isCutAt180 && !wraps }

  /// What lies at points of the picture, in degrees; `nil` where it shows no ground.
  func places(_ points: [PicturePoint]) -> [Position?] {
    let ground = points.map(view.ground)
    let half = facts.worldWidth.map { $0 / 2 * (1 + 1e-12) }
    var places = projector.unproject(ground)
    for index in places.indices {
      guard let place = places[index] else { continue }
      let isBeyond = half.map { !wraps && abs(ground[index].x) > $0 } ?? false
      if isBeyond || abs(ground[index].y) > northEdge || abs(place.y) > 90 { places[index] = nil }
    }
    guard isChecked else { return places }
    let tolerance = max(view.resolution / 4, 0.05 / facts.metresPerUnit)
    let valid = places.indices.filter { places[$0] != nil }
    let back = projector.project(valid.compactMap { places[$0] })
    for (index, back) in zip(valid, back) {
      guard let back, abs(back.x - ground[index].x) <= tolerance, abs(back.y - ground[index].y) <= tolerance else {
        places[index] = nil
        continue
      }
    }
    return places
  }

  private func isSame(_ place: Position?, _ other: Position, _ tolerance: Double) -> Bool {
    guard let place, abs(place.y - other.y) < tolerance else { return false }
    return abs(remainder(place.x - other.x, 360)) * cos(other.y * .pi / 180) < tolerance
  }

  /// Looks at places all over the picture.
  private mutating func look() {
    let (width, height) = size
    let count = Self.stretches + 1
    let points = (0..<count * count).map { index in
      PicturePoint(
        x: width * Double(index % count) / Double(Self.stretches),
        y: height * Double(index / count) / Double(Self.stretches))
    }
    let found = places(points)
    let middle = found[found.count / 2] ?? found.compactMap { $0 }.first
    guard let middle else { return }
    let isContinuous = facts.isCutAt180
    let places = found.compactMap { $0 }.map { place in
      isContinuous ? place : Position(x: middle.x + remainder(place.x - middle.x, 360), y: place.y)
    }
    guard var box = Extent(around: places) else { return }
    // A line may bulge between two of the places.
    let margin = (x: box.width / 16 + 1e-9, y: box.height / 16 + 1e-9)
    box = Extent(
      xmin: box.xmin - margin.x, ymin: max(-90, box.ymin - margin.y), xmax: box.xmax + margin.x,
      ymax: min(90, box.ymax + margin.y))
    var window = isContinuous ? (-180.0, 180.0) : (middle.x - 180, middle.x + 180)
    if isContinuous, wraps { window = (-.infinity, .infinity) }
    if facts.worldWidth == nil {
      for latitude in [-90.0, 90] {
        guard let pole = self.points([Position(x: middle.x, y: latitude)])[0], -1...width + 1 ~= pole.x,
          -1...height + 1 ~= pole.y
        else { continue }
        (box.xmin, box.xmax) = window
        (box.ymin, box.ymax) = (min(box.ymin, latitude), max(box.ymax, latitude))
      }
    }
    (box.xmin, box.xmax) = (max(box.xmin, window.0), min(box.xmax, window.1))
    shown = box
    // A map of a small part of the world, all of which it shows, is nowhere folded.
    if box.width < 20, box.height < 20, !found.contains(nil) { isChecked = false }
    measure(middle)
  }

  private mutating func measure(_ middle: Position) {
    guard let scale = Self.pixelsPerUnit(on: view, period: 360, places) else { return }
    pixelsPerDegree = (scale.x / view.pixelRatio, scale.y / view.pixelRatio)
    let ellipsoid = Ellipsoid.wgs84
    let latitude = min(max(middle.y, -89), 89) * .pi / 180
    let metres = (
      x: ellipsoid.transverseRadius(at: latitude) * cos(latitude) * .pi / 180,
      y: ellipsoid.meridianRadius(at: latitude) * .pi / 180
    )
    // About a pole degrees of longitude have any size: those of latitude tell.
    pixelsPerMetre =
      abs(middle.y) > 80
      ? pixelsPerDegree.y / metres.y : (pixelsPerDegree.x / metres.x * pixelsPerDegree.y / metres.y).squareRoot()
  }

  /// Device pixels for a unit of each axis of a plane: the medians over the picture.
  /// - Parameters:
  ///   - period: Of x, where it repeats.
  ///   - places: What lies at points of the picture.
  static func pixelsPerUnit(
    on view: MapView, period: Double?, _ places: ([PicturePoint]) -> [Position?]
  ) -> (x: Double, y: Double)? {
    let count = 9
    let points = (0..<count * count).flatMap { index -> [PicturePoint] in
      let x = (Double(index % count) + 0.5) / Double(count) * Double(view.size.width)
      let y = (Double(index / count) + 0.5) / Double(count) * Double(view.size.height)
      return [PicturePoint(x: x, y: y), PicturePoint(x: x + 1, y: y), PicturePoint(x: x, y: y + 1)]
    }
    let found = places(points)
    var (xs, ys): ([Double], [Double]) = ([], [])
    for index in 0..<count * count {
      guard let here = found[3 * index], let right = found[3 * index + 1], let down = found[3 * index + 2] else {
        continue
      }
      func step(_ other: Double) -> Double { period.map { remainder(other - here.x, $0) } ?? other - here.x }
      let x = hypot(step(right.x), step(down.x))
      let y = hypot(right.y - here.y, down.y - here.y)
      if x > 0, y > 0, x.isFinite, y.isFinite {
        xs.append(1 / x)
        ys.append(1 / y)
      }
    }
    guard !xs.isEmpty else { return nil }
    return (xs.sorted()[xs.count / 2], ys.sorted()[ys.count / 2])
  }
}
