import DocumentModel
import Geodesy

/// `axisOrder`: in which order a service writes the two numbers of a corner.
enum AxisOrder: String, DocumentWord {
  /// As the reference's name says, unless that puts the tiles off the map.
  case auto
  /// East, then north.
  case xy
  /// North, then east.
  case yx

  static var what: String { "an order of axes" }
}

/// A tile matrix set with its meaning: a tiling scheme, and what each of its levels is called by the service.
struct WMTSGrid: Sendable {
  let matrixSet: String
  let scheme: TilingScheme
  /// By level number.
  let matrices: [Int: Matrix]
  /// In the scheme's reference: all its matrices.
  let extent: Extent
  /// The corner is written north first, or was taken so.
  let isNorthFirst: Bool
  let remarks: [SourceRemark]

  /// A level of the scheme as the service has it.
  struct Matrix: Sendable, Hashable {
    let identifier: String
    /// Of the scheme's column and row 0, in the matrix: what to add to the scheme's numbers.
    let columnOffset: Int
    let rowOffset: Int
    /// That the matrix has.
    let columns: Int
    let rows: Int
  }

  /// Understands a set.
  ///
  /// - Parameters:
  ///   - area: Where the layer's tiles should lie, in degrees; `nil` where the service does not say.
  ///   - source: The file or address, for messages.
  /// - Throws: `unreadable`, `unknownReference`.
  init(_ set: WMTSMatrixSet, axisOrder: AxisOrder, area: Extent?, source: String) throws(SourceError) {
    if let failure = set.failure { throw failure }
    let reference: SpatialReference
    do throws(GeodesyError) { reference = try SpatialReference.parse(set.crs) } catch {
      throw .unknownReference(definition: String(set.crs.prefix(200)), path: source, reason: "\(error)")
    }
    var remarks: [SourceRemark] = []
    if !set.repeated.isEmpty {
      remarks.append(
        .metadataDisagrees(
          "of `\(set.identifier)` the matrices \(set.repeated.map { "`\($0)`" }.joined(separator: ", ")) stand twice "
            + "with different numbers; the first are taken"))
    }
    let pitch = Self.pitch(of: set, in: reference, &remarks)
    for matrix in set.matrices {
      let resolution = pitch.resolution(
        scale: matrix.denominator, metresPerUnit: reference.facts.metresPerUnit)
      guard Self.resolutions.contains(resolution) else {
        throw .unreadable(
          path: source, place: "matrix `\(matrix.identifier.prefix(60))` of `\(set.identifier)`",
          reason: "its scale denominator \(matrix.denominator) is that of no map")
      }
    }
    let reading = CornerReading(set, in: reference, axisOrder: axisOrder, pitch: pitch, area: area)
    if let words = reading.doubt { remarks.append(.metadataDisagrees(words)) }
    let aligned = MatrixAlignment(set, reading, pitch: pitch, in: reference)
    if let words = aligned.doubt { remarks.append(.metadataDisagrees(words)) }
    matrixSet = set.identifier
    scheme = TilingScheme(
      reference: reference, origin: aligned.origin, tileSize: aligned.tileSize, levels: aligned.levels)
    matrices = aligned.matrices
    extent = aligned.extent
    isNorthFirst = reading.isNorthFirst
    self.remarks = remarks
  }

  /// Units for a pixel: beyond are numbers that the arithmetic of tiles cannot hold.
  private static let resolutions = 1e-12...1e12

  /// Another grid's, with some of its levels.
  init(_ grid: WMTSGrid, scheme: TilingScheme) {
    self.scheme = scheme
    (matrixSet, matrices, extent, isNorthFirst) = (grid.matrixSet, grid.matrices, grid.extent, grid.isNorthFirst)
    remarks = grid.remarks
  }

  /// The size of a pixel that the denominators are meant for.
  ///
  /// The standard says 0.28 mm. Some servers (Tianditu's, for one) mean 96 dots an inch, and every level would be 5.8 %
  /// too coarse: told by matrices that span the world in the one reading and not in the other.
  private static func pitch(
    of set: WMTSMatrixSet, in reference: SpatialReference, _ remarks: inout [SourceRemark]
  ) -> PixelPitch {
    let facts = reference.facts
    guard let world = facts.worldWidth ?? (facts.isGeographic ? 360 : nil) else { return .ogc }
    func spansWorld(_ pitch: PixelPitch) -> Bool {
      set.matrices.contains { matrix in
        let resolution = pitch.resolution(scale: matrix.denominator, metresPerUnit: facts.metresPerUnit)
        let width = Double(matrix.columns) * Double(matrix.tileSize.width) * resolution
        return abs(width - world) <= 0.01 * world
      }
    }
    guard !spansWorld(.ogc), spansWorld(.dots96) else { return .ogc }
    remarks.append(
      .metadataDisagrees(
        "the scale denominators of `\(set.identifier)` are meant for 96 dots an inch, not for the 0.28 mm of WMTS: "
          + "only so its matrices are as wide as the world"))
    return .dots96
  }
}
