import Geodesy

extension LabelPlacer {
  /// Level, inside of what the page shows of the polygon; on more lines where one does not fit.
  mutating func place(
    _ text: LabelText, _ request: LabelRequest, _ number: Int, inside rings: PathList, _ placed: inout PlacedLabels
  ) throws(DrawingError) {
    var page = PixelRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    if let clip = request.clip {
      guard let both = page.intersection(clip.bounds) else { return }
      page = both
    }
    guard let inside = PolygonRoom(rings, on: page, least: max(0.5, text.size / 6)) else { return }
    var narrower = text
    for lines in 2...Self.mostLines {
      let (width, height) = (narrower.fitting.x, narrower.fitting.y)
      if let middle = inside.middle(width: width, height: height) {
        var place = takeFirst(of: [narrower.place(around: middle, request.offset)], narrower)
        if place == nil {
          let others = inside.middles(width: width, height: height)
          place = takeFirst(of: others.map { narrower.place(around: $0, request.offset) }, narrower)
        }
        if let place { return placed.add(narrower, number, at: place) }
      }
      guard request.text.contains(where: \.mayBreak) else { break }
      // Wider than its share: words are not all of one length; lines are made as equal as they can be.
      guard
        let other = try set(
          request, wrap: text.width / Double(lines) * 1.4, &placed.missing[request.owner, default: MissingFonts()]),
        other.width < narrower.width - 0.5
      else { break }
      narrower = other
    }
    guard request.mayReachBeyond, let point = inside.inner else { return }
    let place = text.place(around: point, request.offset)
    if let place = takeFirst(of: [place], text) { placed.add(text, number, at: place) }
  }

  private static let mostLines = 5
}

extension TextRun {
  /// Whether lines may end in it: in one word of letters they may not.
  fileprivate var mayBreak: Bool {
    text.utf8.contains { byte in !(byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26) }
  }
}

extension LabelText {
  /// The room that its letters need in a polygon: without the halo, but with some space.
  fileprivate var fitting: PixelPoint {
    PixelPoint(
      x: (text.right - text.left) * size + 0.2 * size + 1, y: (text.bottom - text.top) * size + 0.16 * size + 1)
  }

  fileprivate func place(around point: PixelPoint, _ offset: PixelPoint) -> TextPlace {
    TextPlace(
      pivot: PixelPoint(x: point.x + offset.x, y: point.y + offset.y),
      shift: PixelPoint(x: -(text.left + text.right) / 2 * size, y: -(text.top + text.bottom) / 2 * size))
  }
}
