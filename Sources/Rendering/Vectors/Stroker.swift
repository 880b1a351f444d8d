import Geodesy
import Glibc

/// Makes polygons of lines with a width, so that filling where they wind round gives the stroke.
///
/// The two sides of a line go into one polygon. On the inner side of a corner the next one begins where it meets the last, so that
/// nothing is covered twice: edges that cover a part of a pixel would add up. Where a segment is too short for that they cross,
/// which takes away half of what two segments cover both: right as long as the segments are longer than the corner is deep. Where
/// one is not, the polygon ends and another begins, so that what winds round a place never adds up to nothing.
struct Stroker {
  private let stroke: Stroke
  private let half: Double
  /// Radians of an arc that are drawn as one chord.
  private let step: Double
  private let stepCosine: Double
  /// Of the largest turn whose sharp corner lies no farther from the arc than a chord may.
  private let sharpCosine: Double
  private(set) var outlines: OutlineList
  private var left: [Position] = []
  private var right: [Position] = []
  private var points: [Position] = []
  private var directions: [Position] = []
  private var lengths: [Double] = []
  /// How far from its start the two sides of the segment at work begin; and those of the path's first segment end, from its end.
  private var begun = Setback()
  private var firstEnd = Setback()

  private struct Setback {
    var left = 0.0
    var right = 0.0
  }

  /// How far a chord may lie from its arc, in pixels.
  private static let tolerance = 0.03
  /// Positions of one side after which a polygon ends, so that bands look at what is near.
  private static let sideLimit = 64

  init(_ stroke: Stroke, into outlines: OutlineList = OutlineList()) {
    self.stroke = stroke
    self.outlines = outlines
    half = stroke.width / 2
    step = half > Self.tolerance ? 2 * acos(1 - Self.tolerance / half) : .pi
    stepCosine = cos(min(step, .pi))
    let halfTurn = half / (half + Self.tolerance)
    sharpCosine = 2 * halfTurn * halfTurn - 1
  }

  /// Strokes some of the paths, cut into dashes where the stroke has them.
  mutating func add(_ paths: PathList, _ range: Range<Int>) {
    if !stroke.dash.isEmpty, !hasClosedGaps, let dashing = Dashing(stroke.dash) {
      let dashes = dashing.cut(paths, range, starts: stroke.dashStarts, isClosed: stroke.isClosed)
      for dash in 0..<dashes.count { add(dashes, dashes.range(of: dash), isClosed: false) }
    } else {
      for path in range { add(paths, paths.range(of: path), isClosed: stroke.isClosed) }
    }
  }

  /// Ends that reach so far into many gaps that nothing of them is seen.
  private var hasClosedGaps: Bool {
    stroke.cap != .butt && stroke.dash.reduce(0, +) < stroke.width / 32
  }

  private mutating func add(_ paths: PathList, _ positions: Range<Int>, isClosed: Bool) {
    points.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    for place in positions {
      let point = Position(x: paths.x[place], y: paths.y[place])
      guard point.x.isFinite, point.y.isFinite else { continue }
      // What cannot be told apart has no direction.
      if let last = points.last, abs(last.x - point.x) < 1 / 512, abs(last.y - point.y) < 1 / 512 { continue }
      points.append(point)
    }
    guard let first = points.first else { return }
    let closes = isClosed && points.count > 2
    if closes, let last = points.last, abs(last.x - first.x) < 1 / 512, abs(last.y - first.y) < 1 / 512 {
      points.removeLast()
    }
    if points.count == 1 { return addDot(first) }
    let count = closes ? points.count : points.count - 1
    for place in 0..<count {
      let (start, end) = (points[place], points[(place + 1) % points.count])
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      directions.append(Position(x: dx / length, y: dy / length))
      lengths.append(length)
    }
    (begun, firstEnd) = (Setback(), Setback())
    begin(at: points[0], directions[0], hasCap: !closes)
    for place in 0..<count {
      let end = points[(place + 1) % points.count]
      addSides(end, directions[place])
      let isLast = place == count - 1
      if !isLast || closes {
        join(place, (place + 1) % count, at: end, isClosing: isLast)
      } else {
        finish(at: end, directions[place], hasCap: true)
      }
    }
    if closes { finish(at: points[0], directions[0], hasCap: false) }
  }

