/// Where the pixels of one picture lie in its spatial reference: an affine or projective map of the plane.
///
/// Pixels count from the picture's top left corner, x to the right, y down: the centre of the first pixel is at 0.5, 0.5.
/// Positions are x east or right, y north or up.
package struct ImageTransform: Hashable, Sendable {
  package let size: PixelSize
  /// Of the picture's outermost pixels, not of their centres: top left, top right, bottom right, bottom left.
  package let corners: [Position]
  /// From shares of the picture's sides to `plane`, and back; the third number of a product divides the others.
  private let forward: Matrix3
  private let backward: Matrix3
  /// Positions are reckoned about this one in units of `unit`, so that no digits are lost far from the origin.
  private let center: SIMD2<Double>
  private let unit: Double

  /// What keeps corners from being those of a picture.
  package enum Problem: Error, Hashable, Sendable {
    case notFinite
    /// They lie on a line or a point.
    case withoutArea
    /// An inner angle is not less than 180 degrees, or two sides cross: no flat picture looks like that. Or one corner is so far
    /// away that nothing is to be seen of it.
    case notConvex
  }

  /// - Parameters:
  ///   - size: Each side at least 1.
  ///   - corners: Four, in the order of ``corners``; a mirrored picture has them the other way round.
  /// - Throws: ``Problem``.
  package init(size: PixelSize, corners: [Position]) throws(Problem) {
    precondition(corners.count == 4 && size.width > 0 && size.height > 0, "not the corners of a picture")
    guard corners.allSatisfy(\.isFinite), let box = Extent(around: corners) else { throw .notFinite }
    let unit = max(box.width, box.height) / 2
    let farthest = [box.xmin, box.ymin, box.xmax, box.ymax].map(abs).max() ?? 0
    // Below that, doubles cannot tell the corners of neighbouring pixels apart.
    guard unit.isFinite, unit > farthest * 1e-12 else { throw unit.isFinite ? .withoutArea : .notFinite }
    let center = SIMD2(box.xmin + box.width / 2, box.ymin + box.height / 2)
    let points = corners.map { (SIMD2($0.x, $0.y) - center) / unit }
    let turns = points.indices.map { index in
      let (side, next) = (points[(index + 1) % 4] - points[index], points[(index + 2) % 4] - points[(index + 1) % 4])
      return side.x * next.y - side.y * next.x
    }
    guard turns.contains(where: { abs($0) > Self.flat }) else { throw .withoutArea }
    guard turns.allSatisfy({ $0 > Self.flat }) || turns.allSatisfy({ $0 < -Self.flat }) else { throw .notConvex }
    // Sums of corners that differ by rounding alone are a parallelogram's.
    let matrix = Matrix3(squareTo: points, rounding: max(1e-12, 8e-16 * farthest / unit))
    let weights = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { matrix.weight(at: $0) }
    guard (weights.min() ?? 0) > (weights.max() ?? 0) * Self.steepest else { throw .notConvex }
    forward = matrix
    backward = matrix.inverse
    self.size = size
    self.corners = corners
    self.center = center
    self.unit = unit
  }

  /// - Parameter affine: `[a, d, b, e, c, f]` in the order of a world file, but of corners: x = a·column + b·row + c,
  ///   y = d·column + e·row + f at the top left corner of a pixel.
  /// - Throws: ``Problem``.
  package init(size: PixelSize, affine: [Double]) throws(Problem) {
    precondition(affine.count == 6, "an affine map of another number of coefficients than six")
    func position(_ column: Int, _ row: Int) -> Position {
      let (column, row) = (Double(column), Double(row))
      return Position(
        x: affine[0] * column + affine[2] * row + affine[4], y: affine[1] * column + affine[3] * row + affine[5])
    }
    try self.init(
      size: size,
      corners: [
        position(0, 0), position(size.width, 0), position(size.width, size.height), position(0, size.height),
      ])
  }

  /// The same ground in a picture of other columns and rows.
  package func resized(to size: PixelSize) -> ImageTransform {
    precondition(size.width > 0 && size.height > 0, "a picture without pixels")
    return ImageTransform(self, size: size)
  }

  private init(_ other: ImageTransform, size: PixelSize) {
    (corners, forward, backward) = (other.corners, other.forward, other.backward)
    (center, unit) = (other.center, other.unit)
    self.size = size
  }

  /// Twice the area of a triangle of corners below which they lie on a line, with the picture's longer side as 2.
  private static let flat = 1e-7
  /// The part of a picture that is farthest away is at least so large beside the nearest: what is steeper is nearly a triangle,
  /// whose pixels cannot be told apart any more.
  private static let steepest = 1e-4

  /// The box around it.
  package var outline: Extent {
    Extent(
      xmin: corners.map(\.x).min() ?? 0, ymin: corners.map(\.y).min() ?? 0, xmax: corners.map(\.x).max() ?? 0,
      ymax: corners.map(\.y).max() ?? 0)
  }

  /// Its rows run due east and its columns due south, but for a thousandth of a pixel.
  package var isUpright: Bool {
    let box = outline
    let ideal = [
      Position(x: box.xmin, y: box.ymax), Position(x: box.xmax, y: box.ymax), Position(x: box.xmax, y: box.ymin),
      Position(x: box.xmin, y: box.ymin),
    ]
    let (columns, rows) = (Double(size.width) / box.width, Double(size.height) / box.height)
    return zip(corners, ideal).allSatisfy { corner, ideal in
      abs(corner.x - ideal.x) * columns < 1e-3 && abs(corner.y - ideal.y) * rows < 1e-3
    }
  }

  /// Its left and right edges are one meridian, but for a tenth of a pixel.
  /// - Parameter worldWidth: Units of x once round the world.
  package func goesRound(_ worldWidth: Double) -> Bool {
    let width = outline.width
    return isUpright && abs(width - worldWidth) * Double(size.width) < 0.1 * width
  }

  /// The position of a place in the picture; `nil` for one beyond its horizon.
  package func ground(of pixel: SIMD2<Double>) -> SIMD2<Double>? {
    forward.image(of: pixel / SIMD2(Double(size.width), Double(size.height))).map { $0 * unit + center }
  }

  /// The place in the picture that shows a position, also beyond its edges; `nil` where its plane shows no such ground.
  package func pixel(of ground: SIMD2<Double>) -> SIMD2<Double>? {
    backward.image(of: (ground - center) / unit).map { $0 * SIMD2(Double(size.width), Double(size.height)) }
  }
}

