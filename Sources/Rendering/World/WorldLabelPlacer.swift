import Geodesy

/// Decides which names of a level are shown, and where: once for each picture, so that every tile of it shows the same.
///
/// Names are tried in the order of their importance, each at several places; the first that touches nothing and lies wholly
/// in the picture is taken. Nothing here depends on tiles, threads or the device.
struct WorldLabelPlacer: Sendable {
  let grid: WorldGrid
  let style: WorldStyle
  let widths: LetterWidths
  /// That this level shows, and where they belong.
  private let names: [Candidate]

  struct Candidate: Sendable {
    let name: WorldData.Name
    let lettering: WorldStyle.Lettering
    let center: PixelPoint
  }

  /// A name whose place lies so many pixels outside the picture, and outside its room, cannot reach into it.
  private static let reach = 300.0
  /// Pixels kept free between a name and the edge of the picture, beside the name's own margin.
  private static let edge = 2.0

  /// - Parameter grid: In logical pixels.
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  init(_ names: [WorldData.Name], on grid: WorldGrid) throws(DrawingError) {
    let style = WorldStyle(zoom: grid.zoom)
    self.grid = grid
    self.style = style
    self.names = names.filter { $0.zooms.contains(style.zoom) }.map {
      Candidate(name: $0, lettering: style.lettering(of: $0), center: grid.pixel($0.place))
    }
    widths = try LetterWidths(
      of: self.names.map { (text: $0.lettering.written($0.name.text) + " ", isBold: $0.lettering.isBold) })
  }

  func labels(within room: WorldLabelRoom = .everywhere) -> [WorldLabel] {
    guard let visible = room.bounds else {
      return placed(names, within: WorldLabelRoom(PixelRectangle(inside: grid, edge: 1), outlines: room.outlines))
    }
    let bounds = PixelRectangle(
      x: visible.x + Self.edge, y: visible.y + Self.edge, width: visible.width - 2 * Self.edge,
      height: visible.height - 2 * Self.edge)
    guard bounds.width > 0, bounds.height > 0 else { return [] }
    let near = shown(in: visible).filter { candidate in
      let room = candidate.name.room * grid.pixelsPerDegree / 2
      return bounds.contains(candidate.center, within: candidate.name.kind.isPlace ? 0 : max(Self.reach, room))
    }
    return placed(near, within: WorldLabelRoom(bounds, outlines: room.outlines))
  }

  /// The names, where the picture goes on round the world those nearest to it.
  private func shown(in visible: PixelRectangle) -> [Candidate] {
    if visible.x >= 0, visible.x + visible.width <= grid.width { return names }
    return names.map { name in
      var center = name.center
      center.x = grid.around(center.x, near: visible.x + visible.width / 2)
      return Candidate(name: name.name, lettering: name.lettering, center: center)
    }
  }

  private func placed(_ names: [Candidate], within room: WorldLabelRoom) -> [WorldLabel] {
    var placement = WorldLabelPlacement(self, within: room)
    for place in names where place.name.kind == .capital { placement.wish(for: place) }
    // What fits into its own country or sea goes before what would reach beyond it.
    let left = names.filter { !placement.place($0, mayReachBeyond: false) }
    for name in left { _ = placement.place(name, mayReachBeyond: true) }
    return placement.labels
  }
}
