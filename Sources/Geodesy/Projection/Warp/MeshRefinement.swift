/// A rectangle of pixels that may become a cell of a mesh.
struct CellFrame {
  let columns: Range<Int>
  let rows: Range<Int>

  /// From the top left one, row by row.
  var corners: [PicturePoint] { Self.places(2).map(point) }
  /// Corners, middles of sides and the middle, row by row; then the four places in the middles of its quarters.
  var probes: [PicturePoint] {
    Self.places(3).map(point) + [SIMD2(0.25, 0.25), SIMD2(0.75, 0.25), SIMD2(0.25, 0.75), SIMD2(0.75, 0.75)].map(point)
  }

  func lattice(_ side: Int) -> [PicturePoint] { Self.places(side).map(point) }

  var isSmallest: Bool { max(columns.count, rows.count) <= MeshRefinement.smallestSide }

  /// Its halves or quarters, each side at least a pixel.
  var parts: [CellFrame] {
    Self.halves(rows).flatMap { rows in Self.halves(columns).map { CellFrame(columns: $0, rows: rows) } }
  }

  private func point(_ share: SIMD2<Double>) -> PicturePoint {
    PicturePoint(
      x: Double(columns.lowerBound) + Double(columns.count) * share.x,
      y: Double(rows.lowerBound) + Double(rows.count) * share.y)
  }

  private static func places(_ side: Int) -> [SIMD2<Double>] {
    (0..<side * side).map { SIMD2(Double($0 % side), Double($0 / side)) / Double(side - 1) }
  }

  private static func halves(_ range: Range<Int>) -> [Range<Int>] {
    guard range.count > MeshRefinement.smallestSide else { return [range] }
    let middle = range.lowerBound + range.count / 2
    return [range.lowerBound..<middle, middle..<range.upperBound]
  }
}

/// Splits cells until parabolas through nine places of each are right to 1/32 device pixel in the middles of its quarters,
/// where they are about as wrong as anywhere; what stays wrong in the smallest cells is computed for each pixel.
struct MeshRefinement {
  let positions: PicturePositions
  /// Units of the source's x once round the world, where it repeats.
  let period: Double?

  /// Pixels a side of the cells that are not split.
  static let smallestSide = 8
  /// In device pixels: a quarter of what is promised, for what lies between the places that are looked at.
  private static let tolerance = 1.0 / 32
  /// Places a side that are looked at where the others show no ground: an isle between them would be lost.
  private static let closeLook = 9

  func refined(_ frames: [CellFrame]) -> [WarpMesh.Cell] {
    var cells: [WarpMesh.Cell] = []
    var pending = frames
    while !pending.isEmpty {
      let found = positions.positions(pending.flatMap(\.probes))
      var next: [CellFrame] = []
      var dark: [CellFrame] = []
      var torn: [CellFrame] = []
      for (number, frame) in pending.enumerated() {
        let probes = Array(found[13 * number..<13 * number + 13])
        if let patch = patch(probes, frame) {
          cells.append(WarpMesh.Cell(columns: frame.columns, rows: frame.rows, content: .patch(patch)))
        } else if probes.allSatisfy({ $0 == nil }) {
          dark.append(frame)
        } else if frame.isSmallest {
          torn.append(frame)
        } else {
          next += frame.parts
        }
      }
      next += lit(dark)
      cells += torn.map(pixelwise)
      pending = next
    }
    return cells
  }

  /// A position in the copy of the world that is nearest to another one.
  static func unwrapped(_ position: SIMD2<Double>, near other: SIMD2<Double>, _ period: Double?) -> SIMD2<Double> {
    guard let period else { return position }
    return SIMD2(position.x + period * ((other.x - position.x) / period).rounded(), position.y)
  }

