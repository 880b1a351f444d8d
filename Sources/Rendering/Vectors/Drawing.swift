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
    case fill(PathList, Color)
    /// All paths as one shape: where they meet, colours do not add up.
    case stroke(PathList, Stroke)
    /// Letters, inside where their rings go round, over their halo.
    case letters(PathList, Color, halo: TextStyle.Halo?)
  }

  /// Bottom first.
  package private(set) var items: [Item] = []

  package init() {}

  package var isEmpty: Bool { items.isEmpty }

  package mutating func fill(_ rings: PathList, _ color: Color) {
    guard color.alpha > 0, let bounds = PixelRectangle(around: rings) else { return }
    items.append(Item(mark: .fill(rings, color), bounds: bounds.grown(by: 1)))
  }

  package mutating func stroke(_ paths: PathList, _ stroke: Stroke) {
    guard stroke.color.alpha > 0, stroke.width > 0, let bounds = PixelRectangle(around: paths) else { return }
    items.append(Item(mark: .stroke(paths, stroke), bounds: bounds.grown(by: stroke.reach + 1)))
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
