import Geodesy

/// A tile matrix set as it is written; what its numbers mean is ``WMTSGrid``'s to say.
struct WMTSMatrixSet: Sendable {
  let identifier: String
  /// As written: `urn:ogc:def:crs:EPSG::3857`.
  let crs: String
  /// What cannot be read of it; `nil` when it can.
  let failure: SourceError?
  /// In the order of the document.
  let matrices: [Matrix]
  /// Matrices that stand again with other numbers, which are passed over.
  let repeated: [String]

  struct Matrix: Sendable, Hashable {
    let identifier: String
    /// For pixels of 0.28 mm, unless the server means another size.
    let denominator: Double
    /// In the order in which the corner is written.
    let corner: Position
    let tileSize: PixelSize
    let columns: Int
    let rows: Int
  }

  /// - Returns: `nil` for a set without a name, which no layer can mean.
  init?(_ element: XMLElement, source: String) {
    guard let identifier = element.child("Identifier")?.text.nonEmpty else { return nil }
    self.identifier = identifier
    crs = element.child("SupportedCRS")?.text ?? ""
    do throws(SourceError) {
      (matrices, repeated) = try Self.matrices(element, source: source)
      failure = nil
    } catch {
      (matrices, repeated) = ([], [])
      failure = error
    }
  }

  init(identifier: String, crs: String, matrices: [Matrix]) {
    (self.identifier, self.crs, self.matrices) = (identifier, crs, matrices)
    (failure, repeated) = (nil, [])
  }

  private static func matrices(_ set: XMLElement, source: String) throws(SourceError) -> ([Matrix], [String]) {
    let elements = set.children("TileMatrix")
    func failure(_ element: XMLElement, _ reason: String) -> SourceError {
      .unreadable(path: source, place: "line \(element.line), element \(element.name)", reason: reason)
    }
    guard !elements.isEmpty else { throw failure(set, "the set has no `TileMatrix`") }
    guard elements.count <= SchemeLimit.levels else {
      throw failure(set, "\(elements.count) matrices, more than the \(SchemeLimit.levels) that are read")
    }
    var matrices: [Matrix] = []
    var repeated: [String] = []
    for element in elements {
      func required(_ name: String) throws(SourceError) -> XMLElement {
        guard let child = element.child(name) else { throw failure(element, "`\(name)` is missing") }
        return child
      }
      func whole(_ name: String, _ most: Int) throws(SourceError) -> Int {
        let child = try required(name)
        guard let number = Int(child.text), 1...most ~= number else {
          throw failure(child, "`\(child.text.prefix(60))` is not a whole number from 1 to \(most)")
        }
        return number
      }
      let scale = try required("ScaleDenominator")
      guard let denominator = Double(scale.text), denominator > 0, denominator < 1e15 else {
        throw failure(scale, "`\(scale.text.prefix(60))` is not a number above 0")
      }
      let corner = try required("TopLeftCorner")
      guard let position = Position(numbers: corner.text) else {
        throw failure(corner, "`\(corner.text.prefix(60))` is not two numbers")
      }
      let matrix = Matrix(
        identifier: try required("Identifier").text, denominator: denominator, corner: position,
        tileSize: PixelSize(
          width: try whole("TileWidth", SchemeLimit.tileSide), height: try whole("TileHeight", SchemeLimit.tileSide)),
        columns: try whole("MatrixWidth", 1 << 40), rows: try whole("MatrixHeight", 1 << 40))
      if let same = matrices.first(where: { $0.identifier == matrix.identifier }) {
        if same != matrix { repeated.append(matrix.identifier) }
        continue
      }
      matrices.append(matrix)
    }
    return (matrices, repeated)
  }
}
