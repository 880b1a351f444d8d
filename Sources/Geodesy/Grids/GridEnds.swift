/// Labels at the ends of the map's world: outside of it where all of one side have room there, else inside, as at the picture's edge.
struct GridEnds {
  let page: PixelFrame
  let pixelRatio: Double

  /// Of a label beyond an end: its height at the top and the bottom, its width at the sides, in logical pixels.
  private static let room = (height: 24.0, width: 64.0)

  func settled(_ labels: [GridLabel]) -> [GridLabel] {
    var crowded: Set<GridEdge> = []
    for label in labels { if case .end(let edge) = label.place, !hasRoom(label.point, edge) { crowded.insert(edge) } }
    return labels.map { label in
      guard case .end(let edge) = label.place, crowded.contains(edge) else { return label }
      var inside = label
      inside.place = .edge(edge)
      return inside
    }
  }

  private func hasRoom(_ end: PicturePoint, _ edge: GridEdge) -> Bool {
    switch edge {
    case .top: end.y - page.top >= Self.room.height * pixelRatio
    case .bottom: page.bottom - end.y >= Self.room.height * pixelRatio
    case .left: end.x - page.left >= Self.room.width * pixelRatio
    case .right: page.right - end.x >= Self.room.width * pixelRatio
    }
  }
}
