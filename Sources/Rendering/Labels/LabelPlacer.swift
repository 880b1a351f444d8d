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
  /// Where labels along lines stand, by their text.
  var repeated: [String: [PixelPoint]] = [:]
  /// Of the label that is being placed.
  private var clip: LabelClip?
  /// What cannot have a place, however small its letters come out, is not set. The same labels find places without: only slower.
  var looksAhead = true

  /// Between labels, in logical pixels; and between a label and the edge of the page.
  private static let (apart, edge) = (1.0, 2.0)
  /// Half of what stays free between labels, in device pixels.
  var gap: Double { Self.apart * pixelRatio / 2 }
  var edge: Double { Self.edge * pixelRatio }

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
    for case .point(let point, let clearance) in requests.lazy.map(\.subject) {
      takeSymbol(at: point, clearance: clearance)
    }
    var placed = PlacedLabels()
    let order = LabelOrder.sorted(requests)
    placed.unplaced = Array(Set(requests.indices).subtracting(order))
    for number in order {
      let request = requests[number]
      if case .point(let point, let clearance) = request.subject,
        try !mayFit(request, at: point, clearance: clearance)
      {
        placed.unplaced.append(number)
        continue
      }
      guard let text = try set(request, &placed.missing[request.owner, default: MissingFonts()]) else { continue }
      let before = placed.labels.count
      clip = request.clip
      switch request.subject {
      case .point(let point, let clearance):
        guard isOnPage(point) else { break }
        let places = PointCandidates(text, at: point, clearance: clearance, request).places
        if let place = takeFirst(of: places, text) { placed.add(text, number, at: place) }
      case .fixed(let places):
        if let place = takeFixed(of: places, text, request) { placed.add(text, number, at: place) }
      case .line(let paths): place(text, request, number, along: paths, &placed)
      case .polygon(let rings): try place(text, request, number, inside: rings, &placed)
      }
      if placed.labels.count == before { placed.unplaced.append(number) }
    }
    clip = nil
    placed.unplaced.sort()
    return placed
  }

  mutating func takeSymbol(at point: PixelPoint, clearance: Double) {
    guard clearance > 0, clearance.isFinite, isOnPage(point) else { return }
    // The square inside of the symbol's circle: a corner beside it covers nothing.
    let half = clearance * 0.7
    symbols.take(LabelBox(center: point, half: PixelPoint(x: half, y: half)))
  }

  /// `nil` for a text without anything to see.
  ///
  /// - Parameter wrap: In place of the request's, in device pixels.
  func set(
    _ request: LabelRequest, wrap: Double? = nil, _ missing: inout MissingFonts
  ) throws(DrawingError) -> LabelText? {
    guard request.style.isWritten else { return nil }
    var (runs, wrap) = (request.text, wrap ?? request.wrap)
    if case .line = request.subject {
      // Along a line there is only one.
      runs = runs.map {
        TextRun($0.text.split(whereSeparator: \.isNewline).joined(separator: " "), scale: $0.scale, rise: $0.rise)
      }
      wrap = nil
    }
    let setting = TextSetting(runs, request.style, wrap: wrap)
    let (text, isFound) = try Fonts.use { ($0.shaped(setting), $0.choice(of: setting.font).isFound) }
    missing.add(text, isFound ? nil : setting.font)
    return text.isEmpty ? nil : LabelText(text: text, style: request.style)
  }

  func isOnPage(_ point: PixelPoint) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= Double(size.width) && point.y <= Double(size.height)
  }

  /// Whether a box lies on what of the page its label may stand on.
  func holds(_ box: LabelBox) -> Bool { room.holds(box, edge: edge) && clip?.holds(box) ?? true }

  /// Takes the first free place that covers the fewest symbols.
  mutating func takeFirst(of places: [TextPlace], _ text: LabelText) -> TextPlace? {
    var best: (place: TextPlace, box: LabelBox, covered: Int)?
    for place in places {
      let box = text.box(at: place)
      guard holds(box), room.isFree(box.grown(by: gap)) else { continue }
      let covered = symbols.count(touching: box)
      if covered < best?.covered ?? .max { best = (place, box, covered) }
      if covered == 0 { break }
    }
    guard let best else { return nil }
    room.take(best.box.grown(by: gap))
    return best.place
  }

  private mutating func takeFixed(
    of places: [LabelRequest.FixedPlace], _ text: LabelText, _ request: LabelRequest
  ) -> TextPlace? {
    for fixed in places {
      var place = TextPlace(
        pivot: PixelPoint(x: fixed.point.x + request.offset.x, y: fixed.point.y + request.offset.y),
        shift: text.shift(fixed.anchor), rotation: fixed.rotation + request.rotation)
      var box = text.box(at: place)
      if request.isObligatory, places.count == 1 {
        guard let moved = room.moved(box) else { return nil }
        place = place.moved(by: moved)
        box = text.box(at: place)
      } else if !room.holds(box) || !room.isFree(box.grown(by: gap)) {
        continue
      }
      room.take(box.grown(by: gap))
      return place
    }
    return nil
  }
}

extension LabelRoom {
  /// By how much a box must be moved to lie on the page; `nil` where it is larger.
  fileprivate func moved(_ box: LabelBox) -> PixelPoint? {
    let (bounds, page) = (
      box.bounds, PixelRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    )
    guard let moved = bounds.moved(into: page) else { return nil }
    // By whole pixels: what stands on a row of pixels still does.
    func whole(_ way: Double) -> Double { way < 0 ? way.rounded(.down) : way.rounded(.up) }
    return PixelPoint(x: whole(moved.x - bounds.x), y: whole(moved.y - bounds.y))
  }
}
