import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// A kind of layer whose server draws pictures on request, in one file with all that is particular to it.
///
/// What is written once for all of them: which pictures are asked for (Resolving/Dynamic), and how an answer is judged
/// (``DrawnPictures``). A kind says what its service is, and names its requests.
protocol DynamicLayerKind: TiledLayerKind {}

extension DynamicLayerKind {
  static var family: LayerFamily { .dynamic }
}

/// What a picture shows that a server is asked for.
struct PictureWish: Sendable, Hashable {
  /// In `reference`, x before y.
  let box: Extent
  let reference: SpatialReference
  let size: PixelSize
  /// Device pixels in a logical pixel: 96 dpi times it is what symbols are drawn for.
  let pixelRatio: Double

  /// Dots an inch, whole: what servers read.
  var dotsPerInch: Int { Int(saturating: (96 * pixelRatio).rounded()) }

  /// The box's numbers without the noise of arithmetic, to a thousandth of a pixel: two maps of one place ask for one
  /// picture.
  var numbers: (xmin: String, ymin: String, xmax: String, ymax: String) {
    let pixel = min(box.width / Double(size.width), box.height / Double(size.height)) / 1000
    var (places, unit) = (0, 1.0)
    while unit > pixel, places < 12 { (places, unit) = (places + 1, unit / 10) }
    func text(_ value: Double) -> String { ReadableNumber.fixed(value, places: places) }
    return (text(box.xmin), text(box.ymin), text(box.xmax), text(box.ymax))
  }
}

/// A server that draws on request: how it is asked, and how it says that it cannot.
protocol PictureServer: Sendable {
  /// Equal for servers that draw the same.
  var identity: String { get }
  /// Where a picture comes from: its request, or the question that leads to it.
  func location(of wish: PictureWish) throws(SourceError) -> TileLocation
  /// - Throws: ``SourceError/noTile(reason:)`` for an answer that reports an error in place of a picture.
  func refuseReport(in response: Response) throws(SourceError)
}

/// The pictures of a server that draws on request, as tiles of the scheme that the resolver makes for a view.
struct DrawnPictures: TileSource {
  let description: LayerDescription
  let remarks: [SourceRemark]
  private let server: any PictureServer
  private let pixelRatio: Double
  /// `nil` until a view is known.
  private let scheme: TilingScheme?

  init(
    _ description: LayerDescription, of server: any PictureServer, pixelRatio: Double, remarks: [SourceRemark] = []
  ) {
    self.init(description, server, pixelRatio, remarks, nil)
  }

  private init(
    _ description: LayerDescription, _ server: any PictureServer, _ pixelRatio: Double, _ remarks: [SourceRemark],
    _ scheme: TilingScheme?
  ) {
    self.description = description
    self.server = server
    self.pixelRatio = pixelRatio
    self.remarks = remarks
    self.scheme = scheme
  }

  var hasOwnTiles: Bool { false }

  var identity: String {
    guard let scheme else { return server.identity }
    let place = "\(scheme.origin.x) \(scheme.origin.y) \(scheme.levels.map(\.resolution)) \(scheme.tileSize)"
    return "\(server.identity) \(scheme.reference.definition) \(place) \(scheme.gutter) \(pixelRatio)"
  }

  func serving(_ scheme: TilingScheme) -> any TileSource {
    DrawnPictures(description, server, pixelRatio, remarks, scheme)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard let shown = Shown(index, of: scheme) else { return .here(.absent) }
    return try server.location(
      of: PictureWish(box: shown.box, reference: shown.reference, size: shown.size, pixelRatio: pixelRatio))
  }

  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    try server.refuseReport(in: response)
    return .picture(EncodedPicture(bytes: response.body))
  }

  func answer(to response: Response, for request: Request, of tile: TileIndex) throws(SourceError) -> TileAnswer {
    try server.refuseReport(in: response)
    let shown = Shown(tile, of: scheme)
    if let size = PictureHeader(of: response.body).size, let asked = shown?.size, size != asked {
      throw .noTile(
        reason:
          "a picture of \(size.width) x \(size.height) pixels, where \(asked.width) x \(asked.height) were asked for")
    }
    return .picture(EncodedPicture(bytes: response.body, margins: shown?.margins ?? .none))
  }

  /// What is asked for of a tile: its ground with a gutter.
  private struct Shown {
    let reference: SpatialReference
    let box: Extent
    let size: PixelSize
    let margins: PixelMargins

    /// - Returns: `nil` where the scheme has no such tile.
    init?(_ index: TileIndex, of scheme: TilingScheme?) {
      guard let scheme, let level = scheme.level(numbered: index.level), let box = scheme.extent(of: index) else {
        return nil
      }
      // A view beyond the edge of the world shows the same ground as within it: servers know only that.
      let world = scheme.reference.worldEdge == nil ? nil : WorldFrames(of: scheme.reference)
      let inWorld = world?.inFrameZero(box) ?? box
      margins = scheme.margins(around: inWorld, at: level)
      reference = scheme.reference
      self.box = Extent(
        xmin: inWorld.xmin - Double(margins.left) * level.resolution,
        ymin: inWorld.ymin - Double(margins.bottom) * level.resolution,
        xmax: inWorld.xmax + Double(margins.right) * level.resolution,
        ymax: inWorld.ymax + Double(margins.top) * level.resolution)
      size = PixelSize(
        width: scheme.tileSize.width + margins.left + margins.right,
        height: scheme.tileSize.height + margins.top + margins.bottom)
    }
  }
}
