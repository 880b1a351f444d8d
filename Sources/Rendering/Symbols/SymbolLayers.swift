import DocumentModel
import Geodesy

/// What symbols draw, in the order in which it lies over one another.
struct SymbolLayers {
  private var areas = Drawing()
  private var casings = StrokeGathering()
  /// The first line symbols of all features, the second ones, and so on.
  private var lines: [StrokeGathering] = []
  private var markers = MarkerGathering()
  /// Some line of the features since these were last asked has room for more marks than are drawn, or for more dashes.
  private var hasCutMarks = false
  private var hasLostDashes = false

  /// Marks along the lines of one feature.
  static let markLimit = 100_000
  /// Dashes along the lines of one feature: those of a coast on the largest sheet. Where there are more, one can hardly be told
  /// from the next, and they would take gigabytes.
  static let dashLimit = 1_000_000
  /// Parts of a mark's size that are the least from one to the next: a band with an edge as smooth as can be seen.
  private static let finest = 32.0

  /// - Parameter clearance: Grows to how far the symbols cover the page around a place, or beside a line.
  /// - Returns: False where all of them are for shapes of another kind.
  mutating func draw(_ symbols: [ResolvedSymbol], _ shape: inout FeatureShape, _ clearance: inout Double) -> Bool {
    let has = SymbolKinds(symbols)
    var level = 0
    var isForShape = symbols.isEmpty
    for symbol in symbols {
      switch (symbol, shape.kind) {
      case (.marker(let style?), .point): place(style, &shape, &clearance)
      case (.marker(let style?), .line) where !has.lines: place(style, &shape, &clearance)
      case (.marker(let style?), .polygon) where !has.fills && !has.lines: place(style, &shape, &clearance)
      case (.line(let line), .line):
        clearance = max(clearance, (line.casing?.width ?? line.width) / 2 + abs(line.offset))
        draw(line, shape.paths, starts: shape.starts, isClosed: false, level: level)
        level += 1
      case (.line(let line), .polygon) where !has.fills:
        draw(line, shape.outlines.paths, starts: [], isClosed: shape.outlines.areClosed, level: level)
        level += 1
      case (.fill(let fill), .polygon): draw(fill, shape)
      // What is too small to be seen, and what is written once its place is known.
      case (.marker(nil), _), (.text, _): break
      default: continue
      }
      isForShape = true
    }
    return isForShape
  }

  /// Whether marks had to be left out since this was last asked.
  mutating func takeCutMarks() -> Bool {
    defer { hasCutMarks = false }
    return hasCutMarks
  }

  /// Whether lines had to be drawn without their dashes since this was last asked.
  mutating func takeLostDashes() -> Bool {
    defer { hasLostDashes = false }
    return hasLostDashes
  }

  /// The stroke, without its dashes where there would be too many of them along some paths.
  private mutating func bounded(_ stroke: Stroke, _ paths: PathList) -> Stroke {
    let period = stroke.dash.reduce(0, +)
    guard !stroke.dash.isEmpty, period > 0,
      paths.length / period * Double((stroke.dash.count + 1) / 2) > Double(Self.dashLimit)
    else { return stroke }
    hasLostDashes = true
    var stroke = stroke
    stroke.dash = []
    return stroke
  }

  private struct SymbolKinds {
    var lines = false
    var fills = false

    init(_ symbols: [ResolvedSymbol]) {
      for symbol in symbols {
        if case .line = symbol { lines = true }
        if case .fill = symbol { fills = true }
      }
    }
  }

  private mutating func place(_ style: MarkerStyle, _ shape: inout FeatureShape, _ clearance: inout Double) {
    let shift = max(abs(style.offset.x), abs(style.offset.y))
    clearance = max(clearance, style.size / 2 + (style.outline?.width ?? 0) / 2 + shift)
    for place in shape.places { markers.add(style, place) }
  }

  private mutating func draw(_ fill: ResolvedFill, _ shape: FeatureShape) {
    for paint in fill.paints { areas.fill(shape.paths, paint) }
    guard let outline = fill.outline else { return }
    let (paths, isClosed) = shape.outlines
    let moved = LineShaping.moved(paths, by: outline.offset, isClosed: isClosed)
    if var casing = outline.casingStroke {
      casing.isClosed = isClosed
      areas.stroke(moved, casing)
    }
    var stroke = bounded(outline.stroke, moved)
    stroke.isClosed = isClosed
    areas.stroke(moved, stroke)
    if let along = outline.markers { areas.append(marks(along, moved, starts: [], isClosed: isClosed)) }
  }

