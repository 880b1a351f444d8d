import Geodesy

extension LabelPlacer {
  /// Finds places for boxes with words about features, each joined to its feature by a line.
  ///
  /// They are larger than labels and are to be placed before them. None covers another, nor its line, nor leaves the page.
  ///
  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  package mutating func place(callouts requests: [CalloutRequest]) throws(DrawingError) -> PlacedLabels {
    for request in requests { takeSymbol(at: request.point, clearance: max(request.clearance, pixelRatio)) }
    var placed = PlacedLabels()
    var crowded = CrowdedPlaces()
    for number in LabelOrder.sorted(requests) {
      guard isOnPage(requests[number].point), try mayFit(requests[number], &crowded) else {
        placed.unplaced.append(number)
        continue
      }
      guard let box = try CalloutBox(requests[number], pixelRatio: pixelRatio) else { continue }
      placed.missing[requests[number].owner, default: MissingFonts()].formUnion(box.missing)
      guard let place = place(of: box, requests[number]) else {
        crowded.addFailure(at: requests[number])
        placed.unplaced.append(number)
        continue
      }
      box.draw(into: &placed.drawing, corner: place.corner, leader: place.leader)
      placed.labels.append(PlacedLabels.Label(request: number, boxes: [place.box]))
    }
    return placed
  }

  private struct CalloutPlace {
    let corner: PixelPoint
    let leader: (PixelPoint, PixelPoint)
    let box: LabelBox
    let line: LabelBox
  }

  /// The nearest free place that covers the fewest symbols; takes it.
  private mutating func place(of box: CalloutBox, _ request: CalloutRequest) -> CalloutPlace? {
    var best: (place: CalloutPlace, covered: Int)?
    for way in CalloutPlacing.ways {
      guard let place = callout(box, request, way) else { continue }
      let covered = symbols.count(touching: place.box)
      if covered < best?.covered ?? .max { best = (place, covered) }
      if covered == 0 { break }
    }
    guard let best else { return nil }
    room.take(best.place.box.grown(by: gap))
    room.take(best.place.line)
    return best.place
  }

  private func callout(_ box: CalloutBox, _ request: CalloutRequest, _ way: CalloutPlacing.Way) -> CalloutPlace? {
    let (point, x, y) = (request.point, way.x, way.y)
    let exact = way.corner(of: (box.width, box.height), request)
    // On whole pixels, so that its edges are sharp.
    let corner = PixelPoint(x: exact.x.rounded() + 0.5, y: exact.y.rounded() + 0.5)
    let room = LabelBox(PixelRectangle(x: corner.x, y: corner.y, width: box.width, height: box.height))
      .grown(by: 2 * pixelRatio)
    guard self.room.holds(room, edge: edge), self.room.isFree(room.grown(by: gap)) else { return nil }
    // From the nearest place of the edge, but not from the round corners.
    let rim = 6 * pixelRatio
    func near(_ place: Double, _ start: Double, _ length: Double) -> Double {
      length > 2 * rim ? max(start + rim, min(start + length - rim, place)) : start + length / 2
    }
    let isBeside = x != 0
    let start =
      isBeside
      ? PixelPoint(x: x > 0 ? corner.x : corner.x + box.width, y: near(point.y, corner.y, box.height))
      : PixelPoint(x: near(point.x, corner.x, box.width), y: y > 0 ? corner.y : corner.y + box.height)
    let way = SIMD2(point.x - start.x, point.y - start.y)
    let length = way.length - request.clearance
    guard length > 0 else { return nil }
    let turn = way / way.length
    let end = PixelPoint(x: start.x + turn.x * length, y: start.y + turn.y * length)
    let line = LabelBox(
      center: PixelPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2),
      half: PixelPoint(x: length / 2, y: pixelRatio), cos: turn.x, sin: turn.y)
    guard self.room.isFree(line) else { return nil }
    return CalloutPlace(corner: corner, leader: (start, end), box: room, line: line)
  }
}

/// Where callouts may stand beside their features.
enum CalloutPlacing {
  /// From a feature to its callout.
  struct Way {
    /// From its symbol, in ems.
    let distance: Double
    /// Parts of the box's width and height beside the feature.
    let x, y: Double

    /// The top left corner of a box; of a larger one all of a smaller one lies inside.
    func corner(of size: (width: Double, height: Double), _ request: CalloutRequest) -> PixelPoint {
      let (point, reach) = (request.point, request.clearance + distance * request.style.size)
      return PixelPoint(
        x: point.x + x * (reach + size.width / 2) - size.width / 2,
        y: point.y + y * (reach * 0.7 + size.height / 2) - size.height / 2)
    }
  }

  /// Right above first.
  private static let directions: [(x: Double, y: Double)] = [
    (1, -1), (1, -0.5), (1, 0.5), (1, 1), (-1, -1), (-1, -0.5), (-1, 0.5), (-1, 1), (0, -1), (0, 1),
  ]

  /// The nearest first.
  static let ways: [Way] = [1.6, 2.8, 4.5, 7, 11, 16, 24].flatMap { distance in
    directions.map { Way(distance: distance, x: $0.x, y: $0.y) }
  }
}

/// Callouts that found no room, by their place: where one has none, no larger one has it later.
struct CrowdedPlaces {
  private struct Key: Hashable {
    let point: PixelPoint
    let clearance: Double
    let letters: Double
  }

  private var sizes: [Key: (width: Double, height: Double)] = [:]
  private var failures: [Key: Int] = [:]

  /// Callouts at one place that were set and found no room, after which no further one is tried there.
  private static let mostFailures = 50

  private func key(_ request: CalloutRequest) -> Key {
    Key(point: request.point, clearance: request.clearance, letters: request.style.size)
  }

  func hasNoRoom(for size: (width: Double, height: Double), _ request: CalloutRequest) -> Bool {
    failures[key(request), default: 0] >= Self.mostFailures
      || sizes[key(request)].map { $0.width <= size.width && $0.height <= size.height } ?? false
  }

  mutating func addFailure(at request: CalloutRequest) { failures[key(request), default: 0] += 1 }

  mutating func add(_ size: (width: Double, height: Double), _ request: CalloutRequest) {
    if !hasNoRoom(for: size, request) { sizes[key(request)] = size }
  }
}
