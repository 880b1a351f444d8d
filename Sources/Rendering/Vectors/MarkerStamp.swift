import DocumentModel
import Geodesy
import Glibc

/// A marker as pixels, at one of 64 places within a pixel.
struct MarkerStamp {
  /// Where its top left corner lies from the pixel that the place lies in.
  let x: Int
  let y: Int
  let picture: Picture

  /// Places are told apart to an eighth of a pixel.
  static let phases = 8

  /// - Parameters:
  ///   - phaseX: Eighths of a pixel from the pixel's left side.
  /// - Throws: ``DrawingError`` where a picture cannot be drawn.
  init(_ style: MarkerStyle, phaseX: Int, phaseY: Int) throws(DrawingError) {
    let place = PixelPoint(
      x: Double(phaseX) / Double(Self.phases) + style.offset.x, y: Double(phaseY) / Double(Self.phases) + style.offset.y
    )
    switch style.form {
    case .shape(let shape):
      var centered = style
      centered.offset = PixelPoint(x: 0, y: 0)
      self.init(Self.drawing(of: shape, centered, at: place))
    case .picture(let source):
      // A picture at its own size that is not turned stays as sharp as it is.
      let isOwnSize = style.rotation == 0 && source.isNatural(width: style.size)
      let whole = isOwnSize ? PixelPoint(x: place.x.rounded(), y: place.y.rounded()) : place
      try self.init(source, style, at: whole)
    }
  }

  /// A shape at a place of the page, moved by its offset.
  static func drawing(of shape: MarkerSymbol.Shape, _ style: MarkerStyle, at feature: PixelPoint) -> Drawing {
    let place = PixelPoint(x: feature.x + style.offset.x, y: feature.y + style.offset.y)
    let ring = MarkerShape.ring(of: shape, diameter: style.size)
    let box = MarkerShape.box(of: shape)
    let anchor = style.anchor.map { $0.point(of: box) } ?? (x: 0, y: shape == .pin ? MarkerShape.tipDistance : 0)
    let angle = style.rotation * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    var rings = PathList()
    for point in ring {
      let (x, y) = ((point.x - anchor.x) * style.size, (point.y - anchor.y) * style.size)
      rings.add(place.x + x * cosine - y * sine, place.y + x * sine + y * cosine)
    }
    rings.endPath()
    var drawing = Drawing()
    drawing.fill(rings, style.color)
    if let outline = style.outline {
      let join: LineSymbol.Join = MarkerShape.isAngular(shape) ? .miter : .round
      drawing.stroke(rings, Stroke(color: outline.color, width: outline.width, join: join, isClosed: true))
    }
    return drawing
  }

  /// Of what is drawn about 0, 0.
  private init(_ drawing: Drawing) {
    var (left, top, right, bottom) = (0.0, 0.0, 1.0, 1.0)
    for (number, item) in drawing.items.enumerated() {
      let box = item.bounds
      left = number == 0 ? box.x : min(left, box.x)
      top = number == 0 ? box.y : min(top, box.y)
      right = number == 0 ? box.x + box.width : max(right, box.x + box.width)
      bottom = number == 0 ? box.y + box.height : max(bottom, box.y + box.height)
    }
    x = Int(left.rounded(.down))
    y = Int(top.rounded(.down))
    let size = PixelSize(
      width: max(1, Int(right.rounded(.up)) - x), height: max(1, Int(bottom.rounded(.up)) - y))
    var picture = Picture(size: size)
    let moved = PreparedDrawing(drawing.moved(x: -Double(x), y: -Double(y)), size: size)
    // Shapes alone have nothing that could fail.
    try? DrawingPainter(moved, width: size.width, band: 0..<size.height).paint(onto: &picture)
    self.picture = picture
  }

  private init(_ source: SymbolPicture, _ style: MarkerStyle, at place: PixelPoint) throws(DrawingError) {
    let (width, height) = (style.size, style.size * source.aspect)
    let anchor = (style.anchor ?? .center).point(of: (0, 0, width, height))
    let angle = style.rotation * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    // From a picture of that size, its corner at 0, 0, to the page.
    let (x0, y0) = (
      place.x - anchor.x * cosine + anchor.y * sine, place.y - anchor.x * sine - anchor.y * cosine
    )
    let corners = [(0, 0), (width, 0), (width, height), (0, height)].map {
      (x: x0 + $0.0 * cosine - $0.1 * sine, y: y0 + $0.0 * sine + $0.1 * cosine)
    }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    x = Int((xs.min() ?? 0).rounded(.down)) - 1
    y = Int((ys.min() ?? 0).rounded(.down)) - 1
    let size = PixelSize(
      width: Int((xs.max() ?? 0).rounded(.up)) + 1 - x, height: Int((ys.max() ?? 0).rounded(.up)) + 1 - y)
    picture = try source.drawn(
      PictureTransform(xx: cosine, yx: sine, xy: -sine, yy: cosine, x0: x0 - Double(x), y0: y0 - Double(y)),
      width: width, height: height, on: size)
  }
}