  private mutating func draw(
    _ line: ResolvedLine, _ paths: PathList, starts: [Double], isClosed: Bool, level: Int
  ) {
    while lines.count <= level { lines.append(StrokeGathering()) }
    let moved = LineShaping.moved(paths, by: line.offset, isClosed: isClosed)
    let stroke = bounded(line.stroke, moved)
    // A line that was moved may have lost paths that were too short.
    let starts = moved.count == starts.count ? starts : []
    if line.arrow != .none, !isClosed {
      let (shortened, heads) = LineShaping.arrows(moved, line)
      if let casing = line.casingStroke {
        casings.add(shortened, casing, starts: [], isClosed: false)
        casings.add(Self.edges(heads, casing.color, width: casing.width - line.width))
      }
      lines[level].add(shortened, stroke, starts: shortened.count == starts.count ? starts : [], isClosed: false)
      lines[level].add(Self.heads(heads, line.color))
    } else {
      if let casing = line.casingStroke { casings.add(moved, casing, starts: starts, isClosed: isClosed) }
      lines[level].add(moved, stroke, starts: starts, isClosed: isClosed)
    }
    if let along = line.markers {
      let drawing = marks(along, moved, starts: starts, isClosed: isClosed)
      lines[level].add(drawing)
    }
  }

  private static func heads(_ heads: PathList, _ color: Color) -> Drawing {
    var drawing = Drawing()
    drawing.fill(heads, color)
    return drawing
  }

  /// What a casing shows around the heads of arrows.
  private static func edges(_ heads: PathList, _ color: Color, width: Double) -> Drawing {
    var drawing = Drawing()
    drawing.stroke(heads, Stroke(color: color, width: width, isClosed: true))
    return drawing
  }

  private mutating func marks(
    _ along: (style: MarkerStyle, spacing: Double), _ paths: PathList, starts: [Double], isClosed: Bool
  ) -> Drawing {
    var gathering = MarkerGathering()
    let spacing = max(along.spacing, along.style.across / Self.finest)
    var count = 0
    LineShaping.along(paths, starts: starts, spacing: spacing, isClosed: isClosed) { place, direction in
      if count == Self.markLimit {
        hasCutMarks = true
        return false
      }
      count += 1
      var style = along.style
      // Whole degrees are as fine as is seen, and few of them are drawn once each.
      style.rotation += direction.rounded()
      gathering.add(style, place)
      return true
    }
    return gathering.finished()
  }

  consuming func finished() -> Drawing {
    var drawing = areas
    drawing.append(casings.finished())
    for line in lines { drawing.append(line.finished()) }
    drawing.append(markers.finished())
    return drawing
  }
}

/// Lines of one look that follow one another become one shape, as far as that shows no difference.
struct StrokeGathering {
  private var drawing = Drawing()
  private var paths = PathList()
  private var stroke: Stroke?

  /// Positions of one shape: more, and a band would look at what is far away.
  private static let limit = 4096

  mutating func add(_ own: PathList, _ look: Stroke, starts: [Double], isClosed: Bool) {
    var look = look
    look.isClosed = isClosed
    let isSimple = look.color.alpha == 255 && (look.dash.isEmpty || starts.allSatisfy { $0 == 0 })
    guard isSimple else {
      flush()
      if !look.dash.isEmpty { look.dashStarts = starts }
      return drawing.stroke(own, look)
    }
    if stroke != look || paths.x.count + own.x.count > Self.limit { flush() }
    stroke = look
    paths.append(own)
  }

  /// Over the lines before it.
  mutating func add(_ other: Drawing) {
    flush()
    drawing.append(other)
  }

  private mutating func flush() {
    if let stroke { drawing.stroke(paths, stroke) }
    paths = PathList()
    stroke = nil
  }

  consuming func finished() -> Drawing {
    flush()
    return drawing
  }
}

/// Markers in their order, each look of them kept once.
struct MarkerGathering {
  private var drawing = Drawing()
  private var list = MarkerList()
  private var numbers: [MarkerStyle: Int32] = [:]
  private var last: (style: MarkerStyle, number: Int32)?

  /// Larger shapes are drawn as areas, not as stamps.
  private static let stampLimit = 256.0

  mutating func add(_ style: MarkerStyle, _ place: Position) {
    guard place.x.isFinite, place.y.isFinite else { return }
    if case .shape(let shape) = style.form, style.across > Self.stampLimit {
      flush()
      return drawing.append(MarkerStamp.drawing(of: shape, style, at: PixelPoint(x: place.x, y: place.y)))
    }
    let number: Int32
    if let last, last.style == style {
      number = last.number
    } else if let known = numbers[style] {
      number = known
    } else {
      number = Int32(list.styles.count)
      list.styles.append(style)
      numbers[style] = number
    }
    last = (style, number)
    list.places.add(place.x, place.y)
    list.styleNumbers.append(number)
  }

  private mutating func flush() {
    if list.styleNumbers.isEmpty { return }
    list.places.endPath()
    drawing.place(list)
    list = MarkerList()
    numbers = [:]
    last = nil
  }

  consuming func finished() -> Drawing {
    flush()
    return drawing
  }
}

extension PathList {
  /// Of all paths together; what is not finite counts as nothing.
  fileprivate var length: Double {
    var sum = 0.0
    for path in 0..<count {
      for place in range(of: path).dropFirst() {
        let (dx, dy) = (x[place] - x[place - 1], y[place] - y[place - 1])
        let step = (dx * dx + dy * dy).squareRoot()
        if step.isFinite { sum += step }
      }
    }
    return sum
  }

  /// The paths of another list behind these.
  mutating func append(_ other: PathList) {
    let count = x.count
    x += other.x
    y += other.y
    ends += other.ends.map { $0 + count }
  }
}
