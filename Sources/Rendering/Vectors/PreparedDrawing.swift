import Dispatch
import DocumentModel
import Geodesy
import Synchronization

/// A drawing made ready for its bands: all polygons are made, and what touches which rows is known.
struct PreparedDrawing: Sendable {
  struct Item: Sendable {
    enum Content: Sendable {
      case polygons(Area, Drawing.Paint)
      case markers(PreparedMarkers)
    }

    var content: Content
    /// Rows that it may touch; never none.
    let rows: Range<Int>
  }

  /// What is covered.
  struct Area: Sendable {
    var parts: [Part] = []
    /// From the top down.
    var places: [StampPlace] = []
  }

  /// Polygons of one of the ``PreparedDrawing/lists``.
  struct Part: Sendable {
    let list: Int
    var polygons: Range<Int>
    /// That they touch.
    var rows: Range<Int>
  }

  /// Where one of the ``PreparedDrawing/stamps`` stands: its first column and row.
  struct StampPlace: Sendable {
    let stamp: Int32
    let column: Int32
    let row: Int32
  }

  private(set) var items: [Item] = []
  private(set) var lists: [OutlineList] = []
  private(set) var stamps: [CoverageStamp] = []
  /// Of the highest stamp.
  private(set) var stampRows = 0
  /// Of each strip, the numbers of the items that may touch it, in their order.
  private(set) var strips: [[Int32]] = []

  /// Rows that are drawn together: few enough for their accumulated areas to stay in the processor's nearest memory.
  static let stripHeight = 32

  init(_ drawing: Drawing, size: PixelSize) {
    var work: [OutlineWork] = []
    var letters = RepeatedLetters()
    for item in drawing.items {
      guard case .letters(let rings, _, let halo) = item.mark, item.rows(inside: size) != nil else { continue }
      letters.look(at: rings, halo: halo)
    }
    var batch: LetterBatch?
    func flush() {
      guard let done = batch else { return }
      batch = nil
      if let halo = done.halo {
        // On both sides of the outline, so twice as wide.
        add(done.rings, .halo(halo.width), .color(halo.color), done.rows, done.haloPlaces)
      }
      add(done.rings, nil, .color(done.color), done.rows, done.places)
    }
    func add(
      _ paths: [PathList], _ stroke: Stroke?, _ paint: Drawing.Paint, _ rows: Range<Int>, _ places: [StampPlace] = []
    ) {
      for paths in paths { work += OutlineWork.parts(of: items.count, paths, stroke) }
      let sorted = places.sorted { $0.row < $1.row }
      items.append(Item(content: .polygons(Area(places: sorted), paint), rows: rows))
    }
    for item in drawing.items {
      guard let rows = item.rows(inside: size) else { continue }
      if case .letters(let rings, let color, let halo) = item.mark {
        if batch?.takes(item, color, halo) != true {
          flush()
          batch = LetterBatch(color: color, halo: halo)
        }
        batch?.add(rings, item, rows, &letters, width: size.width)
        continue
      }
      flush()
      switch item.mark {
      case .fill(let rings, let paint): add([rings], nil, paint, rows)
      case .stroke(let paths, let stroke): add([paths], stroke, .color(stroke.color), rows)
      case .letters: break
      case .markers(let markers):
        items.append(Item(content: .markers(PreparedMarkers(markers, height: size.height)), rows: rows))
      }
    }
    flush()
    stamps = letters.stamps
    stampRows = stamps.lazy.map(\.rows).max() ?? 0
    prepare(work)
    strips = [[Int32]](repeating: [], count: (size.height + Self.stripHeight - 1) / Self.stripHeight)
    for (number, item) in items.enumerated() {
      for strip in item.rows.lowerBound / Self.stripHeight...(item.rows.upperBound - 1) / Self.stripHeight {
        strips[strip].append(Int32(number))
      }
    }
  }

  /// Makes the polygons.
  private mutating func prepare(_ work: [OutlineWork]) {
    var parts = [[Part]](repeating: [], count: items.count)
    for (list, done) in OutlineWork.done(work).enumerated() {
      lists.append(done.outlines)
      for part in done.parts {
        let rows = done.outlines.rows(of: part.polygons)
        if let last = parts[part.item].last, last.list == list, last.polygons.upperBound == part.polygons.lowerBound {
          let (first, all) = (last.polygons.lowerBound, min(last.rows.lowerBound, rows.lowerBound))
          parts[part.item][parts[part.item].count - 1] = Part(
            list: list, polygons: first..<part.polygons.upperBound,
            rows: all..<max(last.rows.upperBound, rows.upperBound))
        } else {
          parts[part.item].append(Part(list: list, polygons: part.polygons, rows: rows))
        }
      }
    }
    for number in items.indices {
      guard case .polygons(var area, let paint) = items[number].content else { continue }
      area.parts = parts[number]
      items[number].content = .polygons(area, paint)
    }
  }
}

extension PreparedDrawing.Area {
  /// Adds what of it lies in the grid's band.
  func add(to grid: inout CoverageGrid, of drawing: PreparedDrawing) {
    for part in parts where part.rows.overlaps(grid.rows) { grid.add(drawing.lists[part.list], part.polygons) }
    let first = grid.rows.lowerBound - drawing.stampRows
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(places[middle].row) < first { low = middle + 1 } else { high = middle }
    }
    for place in places[low...] {
      if place.row >= grid.rows.upperBound { return }
      grid.add(drawing.stamps[Int(place.stamp)], column: Int(place.column), row: Int(place.row))
    }
  }
}

extension Drawing.Item {
  /// Rows of the picture that it may touch; `nil` for none.
  fileprivate func rows(inside size: PixelSize) -> Range<Int>? {
    guard bounds.x < Double(size.width), bounds.x + bounds.width > 0 else { return nil }
    let top = min(max(bounds.y.rounded(.down), 0), Double(size.height))
    let bottom = min(max((bounds.y + bounds.height).rounded(.up), 0), Double(size.height))
    return top < bottom ? Int(top)..<Int(bottom) : nil
  }
}

extension Stroke {
  /// Around letters, of so many pixels on their outer side; the color is the halo's own.
  static func halo(_ width: Double) -> Stroke { Stroke(color: .white, width: width * 2, isClosed: true) }
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
