import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// The tiles of one layer of a WMTS, on one or several tile matrix sets.
struct WMTSTiles: TileSource {
  let description: LayerDescription
  let remarks: [SourceRemark]
  /// In the order of ``LayerDescription/tilingSchemes``.
  let grids: [Grid]
  /// Which of them the tiles are of.
  private let chosen: Int
  private let naming: WMTSNaming
  private let request: AddressedTiles.RequestTemplate

  /// A tile matrix set with what the layer has of it.
  struct Grid: Sendable {
    let grid: WMTSGrid
    /// By level number, in the numbers of the matrix; levels without limits have all their tiles.
    let limits: [Int: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)]
  }

  var identity: String {
    "wmts:" + grids[chosen].grid.matrixSet + " " + naming.identityText + request.identityText
  }

  /// - Throws: `badKey` for what the service does not have, `unreadable` and `unknownReference` of a tile matrix set,
  ///   `otherKind` for tiles that are no pictures.
  init(
    _ capabilities: WMTSCapabilities, of address: ServiceAddress, _ choice: WMTSChoice,
    _ request: AddressedTiles.RequestTemplate
  ) throws(SourceError) {
    let layer = try capabilities.layer(choice.layer)
    naming = try WMTSNaming(layer, capabilities, of: address, choice)
    var remarks: [SourceRemark] = []
    grids = try Self.grids(of: layer, capabilities, address, choice, &remarks)
    let extents = grids.map { $0.extent(of: layer) }
    description = LayerDescription(
      tilingSchemes: grids.map(\.grid.scheme), fullExtent: extents[0], furtherExtents: Array(extents.dropFirst()),
      mediaType: naming.format, title: layer.title ?? layer.identifier, isRemote: true)
    self.remarks = remarks
    self.request = request
    chosen = 0
  }

  private init(_ other: WMTSTiles, chosen: Int) {
    description = other.description
    remarks = other.remarks
    grids = other.grids
    naming = other.naming
    request = other.request
    self.chosen = chosen
  }

  func serving(_ scheme: TilingScheme) -> any TileSource {
    // The layer's `srs` may have given the scheme another reference; its numbers stay.
    let like = grids.indices.filter {
      let own = grids[$0].grid.scheme
      return own.origin == scheme.origin && own.tileSize == scheme.tileSize && own.levels == scheme.levels
    }
    let same = like.first { grids[$0].grid.scheme.reference == scheme.reference }
    return WMTSTiles(self, chosen: same ?? like.first ?? 0)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    let grid = grids[chosen]
    guard let matrix = grid.grid.matrices[index.level] else { return .here(.absent) }
    let (column, row) = (index.column + matrix.columnOffset, index.row + matrix.rowOffset)
    guard 0..<matrix.columns ~= column, 0..<matrix.rows ~= row else { return .here(.absent) }
    if let limits = grid.limits[index.level], !limits.columns.contains(column) || !limits.rows.contains(row) {
      return .here(.absent)
    }
    let address = naming.address(
      of: (column, row), matrix: matrix.identifier, matrixSet: grid.grid.matrixSet)
    return .remote(
      request.request(for: address, sendsHeaders: naming.isOfSameHost, judgedStatuses: Self.statusesOfReports))
  }

  /// With which servers of OGC report an error (WMTS 1.0.0, table 24), be it that there is no such tile.
  private static let statusesOfReports: Set<Int> = [400]

  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    if request.absentStatuses.contains(response.status) { return .absent }
    if let report = OGCReport(in: response.body) {
      if report.isAbsence { return .absent }
      throw .noTile(reason: report.words)
    }
    if Self.statusesOfReports.contains(response.status) { throw .noTile(reason: "no report of a missing tile") }
    return .picture(EncodedPicture(bytes: response.body))
  }

  /// The tile matrix sets that the layer is offered on, in its order; with `matrixSet`, that one.
  private static func grids(
    of layer: WMTSCapabilities.Layer, _ capabilities: WMTSCapabilities, _ address: ServiceAddress, _ choice: WMTSChoice,
    _ remarks: inout [SourceRemark]
  ) throws(SourceError) -> [Grid] {
    let source = address.isFile ? address.text : Address.redacted(address.text)
    var links = layer.links
    if let wanted = choice.matrixSet {
      links = links.filter { $0.matrixSet == wanted }
      if links.isEmpty {
        throw .notOffered(
          wanted, "tile matrix set", of: layer.identifier, key: "matrixSet", known: layer.links.map(\.matrixSet))
      }
    }
    var grids: [Grid] = []
    var doubts: [SourceRemark] = layer.doubt.map { [.metadataDisagrees($0)] } ?? []
    var failure: SourceError?
    for link in links.prefix(WMTSCapabilities.mostSets) {
      do throws(SourceError) {
        guard let set = capabilities.matrixSets.first(where: { $0.identifier == link.matrixSet }) else {
          throw .unreadable(
            path: source, place: "layer `\(layer.identifier)`",
            reason: "it is on the tile matrix set `\(link.matrixSet)`, which the capabilities do not describe")
        }
        let grid = try WMTSGrid(set, axisOrder: choice.axisOrder, area: layer.degrees, source: source)
        grids.append(Grid(grid, link))
        doubts += grid.doubts(of: link).map { .metadataDisagrees($0) }
      } catch {
        failure = failure ?? error
      }
    }
    // A set that cannot be used matters where it is meant, or where there is no other.
    if grids.isEmpty {
      throw failure
        ?? .unreadable(path: source, place: "layer `\(layer.identifier)`", reason: "it has no `TileMatrixSetLink`")
    }
    remarks = grids.flatMap(\.grid.remarks) + doubts
    return grids
  }
}

