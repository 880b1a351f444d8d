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
    let distance = request.repeatDistance.map { max($0, text.width, 1) }
    for path in order {
      let axes = candidates.axes(along: lines[path])
      if axes.isEmpty { continue }
      let count = distance.map { max(1, min(Self.mostRepeats, Int(saturating: lengths[path] / $0))) } ?? 1
      for part in 0..<count {
        // A label may move within the middle of its part, and within all of the path where it is the only one.
        let (start, share) = (Double(part) / Double(count), 1 / Double(count))
        let within = count == 1 ? 0...1 : start + share * 0.15...start + share * 0.85
        let all = candidates.candidates(axes, part: within).lazy.map { candidates.letters($0, axes) }
        guard let letters = all.first(where: { isFree($0, request.key, distance) }) else { continue }
        for box in letters.boxes { room.take(box.grown(by: gap)) }
        candidates.draw(letters, into: &placed.drawing)
        placed.labels.append(PlacedLabels.Label(request: number, boxes: letters.boxes))
        repeated[request.key, default: []].append(letters.center)
        if distance == nil { return }
      }
    }
  }

  private func isFree(_ letters: LineCandidates.Letters, _ text: String, _ distance: Double?) -> Bool {
    if let distance {
      // Two carriageways, or two parts of a river, are not both named at the same place.
      let (center, others) = (letters.center, repeated[text, default: []])
      if others.contains(where: { SIMD2($0.x - center.x, $0.y - center.y).length < distance / 2 }) { return false }
    }
    return letters.boxes.allSatisfy { room.holds($0, edge: edge) && room.isFree($0.grown(by: gap)) }
  }
}

extension LabelRequest {
  fileprivate var key: String { text.map(\.text).joined(separator: "\n") }
}
