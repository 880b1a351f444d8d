import DocumentModel
import Geodesy

/// The names of the built-in world, written upright on a page whose map is turned, or in another spatial reference than tiles of
/// it: there they would be warped with the tiles.
package struct WorldNames: Sendable {
  /// Of the level that the tiles are taken from.
  private let style: WorldStyle
  private let names: [WorldData.Name]

  /// - Parameters:
  ///   - tile: The extent of a tile of the level, in `reference`: EPSG:3857 or EPSG:4326.
  ///   - size: Of the tile, in logical pixels.
  package init(onLevelOf tile: Extent, in reference: SpatialReference, size: PixelSize) {
    let style = WorldStyle(zoom: WorldGrid(tile: tile, reference: reference, size: size, pixelRatio: 1).zoom)
    self.style = style
    names = WorldData.shared.names.filter { $0.zooms.contains(style.zoom) }
  }

  /// Where the names belong, in degrees; for each one after another its place, and one as far to its west and to its east as
  /// shows how large a degree is there.
  package var positions: [Position] {
    names.flatMap { name in
      [0, -Self.step, Self.step].map { Position(x: name.place.x + $0, y: name.place.y) }
    }
  }

  /// In degrees of longitude.
  private static let step = 0.5
  /// From the edge of the page, in logical pixels.
  private static let edge = 2.0

  /// - Parameters:
  ///   - places: Where each of ``positions`` lies on the page, in device pixels; `nil` for what it does not show.
  ///   - page: In device pixels.
  ///   - pixelRatio: Device pixels in a logical pixel.
  ///   - outlines: Areas in device pixels, each by its rings, inside of all of which the names must lie.
  ///   - taken: Boxes in device pixels that no name may touch.
  /// - Returns: The names, and the boxes that they take.
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  package func placed(
    at places: [PixelPoint?], on page: PixelSize, pixelRatio: Double, inside outlines: [[[PixelPoint]]] = [],
    taken: [PixelRectangle] = []
  ) throws(DrawingError) -> (drawing: Drawing, boxes: [PixelRectangle]) {
    precondition(places.count == names.count * 3, "places of other names")
    let candidates = candidates(places, on: page, pixelRatio)
    let widths = try LetterWidths(
      of: candidates.map { (text: $0.lettering.written($0.name.text) + " ", isBold: $0.lettering.isBold) })
    let bounds = PixelRectangle(
      x: Self.edge, y: Self.edge, width: Double(page.width) / pixelRatio - 2 * Self.edge,
      height: Double(page.height) / pixelRatio - 2 * Self.edge)
    let area = WorldLabelRoom(
      bounds, outlines: outlines.map { $0.map { $0.map { PixelPoint(x: $0.x / pixelRatio, y: $0.y / pixelRatio) } } })
    var placement = WorldLabelPlacement(
      style, widths, within: bounds, area, taken: taken.map { $0.scaled(by: 1 / pixelRatio) })
    placement.place(candidates)
    var drawing = Drawing()
    for label in placement.labels { label.drawDot(into: &drawing, pixelRatio: pixelRatio) }
    for label in placement.labels { try label.draw(into: &drawing, pixelRatio: pixelRatio) }
    return (drawing, placement.labels.map { $0.box.scaled(by: pixelRatio) })
  }

  private func candidates(
    _ places: [PixelPoint?], on page: PixelSize, _ pixelRatio: Double
  ) -> [WorldLabelPlacer.Candidate] {
    let shown = PixelRectangle(
      x: 0, y: 0, width: Double(page.width) / pixelRatio, height: Double(page.height) / pixelRatio)
    return names.indices.compactMap { number in
      let name = names[number]
      guard let place = places[number * 3] else { return nil }
      var room = 0.0
      if let west = places[number * 3 + 1], let east = places[number * 3 + 2] {
        // The smaller step of the two: the other may lie beyond the edge of the world, on the other side of the page.
        let across = min(abs(east.x - place.x), abs(place.x - west.x))
        let down = min(abs(east.y - place.y), abs(place.y - west.y))
        // Where the map is turned, what reaches from west to east lies aslant.
        room = name.room * (across + down / 2) / Self.step / pixelRatio
      }
      // A degree at a pole is nothing, but the ocean there is none the smaller.
      if name.kind == .ocean, abs(name.place.y) > 60 { room = max(room, Self.leastOcean) }
      let center = PixelPoint(x: place.x / pixelRatio, y: place.y / pixelRatio)
      let reach = name.kind.isPlace ? 0 : max(WorldLabelPlacer.reach, room / 2)
      guard shown.contains(center, within: reach) else { return nil }
      return WorldLabelPlacer.Candidate(name: name, lettering: style.lettering(of: name), center: center, room: room)
    }
  }

  /// That the name of an ocean may fill, in logical pixels.
  private static let leastOcean = 180.0
}

extension PixelRectangle {
  fileprivate func scaled(by factor: Double) -> PixelRectangle {
    PixelRectangle(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}

extension WorldLabel {
  /// The letters and their halo, as ``picture(pixelRatio:)`` shows them.
  fileprivate func draw(into drawing: inout Drawing, pixelRatio: Double) throws(DrawingError) {
    let size = lettering.size * pixelRatio
    let style = TextStyle(
      isBold: lettering.isBold, isItalic: lettering.isSlanted, size: size, color: lettering.color,
      halo: TextStyle.Halo(color: lettering.halo, width: Self.halo * pixelRatio))
    let lineHeight = size * LetterWidths.lineHeight
    let (top, height) = (box.y * pixelRatio, box.height * pixelRatio)
    let first = top + (height - lineHeight * Double(lines.count)) / 2 + Self.ascent * size
    var rings = PathList()
    for (number, line) in lines.enumerated() {
      let setting = TextSetting([TextRun(line)], style)
      let text = LabelText(text: try Fonts.use { $0.shaped(setting) }, style: style)
      let (left, right) = (box.x * pixelRatio, (box.x + box.width) * pixelRatio)
      let start =
        switch alignment {
        case .left: left + Self.margin * pixelRatio
        case .middle: (left + right - text.width) / 2
        case .right: right - Self.margin * pixelRatio - text.width
        }
      let baseline = first + Double(number) * lineHeight
      // They lean about the middle of the box.
      let lean = lettering.isSlanted ? WorldStyle.slant * (baseline - top - height / 2) : 0
      text.add(
        to: &rings,
        at: TextPlace(pivot: PixelPoint(x: start - lean, y: baseline), shift: PixelPoint(x: 0, y: 0), alignment: 0))
    }
    drawing.letters(rings, lettering.color, halo: style.halo)
  }

  /// As ``dotPicture(pixelRatio:)`` shows it.
  fileprivate func drawDot(into drawing: inout Drawing, pixelRatio: Double) {
    guard let dot else { return }
    var center = PathList()
    let (x, y) = ((dot.center.x * pixelRatio * 256).rounded() / 256, (dot.center.y * pixelRatio * 256).rounded() / 256)
    center.append(path: [Position(x: x, y: y), Position(x: x, y: y)])
    // A line without length has round ends: a disc.
    drawing.stroke(center, Stroke(color: WorldStyle.Colors.landHalo, width: (dot.diameter + 2) * pixelRatio))
    drawing.stroke(center, Stroke(color: lettering.color, width: dot.diameter * pixelRatio))
    if lettering.isBold { drawing.stroke(center, Stroke(color: .white, width: (dot.diameter - 2) * pixelRatio)) }
  }
}
