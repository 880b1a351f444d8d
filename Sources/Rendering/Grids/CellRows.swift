import Geodesy

/// Rows of a cell of a grid, in device pixels: where in it a text has room.
struct CellRows {
  let outline: [PicturePoint]

  /// Rows for each height of a text; rows at most; and places that are given.
  private static let (steps, mostRows, most) = (4.0, 400, 3)

  /// Middles of stretches of rows that lie in the cell and have room for a text, the nearest first.
  ///
  /// - Parameter point: That they should be near.
  func widePlaces(width: Double, height: Double, near point: PixelPoint) -> [PixelPoint] {
    guard height > 0, let top = outline.lazy.map(\.y).min(), let bottom = outline.lazy.map(\.y).max(),
      bottom - top > height
    else { return [] }
    let step = max(height / Self.steps, (bottom - top) / Double(Self.mostRows))
    var places: [PixelPoint] = []
    for number in 1...Int((bottom - top) / step) {
      let y = top + Double(number) * step
      var free = [(-Double.infinity, Double.infinity)]
      for row in [y - height / 2, y, y + height / 2] { free = Self.both(free, stretches(in: row)) }
      for (left, right) in free where right - left >= width {
        places.append(PixelPoint(x: (left + right) / 2, y: y))
      }
    }
    func distance(_ place: PixelPoint) -> Double {
      let (dx, dy) = (place.x - point.x, place.y - point.y)
      return dx * dx + dy * dy
    }
    return Array(places.sorted { distance($0) < distance($1) }.prefix(Self.most))
  }

  /// What of a row lies in the cell, from left to right.
  private func stretches(in row: Double) -> [(Double, Double)] {
    guard var start = outline.last else { return [] }
    var crossings: [Double] = []
    for end in outline {
      if (start.y > row) != (end.y > row) {
        crossings.append(start.x + (end.x - start.x) * (row - start.y) / (end.y - start.y))
      }
      start = end
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
  }

  private static func both(_ some: [(Double, Double)], _ others: [(Double, Double)]) -> [(Double, Double)] {
    some.flatMap { one in
      others.compactMap { other in
        let (left, right) = (max(one.0, other.0), min(one.1, other.1))
        return left < right ? (left, right) : nil
      }
    }
  }
}
