import DocumentModel
import Geodesy

/// Vector content of a picture, in device pixels from its top left corner: what is drawn band by band, in order.
///
/// Nothing in it depends on a band: what a band shows of a line that goes through several is the same as if there were one.
package struct Drawing: Sendable {
  package struct Item: Sendable {
    package var mark: Mark
    /// Around all that it touches, widths and joins included.
    package var bounds: PixelRectangle
  }

  package enum Mark: Sendable {
    /// Where the rings wind round.
    case fill(PathList, Paint)
    /// All paths as one shape: where they meet, colours do not add up.
    case stroke(PathList, Stroke)
    /// Letters, inside where their rings go round, over their halo.
    case letters(PathList, Color, halo: TextStyle.Halo?)
    case markers(MarkerList)
  }

  /// What an area is covered with.
  package enum Paint: Sendable, Hashable {
    case color(Color)
    case hatch(Hatching)
    /// A picture that is repeated from the top left of the page.
    case image(SymbolPicture, PixelSize)
  }

  /// Parallel lines on the page's own grid, so that they run on from one area to the next; lengths in device pixels.
  package struct Hatching: Sendable, Hashable {
    package var pattern: FillSymbol.Hatch
    package var color: Color
    package var width: Double
    package var spacing: Double

    package init(pattern: FillSymbol.Hatch, color: Color, width: Double, spacing: Double) {
      self.pattern = pattern
      self.color = color
      self.width = width
      self.spacing = spacing
    }
  }

  /// Bottom first.
  package private(set) var items: [Item] = []

  package init() {}

  package var isEmpty: Bool { items.isEmpty }

  package mutating func fill(_ rings: PathList, _ color: Color) { fill(rings, .color(color)) }

  package mutating func fill(_ rings: PathList, _ paint: Paint) {
    guard paint.shows, let bounds = PixelRectangle(around: rings) else { return }
    items.append(Item(mark: .fill(rings, paint), bounds: bounds.grown(by: 1)))
  }

  package mutating func stroke(_ paths: PathList, _ stroke: Stroke) {
    guard stroke.color.alpha > 0, stroke.width > 0, let bounds = PixelRectangle(around: paths) else { return }
    items.append(Item(mark: .stroke(paths, stroke), bounds: bounds.grown(by: stroke.reach + 1)))
  }

  package mutating func place(_ markers: MarkerList) {
    guard let bounds = PixelRectangle(around: markers.places) else { return }
    let reach = markers.styles.map(\.reach).max() ?? 0
    items.append(Item(mark: .markers(markers), bounds: bounds.grown(by: reach + 2)))
  }

  /// - Parameter rings: The outlines of letters; where two lie over each other, both are inside.
  package mutating func letters(_ rings: PathList, _ color: Color, halo: TextStyle.Halo? = nil) {
    let reach = halo.map { $0.color.alpha > 0 && $0.width > 0 ? $0.width : 0 } ?? 0
    guard color.alpha > 0 || reach > 0, let bounds = PixelRectangle(around: rings) else { return }
    items.append(
      Item(mark: .letters(rings, color, halo: reach > 0 ? halo : nil), bounds: bounds.grown(by: reach + 1)))
  }

  package mutating func append(_ other: Drawing) { items += other.items }
}

extension Drawing.Paint {
  fileprivate var shows: Bool {
    switch self {
    case .color(let color): color.alpha > 0
    case .hatch(let hatching): hatching.color.alpha > 0 && hatching.width > 0 && hatching.spacing > 0
    case .image: true
    }
  }
}

/// How paths are stroked; lengths in device pixels.
package struct Stroke: Sendable, Hashable {
  package var color: Color
  package var width: Double
  /// Drawn and left out in turn; empty: unbroken.
  package var dash: [Double]
  /// How far into the dashes a path begins: one for each path, or none at all.
  package var dashStarts: [Double]
  package var cap: LineSymbol.Cap
  package var join: LineSymbol.Join
  /// Each path is a ring: its end is joined with its start.
  package var isClosed: Bool

  package static let miterLimit = 4.0

  package init(
    color: Color, width: Double, dash: [Double] = [], dashStarts: [Double] = [], cap: LineSymbol.Cap = .round,
    join: LineSymbol.Join = .round, isClosed: Bool = false
  ) {
    self.color = color
    self.width = width
    self.dash = dash
    self.dashStarts = dashStarts
    self.cap = cap
    self.join = join
    self.isClosed = isClosed
  }

  /// How far it goes from its path.
  var reach: Double { width / 2 * (join == .miter ? Self.miterLimit : cap == .square ? 2.0.squareRoot() : 1) }
}

/// Markers at places, in their order.
package struct MarkerList: Sendable {
  package var styles: [MarkerStyle]
  /// Each position is a place.
  package var places: PathList
  /// Of each place, the number of its style.
  package var styleNumbers: [Int32]

  package init(styles: [MarkerStyle] = [], places: PathList = PathList(), styleNumbers: [Int32] = []) {
    self.styles = styles
    self.places = places
    self.styleNumbers = styleNumbers
  }
}

/// How a marker looks; lengths in device pixels.
package struct MarkerStyle: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    case shape(MarkerSymbol.Shape)
    case picture(SymbolPicture)
  }

  package var form: Form
  /// The diameter of a shape, the width of a picture.
  package var size: Double
  package var color: Color
  package var outline: Outline?
  /// Degrees clockwise, about the place.
  package var rotation: Double
  package var anchor: MarkerSymbol.Anchor?
  /// To the right and down.
  package var offset: PixelPoint

  package struct Outline: Sendable, Hashable {
    package var color: Color
    package var width: Double

    package init(color: Color, width: Double) {
      self.color = color
      self.width = width
    }
  }

  package init(
    form: Form, size: Double, color: Color = .defaultOfSymbols, outline: Outline? = nil, rotation: Double = 0,
    anchor: MarkerSymbol.Anchor? = nil, offset: PixelPoint = PixelPoint(x: 0, y: 0)
  ) {
    self.form = form
    self.size = size
    self.color = color
    self.outline = outline
    self.rotation = rotation
    self.anchor = anchor
    self.offset = offset
  }

  /// With its outline.
  var across: Double { size + (outline?.width ?? 0) }

  /// How far it may go from its place.
  package var reach: Double {
    let height: Double
    switch form {
    case .shape: height = 2
    case .picture(let picture): height = 1 + picture.aspect
    }
    let outline = (outline?.width ?? 0) * Stroke.miterLimit
    return size * height + outline + abs(offset.x) + abs(offset.y)
  }
}

extension PixelRectangle {
  /// `nil` for no position.
  init?(around paths: PathList) {
    guard let firstX = paths.x.first, let firstY = paths.y.first else { return nil }
    var (left, right, top, bottom) = (firstX, firstX, firstY, firstY)
    for index in paths.x.indices {
      left = min(left, paths.x[index])
      right = max(right, paths.x[index])
      top = min(top, paths.y[index])
      bottom = max(bottom, paths.y[index])
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  func grown(by margin: Double) -> PixelRectangle {
    PixelRectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
