import Diagnostics
import DocumentModel
import Geodesy

/// `type: tpk`: a tile package of ArcGIS, a ZIP archive around an Esri cache.
struct TilePackageLayer: PathLayerKind {
  static let typeName = "tpk"
  static let summary = "a tile package of ArcGIS (`.tpk`): an Esri map cache in one archive, which is read in place"
  static let pathField = RequiredField<FilePath>("path", "the package")

  static let example: String? = """
    mapdoc: 1
    canvas: {size: [480, 480]}
    initialExtent: {center: [190400, 7310600], srs: EPSG:25833, level: 1, snap: level}
    layers:
      - {id: relief, type: tpk, path: data/nordholm.tpk}
    """

  let path: String

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try Self.package(at: path)
  }

  /// - Throws: `notFound`; what keeps it from being used.
  static func package(at path: String) throws(SourceError) -> StoredCache {
    try package(in: PackageContents(of: FileBytes.existing(path)))
  }

  /// There is no public specification; what a package holds is what those of ArcGIS show: the cache in a folder of any name,
  /// beside it `esriinfo/iteminfo.xml` for people.
  static func package(in contents: PackageContents) throws(SourceError) -> StoredCache {
    let path = contents.archive.path
    guard let name = contents.documents(named: "conf.xml").first,
      let conf = try contents.document(name, limit: XMLElement.Limit.bytes)
    else {
      if !contents.documents(named: "root.json").isEmpty {
        throw .otherKind(path: path, reason: "it has a `root.json`: that is a `tpkx`")
      }
      throw .unreadable(path: path, place: nil, reason: "the archive has no `conf.xml`, which describes a cache")
    }
    let folder = PathResolution.folder(of: name)
    let prefix = folder.isEmpty ? "" : folder + "/"
    let cdiName = contents.documents(named: "conf.cdi").first { PathResolution.folder(of: $0) == folder }
    let cdi = try cdiName.flatMap { name throws(SourceError) in
      try contents.document(name, limit: XMLElement.Limit.bytes)
    }
    let description = try CacheDescription(conf: conf, cdi: cdi)
    var said = description.said
    let item = try contents.documents(named: "iteminfo.xml").first.flatMap { name throws(SourceError) in
      try contents.document(name, limit: XMLElement.Limit.bytes)
    }
    // What is for people need not be sound.
    let facts = item.flatMap { try? XMLElement.root(of: $0.bytes) }
    said.title = facts?.words("title") ?? facts?.words("name")
    said.attribution = facts?.words("accessinformation")
    let storage = try description.storage(of: contents.parts(in: prefix + "_alllayers"), &said.remarks)
    return try StoredCache(said, storage: storage, identity: "tpk:" + LocalFile.resolved(path))
  }
}

extension XMLElement {
  /// The text of a child as plain text; `nil` where it is missing or empty.
  fileprivate func words(_ name: String) -> String? {
    child(name).map { PlainText.ofHTML($0.text) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TilePackageLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile && candidate.format == .zip && candidate.suffix == "tpk"
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
