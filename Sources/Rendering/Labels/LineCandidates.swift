import Geodesy
import Glibc

/// Where a label may stand along paths, letter by letter.
///
/// Letters follow the path with its corners rounded. They stand above it, or below where there is no room; on a line that is
/// wider than they are high they stand in it. They are read from left to right, where the path is steep from the bottom to the
/// top; no letter is upside down, and none where the path bends so that letters would lean into each other.
struct LineCandidates {
  /// A label's letters along a path.
  struct Candidate {
    /// For each cluster with ink, where the left end of its baseline lies.
    var letters: [(cluster: Int, place: GlyphPlace)]
    var boxes: [LabelBox]
    /// Lower is better: straight, level, near to where it is wanted.
    var cost: Double
    /// Of the letters.
    var center: PixelPoint
  }

  private let text: LabelText
  private let request: LabelRequest
  private let line: ShapedText.Line

  init?(_ text: LabelText, _ request: LabelRequest) {
    guard let line = text.text.lines.first else { return nil }
    (self.text, self.request, self.line) = (text, request, line)
  }

  /// How far letters may turn from one to the next, in radians, and how much for each em along the path.
  private var limits: (turn: Double, bend: Double) { text.text.isJoined ? (0.14, 0.25) : (0.38, 0.62) }
  /// A path may have so many places that are tried.
  private static let most = 160

  /// The best first, for a stretch of the path that should hold one label.
  ///
  /// - Parameters:
  ///   - axes: The path, and those beside it; see ``axes(along:)``.
  ///   - part: Of the path's length, from 0 to 1: where the label's middle lies.
  func candidates(_ axes: [Axis], part: ClosedRange<Double>) -> [Candidate] {
    var all: [Candidate] = []
    let width = line.width * text.size
    for axis in axes {
      let room = axis.path.length - width
      guard room >= 0 else { continue }
      // Of the axis, which may run the other way.
      let wanted = axis.isReversed ? 1 - part.upperBound...1 - part.lowerBound : part
      let (first, last) = (
        max(0, wanted.lowerBound * axis.path.length - width / 2),
        min(room, wanted.upperBound * axis.path.length - width / 2)
      )
      guard first <= last else { continue }
      let count = min(Self.most, Int(((last - first) / max(text.size, width / 6)).rounded(.up)))
      for number in 0...count {
        let start = count == 0 ? (first + last) / 2 : first + (last - first) * Double(number) / Double(count)
        guard var candidate = laid(along: axis.path, from: start) else { continue }
        let middle = (start + width / 2) / axis.path.length
        let center = (wanted.lowerBound + wanted.upperBound) / 2
        candidate.cost += axis.cost + abs(middle - center) / max(1e-9, wanted.upperBound - wanted.lowerBound)
        all.append(candidate)
      }
    }
    // Sorted by their order too, where costs are equal: the same in every run.
    return all.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
  }

  /// A path that the middle of the letters' height follows.
  struct Axis {
    let path: LinePath
    let isReversed: Bool
    let cost: Double
  }

  func axes(along positions: [SIMD2<Double>]) -> [Axis] {
    guard let path = LinePath(positions, size: text.size), path.length >= line.width * text.size * 0.7 else {
      return []
    }
    let backwards = path.reversed
    let half = text.capHeight / 2
    var sides: [(distance: Double, cost: Double)]
    if request.offset.y != 0 {
      sides = [(request.offset.y, 0)]
    } else if request.clearance >= half {
      sides = [(0, 0)]
    } else {
      // What hangs below the baseline keeps off the line too, and so does an accent of letters below it.
      let apart = request.clearance + 0.1 * text.size + text.haloWidth + half
      let (hanging, rising) = (max(0.1, text.text.bottom) * text.size, -text.text.top * text.size - text.capHeight)
      sides = [(-apart - hanging, 0), (apart + max(0, rising), 0.35)]
    }
    var axes: [Axis] = []
    for side in sides {
      axes.append(
        Axis(path: path.beside(side.distance, size: text.size), isReversed: false, cost: side.cost))
      axes.append(
        Axis(path: backwards.beside(side.distance, size: text.size), isReversed: true, cost: side.cost))
    }
    return axes
  }

