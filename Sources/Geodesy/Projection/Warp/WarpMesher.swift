import Synchronization

/// Makes the meshes of one picture for one source.
///
/// Meshes are made of strips of rows, so that a picture of any height takes little memory. The same rows give the same
/// mesh whenever they are asked for.
package final class WarpMesher: Sendable {
  package let view: MapView
  package let source: SpatialReference
  /// PROJ's name of the operation from the source to the map; `nil` where they are in one reference.
  package let operationName: String?
  /// In metres; `nil` where nobody knows.
  package let accuracy: Double?
  /// PROJ knows no real operation between the datums and takes them for the same.
  package let isBallpark: Bool
  /// The map goes on beyond its world's edge: each frame shows the same.
  package let wrapsAround: Bool
  /// Set where positions are those of one picture, in its own plane: x its columns from the left, y its rows upwards from
  /// its top edge.
  package let image: ImageTransform?
  /// Units of the source's x once round the world, where it repeats; of a picture that goes round it, its columns.
  private let period: Double?
  /// The parts of the map that are wanted, in its reference.
  private let areas: [Extent]?
  private let positions: Mutex<PicturePositions>

  /// Rows in a strip, and columns and rows of the largest cells.
  package static let side = 128

  /// - Parameters:
  ///   - areas: The parts of the map that are wanted, in its reference; `nil`: all that the view shows.
  ///   - image: The one picture that the source is; positions are then in its plane.
  ///   - wrapsAround: The map goes on beyond its world's edge; otherwise nothing is there.
  ///   - imageRepeats: The image lies beyond the edge of the map's world, and its ground is that of the other end.
  /// - Throws: ``GeodesyError/noOperation(from:to:reason:)``, ``GeodesyError/libraryMissing(reason:)``.
  package init(
    _ view: MapView, from source: SpatialReference, areas: [Extent]? = nil, image: ImageTransform? = nil,
    wrapsAround: Bool = false, imageRepeats: Bool = false
  ) throws(GeodesyError) {
    self.view = view
    self.source = source
    self.areas = areas
    self.wrapsAround = wrapsAround
    let frames = wrapsAround ? WorldFrames(of: view.reference) : nil
    let around = view.reference.area(of: frames?.shownInFrameZero(view.extent) ?? view.extent)
    let projector = try Projector(from: source, to: view.reference, over: around)
    guard projector.hasInverse else {
      throw .noOperation(
        from: view.reference, to: source, reason: "PROJ cannot go back from this map to longitude and latitude")
    }
    operationName = source == view.reference ? nil : projector.operationName
    accuracy = source == view.reference ? nil : projector.accuracy
    isBallpark = projector.isBallpark
    let repeats = source != view.reference || wrapsAround || imageRepeats
    let worldWidth = repeats ? source.facts.worldWidth : nil
    self.image = image
    period =
      if let image { worldWidth.flatMap { image.goesRound($0) ? Double(image.size.width) : nil } } else { worldWidth }
    let plane = image.map { ImagePlane(transform: $0, worldWidth: worldWidth) }
    positions = Mutex(PicturePositions(view, from: projector, frames: frames, image: plane))
  }

  /// The mesh of all strips that some rows of the picture lie in.
  package func mesh(rows: Range<Int>) -> WarpMesh {
    let first = rows.lowerBound / Self.side * Self.side
    let last = min(view.size.height, (rows.upperBound + Self.side - 1) / Self.side * Self.side)
    let strips = first..<max(first, last)
    var cells: [CellFrame] = []
    for top in stride(from: strips.lowerBound, to: strips.upperBound, by: Self.side) {
      for left in stride(from: 0, to: view.size.width, by: Self.side) {
        let cell = CellFrame(
          columns: left..<min(left + Self.side, view.size.width), rows: top..<min(top + Self.side, strips.upperBound))
        if isWanted(cell) { cells.append(cell) }
      }
    }
    let refined = positions.withLock { positions in
      MeshRefinement(positions: positions, period: period).refined(cells)
    }
    return WarpMesh(rows: strips, cells: refined)
  }

  private func isWanted(_ cell: CellFrame) -> Bool {
    guard let areas else { return true }
    guard let ground = Extent(around: cell.corners.map(view.ground)) else { return false }
    return areas.contains {
      ground.xmin <= $0.xmax && ground.xmax >= $0.xmin && ground.ymin <= $0.ymax && ground.ymax >= $0.ymin
    }
  }

  /// Where places of the picture lie in the source's reference, in the same order; `nil` for those that show no ground of it.
  package func positions(at points: [PicturePoint]) -> [SIMD2<Double>?] {
    positions.withLock { $0.positions(points) }
  }

  /// Units of the source for a device pixel: the finest anywhere in the picture, but no finer than half of what its middle
  /// parts (the median) ask for, so that the far edge of a world map does not ask for tiles of its own. `nil` where the
  /// picture shows no ground of the source.
  package func finestResolution() -> Double? {
    let count = Self.samples
    let points = (0..<count * count).flatMap { index -> [PicturePoint] in
      let x = (Double(index % count) + 0.5) / Double(count) * Double(view.size.width)
      let y = (Double(index / count) + 0.5) / Double(count) * Double(view.size.height)
      return [PicturePoint(x: x, y: y), PicturePoint(x: x + 1, y: y), PicturePoint(x: x, y: y + 1)]
    }
    let found = positions(at: points)
    var resolutions: [Double] = []
    for index in 0..<count * count {
      guard let here = found[3 * index], let right = found[3 * index + 1], let down = found[3 * index + 2] else {
        continue
      }
      let smallest = Self.smallestStretch(
        MeshRefinement.unwrapped(right, near: here, period) - here,
        MeshRefinement.unwrapped(down, near: here, period) - here)
      if smallest > 0, smallest.isFinite { resolutions.append(smallest) }
    }
    resolutions.sort()
    guard let finest = resolutions.first else { return nil }
    return max(finest, resolutions[resolutions.count / 2] / 2)
  }

  /// Places a side at which the resolution is looked at.
  private static let samples = 24

  /// The smaller singular value of the matrix of two columns.
  private static func smallestStretch(_ right: SIMD2<Double>, _ down: SIMD2<Double>) -> Double {
    let sum = (right * right + down * down).sum()
    let determinant = right.x * down.y - right.y * down.x
    return (max(0, sum - max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
  }

  /// The tiles in the order in which the rows of the picture need them, from the top.
  package func inOrderOfNeed(_ tiles: [TileIndex], on grid: LevelGrid) -> [TileIndex] {
    guard image == nil, tiles.count <= Self.mostSorted else { return tiles }
    let places = tiles.flatMap { tile -> [Position] in
      guard let extent = grid.scheme.extent(of: tile) else {
        return [Position](repeating: Position(x: 0, y: 0), count: 5)
      }
      return extent.corners + [extent.center]
    }
    let projected = positions.withLock { $0.projector.project(places) }
    let tops = tiles.indices.map { index in
      projected[5 * index..<5 * index + 5].compactMap { $0.map { view.point(of: $0).y } }.min() ?? 0
    }
    return tiles.indices.sorted { (tops[$0], $0) < (tops[$1], $1) }.map { tiles[$0] }
  }

  /// More tiles than that are left in their own order: finding a better one would cost more than it brings.
  private static let mostSorted = 50_000
}
