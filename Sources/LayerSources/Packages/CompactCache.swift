import Diagnostics
import DocumentModel
import Geodesy

/// `type: compact-cache`: an Esri cache whose tiles lie in bundles.
struct CompactCacheLayer: PathLayerKind {
  static let typeName = "compact-cache"
  static let summary =
    "an Esri map cache of bundles, version 1 (`.bundle` and `.bundlx`) or 2 (`.bundle`): `conf.xml`, `conf.cdi`, "
    + "`_alllayers/L00/R0000C0000.bundle`"
  static let pathField = RequiredField<FilePath>("path", "the folder that holds `conf.xml` and `_alllayers`")

  static let example: String? = """
    mapdoc: 1
    canvas: {size: [480, 480]}
    initialExtent: {center: [190400, 7310600], srs: EPSG:25833, level: 1, snap: level}
    layers:
      - {id: relief, type: compact-cache, path: data/nordholm-compact}
    """

  let path: String
  var localFiles: [String] { [ExplodedCache.folder(of: path)] }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try Self.cache(at: path)
  }

  /// - Parameter path: The folder of the cache, its `_alllayers`, or its `conf.xml`.
  static func cache(at path: String) throws(SourceError) -> StoredCache {
    let folder = try CacheFolder(at: path)
    let description = try CacheDescription(conf: folder.conf, cdi: folder.cdi)
    var said = description.said
    let tiles = try folder.tiles
    let parts = try FolderParts(in: tiles)
    let storage = try description.storage(of: parts, &said.remarks)
    guard storage is CompactTiles else {
      guard description.configuration.storage == .exploded else {
        throw .empty(path: tiles, reason: "there is no bundle (`L00/R0000C0000.bundle`) in it")
      }
      throw .otherKind(path: folder.path, reason: "its tiles are single files; that is an `exploded-cache`")
    }
    said.title = folder.name
    return try StoredCache(
      said, storage: storage, identity: "compact-cache:" + LocalFile.resolved(folder.path))
  }
}

extension CompactCacheLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    if isBundle(candidate) { return true }
    guard ExplodedCacheLayer.recognises(candidate), let folder = try? CacheFolder(at: candidate.source),
      let description = try? CacheDescription(conf: folder.conf, cdi: nil)
    else { return false }
    if case .compact = description.configuration.storage { return true }
    return false
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    guard !isBundle(candidate) else {
      throw .otherKind(
        path: candidate.source,
        reason: "it is one bundle of a `compact-cache`; name the folder above `_alllayers`, which holds `conf.xml`")
    }
    let cache = try cache(at: candidate.source)
    return InspectionReport(
      kind: typeName, candidate, cache,
      .init(
        format: cache.format, tileCount: cache.census(), emptyLevels: cache.emptyLevels, declaresLevels: true,
        keys: [("path", YAMLText.inDocument(ExplodedCache.folder(of: candidate.source)))]))
  }

  private static func isBundle(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile && ["bundle", "bundlx"].contains(candidate.suffix)
      || candidate.names.contains { $0.hasSuffix(".bundle") }
  }
}