  /// `nil` where the path is not fit for letters.
  private func laid(along path: LinePath, from start: Double) -> Candidate? {
    let width = line.width * text.size
    let (from, to) = (path.point(at: start), path.point(at: start + width))
    let chord = to - from
    // Read from left to right; what is steep, upwards.
    guard chord.x > 0.12 * width || (abs(chord.x) <= 0.12 * width && chord.y < 0), chord.length > 0.3 * width else {
      return nil
    }
    var candidate = Candidate(letters: [], boxes: [], cost: 0, center: PixelPoint(x: from.x, y: from.y))
    let level = chord.x / chord.length
    var last: SIMD2<Double>?
    var (turned, along) = (0.0, 0.0)
    for number in line.clusters {
      let cluster = text.text.clusters[number]
      let (wide, middle) = (cluster.width * text.size, start + (cluster.x + cluster.width / 2) * text.size)
      // A narrow letter goes with what is about it.
      let reach = max(wide, text.size * 0.5) / 2
      let way = path.point(at: min(path.length, middle + reach)) - path.point(at: max(0, middle - reach))
      guard way.length > 0 else { return nil }
      let turn = way / way.length
      guard turn.x > -0.3 else { return nil }
      if let last {
        let angle = abs((last.x * turn.y - last.y * turn.x)).arcSine(isWide: (last * turn).sum() < 0)
        let step = middle - along
        guard angle <= limits.turn, angle * text.size <= limits.bend * max(step, text.size * 0.3) else { return nil }
        turned += angle
      }
      (last, along) = (turn, middle)
      place(number, cluster, at: path.point(at: middle), turn, in: &candidate)
    }
    guard !candidate.letters.isEmpty else { return nil }
    let center = path.point(at: start + width / 2)
    candidate.center = PixelPoint(x: center.x, y: center.y)
    candidate.cost = turned * 0.5 + (1 - level) * 0.3
    return candidate
  }

  /// - Parameter point: Where the middle of the letters lies.
  private func place(
    _ number: Int, _ cluster: ShapedText.Cluster, at point: SIMD2<Double>, _ turn: SIMD2<Double>,
    in candidate: inout Candidate
  ) {
    let glyphs = text.text.glyphs[cluster.glyphs].filter { !$0.outline.isEmpty }
    guard !glyphs.isEmpty else { return }
    let down = SIMD2(-turn.y, turn.x)
    let half = text.capHeight / 2
    let origin = point - turn * (cluster.width / 2 * text.size) + down * half
    candidate.letters.append(
      (
        number,
        GlyphPlace(
          origin: PixelPoint(x: origin.x, y: origin.y), size: text.size, turn: turn, slant: text.text.slant)
      ))
    // Around the ink, from the left end of the letter's baseline.
    var (left, right, top, bottom) = (0.0, cluster.width, -ShapedText.capHeight, 0.0)
    for glyph in glyphs {
      let box = glyph.outline.bounds
      let (x, y) = (glyph.x - cluster.x + box.x, glyph.y + box.y)
      left = min(left, x - (y + box.height) * text.text.slant)
      right = max(right, x + box.width - y * text.text.slant)
      top = min(top, y)
      bottom = max(bottom, y + box.height)
    }
    let center = origin + turn * ((left + right) / 2 * text.size) + down * ((top + bottom) / 2 * text.size)
    candidate.boxes.append(
      LabelBox(
        center: PixelPoint(x: center.x, y: center.y),
        half: PixelPoint(
          x: (right - left) / 2 * text.size + text.haloWidth, y: (bottom - top) / 2 * text.size + text.haloWidth),
        cos: turn.x, sin: turn.y))
  }

  func draw(_ candidate: Candidate, into drawing: inout Drawing) {
    var rings = PathList()
    for (number, place) in candidate.letters {
      let cluster = text.text.clusters[number]
      for glyph in text.text.glyphs[cluster.glyphs] where !glyph.outline.isEmpty {
        glyph.outline.add(to: &rings, place.beside(x: glyph.x - cluster.x, y: glyph.y))
      }
    }
    drawing.letters(rings, text.style.color, halo: text.style.halo)
  }
}

extension Double {
  /// The angle that has this sine, from 0 to pi.
  fileprivate func arcSine(isWide: Bool) -> Double {
    let angle = asin(Swift.min(1, self))
    return isWide ? .pi - angle : angle
  }
}
