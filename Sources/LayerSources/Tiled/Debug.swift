import DocumentModel
import Geodesy

/// `type: debug`: the edge of each tile, and its level, row and column.
struct DebugLayer: TiledLayerKind {
  static let typeName = "debug"
  static let summary = "the edge of each tile and its level, row and column, on the basemap's tiles or its own"
  static let fields: [any FieldDeclaration] = [Keys.tilingScheme]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [10, 50], zoom: 4}
    layers:
      - {id: world, type: builtin, name: world}
      - {id: tiles, type: debug, opacity: 0.5}
    """

  private enum Keys {
    static let tilingScheme = OptionalField<SchemeChoice>(
      "tilingScheme", "`webmercator`, `wgs84`, or `srs`, `origin`, `tileSize` and `levels`; the basemap's without it")
  }

  let choice: SchemeChoice?

  init?(from reader: MappingReader) {
    choice = reader.read(Keys.tilingScheme)
    if choice == nil, reader.has(Keys.tilingScheme) { return nil }
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    DebugTiles(choice, basemap: context.basemapScheme, painter: context.painter)
  }
}

struct DebugTiles: TileSource {
  let description: LayerDescription
  let identity: String
  var hasOwnTiles: Bool { false }
  private let size: PixelSize
  private let painter: any TilePainting

  /// - Parameter basemap: The scheme that is drawn where there is none of its own; `nil` as long as it is not known.
  init(_ choice: SchemeChoice?, basemap: TilingScheme?, painter: any TilePainting) {
    let scheme = choice?.scheme ?? basemap
    description = LayerDescription(tilingSchemes: scheme.map { [$0] } ?? [], fullExtent: choice?.fullExtent)
    size = scheme?.tileSize ?? PixelSize(width: 256, height: 256)
    identity = "debug:\(size.width)x\(size.height)"
    self.painter = painter
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    .here(.picture(try painter.outline(of: index, size: size)))
  }
}
