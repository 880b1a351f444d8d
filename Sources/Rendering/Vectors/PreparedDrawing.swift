import Dispatch
import DocumentModel
import Geodesy
import Synchronization

/// A drawing made ready for its bands: all polygons are made, and what touches which rows is known.
struct PreparedDrawing: Sendable {
  struct Item: Sendable {
    enum Content: Sendable {
      case polygons([Part], Drawing.Paint)
      case markers(PreparedMarkers)
    }

    var content: Content
    /// Rows that it may touch; never none.
    let rows: Range<Int>
  }

  /// Polygons of one of the ``PreparedDrawing/lists``.
  struct Part: Sendable {
    let list: Int
    let polygons: Range<Int>
  }

  private(set) var items: [Item] = []
  private(set) var lists: [OutlineList] = []
  /// Of each strip, the numbers of the items that may touch it, in their order.
  private(set) var strips: [[Int32]] = []

  /// Rows that are drawn together: few enough for their accumulated areas to stay in the processor's nearest memory.
  static let stripHeight = 32

  init(_ drawing: Drawing, size: PixelSize) {
    var work: [OutlineWork] = []
    for item in drawing.items {
      let bounds = item.bounds
      guard bounds.x < Double(size.width), bounds.x + bounds.width > 0 else { continue }
      let top = min(max(bounds.y.rounded(.down), 0), Double(size.height))
      let bottom = min(max((bounds.y + bounds.height).rounded(.up), 0), Double(size.height))
      guard top < bottom else { continue }
      let rows = Int(top)..<Int(bottom)
      func add(_ paths: PathList, _ stroke: Stroke?, _ paint: Drawing.Paint) {
        work += OutlineWork.parts(of: items.count, paths, stroke)
        items.append(Item(content: .polygons([], paint), rows: rows))
      }
      switch item.mark {
      case .fill(let rings, let paint): add(rings, nil, paint)
      case .stroke(let paths, let stroke): add(paths, stroke, .color(stroke.color))
      case .letters(let rings, let color, let halo):
        if let halo {
          // On both sides of the outline, so twice as wide.
          add(rings, Stroke(color: halo.color, width: halo.width * 2, isClosed: true), .color(halo.color))
        }
        add(rings, nil, .color(color))
      case .markers(let markers):
        items.append(Item(content: .markers(PreparedMarkers(markers, height: size.height)), rows: rows))
      }
    }
    var parts = [[Part]](repeating: [], count: items.count)
    for (list, done) in OutlineWork.done(work).enumerated() {
      lists.append(done.outlines)
      for part in done.parts { parts[part.item].append(Part(list: list, polygons: part.polygons)) }
    }
    for number in items.indices {
      guard case .polygons(_, let paint) = items[number].content else { continue }
      items[number].content = .polygons(parts[number], paint)
    }
    strips = [[Int32]](repeating: [], count: (size.height + Self.stripHeight - 1) / Self.stripHeight)
    for (number, item) in items.enumerated() {
      for strip in item.rows.lowerBound / Self.stripHeight...(item.rows.upperBound - 1) / Self.stripHeight {
        strips[strip].append(Int32(number))
      }
    }
  }
}

/// Paths of an item that become polygons.
private struct OutlineWork: Sendable {
  let item: Int
  let paths: PathList
  /// Which of them; never none.
  let range: Range<Int>
  /// `nil`: the paths are filled.
  let stroke: Stroke?

  /// What a processor makes of some work.
  struct Done: Sendable {
    var outlines = OutlineList()
    var parts: [(item: Int, polygons: Range<Int>)] = []
  }

  /// Positions that are worth a processor's time.
  private static let enough = 8192

  private var positions: Int {
    paths.range(of: range.upperBound - 1).upperBound - paths.range(of: range.lowerBound).lowerBound
  }

  static func parts(of item: Int, _ paths: PathList, _ stroke: Stroke?) -> [OutlineWork] {
    var parts: [OutlineWork] = []
    var first = 0
    var start = 0
    for path in 0..<paths.count where path == paths.count - 1 || paths.ends[path] - start >= enough {
      parts.append(OutlineWork(item: item, paths: paths, range: first..<path + 1, stroke: stroke))
      first = path + 1
      start = paths.ends[path]
    }
    return parts
  }

  /// All work, shared among the processors, in its order: the same for any number of them.
  static func done(_ work: [OutlineWork]) -> [Done] {
    let shares = shares(of: work)
    guard shares.count > 1 else { return shares.map { done(work[$0]) } }
    let results = Mutex([Done?](repeating: nil, count: shares.count))
    DispatchQueue.concurrentPerform(iterations: shares.count) { number in
      let done = done(work[shares[number]])
      results.withLock { $0[number] = done }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  private static func shares(of work: [OutlineWork]) -> [Range<Int>] {
    var shares: [Range<Int>] = []
    var (first, positions) = (0, 0)
    for number in work.indices {
      positions += work[number].positions
      guard positions >= enough || number == work.count - 1 else { continue }
      shares.append(first..<number + 1)
      (first, positions) = (number + 1, 0)
    }
    return shares
  }

  private static func done(_ work: ArraySlice<OutlineWork>) -> Done {
    var done = Done()
    for one in work {
      let first = done.outlines.polygons.count
      if let stroke = one.stroke {
        var stroker = Stroker(stroke, into: done.outlines)
        // The list is the stroker's alone while it works.
        done.outlines = OutlineList()
        stroker.add(one.paths, one.range)
        done.outlines = stroker.outlines
      } else {
        done.outlines.add(rings: one.paths, one.range)
      }
      done.parts.append((one.item, first..<done.outlines.polygons.count))
    }
    return done
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
