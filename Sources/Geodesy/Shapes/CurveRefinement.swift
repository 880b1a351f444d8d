/// Adds places to paths where what is straight in the source is a curve on the map, so that nothing is off by more than 1/8
/// pixel.
struct CurveRefinement {
  let toMap: Projector
  let pixels: PixelAxes

  /// Shorter stretches, in device pixels, are taken for straight.
  private static let shortest = 8.0
  /// Longer ones are always divided: their middle alone may lie on the chord of a curve that swings to both sides.
  private static let longest = 128.0
  private static let tolerance = 0.125
  private static let rounds = 14
  /// Places of one path.
  private static let most = 1 << 20

  /// - Parameters:
  ///   - ground: In the plane of the source.
  ///   - places: The same on the page.
  /// - Returns: On the page.
  func refined(_ ground: [Position], _ places: [Position], isRing: Bool) -> [Position] {
    var (ground, places) = (ground, places)
    guard places.count > 1 else { return places }
    if isRing {
      ground.append(ground[0])
      places.append(places[0])
    }
    var open = places.indices.dropLast().map { mayBend(places[$0], places[$0 + 1]) }
    for _ in 0..<Self.rounds where open.contains(true) && places.count < Self.most {
      var middles = open.indices.filter { open[$0] }.map { Self.middle(ground[$0], ground[$0 + 1]) }
      let onGround = middles
      toMap.project(inPlace: &middles)
      var (newGround, newPlaces, newOpen): ([Position], [Position], [Bool]) = ([], [], [])
      var next = 0
      for index in open.indices {
        newGround.append(ground[index])
        newPlaces.append(places[index])
        guard open[index] else {
          newOpen.append(false)
          continue
        }
        let place = pixels.pixel(of: middles[next])
        let (from, to) = (places[index], places[index + 1])
        if place.isFinite, isOff(place, from, to) {
          newGround.append(onGround[next])
          newPlaces.append(place)
          newOpen += [mayBend(from, place), mayBend(place, to)]
        } else {
          newOpen.append(false)
        }
        next += 1
      }
      newGround.append(ground[ground.count - 1])
      newPlaces.append(places[places.count - 1])
      (ground, places, open) = (newGround, newPlaces, newOpen)
    }
    if isRing { places.removeLast() }
    return places
  }

  private func mayBend(_ from: Position, _ to: Position) -> Bool {
    guard from.isFinite, to.isFinite else { return false }
    return abs(to.x - from.x) > Self.shortest || abs(to.y - from.y) > Self.shortest
  }

  private func isOff(_ middle: Position, _ from: Position, _ to: Position) -> Bool {
    let straight = Self.middle(from, to)
    return BoxCut.distance(middle, straight) > Self.tolerance || BoxCut.distance(from, to) > Self.longest
  }

  private static func middle(_ a: Position, _ b: Position) -> Position {
    Position(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }
}
