/// Brings paths of a source onto the page of a map: from its spatial reference into device pixels, cut at the edge of the world
/// and at that of the page.
///
/// What is straight in the source becomes a curve where the map has it so, to 1/8 pixel. What jumps across the antimeridian goes
/// on beyond it, and is drawn on both sides of a map that ends there. Details narrower than 1/4 pixel are left out, and pixels lie
/// on a grid of 1/256, so that the last bits of a processor's mathematics never show.
///
/// Not to be shared between threads, as ``Projector``.
package struct PageShaper {
  /// PROJ's name of the operation; accuracy in metres, `nil` where nobody knows.
  package var operationName: String { windows.operation.operationName }
  package var accuracy: Double? { windows.operation.accuracy }
  package var isBallpark: Bool { windows.operation.isBallpark }

  private let windows: ShapingWindows
  private let pixels: PixelAxes
  private let page: BoxCut
  private let geodesic: Geodesic?
  /// In metres: an eighth of a pixel.
  private let tolerance: Double
  private let unwrapping: PathUnwrapping?

  /// - Parameters:
  ///   - frames: Set where the map goes on beyond the edge of the world.
  ///   - margin: How far beyond the page something may reach that has its place outside, in device pixels.
  ///   - isGeodesic: Stretches of lines and rings follow the shortest way on the ellipsoid.
  /// - Throws: ``GeodesyError``.
  package init(
    from source: SpatialReference, to view: MapView, frames: WorldFrames? = nil, margin: Double,
    isGeodesic: Bool = false
  ) throws(GeodesyError) {
    windows = try ShapingWindows(
      from: source, to: view, frames: frames, shown: view.extent.grown(by: margin * view.resolution))
    pixels = PixelAxes(view)
    page = BoxCut(
      box: Extent(
        xmin: -margin, ymin: -margin, xmax: Double(view.size.width) + margin, ymax: Double(view.size.height) + margin))
    geodesic = isGeodesic && windows.pole != nil ? try Geodesic(on: source.facts.ellipsoid) : nil
    tolerance = max(1e-3, view.resolution * view.reference.facts.metresPerUnit / 8)
    unwrapping = windows.period.map { PathUnwrapping(period: $0) }
  }

  /// What of a source a map may show, in the source's reference; `nil`: anything.
  package var box: Extent? {
    guard windows.toPlane == nil, var box = windows.boxes.first else { return nil }
    for other in windows.boxes.dropFirst() { box = box.union(other) }
    guard let period = windows.period else { return box }
    return box.xmin >= -period / 2 && box.xmax <= period / 2 ? box : nil
  }

  /// Units of x of the source once round the world, where it repeats: beside ``box`` lie copies of it.
  package var period: Double? { windows.period }

  /// Brings features onto the page.
  ///
  /// - Parameter shapes: The kind of each feature, and which paths are its own.
  /// - Returns: What is to be drawn of each, in the same order; nothing of those that lie outside.
  package func shaped(_ paths: PathList, _ shapes: [(kind: ShapeKind, paths: Range<Int>)]) -> ShapedPaths {
    var ground = paths.x.indices.map { Position(x: paths.x[$0], y: paths.y[$0]) }
    windows.toPlane?.project(inPlace: &ground)
    var places = ground
    project(&places)
    var result = ShapedPaths()
    for shape in shapes {
      let first = result.paths.count
      var outlines: PathList?
      for path in shape.paths {
        let range = paths.range(of: path)
        if geodesic == nil, isPlain(ground[range], shape.kind) {
          plain(ground[range], places[range], shape.kind, &result)
        } else {
          cut(Array(ground[range]), shape.kind, &result, &outlines)
        }
      }
      result.finish(from: first, outlines)
    }
    return result
  }

  /// Whether a path lies in one window as it stands, and jumps nowhere.
  private func isPlain(_ path: ArraySlice<Position>, _ kind: ShapeKind) -> Bool {
    guard let window = windows.boxes.first(where: { BoxCut(box: $0).place(of: path) == .inside }) else { return false }
    guard let period = windows.period, window.width >= period / 2 else { return true }
    // In a window that shows more than the whole world, it shows more than once.
    if window.width > period, let box = Extent(around: Array(path)), copies(of: box, in: window) != [0] { return false }
    guard kind != .point, let first = path.first, let last = path.last else { return true }
    if kind == .polygon, abs(first.x - last.x) > period / 2 { return false }
    return zip(path, path.dropFirst()).allSatisfy {
      abs($0.x - $1.x) <= period / 2 || $0.y == $1.y && abs($0.x - $1.x) == period
    }
  }

  private func plain(
    _ ground: ArraySlice<Position>, _ places: ArraySlice<Position>, _ kind: ShapeKind, _ result: inout ShapedPaths
  ) {
    switch kind {
    case .point: result.add(points: places.filter { page.box.contains($0) })
    case .line: add(line: Array(ground), places, to: &result)
    case .polygon:
      let isClosed = ground.count > 1 && ground.first == ground.last
      add(
        ring: Array(isClosed ? ground.dropLast() : ground), isClosed ? places.dropLast() : places, isWhole: true,
        to: &result)
    }
  }

  // MARK: - Cutting

  private func cut(
    _ path: [Position], _ kind: ShapeKind, _ result: inout ShapedPaths, _ outlines: inout PathList?
  ) {
    guard path.allSatisfy(\.isFinite) else { return cutWhereItIsFinite(path, kind, &result, &outlines) }
    switch kind {
    case .point where windows.limb != nil:
      var places = path.filter { windows.limb?.shows($0) == true }
      project(&places)
      result.add(points: places.filter { page.box.contains($0) })
    case .point:
      for window in windows.boxes {
        var places = path.flatMap { place in
          copies(of: Extent(xmin: place.x, ymin: place.y, xmax: place.x, ymax: place.y), in: window).map {
            Position(x: place.x + $0, y: place.y)
          }
        }
        project(&places)
        result.add(points: places.filter { page.box.contains($0) })
      }
    case .line:
      var line = path
      unwrapping?.unwrap(&line)
      // On a plane that is not the map's, nobody knows how long a line is on the page before it gets there.
      let scale = windows.toMap == nil ? pixels.scale : 0
      for line in divided(along(line)) {
        eachPart(of: line) { add(line: $0.positions, start: $0.start * scale, to: &result) }
      }
    case .polygon: cut(ring: path, &result, &outlines)
    }
  }

  private func cut(ring path: [Position], _ result: inout ShapedPaths, _ outlines: inout PathList?) {
    var ring = path
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count > 2 else { return }
    let closing = unwrapping?.unwrap(ring: &ring) ?? .closed
    var edge = closing == .closed ? ring + [ring[0]] : ring
    edge = along(edge)
    var area = closing == .closed ? Array(edge.dropLast()) : edge
    if closing == .roundPole, let unwrapping {
      // On a map without poles at its edges, as far as it goes.
      let pole = windows.pole ?? 2 * (windows.boxes.map { max(abs($0.ymin), abs($0.ymax)) }.max() ?? 0)
      area = unwrapping.closed(aroundPole: edge, pole: pole)
    }
    let edges = divided(edge)
    if let limb = windows.limb {
      add(ring: area, edges, isClosed: closing == .closed, within: limb, to: &result, &outlines)
      return
    }
    guard let box = Extent(around: area) else { return }
    for window in windows.boxes {
      let cut = BoxCut(box: window)
      for shift in copies(of: box, in: window) {
        let moved = shift == 0 ? area : area.map { Position(x: $0.x + shift, y: $0.y) }
        let part = cut.part(ofRing: moved)
        if part.isEmpty { continue }
        let isWhole = closing == .closed && edges.count == 1 && cut.place(of: moved) == .inside
        add(ringOnGround: part, isWhole: isWhole, to: &result)
        if isWhole { continue }
        outlines = outlines ?? PathList()
        for edge in edges {
          let line = shift == 0 ? edge : edge.map { Position(x: $0.x + shift, y: $0.y) }
          for part in cut.parts(ofLine: line) { result.add(outline: pagePaths(ofLine: part.positions), to: &outlines) }
        }
      }
    }
  }

  /// Parts of a path between places that are nowhere.
  private func cutWhereItIsFinite(
    _ path: [Position], _ kind: ShapeKind, _ result: inout ShapedPaths, _ outlines: inout PathList?
  ) {
    let parts = kind == .line ? path.split { !$0.isFinite }.map(Array.init) : [path.filter(\.isFinite)]
    for part in parts where !part.isEmpty { cut(part, kind, &result, &outlines) }
  }

  /// A ring on a map with a limb: what of it is shown, closed along the limb, which is no edge of it.
  private func add(
    ring: [Position], _ edges: [[Position]], isClosed: Bool, within limb: Limb, to result: inout ShapedPaths,
    _ outlines: inout PathList?
  ) {
    let (pieces, wholes) = limb.pieces(ofRing: ring)
    var places: [Position] = []
    var isWhole = isClosed && edges.count == 1 && wholes.isEmpty
    for piece in pieces {
      switch piece {
      case .shown(let ground):
        var own = ground
        project(&own)
        places += refined(ground, own[...], isRing: false)
      case .limb(var own):
        isWhole = false
        project(&own)
        places += own
      }
    }
    if places.count > 1, places.first == places.last { places.removeLast() }
    add(ring: places, isWhole: isWhole, to: &result)
    for var whole in wholes {
      project(&whole)
      add(ring: whole, isWhole: false, to: &result)
    }
    if isWhole || pieces.isEmpty && wholes.isEmpty { return }
    outlines = outlines ?? PathList()
    for edge in edges {
      for part in limb.parts(ofLine: edge) { result.add(outline: pagePaths(ofLine: part), to: &outlines) }
    }
  }

  private func add(ring places: [Position], isWhole: Bool, to result: inout ShapedPaths) {
    let ring = page.part(ofRing: places.filter(\.isFinite))
    if ring.count > 2 { result.add(ring: ring, isWhole: isWhole) }
  }

  /// The parts of a path along shortest ways, which only step from meridian to meridian at a pole: that step is no line.
  private func divided(_ path: [Position]) -> [[Position]] {
    guard geodesic != nil else { return [path] }
    var parts: [[Position]] = [[]]
    for place in path {
      if let last = parts[parts.count - 1].last, abs(last.y) == 90, last.y == place.y { parts.append([]) }
      parts[parts.count - 1].append(place)
    }
    return parts.filter { $0.count > 1 }
  }

  private func eachPart(of line: [Position], _ take: (BoxCut.Part) -> Void) {
    if let limb = windows.limb {
      for part in limb.parts(ofLine: line) { take(BoxCut.Part(positions: part, start: 0)) }
      return
    }
    guard let box = Extent(around: line) else { return }
    for window in windows.boxes {
      for shift in copies(of: box, in: window) {
        let moved = shift == 0 ? line : line.map { Position(x: $0.x + shift, y: $0.y) }
        for part in BoxCut(box: window).parts(ofLine: moved) { take(part) }
      }
    }
  }

  /// By how much something is moved so that it shows in a window: by whole worlds.
  private func copies(of box: Extent, in window: Extent) -> [Double] {
    guard let period = windows.period else { return [0] }
    let first = ((window.xmin - box.xmax) / period).rounded(.up)
    let last = ((window.xmax - box.xmin) / period).rounded(.down)
    // What is wider than so many worlds is nothing on earth.
    guard first <= last, last - first <= Self.mostCopies else { return first <= last ? [0] : [] }
    return stride(from: first, through: last, by: 1).map { $0 * period }
  }

  private static let mostCopies = 64.0

  /// A line along shortest ways, where that is asked for.
  private func along(_ line: [Position]) -> [Position] {
    guard let geodesic, let first = line.first else { return line }
    var result = [first]
    for (start, end) in zip(line, line.dropFirst()) {
      result += geodesic.places(from: start, to: end, tolerance: tolerance)
      result.append(end)
    }
    return result
  }

  // MARK: - Onto the page

  private func project(_ places: inout [Position]) {
    windows.toMap?.project(inPlace: &places)
    for index in places.indices { places[index] = pixels.pixel(of: places[index]) }
  }

  /// - Parameter start: How long the line is before it, in device pixels.
  private func add(line ground: [Position], start: Double, to result: inout ShapedPaths) {
    var places = ground
    project(&places)
    add(line: ground, places[...], start: start, to: &result)
  }

  private func add(
    line ground: [Position], _ places: ArraySlice<Position>, start: Double = 0, to result: inout ShapedPaths
  ) {
    for line in pagePaths(ofLine: ground, places, start: start) { result.add(line: line) }
  }

  private func pagePaths(ofLine ground: [Position]) -> [BoxCut.Part] {
    var places = ground
    project(&places)
    return pagePaths(ofLine: ground, places[...])
  }

  private func pagePaths(
    ofLine ground: [Position], _ places: ArraySlice<Position>, start: Double = 0
  ) -> [BoxCut.Part] {
    let refined = refined(ground, places, isRing: false)
    return refined.split { !$0.isFinite }.flatMap { page.parts(ofLine: Array($0), start: start) }
  }

  private func add(ringOnGround ground: [Position], isWhole: Bool, to result: inout ShapedPaths) {
    var places = ground
    project(&places)
    add(ring: ground, places[...], isWhole: isWhole, to: &result)
  }

  private func add(
    ring ground: [Position], _ places: ArraySlice<Position>, isWhole: Bool, to result: inout ShapedPaths
  ) {
    add(ring: refined(ground, places, isRing: true), isWhole: isWhole, to: &result)
  }

  private func refined(_ ground: [Position], _ places: ArraySlice<Position>, isRing: Bool) -> [Position] {
    guard let toMap = windows.toMap else { return Array(places) }
    return CurveRefinement(toMap: toMap, pixels: pixels).refined(ground, Array(places), isRing: isRing)
  }
}

/// From the map's reference to device pixels.
struct PixelAxes {
  private let center: Position
  private let middle: Position
  private let xx: Double
  private let xy: Double
  /// Device pixels for a unit of the reference.
  let scale: Double

  init(_ view: MapView) {
    scale = 1 / view.resolution
    center = view.center
    middle = Position(x: Double(view.size.width) / 2, y: Double(view.size.height) / 2)
    // A unit of x to the right and down; a unit of y is that, turned.
    let right = view.axes.onPage(Position(x: 1, y: 0))
    (xx, xy) = (right.x / view.resolution, right.y / view.resolution)
  }

  func pixel(of ground: Position) -> Position {
    let (x, y) = (ground.x - center.x, ground.y - center.y)
    return Position(x: middle.x + x * xx - y * xy, y: middle.y - (x * xy + y * xx))
  }
}
