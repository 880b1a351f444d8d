import Geodesy

extension LabelPlacer {
  /// A path that is longer than a page is wide many times over has no more labels than this.
  private static let mostRepeats = 500

  /// Along each path once for each repeat distance, or along the longest that is fit for it once.
  mutating func place(
    _ text: LabelText, _ request: LabelRequest, _ number: Int, along paths: PathList, _ placed: inout PlacedLabels
  ) {
    guard let candidates = LineCandidates(text, request) else { return }
    let lines = (0..<paths.count).map { path in
      paths.range(of: path).map { SIMD2(paths.x[$0], paths.y[$0]) }.filter { $0.x.isFinite && $0.y.isFinite }
    }
    let lengths = lines.map { line in zip(line, line.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } }
    let order = lines.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
    let key = request.key
    // From one text to the next there is room at least for a letter.
    let distance = request.repeatDistance.map { max($0, text.width + text.size, 1) }
    let least = request.repeatDistance.map { max($0 * Self.nearest, text.width + text.size * Self.nearest) } ?? 0
    for path in order {
      let axes = candidates.axes(along: lines[path])
      if axes.isEmpty { continue }
      var own: [PixelPoint] = []
      let count = distance.map { max(1, min(Self.mostRepeats, Int(saturating: lengths[path] / $0))) } ?? 1
      for part in 0..<count {
        // A label may move within the middle of its part, and within all of the path where it is the only one.
        let (start, share) = (Double(part) / Double(count), 1 / Double(count))
        let within = count == 1 ? 0...1 : start + share * 0.15...start + share * 0.85
        let all = candidates.candidates(axes, part: within) { !looksAhead || room.isOpen($0, edge: edge) }
        let free = firstFree(of: all, candidates, axes) { center in
          Self.areApart(own, center, least) && isApart(center, key, distance)
        }
        guard let letters = free else { continue }
        for box in letters.boxes { room.take(box.grown(by: gap)) }
        candidates.draw(letters, into: &placed.drawing)
        placed.labels.append(PlacedLabels.Label(request: number, boxes: letters.boxes))
        repeated[key, default: []].append(letters.center)
        own.append(letters.center)
        if distance == nil { return }
      }
    }
  }

  private func firstFree(
    of all: [LineCandidates.Candidate], _ candidates: LineCandidates, _ axes: [LineCandidates.Axis],
    where isApart: (PixelPoint) -> Bool
  ) -> LineCandidates.Letters? {
    for candidate in all {
      if let letters = candidates.letters(candidate, axes, isFree: isFree), isApart(letters.center) { return letters }
    }
    return nil
  }

  private func isFree(_ box: LabelBox) -> Bool { holds(box) && room.isFree(box.grown(by: gap)) }

  /// Two carriageways, or two parts of a river, are not both named at the same place.
  private func isApart(_ center: PixelPoint, _ text: String, _ distance: Double?) -> Bool {
    guard let distance else { return true }
    return Self.areApart(repeated[text, default: []], center, distance / 2)
  }

  private static func areApart(_ others: [PixelPoint], _ center: PixelPoint, _ distance: Double) -> Bool {
    others.allSatisfy { SIMD2($0.x - center.x, $0.y - center.y).length >= distance }
  }

  /// How much nearer than its repeat distance a text may come to the one before it on the same line, for a better place.
  private static let nearest = 0.9
}

extension LabelRequest {
  fileprivate var key: String { text.map(\.text).joined(separator: "\n") }
}