  /// The two sides at a place of a segment.
  private mutating func addSides(_ point: Position, _ direction: Position) {
    left.append(Position(x: point.x + direction.y * half, y: point.y - direction.x * half))
    right.append(Position(x: point.x - direction.y * half, y: point.y + direction.x * half))
  }

  private mutating func begin(at point: Position, _ direction: Position, hasCap: Bool) {
    if hasCap { addCap(point, Position(x: -direction.x, y: -direction.y)) }
    addSides(point, direction)
  }

  private mutating func finish(at point: Position, _ direction: Position, hasCap: Bool) {
    if hasCap { addCap(point, direction) }
    flush()
  }

  /// Ends the polygon of the two sides.
  private mutating func flush() {
    for side in left { outlines.add(side.x, side.y) }
    for side in right.reversed() { outlines.add(side.x, side.y) }
    outlines.close()
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
  }

  /// Ends the polygon where a segment ends, and begins the next one there.
  private mutating func part(at point: Position, _ direction: Position) {
    flush()
    addSides(point, direction)
  }

  /// Ends the polygon at the last places of its sides, and begins the next one there.
  private mutating func partSharply() {
    guard let lastLeft = left.last, let lastRight = right.last else { return }
    flush()
    left.append(lastLeft)
    right.append(lastRight)
  }

  /// From segment `one` to segment `two`, whose sides at the corner are added.
  ///
  /// - Parameter isClosing: `two` is the ring's first segment, whose own sides the polygon began with.
  private mutating func join(_ one: Int, _ two: Int, at corner: Position, isClosing: Bool) {
    let (from, to) = (directions[one], directions[two])
    let sine = from.x * to.y - from.y * to.x
    let cosine = from.x * to.x + from.y * to.y
    if abs(sine) < 1e-6, cosine > 0 {
      begun = Setback()
      if left.count >= Self.sideLimit { part(at: corner, to) }
      return
    }
    // With y downwards, a turn to the right has its outer side on the left.
    let toLeft = !(sine < 0)
    let shortest = min(lengths[one], lengths[two])
    if takesMeetingPlace(one, two, sine, cosine, toLeft: toLeft, isClosing: isClosing) {
      joinWhereSidesMeet(corner, from, to, cosine, toLeft: toLeft, isClosing: isClosing)
    } else if shortest >= half * abs(sine) {
      addOuter(corner, from, to, cosine, toLeft: toLeft)
      addSides(corner, to)
      if left.count >= Self.sideLimit { part(at: corner, to) }
    } else {
      flush()
      // The wedge between the outer sides.
      let sign = toLeft ? 1.0 : -1.0
      outlines.add(corner.x, corner.y)
      outlines.add(corner.x + sign * from.y * half, corner.y - sign * from.x * half)
      addOuter(corner, from, to, cosine, toLeft: toLeft)
      for side in toLeft ? left : right { outlines.add(side.x, side.y) }
      outlines.add(corner.x + sign * to.y * half, corner.y - sign * to.x * half)
      // Of one direction with the sides, so that windings add up.
      outlines.close(turned: !toLeft)
      left.removeAll(keepingCapacity: true)
      right.removeAll(keepingCapacity: true)
      addSides(corner, to)
    }
  }

  /// Whether the inner sides of two segments meet on both of them, beside what the corners before and behind take of them.
  private mutating func takesMeetingPlace(
    _ one: Int, _ two: Int, _ sine: Double, _ cosine: Double, toLeft: Bool, isClosing: Bool
  ) -> Bool {
    let used = toLeft ? begun.right : begun.left
    begun = Setback()
    guard cosine > -0.999, min(lengths[one], lengths[two]) >= half * abs(sine) else { return false }
    let setback = half * abs(sine) / (1 + cosine)
    let kept = isClosing ? (toLeft ? firstEnd.right : firstEnd.left) : 0
    guard setback <= lengths[one] - used, setback <= lengths[two] - kept else { return false }
    if toLeft { begun.right = setback } else { begun.left = setback }
    if one == 0 { firstEnd = begun }
    return true
  }

