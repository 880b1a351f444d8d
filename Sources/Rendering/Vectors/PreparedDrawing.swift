import DocumentModel
import Geodesy

/// A drawing made ready for its bands: all polygons are made, and what touches which rows is known.
struct PreparedDrawing: Sendable {
  struct Item: Sendable {
    enum Content: Sendable {
      /// Of ``outlines``.
      case polygons(Range<Int>, Drawing.Paint)
      case markers(PreparedMarkers)
    }

    let content: Content
    /// Rows that it may touch.
    let rows: Range<Int>
  }

  private(set) var items: [Item] = []
  private(set) var outlines = OutlineList()

  init(_ drawing: Drawing, size: PixelSize) {
    for item in drawing.items {
      let bounds = item.bounds
      guard bounds.x < Double(size.width), bounds.x + bounds.width > 0 else { continue }
      let top = min(max(bounds.y.rounded(.down), 0), Double(size.height))
      let bottom = min(max((bounds.y + bounds.height).rounded(.up), 0), Double(size.height))
      guard top < bottom else { continue }
      let rows = Int(top)..<Int(bottom)
      let first = outlines.polygons.count
      switch item.mark {
      case .fill(let rings, let paint):
        outlines.add(rings: rings)
        items.append(Item(content: .polygons(first..<outlines.polygons.count, paint), rows: rows))
      case .stroke(let paths, let stroke): add(paths, stroke, rows)
      case .letters(let rings, let color, let halo):
        if let halo {
          // On both sides of the outline, so twice as wide.
          add(rings, Stroke(color: halo.color, width: halo.width * 2, isClosed: true), rows)
        }
        let first = outlines.polygons.count
        outlines.add(rings: rings)
        items.append(Item(content: .polygons(first..<outlines.polygons.count, .color(color)), rows: rows))
      case .markers(let markers):
        items.append(Item(content: .markers(PreparedMarkers(markers, height: size.height)), rows: rows))
      }
    }
  }

  private mutating func add(_ paths: PathList, _ stroke: Stroke, _ rows: Range<Int>) {
    let first = outlines.polygons.count
    var stroker = Stroker(stroke, into: outlines)
    // The list is the stroker's alone while it works.
    outlines = OutlineList()
    stroker.add(paths)
    outlines = stroker.outlines
    items.append(Item(content: .polygons(first..<outlines.polygons.count, .color(stroke.color)), rows: rows))
  }
}

/// Markers by the rows that they stand on.
struct PreparedMarkers: Sendable {
  let markers: MarkerList
  /// How far a marker may go from its place, in rows.
  private let reach: Int
  /// Numbers of places by strips of rows, rising within each.
  private let numbers: [Int32]
  /// Where each strip ends.
  private let ends: [Int]

  private static let stripHeight = 64

  init(_ markers: MarkerList, height: Int) {
    self.markers = markers
    reach = Int(min((markers.styles.map(\.reach).max() ?? 0) + 2, 100_000))
    let reach = reach
    let strips = (height + 2 * reach) / Self.stripHeight + 1
    let y = markers.places.y
    func strip(_ place: Int) -> Int? {
      let row = y[place] + Double(reach)
      return row >= 0 && row < Double(height + 2 * reach) ? Int(row) / Self.stripHeight : nil
    }
    var counts = [Int](repeating: 0, count: strips + 1)
    for place in y.indices { if let strip = strip(place) { counts[strip + 1] += 1 } }
    for strip in 0..<strips { counts[strip + 1] += counts[strip] }
    var numbers = [Int32](repeating: 0, count: counts[strips])
    var next = counts
    for place in y.indices {
      guard let strip = strip(place) else { continue }
      numbers[next[strip]] = Int32(place)
      next[strip] += 1
    }
    self.numbers = numbers
    ends = Array(counts.dropFirst())
  }

  /// The numbers of all that may touch rows, in their order.
  func touching(_ rows: Range<Int>) -> [Int32] {
    let first = max(0, rows.lowerBound) / Self.stripHeight
    let last = min(ends.count - 1, (rows.upperBound + 2 * reach) / Self.stripHeight)
    guard first <= last else { return [] }
    let found = numbers[(first == 0 ? 0 : ends[first - 1])..<ends[last]]
    return first == last ? Array(found) : found.sorted()
  }
}
