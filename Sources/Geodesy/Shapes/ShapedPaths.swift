/// What is to be drawn of features, in device pixels from the page's top left corner, on a grid of 1/256 pixel.
package struct ShapedPaths: Sendable {
  /// Rings are open: their first position is not repeated.
  package private(set) var paths = PathList()
  /// How long each path is, in device pixels, before the part of it that is kept: where its dashes begin.
  package private(set) var starts: [Double] = []
  /// Of each feature: its paths, and those that are stroked in place of its rings where it was cut by the edge of the world.
  package private(set) var shapes: [(paths: Range<Int>, outlines: Range<Int>?)] = []
  /// Of the feature that has not ended yet: the rings that are stroked as they are.
  private var wholeRings: [Int] = []

  mutating func add(points: [Position]) {
    for point in points { paths.add(PicturePoint.snapped(point.x), PicturePoint.snapped(point.y)) }
    endPath(0)
  }

  mutating func add(line: BoxCut.Part) {
    Self.append(line.positions, isRing: false, to: &paths)
    endPath(line.start)
  }

  /// - Parameter isWhole: Nothing of it is an edge of the world.
  mutating func add(ring: [Position], isWhole: Bool) {
    let path = paths.count
    Self.append(ring, isRing: true, to: &paths)
    endPath(0)
    if isWhole, paths.count > path { wholeRings.append(path) }
  }

  func add(outline parts: [BoxCut.Part], to outlines: inout PathList?) {
    if parts.isEmpty { return }
    var list = outlines ?? PathList()
    outlines = nil
    for part in parts {
      Self.append(part.positions, isRing: false, to: &list)
      list.endPath()
    }
    outlines = list
  }

  /// Ends a feature.
  mutating func finish(from first: Int, _ outlines: PathList?) {
    defer { wholeRings.removeAll(keepingCapacity: true) }
    let own = first..<paths.count
    guard let outlines else { return shapes.append((own, nil)) }
    for ring in wholeRings {
      let range = paths.range(of: ring)
      for index in Array(range) + [range.lowerBound] { paths.add(paths.x[index], paths.y[index]) }
      endPath(0)
    }
    for path in 0..<outlines.count {
      for index in outlines.range(of: path) { paths.add(outlines.x[index], outlines.y[index]) }
      endPath(0)
    }
    shapes.append((own, own.upperBound..<paths.count))
  }

  private mutating func endPath(_ start: Double) {
    let count = paths.count
    paths.endPath()
    if paths.count > count { starts.append(start) }
  }

  /// How far a way on the page may pass a position that is left out, in device pixels: what is narrower than a quarter of one
  /// is not seen.
  static let tolerance = 1.0 / 8

  /// Leaves out what is too small to be seen.
  ///
  /// Not a method of the value: with its paths at hand a second time, each call would copy them.
  private static func append(_ places: [Position], isRing: Bool, to list: inout PathList) {
    let begin = list.x.count
    PathSimplification.eachKept(of: places, tolerance: tolerance) {
      list.add(PicturePoint.snapped($0.x), PicturePoint.snapped($0.y))
    }
    guard isRing, list.x.count - begin < 3 else { return }
    // Of a ring as small as that, everything counts.
    list.x.removeLast(list.x.count - begin)
    list.y.removeLast(list.y.count - begin)
    for place in places { list.add(PicturePoint.snapped(place.x), PicturePoint.snapped(place.y)) }
  }
}