/// A projective map of the plane.
private struct Matrix3: Hashable, Sendable {
  let rows: [SIMD3<Double>]

  private init(_ rows: [SIMD3<Double>]) { self.rows = rows }

  /// The map of the unit square onto a quadrilateral: its corner 0, 0 onto the first point, 1, 0 onto the second, and so on
  /// (P. S. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
  init(squareTo points: [SIMD2<Double>], rounding: Double) {
    let (p0, p1, p2, p3) = (points[0], points[1], points[2], points[3])
    let sum = p0 - p1 + p2 - p3
    var (g, h) = (0.0, 0.0)
    if abs(sum.x) > rounding || abs(sum.y) > rounding {
      let (d1, d2) = (p1 - p2, p3 - p2)
      let determinant = d1.x * d2.y - d1.y * d2.x
      g = (sum.x * d2.y - sum.y * d2.x) / determinant
      h = (d1.x * sum.y - d1.y * sum.x) / determinant
    }
    let (right, down) = (p1 - p0 + p1 * g, p3 - p0 + p3 * h)
    rows = [SIMD3(right.x, down.x, p0.x), SIMD3(right.y, down.y, p0.y), SIMD3(g, h, 1)]
  }

  var inverse: Matrix3 {
    let (a, b, c) = (rows[0], rows[1], rows[2])
    let (bc, ca, ab) = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
    let scale = 1 / (a * bc).sum()
    return Matrix3([
      SIMD3(bc.x, ca.x, ab.x) * scale, SIMD3(bc.y, ca.y, ab.y) * scale, SIMD3(bc.z, ca.z, ab.z) * scale,
    ])
  }

  private static func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z, one.x * other.y - one.y * other.x)
  }

  /// What the other two numbers of a product are divided by: the larger, the farther away.
  @inline(__always)
  func weight(at point: SIMD2<Double>) -> Double { (rows[2] * SIMD3(point.x, point.y, 1)).sum() }

  /// `nil` for a point at the horizon or beyond it, where the third number is not above 0.
  @inline(__always)
  func image(of point: SIMD2<Double>) -> SIMD2<Double>? {
    let weight = weight(at: point)
    guard weight > 1e-9 else { return nil }
    let point = SIMD3(point.x, point.y, 1)
    return SIMD2((rows[0] * point).sum(), (rows[1] * point).sum()) / weight
  }
}

extension ImageTransform: CustomStringConvertible {
  /// Its size and corners, which are all there is to it; the same in each run.
  package var description: String {
    "\(size.width) x \(size.height) pixels at " + corners.map { "[\($0.x), \($0.y)]" }.joined(separator: " ")
  }
}
