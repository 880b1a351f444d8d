/// Finds where a map of the whole world is torn: the meridian whose two sides lie at opposite ends of the map.
enum SeamFinder {
  /// In degrees, exact to a billionth: what lies east of it begins at the left end. `nil` for a map that is whole all round, as
  /// one about a pole.
  ///
  /// - Parameter projector: From longitudes and latitudes to the map.
  static func seam(of projector: Projector) -> Double? {
    let longitudes = (0...360).map { Double($0) - 180 }
    for latitude in [0.5, 40.5, -40.5] {
      let places = projector.project(longitudes.map { Position(x: $0, y: latitude) })
      var steps: [(index: Int, length: Double)] = []
      for (index, pair) in zip(places, places.dropFirst()).enumerated() {
        guard let from = pair.0, let to = pair.1 else { continue }
        steps.append((index, BoxCut.distance(from, to)))
      }
      guard let longest = steps.max(by: { $0.length < $1.length }), steps.count > 20 else { continue }
      let usual = steps.map(\.length).sorted()[steps.count / 2]
      guard longest.length > 20 * usual else { continue }
      var (low, high) = (longitudes[longest.index], longitudes[longest.index + 1])
      // The tear lies in the half that is still as long.
      for _ in 0..<40 {
        let middle = (low + high) / 2
        let ends = projector.project([low, middle, high].map { Position(x: $0, y: latitude) })
        guard let left = ends[0], let between = ends[1], let right = ends[2] else { break }
        if BoxCut.distance(left, between) > BoxCut.distance(between, right) { high = middle } else { low = middle }
      }
      // A long step that can be divided is none.
      let ends = projector.project([low, high].map { Position(x: $0, y: latitude) })
      guard let left = ends[0], let right = ends[1], BoxCut.distance(left, right) > usual else { continue }
      let seam = (low + high) / 2
      return abs(seam - seam.rounded()) < 1e-8 ? seam.rounded() : seam
    }
    return nil
  }
}
