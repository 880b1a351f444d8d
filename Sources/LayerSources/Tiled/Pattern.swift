import DocumentModel
import Geodesy

/// `type: pattern`: the same picture on each tile for which a condition holds.
struct PatternLayer: TiledLayerKind {
  static let typeName = "pattern"
  static let summary = """
    the same picture on each tile for which a condition holds, stretched over the tile, on the basemap's tiles or its \
    own; no tile elsewhere
    """
  static let fields: [any FieldDeclaration] = [Keys.image, Keys.condition, Keys.tilingScheme]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [60, -12], zoom: 2.5}
    layers:
      - {id: islands, type: mbtiles, path: data/archipelago.mbtiles}
      - {id: surveyed, type: pattern, image: data/hatching.png, where: "y in (3, 4) and x >= 4", blend: multiply}
    """

  private enum Keys {
    static let image = RequiredField<FilePath>("image", "the picture: PNG, JPEG or WebP, of any size")
    static let condition = RequiredField<ScopedExpression<TileScope>>(
      "where",
      "on which tiles, as in `x % 2 == 1`: `x` is a tile's column, `y` its row from the top, `z` its level")
    static let tilingScheme = OptionalField<SchemeChoice>(
      "tilingScheme", "`webmercator`, `wgs84`, or `srs`, `origin`, `tileSize` and `levels`; the basemap's without it")
  }

  let image: String
  let condition: TileCondition
  let choice: SchemeChoice?
  var localFiles: [String] { [image] }

  init?(from reader: MappingReader) {
    let image = reader.read(Keys.image)
    let condition = reader.read(Keys.condition)
    choice = reader.read(Keys.tilingScheme)
    guard let image, let condition, choice != nil || !reader.has(Keys.tilingScheme) else { return nil }
    self.image = image.resolved
    self.condition = TileCondition(condition.expression)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try PatternTiles(image: image, where: condition, on: choice, basemap: context.basemapScheme)
  }
}

/// What a condition over tiles may name.
enum TileScope: ExpressionScope {
  static let fields = ExpressionFields.known(["x": .number, "y": .number, "z": .number])
  static let result = ExpressionType.boolean
  static let words = "a condition over `x`, `y` and `z`"
}

/// A condition over column, row and level.
struct TileCondition: Sendable, Hashable {
  let expression: Expression

  init(_ expression: Expression) { self.expression = expression }

  /// Whether it is true of a tile; what is not known is not true.
  func holds(for tile: TileIndex) -> Bool {
    let values = expression.fieldNames.map { name -> ExpressionValue in
      switch name {
      case "x": .integer(tile.column)
      case "y": .integer(tile.row)
      default: .integer(tile.level)
      }
    }
    // Types were checked when it was read; what is left are texts and patterns above the bounds.
    return (try? expression.holds(values)) ?? false
  }
}

/// A picture that has been read, on the tiles of a scheme.
struct PatternTiles: TileSource {
  let description: LayerDescription
  let identity: String
  var hasOwnTiles: Bool { false }
  private let condition: TileCondition
  private let picture: EncodedPicture

  /// The largest picture: 16 MiB.
  static let byteLimit = 16 << 20

  /// - Parameter basemap: The scheme that is drawn on where there is none of its own; `nil` as long as it is not known.
  /// - Throws: `notFound`, `unreadable`, or `otherKind` for what is no PNG, JPEG or WebP picture.
  init(
    image: String, where condition: TileCondition, on choice: SchemeChoice?, basemap: TilingScheme?
  ) throws(SourceError) {
    guard let bytes = try LocalFile.bytes(of: image, limit: Self.byteLimit) else { throw .notFound(path: image) }
    let header = PictureHeader(of: bytes)
    guard header.format.isPicture else {
      throw .otherKind(path: image, reason: "it is \(header.format.words); `pattern` draws PNG, JPEG and WebP pictures")
    }
    guard let size = header.size else {
      throw .unreadable(
        path: image, place: nil, reason: "\(header.format.words) is expected, and its head is cut short")
    }
    let scheme = choice?.scheme ?? basemap
    description = LayerDescription(
      tilingSchemes: scheme.map { [$0] } ?? [], fullExtent: choice?.fullExtent, mediaType: header.format.mediaType,
      pictureSize: size)
    picture = EncodedPicture(bytes: bytes, isSameOnEachTile: true)
    identity = "pattern:\(LocalFile.resolved(image)):\(condition.expression.text)"
    self.condition = condition
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    .here(condition.holds(for: index) ? .picture(picture) : .absent)
  }
}
