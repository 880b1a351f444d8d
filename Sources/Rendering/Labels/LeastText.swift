import Geodesy

/// As small as a text could come out: on a page that is full, what would find no place even so is not set at all.
enum LeastText {
  /// The narrowest that letters are on average, in ems; those of condensed fonts have twice as much.
  private static let letter = 0.15
  /// Letters stand closer than they are wide where a font kerns them; none does it by so much over a whole text.
  private static let kerning = 0.85

  /// - Parameter wrap: Where lines are broken, in device pixels.
  /// - Returns: `nil` where nothing is known of it: of scripts whose letters join, of signs.
  /// - Throws: ``DrawingError`` where pango or its font is not installed.
  static func shaped(
    _ words: String, _ style: TextStyle, wrap: Double? = nil
  ) throws(DrawingError) -> ShapedText? {
    guard let width = try width(of: words, style, wrap: wrap.map { $0 / style.size }) else { return nil }
    var text = ShapedText()
    text.lines = [ShapedText.Line(clusters: 0..<0, width: width, baseline: 0)]
    text.right = width
    return text
  }

  /// In ems, as where lines are broken.
  static func width(
    of words: String, _ style: TextStyle, wrap: Double? = nil
  ) throws(DrawingError) -> Double? {
    let widths = try Fonts.use { $0.letterWidths(of: style) }
    var (longest, sum) = (0.0, 0.0)
    for scalar in words.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: sum += widths[Int(scalar.value)] * kerning
      case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x391...0x3C9, 0x400...0x481, 0x3041...0x3096, 0x30A1...0x30FA,
        0x4E00...0x9FFF, 0xAC00...0xD7A3:
        sum += letter
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: (longest, sum) = (max(longest, sum), 0)
      default: continue
      }
    }
    longest = max(longest, sum)
    if longest == 0 { return nil }
    // Lines that are broken are made as equal as can be: two of them are always longer than one may be.
    return wrap.map { min(longest, $0 / 3) } ?? longest
  }
}

extension LabelPlacer {
  /// Whether there could be room for a label beside a place, however small it comes out.
  func mayFit(
    _ request: LabelRequest, at point: PixelPoint, clearance: Double
  ) throws(DrawingError) -> Bool {
    guard looksAhead, request.text.count == 1, let run = request.text.first, run.scale == 1, request.style.isWritten
    else {
      return true
    }
    guard let least = try LeastText.shaped(run.text, request.style, wrap: request.wrap) else {
      return true
    }
    let text = LabelText(text: least, style: request.style)
    return PointCandidates(text, at: point, clearance: clearance, request).places.contains { place in
      let box = text.box(at: place).shrunk(by: Self.moved)
      return room.holds(box, edge: edge) && room.isFree(box.grown(by: gap))
    }
  }

  /// Whether there could be room for a callout.
  func mayFit(_ request: CalloutRequest, _ crowded: inout CrowdedPlaces) throws(DrawingError) -> Bool {
    guard looksAhead, request.style.isWritten, let least = try CalloutBox.least(request) else { return true }
    if crowded.hasNoRoom(for: least, request) { return false }
    for way in CalloutPlacing.ways {
      let corner = way.corner(of: least, request)
      // Boxes stand on whole pixels, which moves them by up to half a one.
      let box = LabelBox(PixelRectangle(x: corner.x, y: corner.y, width: least.width, height: least.height))
        .grown(by: 2 * pixelRatio - 1)
      if room.holds(box, edge: edge), room.isFree(box.grown(by: gap)) { return true }
    }
    crowded.add(least, request)
    return false
  }

  /// Upright letters are moved onto a row of pixels, by half a pixel: these by as much upwards as those downwards. And the last
  /// bits of what is exactly as large must not matter.
  private static let moved = 1.01
}

extension LabelBox {
  /// A box of no size is a place.
  fileprivate func shrunk(by margin: Double) -> LabelBox {
    LabelBox(
      center: center, half: PixelPoint(x: max(0, half.x - margin), y: max(0, half.y - margin)), cos: cos, sin: sin)
  }
}
