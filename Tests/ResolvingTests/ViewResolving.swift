import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// What suites about views share.
protocol ViewResolving {}

extension ViewResolving {
  /// The view of an extent on a map in a reference, on an 800 x 600 canvas unless told.
  func resolve(
    _ extent: ExtentForm?, on map: String = "EPSG:3857", canvas: Canvas = Documents.canvas(800, 600),
    bookmarks: [(String, ExtentForm)] = [], change: (inout TiledKeys) -> Void = { _ in }
  ) -> Resolution {
    let reference = SpatialReference.code(map)
    let scheme: TilingScheme =
      switch reference {
      case .webMercator: .webMercator
      case .wgs84: .wgs84
      default: Sources.scheme(reference, origin: Position(x: -5e6, y: 1e7), coarsest: 16_384, levels: 0...16)
      }
    let document = Documents.map(
      [Documents.tiled("base") { _, keys in change(&keys) }], canvas: canvas, extent: extent, bookmarks: bookmarks)
    return Resolver(document, ["base": Sources.described(scheme)]).resolve()
  }

  func box(_ box: [Double], _ reference: String = "EPSG:4326") -> ExtentForm {
    .box(xmin: box[0], ymin: box[1], xmax: box[2], ymax: box[3], reference: .code(reference))
  }

  func center(_ x: Double, _ y: Double, _ scale: ExtentScale, _ reference: String = "EPSG:4326") -> ExtentForm {
    .center(Position(x: x, y: y), reference: .code(reference), scale, snapsToLevel: false)
  }
}