extension WMTSTiles.Grid {
  init(_ grid: WMTSGrid, _ link: WMTSCapabilities.Link) {
    var limits: [Int: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)] = [:]
    var held = grid
    if let written = link.limits {
      for (number, matrix) in grid.matrices {
        guard let limit = written[matrix.identifier] else { continue }
        limits[number] =
          limit.columns.overlaps(matrix.allColumns) && limit.rows.overlaps(matrix.allRows)
          ? (limit.columns.clamped(to: matrix.allColumns), limit.rows.clamped(to: matrix.allRows)) : limit
      }
      // Matrices that the limits do not name have no tiles of this layer.
      if !limits.isEmpty { held = grid.keeping(Set(limits.keys)) }
    }
    self.init(grid: held, limits: limits)
  }

  /// Where the layer's tiles lie, in the scheme's reference.
  func extent(of layer: WMTSCapabilities.Layer) -> Extent {
    let own = ownBox(of: layer) ?? degreesBox(of: layer)
    let inside = own.flatMap { $0.intersection(grid.extent) } ?? grid.extent
    return limitedExtent.flatMap { $0.intersection(inside) } ?? inside
  }

  /// The layer's box in the reference of the tiles, its numbers in the order of the corners.
  private func ownBox(of layer: WMTSCapabilities.Layer) -> Extent? {
    for box in layer.boxes where (try? SpatialReference.parse(box.crs)) == grid.scheme.reference {
      let (a, b) = (box.lower, box.upper)
      let straight = Extent(xmin: a.x, ymin: a.y, xmax: b.x, ymax: b.y)
      let turned = Extent(xmin: a.y, ymin: a.x, xmax: b.y, ymax: b.x)
      let read = grid.isNorthFirst ? turned : straight
      if !read.isEmpty, read.intersection(grid.extent) != nil { return read }
    }
    return nil
  }

  private func degreesBox(of layer: WMTSCapabilities.Layer) -> Extent? {
    guard let degrees = layer.degrees, !degrees.isEmpty, layer.doubt == nil else { return nil }
    if grid.scheme.reference == .wgs84 { return degrees }
    let use = grid.scheme.reference.facts.areaOfUse
    let area = use.flatMap { $0.intersection(degrees) } ?? degrees
    return (try? Projector(from: .wgs84, to: grid.scheme.reference))?.project(area)
  }

  /// The box of the limits of the finest level that has some: the tightest.
  private var limitedExtent: Extent? {
    guard let level = grid.scheme.levels.last(where: { limits[$0.number] != nil }),
      let limit = limits[level.number], let matrix = grid.matrices[level.number]
    else { return nil }
    return grid.scheme.extent(
      of: TileRange(
        level: level.number,
        columns: limit.columns.lowerBound - matrix.columnOffset...limit.columns.upperBound - matrix.columnOffset,
        rows: limit.rows.lowerBound - matrix.rowOffset...limit.rows.upperBound - matrix.rowOffset))
  }
}

extension WMTSCapabilities.Layer {
  /// What is wrong with its box in degrees.
  fileprivate var doubt: String? {
    guard let box = degrees, box.xmin > box.xmax || box.ymin > box.ymax else { return nil }
    let side = box.ymin > box.ymax ? "south lies north of its north" : "west lies east of its east"
    return
      "the `WGS84BoundingBox` of layer `\(identifier)` is `\(box.xmin) \(box.ymin)` to `\(box.xmax) \(box.ymax)`: its "
      + "\(side), and it is not used"
  }
}

extension WMTSGrid.Matrix {
  fileprivate var allColumns: ClosedRange<Int> { 0...columns - 1 }
  fileprivate var allRows: ClosedRange<Int> { 0...rows - 1 }
}

extension WMTSGrid {
  /// What is wrong with the limits that a layer has on this grid.
  fileprivate func doubts(of link: WMTSCapabilities.Link) -> [String] {
    var doubts = link.unusable.map {
      "the `TileMatrixLimits` of matrix `\($0)` of `\(matrixSet)` are no ranges of columns and rows, and are not used"
    }
    for level in scheme.levels {
      guard let matrix = matrices[level.number], let limit = link.limits?[matrix.identifier] else { continue }
      let isInside = limit.columns.upperBound < matrix.columns && limit.rows.upperBound < matrix.rows
      if !isInside {
        doubts.append(
          "the `TileMatrixLimits` of matrix `\(matrix.identifier)` of `\(matrixSet)` go to column "
            + "\(limit.columns.upperBound) and row \(limit.rows.upperBound), and it has \(matrix.columns) columns and "
            + "\(matrix.rows) rows")
      }
    }
    return doubts
  }

  /// The same grid with some of its levels, at least one.
  fileprivate func keeping(_ numbers: Set<Int>) -> WMTSGrid {
    WMTSGrid(
      self,
      scheme: TilingScheme(
        reference: scheme.reference, origin: scheme.origin, tileSize: scheme.tileSize,
        levels: scheme.levels.filter { numbers.contains($0.number) }))
  }
}

extension WMTSCapabilities {
  /// Of one layer.
  static let mostSets = 200

  /// The layer of a name; without one, the only one.
  /// - Throws: `badKey`.
  func layer(_ name: String?) throws(SourceError) -> Layer {
    let names = layers.map(\.identifier)
    guard let name else {
      if layers.count == 1 { return layers[0] }
      let shown = names.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      throw .badKey(
        key: "layer", reason: "the service has \(names.count) layers: \(shown)\(more)",
        hint: "name one of them: `layer: \(names[0])`")
    }
    guard let found = layers.first(where: { $0.identifier == name }) else {
      throw .notOffered(name, "layer", key: "layer", known: names)
    }
    return found
  }
}
