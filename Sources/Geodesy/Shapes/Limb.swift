#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How far a map about one place shows the earth: up to a limb all round that place, beyond which nothing lies on the map (it is
/// the far side of a globe), or the map is torn (at the antipode, and beyond the two places where a transverse Mercator ends).
///
/// From the place outwards, in each direction, nothing is missing up to the limb.
struct Limb {
  private let center: Vector
  private let east: Vector
  private let north: Vector
  /// How far the limb lies from the place, in radians, for each degree of direction, counterclockwise from the east.
  private let reaches: [Double]

  private static let directions = 360
  /// Of the first look for the limb, in radians.
  private static let step = 2 * Double.pi / 180
  /// Short of the antipode, which lies on no map, or all round it.
  private static let farthest = 179.9 * Double.pi / 180
  private static let bisections = 30

  /// - Parameters:
  ///   - place: In degrees of longitude and latitude.
  ///   - operation: From degrees of longitude and latitude to the map.
  init(about place: Position, _ operation: Projector) {
    let (center, axes) = (Vector(place), Self.axes(at: place))
    let (east, north) = axes
    (self.center, self.east, self.north) = (center, east, north)

    func areShown(_ reaches: [Double]) -> [Bool] {
      var places = reaches.enumerated().map { index, reach in
        Self.place(center, east, north, direction: Self.angle(index), reach: reach).position
      }
      operation.project(inPlace: &places)
      return places.map(\.isFinite)
    }
    var shown = [Double](repeating: 0, count: Self.directions)
    var hidden = [Double](repeating: Self.farthest, count: Self.directions)
    var open = [Bool](repeating: true, count: Self.directions)
    for number in 1... {
      let reach = min(Self.farthest, Double(number) * Self.step)
      for (index, isShown) in areShown([Double](repeating: reach, count: Self.directions)).enumerated()
      where open[index] {
        if isShown { shown[index] = reach } else { (hidden[index], open[index]) = (reach, false) }
      }
      if reach == Self.farthest || !open.contains(true) { break }
    }
    for _ in 0..<Self.bisections where open.contains(false) {
      let middles = zip(shown, hidden).map { ($0 + $1) / 2 }
      for (index, isShown) in areShown(middles).enumerated() {
        if isShown { shown[index] = middles[index] } else { hidden[index] = middles[index] }
      }
    }
    // On the limb itself, rounding decides.
    reaches = shown.map { $0 * (1 - 1e-7) }
  }

  private static func angle(_ index: Int) -> Double { Double(index) * 2 * .pi / Double(directions) }

  private static func place(
    _ center: Vector, _ east: Vector, _ north: Vector, direction: Double, reach: Double
  ) -> Vector {
    let aside = east * cos(direction) + north * sin(direction)
    return center * cos(reach) + aside * sin(reach)
  }

  /// True where a map shows all from its place outwards to beyond a box, in degrees, so that its limb is out of sight.
  static func isFar(from box: Extent, about place: Position, _ operation: Projector) -> Bool {
    guard box.width < 180 else { return false }
    let center = Vector(place)
    let parts = 16
    var farthest = 0.0
    for row in 0...parts {
      for column in 0...parts {
        let corner = Vector(
          Position(
            x: box.xmin + box.width * Double(column) / Double(parts),
            y: max(-90, min(90, box.ymin + box.height * Double(row) / Double(parts)))))
        farthest = max(farthest, acos(max(-1, min(1, center.dot(corner)))))
      }
    }
    // With a little more than lies between two of those places.
    farthest = farthest * 1.05 + max(box.width, box.height) / Double(parts) * .pi / 180
    guard farthest < 2 else { return false }
    let (east, north) = axes(at: place)
    let rings = max(1, Int((farthest / (step * 2)).rounded(.up)))
    var places = (1...rings).flatMap { ring in
      Swift.stride(from: 0, to: directions, by: 5).map { index in
        Self.place(
          center, east, north, direction: angle(index), reach: farthest * Double(ring) / Double(rings)
        ).position
      }
    }
    operation.project(inPlace: &places)
    return places.allSatisfy(\.isFinite)
  }

