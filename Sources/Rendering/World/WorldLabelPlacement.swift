import Geodesy

/// The names of one picture, as they are placed.
struct WorldLabelPlacement {
  private let style: WorldStyle
  private let widths: LetterWidths
  /// Within which every name lies, in logical pixels.
  private let area: WorldLabelRoom
  private let bounds: PixelRectangle
  /// The level without its outermost pixels, where the picture is a part of one.
  private let level: PixelRectangle?
  private var taken = TakenPlaces()
  /// Capitals that are still to be placed: names of countries leave them room where they can.
  private var wishes: [Wish] = []
  private(set) var labels: [WorldLabel] = []

  /// - Parameters:
  ///   - bounds: Within which every name lies, as within the area's outlines.
  ///   - level: That the picture is a part of, in logical pixels; `nil` where it is none.
  ///   - taken: By others.
  init(
    _ style: WorldStyle, _ widths: LetterWidths, within bounds: PixelRectangle, _ area: WorldLabelRoom,
    of level: WorldGrid? = nil, taken: [PixelRectangle] = []
  ) {
    self.style = style
    self.widths = widths
    self.area = area
    self.bounds = bounds
    self.level = level.map { grid in
      let inner = PixelRectangle(inside: grid, edge: 1)
      // The world's edge is none where the picture goes on there.
      let goesOn = bounds.x < 0 || bounds.x + bounds.width > grid.width
      return goesOn ? PixelRectangle(x: -.infinity, y: inner.y, width: .infinity, height: inner.height) : inner
    }
    for box in taken { self.taken.take(box) }
  }

  /// The places that a capital may take, any of them.
  private struct Wish {
    let dot: PixelRectangle
    let boxes: [PixelRectangle]
    let all: PixelRectangle
  }

  /// Asks names of countries to leave room for a capital.
  private mutating func wish(for place: WorldLabelPlacer.Candidate) {
    let (dot, boxes) = (dotBox(of: place), boxes(beside: place).map(\.box).filter(isInside))
    guard isInside(dot), !boxes.isEmpty else { return }
    wishes.append(Wish(dot: dot, boxes: boxes, all: boxes.reduce(dot) { $0.union($1) }))
  }

  /// How many capitals a name would take the last room from.
  private func harm(of box: PixelRectangle) -> Int {
    wishes.count { wish in
      guard box.touches(wish.all), taken.isFree(wish.dot) else { return false }
      return box.touches(wish.dot) || !wish.boxes.contains { !box.touches($0) && taken.isFree($0) }
    }
  }

  /// - Parameter names: The most important first.
  mutating func place(_ names: [WorldLabelPlacer.Candidate]) {
    for place in names where place.name.kind == .capital { wish(for: place) }
    // What fits into its own country or sea goes before what would reach beyond it.
    var left: [WorldLabelPlacer.Candidate] = []
    for name in names where !place(name, mayReachBeyond: false) { left.append(name) }
    for name in left { _ = place(name, mayReachBeyond: true) }
  }

  /// - Returns: False when it must be tried again.
  private mutating func place(_ name: WorldLabelPlacer.Candidate, mayReachBeyond: Bool) -> Bool {
    name.name.kind.isPlace ? placeBesideDot(name) : placeOn(name, mayReachBeyond: mayReachBeyond)
  }

  private mutating func placeOn(_ candidate: WorldLabelPlacer.Candidate, mayReachBeyond: Bool) -> Bool {
    let (name, lettering) = (candidate.name, candidate.lettering)
    let room = candidate.room
    let isLimited = name.kind != .continent
    // A country reaches beyond itself where it is shown for the second time, or is too small for any name.
    let canReach = name.kind == .country && (style.zoom > name.zooms.lowerBound || name.zooms.lowerBound >= 6)
    if mayReachBeyond, !canReach { return true }
    let lines = lettering.broken(name.text, room: isLimited ? room : 0, widths)
    let width = lettering.widest(lines, widths)
    if isLimited, !mayReachBeyond, width > room * 1.1 { return false }
    let size = boxSize(width: width, lines: lines.count, lettering)
    let play = mayReachBeyond ? size.width * 0.3 : min(size.width * 0.4, max(4, (room - width) / 2))
    // Where the picture shows only a part of a country or a sea, its name may go as far as it is wide.
    let slide = mayReachBeyond ? play : max(play, (room - width) / 2)
    let boxes = Self.shifts.compactMap { dx, dy in
      inside(
        PixelRectangle(
          x: candidate.center.x + dx * play - size.width / 2,
          y: candidate.center.y + dy * size.height * 0.55 - size.height / 2, width: size.width, height: size.height),
        slide: slide)
    }.filter { taken.isFree($0) && area.isClear($0) }
    // The first of those that do the least harm.
    guard let box = name.kind == .country ? boxes.min(by: { harm(of: $0) < harm(of: $1) }) : boxes.first else {
      return false
    }
    taken.take(box)
    labels.append(WorldLabel(lines: lines, lettering: lettering, box: box, dot: nil, alignment: .middle))
    return true
  }

