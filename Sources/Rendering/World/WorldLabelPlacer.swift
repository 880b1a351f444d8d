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
    /// That it may fill from left to right, in logical pixels.
    let room: Double
  }

  /// A name whose place lies so many pixels outside the picture, and outside its room, cannot reach into it.
  static let reach = 300.0
  /// Pixels kept free between a name and the edge of the picture, beside the name's own margin.
  private static let edge = 2.0

  /// - Parameter grid: In logical pixels.
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  init(_ names: [WorldData.Name], on grid: WorldGrid) throws(DrawingError) {
    let style = WorldStyle(zoom: grid.zoom)
    self.grid = grid
    self.style = style
    self.names = names.filter { $0.zooms.contains(style.zoom) }.map {
      Candidate(
        name: $0, lettering: style.lettering(of: $0), center: grid.pixel($0.place),
        room: $0.room * grid.pixelsPerDegree)
    }
    widths = try LetterWidths(
      of: self.names.map { (text: $0.lettering.written($0.name.text) + " ", isBold: $0.lettering.isBold) })
  }

  func labels(within room: WorldLabelRoom = .everywhere) -> [WorldLabel] {
    guard let visible = room.bounds else {
      return placed(names, within: PixelRectangle(inside: grid, edge: 1), room)
    }
    let bounds = PixelRectangle(
      x: visible.x + Self.edge, y: visible.y + Self.edge, width: visible.width - 2 * Self.edge,
      height: visible.height - 2 * Self.edge)
    guard bounds.width > 0, bounds.height > 0 else { return [] }
    let near = shown(in: visible).filter { candidate in
      bounds.contains(candidate.center, within: candidate.name.kind.isPlace ? 0 : max(Self.reach, candidate.room / 2))
    }
    return placed(near, within: bounds, room)
  }

  /// The names, where the picture goes on round the world those nearest to it.
  private func shown(in visible: PixelRectangle) -> [Candidate] {
    if visible.x >= 0, visible.x + visible.width <= grid.width { return names }
    return names.map { name in
      var center = name.center
      center.x = grid.around(center.x, near: visible.x + visible.width / 2)
      return Candidate(name: name.name, lettering: name.lettering, center: center, room: name.room)
    }
  }

  private func placed(_ names: [Candidate], within bounds: PixelRectangle, _ room: WorldLabelRoom) -> [WorldLabel] {
    var placement = WorldLabelPlacement(style, widths, within: bounds, room, of: grid)
    placement.place(names)
    return placement.labels
  }
}
