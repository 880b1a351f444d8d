/// The plane in which paths are cut before they are projected, and the boxes of it that a map shows: in each of them the map is
/// whole.
struct ShapingWindows {
  /// From the source to the plane; `nil`: it is the source's.
  let toPlane: Projector?
  /// From the plane to the map; `nil`: it is the map's.
  let toMap: Projector?
  /// Units of the plane once round the world; `nil` where it does not repeat.
  let period: Double?
  /// How far the poles lie from the equator in the plane; `nil` where they are no edges of it.
  let pole: Double?
  /// What the map shows, each within one period; empty where ``limb`` says it.
  let boxes: [Extent]
  /// Set where the map shows the earth up to a limb that is in sight: it stands for the boxes. The plane is then in degrees.
  let limb: Limb?
  /// What says from where to where, and how well.
  let operation: Projector

  /// - Parameters:
  ///   - frames: Set where the map goes on beyond the edge of the world.
  ///   - shown: What the view shows, with a margin, in its reference.
  /// - Throws: ``GeodesyError``.
  init(from source: SpatialReference, to view: MapView, frames: WorldFrames?, shown: Extent) throws(GeodesyError) {
    let target = view.reference
    let area = target.area(of: frames?.shownInFrameZero(view.extent) ?? view.extent)
    operation = try Projector(from: source, to: target, over: area)
    let edge = frames == nil ? target.worldEdge : nil
    let inWorld = edge.map { shown.intersection($0) } ?? shown
    let facts = source.facts
    if let limb = try Self.limb(of: target, shown, area) {
      (self.limb, boxes, period, pole) = (limb, [], 360, 90)
      let isInDegrees = facts.isGeographic && facts.worldWidth == 360
      toPlane = isInDegrees ? nil : try Projector(from: source, to: .wgs84)
      toMap = isInDegrees ? operation : try Projector(from: .wgs84, to: target, over: area)
      return
    }
    limb = nil
    if facts.worldWidth == 360, facts.isGeographic, !target.facts.lobes.isEmpty {
      (toPlane, toMap, period, pole, boxes) = (nil, operation, 360, 90, target.facts.lobes)
    } else if facts.isGeographic {
      (toPlane, toMap) = (nil, source == target ? nil : operation)
      let around = facts.worldWidth ?? 360
      (period, pole) = (around, around / 4)
      if let inWorld {
        boxes = try Self.boxes(inDegrees: source, of: inWorld, on: target, operation, edge: edge, around: around)
      } else {
        boxes = []
      }
    } else if let width = target.facts.worldWidth {
      (toPlane, toMap, period, pole) = (source == target ? nil : operation, nil, width, nil)
      boxes = inWorld.map { [$0] } ?? []
    } else {
      (toPlane, toMap, period, pole) = (nil, source == target ? nil : operation, nil, nil)
      let back = try Projector(from: target, to: source, over: area)
      boxes =
        (source == target ? shown : back.project(shown)).map { [$0.grown(by: max($0.width, $0.height) / 100)] } ?? []
    }
  }

  /// - Returns: `nil` for a map that has none, or does not come near it.
  private static func limb(
    of target: SpatialReference, _ shown: Extent, _ area: Extent?
  ) throws(GeodesyError) -> Limb? {
    guard let center = target.facts.mapCenter else { return nil }
    let operation = try Projector(from: .wgs84, to: target, over: area)
    let box = try Projector(from: target, to: .wgs84, over: area).project(shown)
    if let box, Limb.isFar(from: box, about: center, operation) { return nil }
    return Limb(about: center, operation)
  }

  private static func boxes(
    inDegrees source: SpatialReference, of shown: Extent, on target: SpatialReference, _ operation: Projector,
    edge: Extent?, around: Double
  ) throws(GeodesyError) -> [Extent] {
    if source == target { return [shown] }
    let back = try Projector(from: target, to: source, over: target.area(of: shown))
    guard var box = back.project(shown) else { return [] }
    let grown = max(box.width, box.height) / 100
    let poles = poles(in: box, operation, around: around)
    (box.ymin, box.ymax) = (max(box.ymin - grown, poles.lowerBound), min(box.ymax + grown, poles.upperBound))
    // Web Mercator is a formula, whose longitudes go on.
    if target == .webMercator || target.worldEdge != nil && box.width > around { return [box] }
    (box.xmin, box.xmax) = (box.xmin - grown, box.xmax + grown)
    let seam = edge == nil ? SeamFinder.seam(of: operation) : -around / 2
    guard let seam else {
      return [box.width < around ? box : Extent(xmin: -around / 2, ymin: box.ymin, xmax: around / 2, ymax: box.ymax)]
    }
    if box.width >= around { (box.xmin, box.xmax) = (seam, seam + around) }
    // On the seam itself nobody knows on which side of the map a place comes to lie.
    let aside = around * 1e-11
    let first = Int(saturating: ((box.xmin - seam) / around).rounded(.down))
    let last = Int(saturating: ((box.xmax - seam) / around).rounded(.up))
    return (first..<max(first, min(last, first + 3))).compactMap { frame in
      let left = seam + Double(frame) * around
      return box.intersection(
        Extent(xmin: left + aside, ymin: box.ymin, xmax: left + around - aside, ymax: box.ymax))
    }
  }

  /// How far a map goes towards the poles: up to them, or just short of those that lie nowhere on it.
  private static func poles(in box: Extent, _ operation: Projector, around: Double) -> ClosedRange<Double> {
    let pole = around / 4
    var ends = [-pole, pole].map { Position(x: (box.xmin + box.xmax) / 2, y: $0) }
    operation.project(inPlace: &ends)
    let short = pole * (1 - 1e-4)
    return (ends[0].isFinite ? -pole : -short)...(ends[1].isFinite ? pole : short)
  }
}
