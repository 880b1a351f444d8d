import Geodesy

/// The order in which labels look for places.
enum LabelOrder {
  private struct Rank {
    let number: Int
    let isObligatory: Bool
    let priority: Double
    let start: PixelPoint
  }

  /// Numbers of the requests that can be placed at all: obligatory ones first, then by priority, then from the top of the page
  /// to the bottom and from left to right, then by their text.
  static func sorted(_ requests: [LabelRequest]) -> [Int] {
    var ranks: [Rank] = []
    ranks.reserveCapacity(requests.count)
    for (number, request) in requests.enumerated() {
      guard let start = start(of: request.subject), start.x.isFinite, start.y.isFinite else { continue }
      ranks.append(
        Rank(
          number: number, isObligatory: request.isObligatory,
          priority: request.priority.isNaN ? -.infinity : request.priority, start: start))
    }
    ranks.sort { one, other in
      if one.isObligatory != other.isObligatory { return one.isObligatory }
      if one.priority != other.priority { return one.priority > other.priority }
      if one.start.y != other.start.y { return one.start.y < other.start.y }
      if one.start.x != other.start.x { return one.start.x < other.start.x }
      return isBefore(requests[one.number], requests[other.number]) ?? (one.number < other.number)
    }
    return ranks.map(\.number)
  }

  /// `nil` where they look alike.
  private static func isBefore(_ one: LabelRequest, _ other: LabelRequest) -> Bool? {
    let (text, second) = (one.text.map(\.text), other.text.map(\.text))
    if text != second { return text.lexicographicallyPrecedes(second) }
    if one.style.size != other.style.size { return one.style.size > other.style.size }
    return nil
  }

  private static func start(of subject: LabelRequest.Subject) -> PixelPoint? {
    switch subject {
    case .point(let point, _): return point
    case .fixed(let places): return places.first?.point
    case .line(let paths), .polygon(let paths):
      guard let x = paths.x.first, let y = paths.y.first else { return nil }
      return PixelPoint(x: x, y: y)
    }
  }
}
