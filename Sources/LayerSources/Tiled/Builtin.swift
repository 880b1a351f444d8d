import DocumentModel
import Geodesy

/// `type: builtin`: a world basemap that is part of the program; no network, no file.
struct BuiltinLayer: TiledLayerKind {
  static let typeName = "builtin"
  static let summary = "a plain map of the world that is part of mapdoc, in EPSG:3857 or, with `srs`, in EPSG:4326"
  static let fields: [any FieldDeclaration] = [Keys.name]

  static let example: String? = """
    mapdoc: 1
    layers:
      - {id: world, type: builtin, name: world, srs: EPSG:4326}
    """

  private enum Keys {
    static let name = DefaultedField<BuiltinMap>("name", default: .world, written: "world", "which map: `world`")
  }

  let map: BuiltinMap

  init?(from reader: MappingReader) { map = reader.read(Keys.name) }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try BuiltinTiles(map, in: layer.reference?.value ?? .webMercator, painter: context.painter)
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
  private let scheme: TilingScheme
  private let painter: any TilePainting

  /// Finer levels would show the edges of its data.
  static let levels = 0...6

  /// - Throws: `badKey` for a reference that it is not drawn in.
  init(_ map: BuiltinMap, in reference: SpatialReference, painter: any TilePainting) throws(SourceError) {
    let known: [(scheme: TilingScheme, extent: Extent)] = [
      (.webMercator, TilingScheme.webMercatorWorld), (.wgs84, TilingScheme.wgs84World),
    ]
    guard let found = known.first(where: { $0.scheme.reference == reference }) else {
      throw .badKey(
        key: "srs", reason: "the built-in `\(map.rawValue)` is drawn in EPSG:3857 and EPSG:4326, not in \(reference)",
        hint: "write `srs: EPSG:3857` or `srs: EPSG:4326`")
    }
    scheme = TilingScheme(
      reference: found.scheme.reference, origin: found.scheme.origin, tileSize: found.scheme.tileSize,
      levels: found.scheme.levels.filter { Self.levels.contains($0.number) })
    description = LayerDescription(
      tilingSchemes: [scheme], fullExtent: found.extent, levels: Self.levels,
      attribution: map.attribution.isEmpty ? nil : map.attribution)
    identity = "builtin:\(map.rawValue):\(reference.definition)"
    self.painter = painter
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard Self.levels.contains(index.level), let extent = scheme.extent(of: index),
      let world = description.fullExtent, world.intersection(extent) != nil
    else { return .here(.absent) }
    return .here(.picture(try painter.world(extent, in: scheme.reference, size: scheme.tileSize)))
  }
}