extension MarkerStyle {
  /// A picture that takes long to draw is drawn once, not at each of 64 places within a pixel.
  fileprivate var standsOnPixels: Bool {
    if case .picture(let picture) = form { picture.isCostly || size > 512 } else { false }
  }
}

extension MarkerSymbol.Anchor {
  /// The place in a box.
  func point(of box: (left: Double, top: Double, right: Double, bottom: Double)) -> (x: Double, y: Double) {
    let x: Double
    switch self {
    case .left, .topLeft, .bottomLeft: x = box.left
    case .right, .topRight, .bottomRight: x = box.right
    case .center, .top, .bottom: x = (box.left + box.right) / 2
    }
    let y: Double
    switch self {
    case .top, .topLeft, .topRight: y = box.top
    case .bottom, .bottomLeft, .bottomRight: y = box.bottom
    case .center, .left, .right: y = (box.top + box.bottom) / 2
    }
    return (x, y)
  }
}

extension Drawing {
  /// The same at another place.
  func moved(x: Double, y: Double) -> Drawing {
    func moved(_ paths: PathList) -> PathList {
      PathList(x: paths.x.map { $0 + x }, y: paths.y.map { $0 + y }, ends: paths.ends)
    }
    var drawing = Drawing()
    for item in items {
      switch item.mark {
      case .fill(let rings, let paint): drawing.fill(moved(rings), paint)
      case .stroke(let paths, let stroke): drawing.stroke(moved(paths), stroke)
      case .letters(let rings, let color, let halo): drawing.letters(moved(rings), color, halo: halo)
      case .markers(let markers):
        var other = markers
        other.places = moved(markers.places)
        drawing.place(other)
      }
    }
    return drawing
  }
}

/// Draws markers of a list into a band, each kind of it made once.
struct StampDrawer {
  private let markers: MarkerList
  private let width: Int
  private let band: Range<Int>
  private var stamps: [Int: MarkerStamp] = [:]
  private var bytes = 0

  /// Of stamps that are kept.
  private static let byteLimit = 16 << 20

  init(_ markers: MarkerList, width: Int, band: Range<Int>) {
    self.markers = markers
    self.width = width
    self.band = band
  }

  /// - Parameters:
  ///   - rows: Of the band: nothing is drawn on others.
  /// - Throws: ``DrawingError`` where a picture cannot be drawn.
  mutating func draw(_ number: Int, rows: Range<Int>, onto picture: inout Picture) throws(DrawingError) {
    let phases = MarkerStamp.phases
    let style = Int(markers.styleNumbers[number])
    var eighthX = Self.eighths(markers.places.x[number])
    var eighthY = Self.eighths(markers.places.y[number])
    if markers.styles[style].standsOnPixels {
      (eighthX, eighthY) = ((eighthX + 4) & ~7, (eighthY + 4) & ~7)
    }
    let (column, row) = (eighthX >> 3, eighthY >> 3)
    let (phaseX, phaseY) = (eighthX & 7, eighthY & 7)
    let key = (style * phases + phaseX) * phases + phaseY
    let stamp: MarkerStamp
    if let known = stamps[key] {
      stamp = known
    } else {
      stamp = try MarkerStamp(markers.styles[style], phaseX: phaseX, phaseY: phaseY)
      bytes += stamp.picture.bytes.count
      if bytes > Self.byteLimit {
        stamps.removeAll(keepingCapacity: true)
        bytes = stamp.picture.bytes.count
      }
      stamps[key] = stamp
    }
    lay(stamp, column, row, limits: rows, onto: &picture)
  }

  private func lay(
    _ stamp: MarkerStamp, _ column: Int, _ row: Int, limits: Range<Int>, onto picture: inout Picture
  ) {
    let (left, top) = (column + stamp.x, row + stamp.y)
    let size = stamp.picture.size
    let columns = (left..<left + size.width).clamped(to: 0..<width)
    let rows = (top..<top + size.height).clamped(to: limits)
    if columns.isEmpty { return }
    for line in rows {
      stamp.picture.withRow(line - top, columns: columns.lowerBound - left..<columns.upperBound - left) { source in
        picture.withMutableRow(line - band.lowerBound) {
          RowBlender.over(source, onto: &$0, at: columns.lowerBound)
        }
      }
    }
  }

  /// Rounded to the nearest; places far outside are brought nearer.
  private static func eighths(_ place: Double) -> Int { Int((min(max(place, -1e6), 1e6) * 8).rounded()) }
}
