/// Leaves out positions of a path that the straight ways between those that are kept pass closely, in one pass.
///
/// From a position that is kept each later one allows the directions that pass it closely enough; what all allow is a wedge, and
/// the path goes straight on as long as it stays within (Zhao and Saalfeld, "Linear-time sleeve-fitting polyline simplification
/// algorithms", 1997). A path that turns back is not cut short.
struct PathSimplification {
  /// How far a position may lie from the way that passes it.
  private let tolerance: Double
  private var anchor: Position
  private var last: Position
  /// Of the wedge, seen from the anchor; as long as they come out.
  private var left = Position(x: 0, y: 0)
  private var right = Position(x: 0, y: 0)
  private var hasWedge = false
  /// How far from the anchor the path has been.
  private var farthest = 0.0

  private init(from first: Position, tolerance: Double) {
    self.tolerance = tolerance
    anchor = first
    last = first
  }

  /// Hands on what is kept, in its order: the first and the last position always.
  ///
  /// - Precondition: All positions are finite.
  static func eachKept(of path: [Position], tolerance: Double, _ take: (Position) -> Void) {
    guard let first = path.first else { return }
    take(first)
    guard path.count > 1 else { return }
    var simplification = PathSimplification(from: first, tolerance: tolerance)
    for index in 1..<path.count {
      let next = path[index]
      if !simplification.allows(next) {
        take(simplification.last)
        simplification.begin(at: simplification.last)
        _ = simplification.allows(next)
      }
      simplification.last = next
    }
    take(simplification.last)
  }

  private mutating func begin(at position: Position) {
    anchor = position
    hasWedge = false
    farthest = 0
  }

  /// Whether the straight way from the anchor to a position passes all between them; if so, the wedge is narrowed to what passes
  /// this one too.
  @inline(__always)
  private mutating func allows(_ position: Position) -> Bool {
    let (x, y) = (position.x - anchor.x, position.y - anchor.y)
    let square = x * x + y * y
    let before = farthest - tolerance
    if before > 0, square < before * before { return false }
    if hasWedge, right.x * y - right.y * x < 0 || x * left.y - y * left.x < 0 { return false }
    let beyond = square - tolerance * tolerance
    // What is that near to the anchor is passed by any way.
    guard beyond > 0 else { return true }
    // The tangents from the anchor to the circle about the position: of length, they are as far as it is, times that.
    let tangent = beyond.squareRoot()
    let ownLeft = Position(x: x * tangent - y * tolerance, y: y * tangent + x * tolerance)
    let ownRight = Position(x: x * tangent + y * tolerance, y: y * tangent - x * tolerance)
    if !hasWedge || ownLeft.x * left.y - ownLeft.y * left.x > 0 { left = ownLeft }
    if !hasWedge || right.x * ownRight.y - right.y * ownRight.x > 0 { right = ownRight }
    hasWedge = true
    if square > farthest * farthest { farthest = square.squareRoot() }
    return true
  }
}
