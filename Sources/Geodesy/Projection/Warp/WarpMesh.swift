/// Where the pixels of a part of a picture lie in the reference of a source: cells that lie side by side and do not
/// overlap; pixels in no cell show no ground of it.
package struct WarpMesh: Sendable {
  /// Of the picture.
  package let rows: Range<Int>
  /// In no order that means anything.
  package let cells: [Cell]

  /// A rectangle of pixels.
  package struct Cell: Sendable {
    package let columns: Range<Int>
    package let rows: Range<Int>
    package let content: Content
  }

  package enum Content: Sendable {
    /// Interpolated between nine places, off by at most 1/8 device pixel.
    case patch(Patch)
    /// Each pixel for itself, row by row from the top: where the map is torn, folded or ends.
    case pixels([Pixel])
  }

  /// Positions of the source at nine places of a cell: its corners (of its outermost pixels, not their centres), the middles
  /// of its sides and its middle. Where the source's reference repeats, all are in one copy of the world, which need not
  /// be frame 0.
  package struct Patch: Sendable {
    /// Row by row from the top left one.
    package let nodes: [SIMD2<Double>]

    /// - Precondition: Nine of them.
    init(_ nodes: [SIMD2<Double>]) {
      precondition(nodes.count == 9, "a patch of another number of places than nine")
      self.nodes = nodes
    }
  }

  /// One pixel.
  package struct Pixel: Sendable {
    /// Of its centre; of the nearest part that shows ground where the centre does not.
    package let position: SIMD2<Double>
    /// Units of the source's x, and of its y, for a step of one device pixel.
    package let footprint: SIMD2<Double>
    /// How much of the pixel shows ground, 0 to 1; 0 where nothing else of it counts.
    package let coverage: Float
  }
}

extension WarpMesh.Patch {
  /// The change of the position for one pixel to the right, and for one down, on the whole of a cell of so many pixels.
  package func steps(columns: Int, rows: Int) -> (right: SIMD2<Double>, down: SIMD2<Double>) {
    (
      (nodes[2] - nodes[0] + nodes[8] - nodes[6]) / Double(2 * columns),
      (nodes[6] - nodes[0] + nodes[8] - nodes[2]) / Double(2 * rows)
    )
  }

  /// Units of the source's x, and of its y, for a step of one device pixel in the worst direction.
  package func footprint(columns: Int, rows: Int) -> SIMD2<Double> {
    let (right, down) = steps(columns: columns, rows: rows)
    return (right * right + down * down).squareRoot()
  }

  /// The same patch on another plane.
  package func mapped(_ move: (SIMD2<Double>) -> SIMD2<Double>) -> WarpMesh.Patch { WarpMesh.Patch(nodes.map(move)) }

  /// How far, in x and in y, a curve through three of the nodes may leave the straight lines between them.
  package var bulge: SIMD2<Double> {
    pointwiseMax(rowBend, bend([(0, 3, 6), (1, 4, 7), (2, 5, 8)])) / 8
  }

  /// How far, in x and in y, the ends of a row and its middle are from lying evenly on a line, times 2.
  package var rowBend: SIMD2<Double> { bend([(0, 1, 2), (3, 4, 5), (6, 7, 8)]) }

  private func bend(_ lines: [(Int, Int, Int)]) -> SIMD2<Double> {
    var most = SIMD2<Double>.zero
    for line in lines {
      let bend = nodes[line.0] - nodes[line.1] * 2 + nodes[line.2]
      most = pointwiseMax(most, pointwiseMax(bend, -bend))
    }
    return most
  }

  /// The eight nodes of the outline, in order.
  package var outline: [SIMD2<Double>] { [0, 1, 2, 5, 8, 7, 6, 3].map { nodes[$0] } }

  /// The three places, at the left, in the middle and at the right, of a row at a share of the cell's height.
  @inline(__always)
  package func row(_ y: Double) -> WarpCurve {
    WarpCurve(
      start: WarpCurve(start: nodes[0], middle: nodes[3], end: nodes[6]).place(y),
      middle: WarpCurve(start: nodes[1], middle: nodes[4], end: nodes[7]).place(y),
      end: WarpCurve(start: nodes[2], middle: nodes[5], end: nodes[8]).place(y))
  }

  /// The position at shares of the cell's width and height.
  package func position(_ x: Double, _ y: Double) -> SIMD2<Double> { row(y).place(x) }
}

/// The parabola through three places.
package struct WarpCurve: Sendable {
  package var start: SIMD2<Double>
  package var middle: SIMD2<Double>
  package var end: SIMD2<Double>

  /// - Parameter share: 0 at the start, 1 at the end.
  @inline(__always)
  package func place(_ share: Double) -> SIMD2<Double> {
    let rest = 1 - share
    return start * (rest * (rest - share)) + middle * (4 * share * rest) + end * (share * (share - rest))
  }
}

extension WarpMesh.Cell {
  /// Where the centre of one of its pixels lies in the source's reference; `nil` where it shows no ground of it.
  package func position(column: Int, row: Int) -> SIMD2<Double>? {
    let (x, y) = (column - columns.lowerBound, row - rows.lowerBound)
    switch content {
    case .patch(let patch):
      return patch.position((Double(x) + 0.5) / Double(columns.count), (Double(y) + 0.5) / Double(rows.count))
    case .pixels(let pixels):
      let pixel = pixels[y * columns.count + x]
      return pixel.coverage > 0.5 ? pixel.position : nil
    }
  }
}
