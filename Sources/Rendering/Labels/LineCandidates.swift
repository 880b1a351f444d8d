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
  /// The letters with ink, in their order.
  private let inked: [Inked]
  /// Of the first, the middle and the last of them: how far from the label's start their middles lie, in device pixels.
  private let probes: [Double]

  /// A cluster and its ink, in ems to the right and down from the left end of its baseline.
  private struct Inked {
    let cluster: Int
    let left, right, top, bottom: Double
  }

  init?(_ text: LabelText, _ request: LabelRequest) {
    guard let line = text.text.lines.first else { return nil }
    (self.text, self.request, self.line) = (text, request, line)
    inked = line.clusters.compactMap { Self.inked($0, of: text.text) }
    guard let first = inked.first, let last = inked.last else { return nil }
    probes = [first, inked[inked.count / 2], last].map { letter in
      let cluster = text.text.clusters[letter.cluster]
      return (cluster.x + cluster.width / 2) * text.size
    }
  }

  /// Around the ink, and at least as high as capitals and as wide as the letter; `nil` for one without ink.
  private static func inked(_ number: Int, of text: ShapedText) -> Inked? {
    let cluster = text.clusters[number]
    var (left, right, top, bottom) = (0.0, cluster.width, -ShapedText.capHeight, 0.0)
    var hasInk = false
    for glyph in text.glyphs[cluster.glyphs] where !glyph.outline.isEmpty {
      hasInk = true
      let box = glyph.outline.bounds
      let (x, y) = (glyph.x - cluster.x + box.x, glyph.y + box.y)
      left = min(left, x - (y + box.height) * text.slant)
      right = max(right, x + box.width - y * text.slant)
      top = min(top, y)
      bottom = max(bottom, y + box.height)
    }
    return hasInk ? Inked(cluster: number, left: left, right: right, top: top, bottom: bottom) : nil
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
  ///   - isOpen: Whether a letter may cover a place. A letter covers the middle of its height on the path, so where that is
  ///     taken, none need be looked at more closely.
  func candidates(_ axes: [Axis], part: ClosedRange<Double>, isOpen: (SIMD2<Double>) -> Bool) -> [Candidate] {
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
      var index = axis.path.index(at: first)
      for start in Self.starts(from: first, to: last, step: max(text.size, width / 6)) {
        var near = index
        guard probes.allSatisfy({ isOpen(axis.path.point(at: start + $0, near: &near)) }) else { continue }
        guard let bent = bend(along: axis.path, from: start, near: &index) else { continue }
        let aside = ((start + width / 2) / axis.path.length - center) / span
        // Of two that are as far aside, the first, whatever the last bits of a bend say.
        let cost = bent + axis.cost + abs(aside) + (aside > 1e-6 ? Self.later : 0)
        all.append(Candidate(axis: number, start: start, cost: cost))
      }
    }
    // Where costs are equal, the first: the same in every run.
    return all.sorted { ($0.cost, $0.axis, $0.start) < ($1.cost, $1.axis, $1.start) }
  }

  private static let later = 0.01

  /// Places from the middle outwards by whole steps, and both ends: which they are does not hang on the last bits of a length, so
  /// that they are the same at each resolution.
  private static func starts(from first: Double, to last: Double, step: Double) -> [Double] {
    let (middle, reach) = ((first + last) / 2, (last - first) / 2)
    let step = max(step, reach * 2 / Double(most))
    guard reach > 0, step > 0 else { return [middle] }
    let count = Int(saturating: (reach / step).rounded(.down))
    let inner = (-count...count).map { middle + Double($0) * step }.filter { $0 > first && $0 < last }
    return [first] + inner + [last]
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

  /// - Parameter isFree: Whether a letter may have a box.
  /// - Returns: `nil` where one of them may not.
  func letters(_ candidate: Candidate, _ axes: [Axis], isFree: (LabelBox) -> Bool) -> Letters? {
    let path = axes[candidate.axis].path
    let first = path.index(at: candidate.start)
    var index = first
    let center = path.point(at: candidate.start + line.width * text.size / 2, near: &index)
    var letters = Letters(center: PixelPoint(x: center.x, y: center.y))
    letters.places.reserveCapacity(inked.count)
    letters.boxes.reserveCapacity(inked.count)
    index = first
    for letter in inked {
      let cluster = text.text.clusters[letter.cluster]
      let middle = candidate.start + (cluster.x + cluster.width / 2) * text.size
      guard let turn = turn(of: cluster, on: path, middle, near: &index) else { continue }
      let down = SIMD2(-turn.y, turn.x)
      let point = path.point(at: middle, near: &index)
      let origin = point - turn * (cluster.width / 2 * text.size) + down * (text.capHeight / 2)
      let box = box(letter, from: origin, turn, down)
      guard isFree(box) else { return nil }
      letters.boxes.append(box)
      letters.places.append(
        (
          letter.cluster,
          GlyphPlace(origin: PixelPoint(x: origin.x, y: origin.y), size: text.size, turn: turn, slant: text.text.slant)
        ))
    }
    return letters
  }

  /// - Parameter origin: The left end of the letter's baseline.
  private func box(
    _ letter: Inked, from origin: SIMD2<Double>, _ turn: SIMD2<Double>, _ down: SIMD2<Double>
  ) -> LabelBox {
    let across = turn * ((letter.left + letter.right) / 2 * text.size)
    let center = origin + across + down * ((letter.top + letter.bottom) / 2 * text.size)
    return LabelBox(
      center: PixelPoint(x: center.x, y: center.y),
      half: PixelPoint(
        x: (letter.right - letter.left) / 2 * text.size + text.haloWidth,
        y: (letter.bottom - letter.top) / 2 * text.size + text.haloWidth),
      cos: turn.x, sin: turn.y)
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