  private mutating func joinWhereSidesMeet(
    _ corner: Position, _ from: Position, _ to: Position, _ cosine: Double, toLeft: Bool, isClosing: Bool
  ) {
    let scale = half / (1 + cosine)
    let (x, y) = ((from.y + to.y) * scale, -(from.x + to.x) * scale)
    // A turn so small that a sharp corner cannot be told from its arc: one place on each side will do.
    let isSlight = cosine > sharpCosine
    if isSlight || !toLeft { left[left.count - 1] = Position(x: corner.x + x, y: corner.y + y) }
    if isSlight || toLeft { right[right.count - 1] = Position(x: corner.x - x, y: corner.y - y) }
    if !isSlight { addOuter(corner, from, to, cosine, toLeft: toLeft) }
    if isClosing {
      addSides(corner, to)
    } else if !isSlight {
      if toLeft {
        left.append(Position(x: corner.x + to.y * half, y: corner.y - to.x * half))
      } else {
        right.append(Position(x: corner.x - to.y * half, y: corner.y + to.x * half))
      }
    }
    if !isClosing, left.count >= Self.sideLimit || right.count >= Self.sideLimit { partSharply() }
  }

  /// What lies on the outer side of a corner between the sides of its segments.
  private mutating func addOuter(
    _ corner: Position, _ from: Position, _ to: Position, _ cosine: Double, toLeft: Bool
  ) {
    let sign = toLeft ? 1.0 : -1.0
    func add(_ point: Position) {
      if toLeft { left.append(point) } else { right.append(point) }
    }
    switch stroke.join {
    case .bevel: return
    case .miter:
      // 1 / sin(a/2) of the angle between the segments is how long it is in half widths.
      let halfTurn = ((1 + cosine) / 2).squareRoot()
      guard halfTurn * Stroke.miterLimit >= 1 else { return }
      let (x, y) = (from.y + to.y, -(from.x + to.x))
      let scale = sign * half / (1 + cosine)
      add(Position(x: corner.x + x * scale, y: corner.y + y * scale))
    case .round:
      if cosine >= stepCosine { return }
      let turn = acos(max(-1, cosine)) * sign
      let count = max(2, Int((abs(turn) / step).rounded(.up)))
      for number in 1..<count {
        let angle = turn * Double(number) / Double(count)
        let (sine, cosine) = (sin(angle), cos(angle))
        let (x, y) = (from.x * cosine - from.y * sine, from.x * sine + from.y * cosine)
        add(Position(x: corner.x + sign * y * half, y: corner.y - sign * x * half))
      }
    }
  }

  /// At an end, from its left side over to its right; `direction` points out of the line.
  private mutating func addCap(_ end: Position, _ direction: Position) {
    let (x, y) = (direction.x * half, direction.y * half)
    switch stroke.cap {
    case .butt: return
    case .square:
      outlines.add(end.x + y, end.y - x)
      outlines.add(end.x + y + x, end.y - x + y)
      outlines.add(end.x - y + x, end.y + x + y)
      outlines.add(end.x - y, end.y + x)
    case .round:
      let count = max(2, Int((.pi / step).rounded(.up)))
      for number in 0...count {
        let angle = .pi * Double(number) / Double(count)
        // From the left side, over the direction, to the right side.
        let (sine, cosine) = (sin(angle), cos(angle))
        outlines.add(end.x + y * cosine + x * sine, end.y - x * cosine + y * sine)
      }
    }
    outlines.close()
  }

  /// A line without a length.
  private mutating func addDot(_ point: Position) {
    switch stroke.cap {
    case .butt: return
    case .square:
      for (x, y) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
        outlines.add(point.x + x, point.y + y)
      }
      outlines.close()
    case .round:
      addCap(point, Position(x: 1, y: 0))
      addCap(point, Position(x: -1, y: 0))
    }
  }
}
