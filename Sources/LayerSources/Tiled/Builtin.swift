import DocumentModel
import Geodesy

/// `type: builtin`: a world basemap that is part of the program; no network, no file.
struct BuiltinLayer: TiledLayerKind {
  static let typeName = "builtin"
  static let summary = "a plain map of the world that is part of mapdoc, in EPSG:3857 or, with `srs`, in EPSG:4326"
  static let fields: [any FieldDeclaration] = [Keys.name, Keys.names]

  static let example: String? = """
    mapdoc: 1
    layers:
      - {id: world, type: builtin, name: world, srs: EPSG:4326}
    """

  private enum Keys {
    static let name = DefaultedField<BuiltinMap>("name", default: .world, written: "world", "which map: `world`")
    static let names = DefaultedField<Bool>(
      "names", default: true, written: "true", "`false`: without names, for documents that have labels of their own")
  }

  let map: BuiltinMap
  let hasNames: Bool

  init?(from reader: MappingReader) {
    map = reader.read(Keys.name)
    hasNames = reader.read(Keys.names)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    // At `detail: device` a tile's pixels are the picture's, however small; and `tileSize` says what they are.
    let followsRatio = keys.detail != .device && keys.tileSize == nil
    let tiles = try BuiltinTiles(
      map, in: layer.reference?.value, pixelRatio: followsRatio ? context.pixelRatio : 1, painter: context.painter)
    return hasNames ? tiles : tiles.withoutNames()
  }
}

/// `name` of a built-in map.
enum BuiltinMap: String, DocumentWord {
  case world

  static var what: String { "a built-in map" }

  /// What must stand beside it; the data are in the public domain, so nothing must.
  var attribution: String {
    switch self {
    case .world: ""
    }
  }
}

/// The built-in world, drawn tile by tile.
struct BuiltinTiles: TileSource {
  let description: LayerDescription
  let identity: String
  var hasOwnTiles: Bool { false }
  private let map: BuiltinMap
  private let drawn: Drawn
  /// Of a tile's picture, in device pixels: more than the scheme's for high-resolution pictures.
  private let size: PixelSize
  private let painter: any TilePainting
  private let hasNames: Bool
  /// What the picture shows, in the reference of the tiles; `nil`: not known, or all of the world.
  private let shown: ShownArea?

  private typealias Drawn = (scheme: TilingScheme, extent: Extent)

  /// Finer levels would show the edges of its data.
  static let levels = 0...6
  /// Tiles are drawn at most so many times as large as the scheme's: 1024 pixels.
  static let largestRatio = 4.0

  /// What it is drawn in, the default first.
  private static let all: [Drawn] = [
    (limited(.webMercator), TilingScheme.webMercatorWorld), (limited(.wgs84), TilingScheme.wgs84World),
  ]

  private static func limited(_ scheme: TilingScheme) -> TilingScheme {
    TilingScheme(
      reference: scheme.reference, origin: scheme.origin, tileSize: scheme.tileSize,
      levels: scheme.levels.filter { levels.contains($0.number) })
  }

  /// - Parameters:
  ///   - reference: That the layer asks for; `nil`: whichever the map takes.
  ///   - pixelRatio: Device pixels in a logical pixel: tiles are drawn so many times as large.
  /// - Throws: `badKey` for a reference that it is not drawn in.
  init(
    _ map: BuiltinMap, in reference: SpatialReference?, pixelRatio: Double, painter: any TilePainting
  ) throws(SourceError) {
    let wanted = Self.all.filter { reference == nil || $0.scheme.reference == reference }
    guard let first = wanted.first else {
      throw .badKey(
        key: "srs",
        reason: "the built-in `\(map.rawValue)` is drawn in EPSG:3857 and EPSG:4326, not in "
          + "\(reference.map { "\($0)" } ?? "no reference")",
        hint: "write `srs: EPSG:3857` or `srs: EPSG:4326`")
    }
    let nominal = first.scheme.tileSize
    let side = Int((Double(nominal.width) * max(1, min(Self.largestRatio, pixelRatio))).rounded())
    let size = PixelSize(width: side, height: side)
    let description = LayerDescription(
      tilingSchemes: wanted.map(\.scheme), firstSchemeIsDefault: true, fullExtent: first.extent,
      furtherExtents: wanted.dropFirst().map(\.extent), levels: Self.levels,
      attribution: map.attribution.isEmpty ? nil : map.attribution, pictureSize: size == nominal ? nil : size)
    self.init(map, drawn: first, size: size, description: description, painter: painter)
  }

  private init(
    _ map: BuiltinMap, drawn: Drawn, size: PixelSize, description: LayerDescription, painter: any TilePainting,
    hasNames: Bool = true, shown: ShownArea? = nil
  ) {
    self.map = map
    self.drawn = drawn
    self.size = size
    self.description = description
    self.painter = painter
    self.hasNames = hasNames
    self.shown = shown
    // Names stand where the picture has room for them: pictures of the same extent alone share tiles.
    let room = shown.map { ":\($0.box.xmin),\($0.box.ymin),\($0.box.xmax),\($0.box.ymax)" + $0.outlineText } ?? ""
    identity =
      "builtin:\(map.rawValue):\(drawn.scheme.reference.definition):\(size.width)\(hasNames ? room : ":unnamed")"
  }

  func serving(_ scheme: TilingScheme) -> any TileSource {
    // A scheme that the layer's `srs` has declared as another reference still has its own numbers.
    guard let drawn = Self.all.first(where: { $0.scheme.levels == scheme.levels }) else { return self }
    return BuiltinTiles(
      map, drawn: drawn, size: size, description: description, painter: painter, hasNames: hasNames)
  }

  func showing(_ area: ShownArea, in reference: SpatialReference) -> any TileSource {
    guard hasNames, reference == drawn.scheme.reference, !area.holds(drawn.extent) else { return self }
    return BuiltinTiles(map, drawn: drawn, size: size, description: description, painter: painter, shown: area)
  }

  var names: TileNames? {
    guard hasNames else { return nil }
    switch map {
    case .world: return .world
    }
  }

  func withoutNames() -> any TileSource {
    BuiltinTiles(
      map, drawn: drawn, size: size, description: description, painter: painter, hasNames: false, shown: nil)
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard Self.levels.contains(index.level), let extent = drawn.scheme.extent(of: index),
      drawn.extent.intersection(extent) != nil
    else { return .here(.absent) }
    let ratio = Double(size.width) / Double(drawn.scheme.tileSize.width)
    let picture = try painter.world(
      extent, in: drawn.scheme.reference, size: size, pixelRatio: ratio, hasNames: hasNames, shown: shown)
    return .here(.picture(picture))
  }
}

extension ShownArea {
  /// The outlines, so that others have another text.
  fileprivate var outlineText: String {
    outlines.map { ";" + $0.map { $0.map { "\($0.x),\($0.y)" }.joined(separator: " ") }.joined(separator: "/") }
      .joined()
  }
}
