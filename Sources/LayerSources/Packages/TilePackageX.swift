import Diagnostics
import DocumentModel
import Geodesy

/// `type: tpkx`: a tile package of ArcGIS by Esri's open specification, described by a `root.json`.
struct TilePackageXLayer: PathLayerKind {
  static let typeName = "tpkx"
  static let summary = "a tile package of ArcGIS (`.tpkx`), or the folder that one was unpacked to; it is read in place"
  static let pathField = RequiredField<FilePath>("path", "the package, or a folder with `root.json`")

  static let example: String? = """
    mapdoc: 1
    canvas: {size: [480, 480]}
    initialExtent: {center: [190400, 7310600], srs: EPSG:25833, level: 1, snap: level}
    layers:
      - {id: relief, type: tpkx, path: data/nordholm.tpkx}
    """

  let path: String

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try Self.package(at: path)
  }

  static func package(at path: String) throws(SourceError) -> StoredCache {
    if LocalFile.kind(of: path) == .folder { return try unpacked(at: path) }
    return try package(in: PackageContents(of: FileBytes.existing(path)))
  }

  static func package(in contents: PackageContents) throws(SourceError) -> StoredCache {
    let path = contents.archive.path
    guard let name = contents.documents(named: "root.json").first,
      let document = try contents.document(name, limit: JSONText.byteLimit)
    else {
      if !contents.documents(named: "conf.xml").isEmpty {
        throw .otherKind(path: path, reason: "it has a `conf.xml`: that is a `tpk`")
      }
      throw .unreadable(path: path, place: nil, reason: "the archive has no `root.json`, which describes a package")
    }
    let folder = PathResolution.folder(of: name)
    let item = try contents.documents(named: "iteminfo.json").first.flatMap { name throws(SourceError) in
      try contents.document(name, limit: JSONText.byteLimit)
    }
    let root = try TilePackageRoot(JSONElement(of: document.bytes, source: document.path), item: item)
    return try StoredCache(
      root.said, storage: root.storage(of: contents.parts(in: root.tilesFolder(in: folder))),
      identity: identity(path))
  }

  private static func identity(_ path: String) -> String { "tpkx:" + LocalFile.resolved(path) }

  private static func unpacked(at path: String) throws(SourceError) -> StoredCache {
    func file(_ name: String) throws(SourceError) -> (bytes: [UInt8], path: String)? {
      let path = PathResolution.joined(path, name)
      return try LocalFile.bytes(of: path, limit: JSONText.byteLimit).map { ($0, path) }
    }
    guard let document = try file("root.json") else {
      throw .unreadable(path: path, place: nil, reason: "the folder has no `root.json`, which describes a package")
    }
    let root = try TilePackageRoot(
      JSONElement(of: document.bytes, source: document.path), item: try file("iteminfo.json"))
    let parts = try FolderParts(in: root.tilesFolder(in: path))
    return try StoredCache(root.said, storage: root.storage(of: parts), identity: identity(path))
  }
}

/// What the `root.json` of a package says (Esri's tile package specification 1.0).
private struct TilePackageRoot {
  private(set) var said: StoredCache.Said
  private let packetSize: Int
  private let tilesPath: String

  init(_ root: JSONElement, item: (bytes: [UInt8], path: String)?) throws(SourceError) {
    let own = try root.child("spatialReference").map { json throws(SourceError) in try json.spatialReference() }
    let info = try TileInfo(try root.required("tileInfo"), fallback: own)
    let image = root.child("tileImageInfo")?.child("format") ?? root.child("tileInfo")?.child("format")
    let pictures = image?.text.flatMap { CacheConfiguration.Pictures(named: $0) }
    guard pictures != .lerc else {
      throw .otherKind(path: root.source, reason: "its tiles are elevations (LERC), not pictures")
    }
    let storage = root.child("storageInfo")
    if let format = storage?.child("storageFormat"), format.text != "esriMapCacheStorageModeCompactV2" {
      throw format.failure("\(format.node.shown) is not `esriMapCacheStorageModeCompactV2`, the one way of this format")
    }
    let packet = storage?.child("packetSize") == nil ? 128 : try storage?.whole("packetSize", in: 0...512) ?? 128
    packetSize = packet == 0 ? 128 : packet
    tilesPath = root.child("tileBundlesPath")?.text ?? "./tile"
    said = StoredCache.Said(scheme: info.scheme, source: "root.json", pictures: pictures)
    said.fullExtent = try Self.box("fullExtent", of: root, in: info.scheme.reference)
    said.initialExtent = try Self.box("initialExtent", of: root, in: info.scheme.reference)
    if let low = root.child("minLOD")?.whole, let high = root.child("maxLOD")?.whole, low <= high {
      said.levels = low...high
    }
    // What is for people need not be sound.
    let facts = item.flatMap { try? JSONElement(of: $0.bytes, source: $0.path) }
    said.title = [facts?.child("title"), root.child("name")].lazy.compactMap { Self.words($0) }.first
    said.attribution =
      [facts?.child("accessInformation"), root.child("copyrightText")].lazy
      .compactMap { Self.words($0) }.first
  }

  /// The folder with the levels: `tileBundlesPath`, which counts from the folder of `root.json`. It cannot lead out of it.
  func tilesFolder(in folder: String) -> String {
    let names = tilesPath.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
    return ([Substring(folder)] + names).filter { !$0.isEmpty }.joined(separator: "/")
  }

  func storage(of parts: any CacheParts) -> CompactTiles {
    CompactTiles(parts: parts, version: .two, packetSize: packetSize)
  }

  private static func box(_ name: String, of root: JSONElement, in reference: SpatialReference)
    throws(SourceError) -> Extent?
  {
    guard let json = root.child(name) else { return nil }
    return try EsriExtent(json)?.projected(to: reference)
  }

  private static func words(_ json: JSONElement?) -> String? {
    json?.text.map { PlainText.ofHTML($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TilePackageXLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile && candidate.format == .zip && candidate.suffix == "tpkx"
      || candidate.names.isSuperset(of: ["root.json", "tile"])
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let package = try package(at: candidate.source)
    return InspectionReport(
      kind: typeName, candidate, package,
      .init(
        format: package.format, tileCount: package.census(), emptyLevels: package.emptyLevels, declaresLevels: true,
        keys: [("path", YAMLText.inDocument(candidate.source))]))
  }
}