  /// Unit vectors to the east and to the north.
  private static func axes(at place: Position) -> (east: Vector, north: Vector) {
    let (longitude, latitude) = (place.x * .pi / 180, place.y * .pi / 180)
    let (sine, cosine) = (sin(longitude), cos(longitude))
    return (
      Vector(x: -sine, y: cosine, z: 0),
      Vector(x: -sin(latitude) * cosine, y: -sin(latitude) * sine, z: cos(latitude))
    )
  }

  /// In degrees: true where a place is shown.
  func shows(_ place: Position) -> Bool {
    let (direction, reach) = polar(Vector(place))
    return reach <= self.reach(towards: direction)
  }

  private func polar(_ place: Vector) -> (direction: Double, reach: Double) {
    let (x, y, z) = (place.dot(east), place.dot(north), place.dot(center))
    return (atan2(y, x), atan2((x * x + y * y).squareRoot(), z))
  }

  private func reach(towards direction: Double) -> Double {
    let turns = direction / (2 * .pi)
    let index = (turns - turns.rounded(.down)) * Double(Self.directions)
    let first = Int(index) % Self.directions
    let share = index - index.rounded(.down)
    return reaches[first] * (1 - share) + reaches[(first + 1) % Self.directions] * share
  }

  // MARK: - Cutting

  /// A stretch of what was cut.
  enum Piece {
    /// In degrees, as it was drawn.
    case shown([Position])
    /// Along the limb, in degrees, a degree of direction from one place to the next.
    case limb([Position])
  }

  /// The parts of a line that are shown.
  func parts(ofLine line: [Position]) -> [[Position]] {
    pieces(of: line).compactMap { piece in if case .shown(let places) = piece, places.count > 1 { places } else { nil }
    }
  }

  /// What a ring goes round of what is shown: pieces that are closed one after the other, and rings all round the limb.
  ///
  /// What lies beyond the limb is moved in to it, in its own direction; what goes round the antipode then goes round the limb
  /// the wrong way, and all of the map is added as often.
  /// - Parameter ring: Open, continuous, in degrees.
  /// - Returns: No pieces where nothing of it is shown.
  func pieces(ofRing ring: [Position]) -> (pieces: [Piece], wholes: [[Position]]) {
    guard let first = ring.first else { return ([], []) }
    let pieces = pieces(of: ring + [first])
    var turns = turns(of: ring, around: hiddenPlace)
    let isHidden = !pieces.contains { piece in if case .shown = piece { true } else { false } }
    if isHidden { turns += Self.wholeTurns(pieces, polar) }
    let whole = turns == 0 ? [] : (0..<Self.directions).map { onLimb($0) }
    return (
      isHidden ? [] : pieces,
      [[Position]](repeating: turns > 0 ? whole : whole.reversed(), count: min(8, abs(turns)))
    )
  }

  /// How often pieces go round the limb as a whole, counterclockwise.
  private static func wholeTurns(
    _ pieces: [Piece], _ polar: (Vector) -> (direction: Double, reach: Double)
  ) -> Int {
    var places: [Position] = []
    for case .limb(let limb) in pieces { places += limb }
    guard let last = places.last else { return 0 }
    var (sum, before) = (0.0, polar(Vector(last)).direction)
    for place in places {
      let direction = polar(Vector(place)).direction
      sum += turn(from: before, to: direction)
      before = direction
    }
    return Int(saturating: (sum / (2 * .pi)).rounded())
  }

  private func pieces(of line: [Position]) -> [Piece] {
    guard var before = line.first else { return [] }
    var pieces: [Piece] = []
    var (current, isShown) = ([before], shows(before))
    var direction = isShown ? nil : Optional(outward(before))
    if let direction { current = [edge(direction)] }
    func finish() { if !current.isEmpty { pieces.append(isShown ? .shown(current) : .limb(current)) } }
    for place in line.dropFirst() {
      for next in steps(from: before, to: place) {
        let nextIsShown = shows(next)
        if nextIsShown != isShown {
          let crossing = crossing(before, next, isShown: isShown)
          if let from = direction { current += along(from, outward(crossing)) } else { current.append(crossing) }
          finish()
          isShown = nextIsShown
          direction = isShown ? nil : outward(crossing)
          current = isShown ? [crossing] : []
        }
        if let from = direction {
          for farther in hiddenSteps(from: before, to: next) {
            let to = outward(farther)
            current += along(direction ?? from, to)
            direction = to
          }
        } else {
          // What was only put in between need not stay, but for its bend on the map.
          current.append(next)
        }
        before = next
      }
    }
    finish()
    return pieces
  }

