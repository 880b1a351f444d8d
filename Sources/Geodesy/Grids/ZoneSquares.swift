/// The squares of 100 km that a picture may show of a part of a zone, cut off at the zone's edges.
///
/// Neighbours share their sides, so that each place is looked at once.
struct ZoneSquares {
  let part: ZonePart
  let page: GridPage

  private static let size = 100_000.0

  /// Squares beside each other.
  private struct Row {
    let number: Int
    let columns: ClosedRange<Int>
  }

  /// Places along lines that squares share.
  private struct Sides {
    /// Of a side of a square.
    let stretches: Int
    var places: [Position] = []
    /// The first place of each line that runs east, and its column.
    private var lines: [Int: (start: Int, column: Int)] = [:]
    /// The first place of the sides between the squares of each row.
    private var between: [Int] = []

    init(_ rows: [Row], stretches: Int) {
      self.stretches = stretches
      for (index, row) in rows.enumerated() {
        let before = index > 0 && rows[index - 1].number == row.number - 1 ? rows[index - 1].columns : row.columns
        let all = min(before.lowerBound, row.columns.lowerBound)...max(before.upperBound, row.columns.upperBound)
        add(line: row.number, all)
        if index + 1 == rows.count || rows[index + 1].number != row.number + 1 {
          add(line: row.number + 1, row.columns)
        }
        between.append(places.count)
        for column in row.columns.lowerBound...row.columns.upperBound + 1 {
          for step in 1..<stretches { add(Double(column), Double(row.number) + Double(step) / Double(stretches)) }
        }
      }
    }

    private mutating func add(line number: Int, _ columns: ClosedRange<Int>) {
      lines[number] = (places.count, columns.lowerBound)
      for step in 0...columns.count * stretches {
        add(Double(columns.lowerBound) + Double(step) / Double(stretches), Double(number))
      }
    }

    private mutating func add(_ column: Double, _ row: Double) {
      places.append(Position(x: column * ZoneSquares.size, y: row * ZoneSquares.size))
    }

    /// Once round a square: numbers of places.
    func ring(of row: Row, _ index: Int, column: Int) -> [Int] {
      guard let low = lines[row.number], let high = lines[row.number + 1] else { return [] }
      let bottom = low.start + (column - low.column) * stretches
      let top = high.start + (column - high.column) * stretches
      let left = between[index] + (column - row.columns.lowerBound) * (stretches - 1)
      let right = left + stretches - 1
      var ring = Array(bottom...bottom + stretches)
      ring += right..<right + stretches - 1
      ring += (top...top + stretches).reversed()
      ring += (left..<left + stretches - 1).reversed()
      return ring
    }
  }

  func cells() -> [ZoneCells.Cell] {
    let rows = rows
    let sides = Sides(rows, stretches: stretches)
    let places = part.plane.geographic(sides.places)
    let points = page.points(places, isChecked: part.plane.isChecked)
    let frame = PixelFrame(page.view.size)
    var cells: [ZoneCells.Cell] = []
    var cut: [(name: String, ring: [Position])] = []
    for (index, row) in rows.enumerated() {
      for column in row.columns {
        let ring = sides.ring(of: row, index, column: column)
        let seen = ring.compactMap { points[$0] }
        guard let around = PixelFrame(around: seen), around.meets(frame) else { continue }
        let outline = ring.map { places[$0] }
        let isWhole = outline.allSatisfy(isInside)
        let kept = isWhole ? outline : shown(ring.map { (sides.places[$0], places[$0]) })
        guard kept.count > 2, let name = name(column, row.number, latitude: outline[0].y) else { continue }
        if isWhole {
          cells.append(ZoneCells.Cell(name: name, level: 1, ring: seen))
        } else {
          cut.append((name, kept))
        }
      }
    }
    let cutPoints = page.points(cut.flatMap(\.ring), isChecked: part.plane.isChecked)
    var first = 0
    for (name, ring) in cut {
      let own = cutPoints[first..<first + ring.count].compactMap { $0 }
      first += ring.count
      cells.append(ZoneCells.Cell(name: name, level: 1, ring: own))
    }
    return cells
  }

  private var rows: [Row] {
    let steps = IntervalSteps(Self.size)
    guard let rows = steps.steps(from: part.metres.ymin - Self.size, to: part.metres.ymax) else { return [] }
    return rows.compactMap { row in
      let (low, high) = (steps.value(row), steps.value(row + 1))
      guard let range = part.outline.range(.y, low, high),
        let columns = steps.steps(from: range.lowerBound - Self.size, to: range.upperBound)
      else { return nil }
      return Row(number: row, columns: columns)
    }
  }

  /// Of a side: more where it is longer on the page, and so bends farther.
  private var stretches: Int {
    let pixels = Self.size * page.pixelsPerMetre * page.view.pixelRatio
    return pixels < 100 ? 1 : pixels < 300 ? 2 : pixels < 1000 ? 4 : 8
  }

  private func name(_ column: Int, _ row: Int, latitude: Double) -> String? {
    let middle = Position(x: (Double(column) + 0.5) * Self.size, y: (Double(row) + 0.5) * Self.size)
    return part.zone.squareLetters(middle, latitude: latitude)
  }

  private func isInside(_ place: Position) -> Bool {
    let box = part.plane.strip.box
    guard box.ymin <= place.y, place.y <= box.ymax else { return false }
    let x = place.x - part.plane.shift
    return part.zone.isPolar || box.xmin <= x && x <= box.xmax
  }

  /// What a ring covers of the zone, in degrees.
  private func shown(_ ring: [(metres: Position, place: Position)]) -> [Position] {
    let strip = part.plane.strip
    guard strip.zone.isPolar else {
      return BoxCut(box: strip.box.shifted(x: part.plane.shift)).part(ofRing: ring.map(\.place))
    }
    // About a pole degrees have no inside: it is cut in the plane.
    let cut = PolygonCut.keeping(
      ring, where: { strip.zone.isNorth ? $0.place.y - strip.box.ymin : strip.box.ymax - $0.place.y },
      between: { start, end, share in
        let place = BoxCut.between(start.place, end.place, share)
        return (BoxCut.between(start.metres, end.metres, share), place)
      })
    return part.plane.geographic(cut.map(\.metres))
  }
}
