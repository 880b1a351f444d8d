import Geodesy

/// The order in which labels look for places: the same in whichever order they come.
struct LabelOrder {
  private let number: Int
  private let isObligatory: Bool
  private let priority: Double
  private let start: PixelPoint
  private let text: [String]
  private let size: Double

  /// - Parameter start: Where it wants to stand; `nil` or not a number where it cannot be placed.
  private init?(
    _ number: Int, isObligatory: Bool = false, priority: Double, start: PixelPoint?, text: [String], size: Double
  ) {
    guard let start, start.x.isFinite, start.y.isFinite else { return nil }
    self.number = number
    self.isObligatory = isObligatory
    self.priority = priority.isNaN ? -.infinity : priority
    self.start = start
    self.text = text
    self.size = size
  }

  /// Numbers of the requests that can be placed at all: obligatory ones first, then by priority, then from the top of the page
  /// to the bottom and from left to right, then by their text.
  static func sorted(_ requests: [LabelRequest]) -> [Int] {
    sorted(
      requests.indices.compactMap { number in
        let request = requests[number]
        return LabelOrder(
          number, isObligatory: request.isObligatory, priority: request.priority, start: request.subject.start,
          text: request.text.map(\.text), size: request.style.size)
      })
  }

  static func sorted(_ requests: [CalloutRequest]) -> [Int] {
    sorted(
      requests.indices.compactMap { number in
        let request = requests[number]
        return LabelOrder(
          number, priority: request.priority, start: request.point,
          text: [request.title ?? ""] + request.lines.map(\.value), size: request.style.size)
      })
  }

  private static func sorted(_ requests: [LabelOrder]) -> [Int] { requests.sorted { $0.isBefore($1) }.map(\.number) }

  private func isBefore(_ other: LabelOrder) -> Bool {
    if isObligatory != other.isObligatory { return isObligatory }
    if priority != other.priority { return priority > other.priority }
    if start.y != other.start.y { return start.y < other.start.y }
    if start.x != other.start.x { return start.x < other.start.x }
    if text != other.text { return text.lexicographicallyPrecedes(other.text) }
    if size != other.size { return size > other.size }
    return number < other.number
  }
}

extension LabelRequest.Subject {
  fileprivate var start: PixelPoint? {
    switch self {
    case .point(let point, _): return point
    case .fixed(let places): return places.first?.point
    case .line(let paths), .polygon(let paths):
      guard let x = paths.x.first, let y = paths.y.first else { return nil }
      return PixelPoint(x: x, y: y)
    }
  }
}
