import DocumentModel
import Geodesy

/// The geometry of one feature on the page, in the forms that symbols need, each made when it is first asked for.
struct FeatureShape {
  let kind: ShapeKind
  let paths: PathList
  /// What is stroked of a polygon, and whether its paths are rings.
  let outlines: (paths: PathList, areClosed: Bool)
  let starts: [Double]
  private var found: Position??

  init(_ feature: FeatureBatch.Feature, _ all: PathList, _ starts: [Double]) {
    kind = feature.kind
    paths = all.paths(feature.paths)
    outlines = feature.outlines.map { (all.paths($0), false) } ?? (paths, feature.kind == .polygon)
    self.starts = starts.isEmpty ? [] : Array(starts[feature.paths])
  }

  /// Where its marker stands: its first place, the middle of a line, a place inside of an area.
  var place: Position? {
    mutating get {
      if let found { return found }
      let made: Position? =
        switch kind {
        case .point: paths.x.first.map { Position(x: $0, y: paths.y[0]) }
        case .line: LineShaping.middle(paths)
        case .polygon: paths.interiorPoint
        }
      found = .some(made)
      return made
    }
  }

  /// Where markers stand.
  var places: [Position] {
    mutating get {
      if kind == .point { return paths.x.indices.map { Position(x: paths.x[$0], y: paths.y[$0]) } }
      return place.map { [$0] } ?? []
    }
  }

  /// What labels belong to.
  mutating func subjects(_ placement: TextSymbol.Placement?, clearance: Double) -> [LabelRequest.Subject] {
    let wanted = placement ?? (kind == .point ? .point : kind == .line ? .line : .polygon)
    switch wanted {
    case .line where kind == .line: return [.line(paths)]
    case .line where kind == .polygon: return [.line(outlines.paths.closed(outlines.areClosed))]
    case .polygon where kind == .polygon: return [.polygon(paths)]
    default: return places.map { .point(PixelPoint(x: $0.x, y: $0.y), clearance: clearance) }
    }
  }
}

extension PathList {
  /// With the first place of each path at its end again, where they are rings.
  fileprivate func closed(_ areRings: Bool) -> PathList {
    if !areRings { return self }
    var result = PathList()
    for path in 0..<count {
      let places = range(of: path)
      for place in places { result.add(x[place], y[place]) }
      if let first = places.first { result.add(x[first], y[first]) }
      result.endPath()
    }
    return result
  }
}
