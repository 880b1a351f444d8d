import Geodesy

/// Finds places on a page for labels: those of all layers together, so that none touches another.
///
/// Labels are tried one after another, those of higher priority first, of equal ones from the top of the page to the bottom;
/// each takes the first of its places that is free. So the result is the same in every run, in whichever order equal requests
/// come. What has been placed stays: a later call keeps clear of it.
package struct LabelPlacer: Sendable {
  /// In device pixels.
  let size: PixelSize
  /// Device pixels in a logical pixel.
  let pixelRatio: Double
  package internal(set) var room: LabelRoom
  /// Symbols of places that have labels: a label covers them only where it has no other place.
  var symbols: LabelRoom

  /// Between labels, in logical pixels; and between a label and the edge of the page.
  private static let (apart, edge) = (1.0, 2.0)
  private var gap: Double { Self.apart * pixelRatio / 2 }
  private var edge: Double { Self.edge * pixelRatio }

  /// - Parameters:
  ///   - pixelRatio: Device pixels in a logical pixel.
  ///   - obstacles: That no label may cover: attributions, furniture.
  package init(_ size: PixelSize, pixelRatio: Double, obstacles: [PixelRectangle] = []) {
    self.size = size
    self.pixelRatio = pixelRatio
    room = LabelRoom(size, side: 24 * pixelRatio)
    symbols = LabelRoom(size, side: 24 * pixelRatio)
    for obstacle in obstacles { room.take(LabelBox(obstacle)) }
  }

  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  package mutating func place(_ requests: [LabelRequest]) throws(DrawingError) -> PlacedLabels {
    for case .point(let point, let clearance) in requests.lazy.map(\.subject) where clearance > 0 {
      // The square inside of the symbol's circle: a corner beside it covers nothing.
      let half = clearance * 0.7
      symbols.take(LabelBox(center: point, half: PixelPoint(x: half, y: half)))
    }
    var placed = PlacedLabels()
    let order = LabelOrder.sorted(requests)
    placed.unplaced = Array(Set(requests.indices).subtracting(order))
    for number in order {
      let request = requests[number]
      guard let text = try set(request, &placed.missing) else { continue }
      let places = places(for: request, text)
      if places.isEmpty { placed.unplaced.append(number) }
      for place in places {
        var drawing = Drawing()
        text.draw(into: &drawing, at: place)
        placed.drawing.append(drawing)
        placed.labels.append(PlacedLabels.Label(request: number, boxes: [text.box(at: place)]))
      }
    }
    placed.unplaced.sort()
    return placed
  }

  /// `nil` for a text without anything to see.
  private func set(_ request: LabelRequest, _ missing: inout MissingFonts) throws(DrawingError) -> LabelText? {
    guard request.style.size > 0, request.style.size < 10_000 else { return nil }
    let setting = TextSetting(request.text, request.style, wrap: request.wrap)
    let (text, isFound) = try Fonts.use { ($0.shaped(setting), $0.choice(of: setting.font).isFound) }
    if !isFound, let font = setting.font { missing.fonts.insert(font) }
    missing.letters.formUnion(text.missing)
    return text.isEmpty ? nil : LabelText(text: text, style: request.style, gap: gap)
  }

  private mutating func places(for request: LabelRequest, _ text: LabelText) -> [TextPlace] {
    switch request.subject {
    case .point(let point, let clearance):
      guard isOnPage(point) else { return [] }
      return placed(PointCandidates(text, at: point, clearance: clearance, request).places, text)
    case .fixed(let places): return placed(places, text, request)
    case .line, .polygon: return []
    }
  }

  private func isOnPage(_ point: PixelPoint) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= Double(size.width) && point.y <= Double(size.height)
  }

  /// The first free place that covers the fewest symbols.
  private mutating func placed(_ places: [TextPlace], _ text: LabelText) -> [TextPlace] {
    var best: (place: TextPlace, box: LabelBox, covered: Int)?
    for place in places {
      let box = text.box(at: place)
      guard room.holds(box, edge: edge), room.isFree(box.grown(by: gap)) else { continue }
      let covered = symbols.count(touching: box)
      if covered < best?.covered ?? .max { best = (place, box, covered) }
      if covered == 0 { break }
    }
    guard let best else { return [] }
    room.take(best.box.grown(by: gap))
    return [best.place]
  }

  private mutating func placed(
    _ places: [LabelRequest.FixedPlace], _ text: LabelText, _ request: LabelRequest
  ) -> [TextPlace] {
    for fixed in places {
      var place = TextPlace(
        pivot: PixelPoint(x: fixed.point.x + request.offset.x, y: fixed.point.y + request.offset.y),
        shift: text.shift(fixed.anchor), rotation: fixed.rotation + request.rotation)
      var box = text.box(at: place)
      if request.isObligatory, places.count == 1 {
        guard let moved = room.moved(box) else { return [] }
        place = place.moved(by: moved)
        box = text.box(at: place)
      } else if !room.holds(box) || !room.isFree(box.grown(by: gap)) {
        continue
      }
      room.take(box.grown(by: gap))
      return [place]
    }
    return []
  }
}

extension LabelRoom {
  /// By how much a box must be moved to lie on the page; `nil` where it is larger.
  fileprivate func moved(_ box: LabelBox) -> PixelPoint? {
    let bounds = box.bounds
    guard
      let moved = bounds.moved(into: PixelRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    else { return nil }
    // By whole pixels: what stands on a row of pixels still does.
    func whole(_ way: Double) -> Double { way < 0 ? way.rounded(.down) : way.rounded(.up) }
    return PixelPoint(x: whole(moved.x - bounds.x), y: whole(moved.y - bounds.y))
  }
}