  /// - Parameter probes: At ``CellFrame/probes``.
  /// - Returns: `nil` where interpolating would be wrong.
  private func patch(_ probes: [SIMD2<Double>?], _ frame: CellFrame) -> WarpMesh.Patch? {
    var places: [SIMD2<Double>] = []
    for place in probes {
      guard let place else { return nil }
      places.append(Self.unwrapped(place, near: places.first ?? place, period))
    }
    let patch = WarpMesh.Patch(Array(places[..<9]))
    let (right, down) = patch.steps(columns: frame.columns.count, rows: frame.rows.count)
    let determinant = right.x * down.y - right.y * down.x
    guard abs(determinant) > 1e-9 * ((right * right).sum() + (down * down).sum()) else { return nil }
    for (index, x, y) in [(9, 0.25, 0.25), (10, 0.75, 0.25), (11, 0.25, 0.75), (12, 0.75, 0.75)] {
      let error = places[index] - patch.position(x, y)
      // The error in device pixels, by the inverse of the matrix.
      let offset = SIMD2(error.x * down.y - error.y * down.x, error.y * right.x - error.x * right.y) / determinant
      guard (offset * offset).sum() <= Self.tolerance * Self.tolerance else { return nil }
    }
    return patch
  }

  /// The parts of cells without ground at their probes that show some all the same.
  private func lit(_ frames: [CellFrame]) -> [CellFrame] {
    let large = frames.filter { !$0.isSmallest }
    let count = Self.closeLook * Self.closeLook
    let found = positions.positions(large.flatMap { $0.lattice(Self.closeLook) })
    return large.enumerated().flatMap { number, frame -> [CellFrame] in
      found[count * number..<count * (number + 1)].allSatisfy { $0 == nil } ? [] : frame.parts
    }
  }

  // MARK: - Pixels

  private func pixelwise(_ frame: CellFrame) -> WarpMesh.Cell {
    // With a ring of pixels around it: neighbours tell how large a pixel is, and whether the ground ends in it.
    let (width, height) = (frame.columns.count + 2, frame.rows.count + 2)
    let centers = (0..<width * height).map { index in
      PicturePoint(
        x: Double(frame.columns.lowerBound + index % width) - 0.5,
        y: Double(frame.rows.lowerBound + index / width) - 0.5)
    }
    let found = positions.positions(centers)
    var pixels: [WarpMesh.Pixel] = []
    pixels.reserveCapacity(frame.columns.count * frame.rows.count)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let near = [-1, 0, 1].flatMap { dy in [-1, 0, 1].map { dx in found[(y + dy) * width + x + dx] } }
        pixels.append(pixel(near, at: centers[y * width + x]))
      }
    }
    return WarpMesh.Cell(columns: frame.columns, rows: frame.rows, content: .pixels(pixels))
  }

  /// - Parameter near: The pixel's neighbours and, in their middle, itself.
  private func pixel(_ near: [SIMD2<Double>?], at center: PicturePoint) -> WarpMesh.Pixel {
    if let own = near[4], !near.contains(where: { $0 == nil }) {
      return WarpMesh.Pixel(position: own, footprint: footprint(near, of: own), coverage: 1)
    }
    guard near.contains(where: { $0 != nil }) else {
      return WarpMesh.Pixel(position: .zero, footprint: .zero, coverage: 0)
    }
    // The ground ends near: how much of the pixel shows some, in 16 places.
    let places = (0..<16).map { index in
      PicturePoint(
        x: center.x + (Double(index % 4) - 1.5) / 4, y: center.y + (Double(index / 4) - 1.5) / 4)
    }
    let found = positions.positions(places)
    let nearest = places.indices.filter { found[$0] != nil }.min {
      Self.distance(places[$0], center) < Self.distance(places[$1], center)
    }
    guard let own = near[4] ?? nearest.flatMap({ found[$0] }) else {
      return WarpMesh.Pixel(position: .zero, footprint: .zero, coverage: 0)
    }
    let share = Float(found.count { $0 != nil }) / 16
    return WarpMesh.Pixel(position: own, footprint: footprint(near, of: own), coverage: share)
  }

  /// By the nearer of the two neighbours on each axis: the other one may lie beyond a tear.
  private func footprint(_ near: [SIMD2<Double>?], of own: SIMD2<Double>) -> SIMD2<Double> {
    func step(_ one: SIMD2<Double>?, _ other: SIMD2<Double>?) -> SIMD2<Double> {
      let steps = [one, other].compactMap { $0 }.map { Self.unwrapped($0, near: own, period) - own }
      guard var step = steps.first else { return .zero }
      for other in steps.dropFirst() { step = step.replacing(with: other, where: other * other .< step * step) }
      return step
    }
    let (right, down) = (step(near[3], near[5]), step(near[1], near[7]))
    return (right * right + down * down).squareRoot()
  }

  private static func distance(_ one: PicturePoint, _ other: PicturePoint) -> Double {
    (one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)
  }
}