  /// The way between two places, in degrees, in steps of at most a degree; the first place left out.
  private func steps(from a: Position, to b: Position) -> [Position] {
    let length = max(abs(b.x - a.x), abs(b.y - a.y))
    guard length > 1 else { return [b] }
    let count = min(4096, Int(length.rounded(.up)))
    return (1...count).map { $0 == count ? b : BoxCut.between(a, b, Double($0) / Double(count)) }
  }

  /// The same beyond the limb, so close that the direction turns by less than a quarter of a circle from one to the next.
  private func hiddenSteps(from a: Position, to b: Position, depth: Int = 0) -> [Position] {
    guard depth < 40, abs(Self.turn(from: outward(a), to: outward(b))) > .pi / 4 else { return [b] }
    let middle = BoxCut.between(a, b, 0.5)
    return hiddenSteps(from: a, to: middle, depth: depth + 1) + hiddenSteps(from: middle, to: b, depth: depth + 1)
  }

  /// Where a short stretch crosses the limb, still on the shown side of it.
  private func crossing(_ a: Position, _ b: Position, isShown: Bool) -> Position {
    var (shown, hidden) = isShown ? (a, b) : (b, a)
    for _ in 0..<48 {
      let middle = BoxCut.between(shown, hidden, 0.5)
      if shows(middle) { shown = middle } else { hidden = middle }
    }
    return shown
  }

  // MARK: - Beyond the limb

  /// Places beyond the limb are seen a little moved, so that edges through the antipode itself, which those of whole
  /// hemispheres are, lie on one side of it.
  private static let moved = Vector(x: 3.1e-9, y: 4.7e-9, z: 2.3e-9)

  private func outward(_ place: Position) -> Double { polar(Vector(place) + Self.moved).direction }

  /// The place that is then the antipode, in degrees.
  private var hiddenPlace: Position { (center * -1 + Self.moved * -1).position }

  private func edge(_ direction: Double) -> Position {
    Self.place(center, east, north, direction: direction, reach: reach(towards: direction)).position
  }

  private func onLimb(_ index: Int) -> Position {
    let index = ((index % Self.directions) + Self.directions) % Self.directions
    return Self.place(center, east, north, direction: Self.angle(index), reach: reaches[index]).position
  }

  /// The limb from one direction to another, the shorter way, by whole degrees of direction; the first place left out.
  private func along(_ from: Double, _ to: Double) -> [Position] {
    let degree = 2 * Double.pi / Double(Self.directions)
    let (start, end) = (from / degree, (from + Self.turn(from: from, to: to)) / degree)
    var places: [Position] = []
    if end > start {
      places = stride(from: start.rounded(.down) + 1, to: end, by: 1).map { onLimb(Int($0)) }
    } else if end < start {
      places = stride(from: start.rounded(.up) - 1, to: end, by: -1).map { onLimb(Int($0)) }
    }
    return places + [edge(to)]
  }

  private static func turn(from a: Double, to b: Double) -> Double {
    let turn = b - a
    return turn - 2 * .pi * (turn / (2 * .pi)).rounded()
  }

  /// How often a ring goes round a place, counterclockwise, on all copies of the world.
  private func turns(of ring: [Position], around place: Position) -> Int {
    guard let last = ring.last else { return 0 }
    var turns = 0
    for (a, b) in zip([last] + ring, ring) where (a.y > place.y) != (b.y > place.y) {
      let x = a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)
      // Copies of the place to the right of the edge: the difference between edges is what counts.
      let copies = Int(saturating: ((x - place.x) / 360).rounded(.down))
      turns += b.y > a.y ? copies : -copies
    }
    return turns
  }
}

/// A direction from the middle of the earth.
private struct Vector {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// - Parameter place: In degrees.
  init(_ place: Position) {
    let (longitude, latitude) = (place.x * .pi / 180, place.y * .pi / 180)
    (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// In degrees.
  var position: Position {
    Position(x: atan2(y, x) * 180 / .pi, y: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi)
  }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }

  static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
}
