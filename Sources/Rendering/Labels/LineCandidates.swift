import Geodesy
import Glibc

/// Where a label may stand along paths, letter by letter.
///
/// Letters follow the path with its corners rounded. They stand above it, or below where there is no room; on a line that is
/// wider than they are high they stand in it. They are read from left to right, where the path is steep from the bottom to the
/// top; no letter is upside down, and none where the path bends so that letters would lean into each other.
struct LineCandidates {
  /// A place for a label along a path.
  struct Candidate {
    /// Which of the axes, and how far from its start the letters begin.
    let axis: Int
    let start: Double
    /// Lower is better: straight, level, near to where it is wanted.
    let cost: Double
  }

  /// A label's letters along a path.
  struct Letters {
    /// For each cluster with ink, where the left end of its baseline lies.
    var places: [(cluster: Int, place: GlyphPlace)] = []
    var boxes: [LabelBox] = []
    /// Of all of them.
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
    for (number, axis) in axes.enumerated() {
      let room = axis.path.length - width
      guard room >= 0 else { continue }
      // Of the axis, which may run the other way.
      let wanted = axis.isReversed ? 1 - part.upperBound...1 - part.lowerBound : part
      let first = max(0, wanted.lowerBound * axis.path.length - width / 2)
      let last = min(room, wanted.upperBound * axis.path.length - width / 2)
      guard first <= last else { continue }
      let center = (wanted.lowerBound + wanted.upperBound) / 2
      let span = max(1e-9, wanted.upperBound - wanted.lowerBound)
      let count = min(Self.most, Int(saturating: ((last - first) / max(text.size, width / 6)).rounded(.up)))
      var index = axis.path.index(at: first)
      for step in 0...count {
        let start = count == 0 ? (first + last) / 2 : first + (last - first) * Double(step) / Double(count)
        guard let bent = bend(along: axis.path, from: start, near: &index) else { continue }
        let middle = (start + width / 2) / axis.path.length
        all.append(
          Candidate(axis: number, start: start, cost: bent + axis.cost + abs(middle - center) / span))
      }
    }
    // Where costs are equal, the first: the same in every run.
    return all.sorted { ($0.cost, $0.axis, $0.start) < ($1.cost, $1.axis, $1.start) }
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
      if !backwards.runsToTheRight {
        axes.append(Axis(path: path.beside(side.distance, size: text.size), isReversed: false, cost: side.cost))
      }
      if !path.runsToTheRight {
        axes.append(Axis(path: backwards.beside(side.distance, size: text.size), isReversed: true, cost: side.cost))
      }
    }
    return axes
  }

  /// How much the letters would turn and rise; `nil` where the path is not fit for them.
  private func bend(along path: LinePath, from start: Double, near index: inout Int) -> Double? {
    let width = line.width * text.size
    let from = path.point(at: start, near: &index)
    var end = index
    let chord = path.point(at: start + width, near: &end) - from
    // Read from left to right; what is steep, upwards.
    guard chord.x > 0.12 * width || (abs(chord.x) <= 0.12 * width && chord.y < 0), chord.length > 0.3 * width else {
      return nil
    }
    var last: SIMD2<Double>?
    var (turned, along, near) = (0.0, 0.0, index)
    for number in line.clusters {
      let cluster = text.text.clusters[number]
      let middle = start + (cluster.x + cluster.width / 2) * text.size
      guard let turn = turn(of: cluster, on: path, middle, near: &near), turn.x > -0.3 else { return nil }
      if let last {
        let angle = abs(last.x * turn.y - last.y * turn.x).arcSine(isWide: (last * turn).sum() < 0)
        let step = middle - along
        guard angle <= limits.turn, angle * text.size <= limits.bend * max(step, text.size * 0.3) else { return nil }
        turned += angle
      }
      (last, along) = (turn, middle)
    }
    return turned * 0.5 + (1 - chord.x / chord.length) * 0.3
  }

  /// The direction of a letter's baseline.
  private func turn(
    of cluster: ShapedText.Cluster, on path: LinePath, _ middle: Double, near index: inout Int
  ) -> SIMD2<Double>? {
    // A narrow letter goes with what is about it.
    let reach = max(cluster.width, 0.5) * text.size / 2
    let start = path.point(at: max(0, middle - reach), near: &index)
    let way = path.point(at: min(path.length, middle + reach), near: &index) - start
    let length = way.length
    return length > 0 ? way / length : nil
  }

  func letters(_ candidate: Candidate, _ axes: [Axis]) -> Letters {
    let path = axes[candidate.axis].path
    let first = path.index(at: candidate.start)
    var index = first
    let center = path.point(at: candidate.start + line.width * text.size / 2, near: &index)
    var letters = Letters(center: PixelPoint(x: center.x, y: center.y))
    index = first
    for number in line.clusters {
      let cluster = text.text.clusters[number]
      let middle = candidate.start + (cluster.x + cluster.width / 2) * text.size
      guard let turn = turn(of: cluster, on: path, middle, near: &index) else { continue }
      place(number, cluster, at: path.point(at: middle, near: &index), turn, in: &letters)
    }
    return letters
  }

  /// - Parameter point: Where the middle of the letters lies.
  private func place(
    _ number: Int, _ cluster: ShapedText.Cluster, at point: SIMD2<Double>, _ turn: SIMD2<Double>,
    in letters: inout Letters
  ) {
    let glyphs = text.text.glyphs[cluster.glyphs].filter { !$0.outline.isEmpty }
    guard !glyphs.isEmpty else { return }
    let down = SIMD2(-turn.y, turn.x)
    let half = text.capHeight / 2
    let origin = point - turn * (cluster.width / 2 * text.size) + down * half
    letters.places.append(
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
    letters.boxes.append(
      LabelBox(
        center: PixelPoint(x: center.x, y: center.y),
        half: PixelPoint(
          x: (right - left) / 2 * text.size + text.haloWidth, y: (bottom - top) / 2 * text.size + text.haloWidth),
        cos: turn.x, sin: turn.y))
  }

  func draw(_ letters: Letters, into drawing: inout Drawing) {
    var rings = PathList()
    for (number, place) in letters.places {
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