  /// Of a name on what it names: parts of its play to the side, and of its height; the nearest first.
  private static let shifts: [(Double, Double)] = [
    (0, 0), (0, -1), (0, 1), (-0.5, 0), (0.5, 0), (-1, 0), (1, 0), (-0.5, -1), (0.5, -1), (-0.5, 1), (0.5, 1), (0, -2),
    (0, 2), (-1, -1), (1, -1), (-1, 1), (1, 1),
  ]

  private mutating func placeBesideDot(_ place: WorldLabelPlacer.Candidate) -> Bool {
    let dot = dotBox(of: place)
    guard taken.isFree(dot), isInside(dot) else { return true }
    for (box, alignment) in boxes(beside: place) where isInside(box) && taken.isFree(box) {
      taken.take(box)
      taken.take(dot)
      labels.append(
        WorldLabel(
          lines: [place.lettering.written(place.name.text)], lettering: place.lettering, box: box,
          dot: (place.center, style.dot(of: place.name)), alignment: alignment))
      return true
    }
    return true
  }

  /// Where the name of a place may stand, the best first.
  private func boxes(beside place: WorldLabelPlacer.Candidate) -> [(
    box: PixelRectangle, alignment: WorldLabel.Alignment
  )] {
    let (lettering, center, diameter) = (place.lettering, place.center, style.dot(of: place.name))
    let width = lettering.widest([lettering.written(place.name.text)], widths)
    let size = boxSize(width: width, lines: 1, lettering)
    return Self.sides.map { side, height in
      // The letters begin two pixels beside the dot; above and below, the box's own margin is enough.
      let apart = side == 0 ? 0 : diameter / 2 + size.width / 2 - WorldLabel.margin + 1.75
      let rise = height == 0 ? 0 : side == 0 ? diameter / 2 + size.height / 2 - 0.5 : size.height * 0.4
      let box = PixelRectangle(
        x: center.x + side * apart - size.width / 2, y: center.y + height * rise - size.height / 2, width: size.width,
        height: size.height)
      return (box, side > 0 ? .left : side < 0 ? .right : .middle)
    }
  }

  /// To the right of the dot, to the left, above, below, and the corners.
  private static let sides: [(Double, Double)] = [
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1),
  ]

  private func dotBox(of place: WorldLabelPlacer.Candidate) -> PixelRectangle {
    let (center, diameter) = (place.center, style.dot(of: place.name))
    return PixelRectangle(
      x: center.x - diameter / 2 - 1, y: center.y - diameter / 2 - 1, width: diameter + 2, height: diameter + 2)
  }

  private func boxSize(width: Double, lines: Int, _ lettering: WorldStyle.Lettering) -> (width: Double, height: Double)
  {
    let height = Double(lines) * lettering.size * LetterWidths.lineHeight
    let lean = lettering.isSlanted ? height * WorldStyle.slant : 0
    return (width + lean + 2 * WorldLabel.margin, height + 2)
  }

  private func isInside(_ box: PixelRectangle) -> Bool { bounds.contains(box) && area.isClear(box) }

  /// The box, moved into the world where it reaches over its edge, and then into the picture, but to the side no further
  /// than `slide`: a name may not leave what it names. `nil` where it does not come to lie inside.
  private func inside(_ box: PixelRectangle, slide: Double) -> PixelRectangle? {
    var world = level ?? box
    if world.width == .infinity { (world.x, world.width) = (box.x, box.width) }
    guard let inWorld = box.moved(into: world),
      let inPicture = inWorld.moved(into: bounds), abs(inPicture.x - inWorld.x) <= slide,
      abs(inPicture.y - inWorld.y) <= box.height
    else { return nil }
    return inPicture
  }
}
