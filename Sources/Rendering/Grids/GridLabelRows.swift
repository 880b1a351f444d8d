import DocumentModel
import Geodesy

/// Rows of labels along the sides of a grid: where not all of them have room beside each other, every second, third, fifth … line is
/// labelled all along the side, and none in between.
struct GridLabelRows {
  let levels: [GridLevel]
  /// That stays free between labels, on each of them.
  let gap: Double

  /// A label of a line at a side, and the room that it takes.
  struct Entry {
    /// In the order of all labels.
    let number: Int
    let label: GridLabel
    let box: LabelBox
  }

  private struct Row: Hashable {
    let edge: GridEdge
    let isEnd: Bool
    /// `nil`: names of zones.
    let axis: GridStroke.Axis?
    let zone: UniversalZone?
    /// Of names of zones: those of columns.
    let isNumber: Bool
  }

  private struct Counted {
    let entry: Entry
    /// Which line it is, counted from 0 of the coordinate.
    let count: Int
  }

  /// Of MGRS, from the south.
  private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
  /// Every so many lines.
  private static let steps = Array(2...12) + [15, 20, 30, 50, 60, 100]

  /// Numbers of the labels that are left out.
  func leftOut(_ entries: [Entry]) -> Set<Int> {
    var rows: [Row: [Counted]] = [:]
    for entry in entries {
      guard let row = row(of: entry.label), let count = count(of: entry.label) else { continue }
      rows[row, default: []].append(Counted(entry: entry, count: count))
    }
    var leftOut: Set<Int> = []
    for (row, labels) in rows {
      let isFlat = row.edge == .top || row.edge == .bottom
      let sorted = labels.sorted { one, other in
        let (a, b) = (one.entry.label.point, other.entry.label.point)
        return isFlat ? (a.x, a.y) < (b.x, b.y) : (a.y, a.x) < (b.y, b.x)
      }
      guard touch(sorted), let step = steps(row.axis).first(where: { step in !touch(kept(sorted, step)) }) else {
        continue
      }
      leftOut.formUnion(sorted.filter { $0.count % step != 0 }.map(\.entry.number))
    }
    return leftOut
  }

  private func kept(_ labels: [Counted], _ step: Int) -> [Counted] { labels.filter { $0.count % step == 0 } }

  private func touch(_ labels: [Counted]) -> Bool {
    zip(labels, labels.dropFirst()).contains { $0.entry.box.grown(by: gap).touches($1.entry.box.grown(by: gap)) }
  }

  private func row(of label: GridLabel) -> Row? {
    let (edge, isEnd): (GridEdge, Bool)
    switch label.place {
    case .edge(let own): (edge, isEnd) = (own, false)
    case .end(let own): (edge, isEnd) = (own, true)
    case .line, .cell: return nil
    }
    return Row(
      edge: edge, isEnd: isEnd, axis: label.line?.axis, zone: label.line?.zone,
      isNumber: label.line == nil && Int(label.text) != nil)
  }

  private func interval(_ level: GridLevel, _ axis: GridStroke.Axis) -> Double? {
    level.interval.map { axis == .x ? $0.x : $0.y }
  }

  private func count(of label: GridLabel) -> Int? {
    guard let line = label.line else {
      // Zone 1 counts as 0: of every second the odd ones stay, those that are not missing about Svalbard.
      if let number = Int(label.text) { return number - 1 }
      return label.text.first.flatMap { letter in Self.bands.firstIndex(of: letter) }
    }
    guard let finest = levels.last.flatMap({ interval($0, line.axis) }), finest > 0 else { return nil }
    // Eastings of a zone from its middle, both coordinates of UPS from the pole.
    let start =
      switch (line.zone, line.axis) {
      case (nil, _): 0.0
      case (let zone?, _) where zone.isPolar: UniversalZone.falsePole
      case (_, .x): UniversalZone.falseEasting
      case (_, .y): 0.0
      }
    let count = ((line.value - start) / finest).rounded()
    return abs(count) < 1e15 ? Int(count) : nil
  }

  /// Those with which lines of coarser levels are not left out while finer ones stay.
  private func steps(_ axis: GridStroke.Axis?) -> [Int] {
    guard let axis, let finest = levels.last.flatMap({ interval($0, axis) }), finest > 0 else { return [2, 5, 10, 20] }
    let ratios = levels.compactMap { level in interval(level, axis).map { Int(min(1e9, ($0 / finest).rounded())) } }
    return Self.steps.filter { step in ratios.allSatisfy { $0 % step == 0 || step % max(1, $0) == 0 } }
  }
}
