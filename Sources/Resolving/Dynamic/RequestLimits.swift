import Diagnostics
import DocumentModel
import Geodesy

/// How large the pictures are that a source is asked for.
///
/// One picture shows all where that is possible, because symbols and names are then placed once. What is larger is asked
/// for in pieces of one size, each with a gutter round it that is cut away.
struct RequestLimits: Sendable {
  /// Of one picture that shows all.
  private let whole: PixelSize
  /// Of a piece with its gutter.
  private let piece: PixelSize
  private let gutter: Int
  /// As the source says it; `nil` where it says nothing of a side.
  private let most: (columns: Int?, rows: Int?)

  /// Decoded, a picture of 4000 x 4000 pixels has 64 MB, which a run's store of tiles just holds.
  private static let longestWhole = 4000
  private static let longestPiece = 2048
  private static let usualGutter = 64

  init(_ drawing: DrawingOnRequest) {
    most = (drawing.mostColumns, drawing.mostRows)
    let most = PixelSize(
      width: max(1, drawing.mostColumns ?? Self.longestWhole), height: max(1, drawing.mostRows ?? Self.longestWhole))
    whole = PixelSize(width: min(most.width, Self.longestWhole), height: min(most.height, Self.longestWhole))
    piece = PixelSize(width: min(most.width, Self.longestPiece), height: min(most.height, Self.longestPiece))
    gutter = min(Self.usualGutter, min(piece.width, piece.height) / 16)
  }

  /// Of one layer in one map: the largest sheet, printed at 300 dpi, takes fewer of 256 pixels a side. What takes more has a
  /// server whose limit is a mistake.
  static let mostPieces = 10_000

  /// - Throws: ``ViewProblem`` where there are more pieces than are asked for.
  func requireFew(_ columns: Int, _ rows: Int, of layer: Layer) throws(ViewProblem) {
    let count = Double(columns) * Double(rows)
    guard count > Double(Self.mostPieces) else { return }
    throw ViewProblem(finding: .tooManyPieces(count, of: most, layer))
  }

  /// Pictures of one size, side by side.
  struct Pieces: Sendable, Hashable {
    let columns: Int
    let rows: Int
    /// Without the gutter.
    let size: PixelSize
    let gutter: Int
  }

  /// What covers so many pixels; beyond their right and bottom edges by less than a piece has columns and rows.
  func pieces(covering pixels: PixelSize) -> Pieces {
    if pixels.width <= whole.width, pixels.height <= whole.height {
      return Pieces(columns: 1, rows: 1, size: pixels, gutter: 0)
    }
    let (columns, width) = Self.parts(of: pixels.width, most: piece.width - 2 * gutter)
    let (rows, height) = Self.parts(of: pixels.height, most: piece.height - 2 * gutter)
    return Pieces(columns: columns, rows: rows, size: PixelSize(width: width, height: height), gutter: gutter)
  }

  /// The smallest number of equal parts, none longer than `most`.
  private static func parts(of length: Int, most: Int) -> (count: Int, length: Int) {
    let count = max(1, (length + most - 1) / most)
    return (count, (length + count - 1) / count)
  }
}

extension Diagnostic {
  fileprivate static func tooManyPieces(
    _ count: Double, of most: (columns: Int?, rows: Int?), _ layer: Layer
  ) -> Diagnostic {
    func pixels(_ count: Int) -> String { count == 1 ? "1 pixel" : "\(count) pixels" }
    let sides = [most.columns.map { "\(pixels($0)) wide" }, most.rows.map { "\(pixels($0)) high" }].compactMap { $0 }
    let limit = sides.isEmpty ? "" : ", which its server says are at most \(sides.joined(separator: " and "))"
    return Diagnostic(
      .tooManyTiles,
      "layer `\(layer.id)` would take \(Words.grouped(count)) pictures\(limit); at most "
        + "\(Words.grouped(Double(RequestLimits.mostPieces))) are asked for",
      at: layer.typeRange,
      hint: Hint("write a smaller `canvas`, or tell the service's owner of its limit"), layer: layer.id)
  }
}
