import Geodesy

/// Where on a level names may stand: what a picture shows of it, in logical pixels of the level, each place once. It may go on
/// beyond the level's left or right edge.
struct WorldLabelRoom: Hashable, Sendable {
  /// `nil`: all of the level.
  var bounds: PixelRectangle?
  /// Areas, each by its rings: inside is where they wind round it, as with clips. A name lies wholly inside of all of them.
  var outlines: [[[PixelPoint]]] = []

  /// All of a level.
  static let everywhere = WorldLabelRoom()

  init(_ bounds: PixelRectangle? = nil, outlines: [[[PixelPoint]]] = []) {
    self.bounds = bounds
    self.outlines = outlines
  }

  /// - Parameter grid: In logical pixels.
  init(_ area: ShownArea, on grid: WorldGrid) {
    bounds = grid.pixels(inside: area.box)
    outlines = area.outlines.map { rings in rings.map { ring in ring.map(grid.pixel(ofReference:)) } }
  }

  /// Whether a box lies inside of all outlines.
  func isClear(_ box: PixelRectangle) -> Bool { outlines.allSatisfy { Self.holds(box, $0) } }

  /// No edge of the area passes through the box: then it lies as a whole where its middle lies. Edges inside of the area, where
  /// polygons overlap, do no harm.
  private static func holds(_ box: PixelRectangle, _ rings: [[PixelPoint]]) -> Bool {
    func isInside(_ x: Double, _ y: Double) -> Bool { winding(of: rings, round: PixelPoint(x: x, y: y)) != 0 }
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        guard let (start, end) = box.part(from: a, to: b) else { continue }
        let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        guard length > 0 else { continue }
        let (across, down) = ((b.y - a.y) / length * aside, (a.x - b.x) / length * aside)
        for number in 0..<samples {
          let along = start + (end - start) * (Double(number) + 0.5) / Double(samples)
          let (x, y) = (a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along)
          guard isInside(x + across, y + down), isInside(x - across, y - down) else { return false }
        }
      }
    }
    return isInside(box.x + box.width / 2, box.y + box.height / 2)
  }

  /// Of an edge's part in a box so many points are looked at, so many pixels to both sides.
  private static let (samples, aside) = (5, 0.01)

  /// How often rings go round a place.
  private static func winding(of rings: [[PixelPoint]], round place: PixelPoint) -> Int {
    var winding = 0
    for ring in rings {
      guard var start = ring.last else { continue }
      for end in ring {
        if (start.y > place.y) != (end.y > place.y),
          place.x < start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x)
        {
          winding += start.y < end.y ? 1 : -1
        }
        start = end
      }
    }
    return winding
  }
}

extension PixelRectangle {
  /// Which part of a straight line lies in it, as parts of the line's length; `nil` for none.
  fileprivate func part(from a: PixelPoint, to b: PixelPoint) -> (start: Double, end: Double)? {
    Extent(xmin: x, ymin: y, xmax: x + width, ymax: y + height)
      .part(from: Position(x: a.x, y: a.y), to: Position(x: b.x, y: b.y))
  }
}
