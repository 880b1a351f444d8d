import DocumentModel
import Geodesy

/// Which of the references that its source offers a layer is warped from: the one whose tiles hold the most of what the
/// picture shows. Web Mercator ends at 85.05 degrees, so a map of a pole takes tiles in degrees where there are some.
///
/// Of those that hold as much, the one nearly equal to the map's goes first, then the first that the source names.
enum CoverageRule {
  /// - Parameters:
  ///   - candidates: In the source's order; at least one, none in the map's reference.
  ///   - reference: The map's.
  ///   - view: `nil` where there is none: nothing is known then of what is shown.
  static func chosen(
    among candidates: [FittingSource], for reference: SpatialReference, in view: MapView?, frames: WorldFrames?
  ) -> FittingSource {
    let near = candidates.indices.first { candidates[$0].reference.relation(to: reference) == .nearlyEqual }
    let preferred = near ?? 0
    guard candidates.count > 1, let view else { return candidates[preferred] }
    let places = PicturePlaces(of: view)
    let shares = candidates.map { share(of: places, heldBy: $0, frames: frames) }
    var best = preferred
    for number in candidates.indices where shares[number] > shares[best] { best = number }
    var chosen = candidates[best]
    chosen.preference = reason(for: best, of: candidates, shares, isNear: best == near)
    return chosen
  }

  /// How many of the places a source holds, 0 to 1.
  private static func share(of places: PicturePlaces, heldBy source: FittingSource, frames: WorldFrames?) -> Double {
    guard let found = places.positions(in: source.reference, wrapsAround: frames != nil) else { return 0 }
    // A pole is a place at 90 degrees, give or take the last bits of PROJ's arithmetic.
    let reach = source.reachInWorld.map { $0.grown(by: 1e-9 * max($0.width, $0.height)) }
    let held = found.count { place in place.map { reach?.contains($0) ?? true } ?? false }
    return Double(held) / Double(max(1, found.count))
  }

  private static func reason(
    for number: Int, of candidates: [FittingSource], _ shares: [Double], isNear: Bool
  ) -> String {
    let others = candidates.indices.filter { $0 != number }
    if let second = others.max(by: { shares[$0] < shares[$1] }), shares[second] < shares[number] {
      return "which of all that its source offers holds most of the picture (\(percent(shares[number])); "
        + "\(Words.reference(candidates[second].reference)): \(percent(shares[second])))"
    }
    let rest = Words.references(others.map { candidates[$0].reference })
    if isNear { return "which is nearer to the map's than \(rest), which its source offers too" }
    return "which holds as much of the picture as \(rest), which its source offers too"
  }

  /// Never 100 % of what is not all of it.
  private static func percent(_ share: Double) -> String {
    share == 1 ? "100 %" : "\(Words.number(min(share * 100, 99.9), decimals: 1)) %"
  }
}

/// Places spread evenly over a picture, and the poles that it shows.
struct PicturePlaces {
  let view: MapView
  private let points: [PicturePoint]

  /// Places along each side.
  private static let count = 48

  init(of view: MapView) {
    self.view = view
    let count = Self.count
    let (width, height) = (Double(view.size.width), Double(view.size.height))
    var points = (0..<count * count).map { index in
      PicturePoint(
        x: (Double(index % count) + 0.5) / Double(count) * width,
        y: (Double(index / count) + 0.5) / Double(count) * height)
    }
    // A pole is a point on many maps, which no other place need be near.
    let poles =
      (try? Projector(from: .wgs84, to: view.reference))?
      .project([Position(x: 0, y: 90), Position(x: 0, y: -90)]) ?? []
    points += poles.compactMap { $0.map(view.point) }.filter { 0...width ~= $0.x && 0...height ~= $0.y }
    self.points = points
  }

  /// Where they lie in another reference, in the same order for each; `nil` in it for those that show no ground of it.
  /// - Returns: `nil` where no way leads there.
  func positions(in reference: SpatialReference, wrapsAround: Bool) -> [Position?]? {
    guard let mesher = try? WarpMesher(view, from: reference, wrapsAround: wrapsAround) else { return nil }
    return mesher.positions(at: points).map { $0.map { Position(x: $0.x, y: $0.y) } }
  }
}
