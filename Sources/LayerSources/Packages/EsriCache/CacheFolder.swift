import DocumentModel
import Geodesy

/// The folder of an Esri cache on disk, with what describes it; names are found in any case.
struct CacheFolder {
  let path: String
  let conf: (bytes: [UInt8], path: String)
  /// `nil` before ArcGIS 10.0, which writes none.
  let cdi: (bytes: [UInt8], path: String)?
  /// What lies in it.
  private let names: [String]

  /// - Parameter path: The folder of the cache, its `_alllayers`, or its `conf.xml`.
  /// - Throws: `notFound`; `unreadable` for a file, and without a `conf.xml`.
  init(at path: String) throws(SourceError) {
    let folder = ExplodedCache.folder(of: path)
    try LocalFile.requireFolder(folder, "the folder of a cache")
    let names = try LocalFile.names(in: folder)
    func file(_ name: String) throws(SourceError) -> (bytes: [UInt8], path: String)? {
      guard let name = names.first(where: { $0.lowercased() == name }) else { return nil }
      let path = PathResolution.joined(folder, name)
      return try LocalFile.bytes(of: path, limit: XMLElement.Limit.bytes).map { ($0, path) }
    }
    guard let conf = try file("conf.xml") else {
      throw .unreadable(path: folder, place: nil, reason: "it has no `conf.xml`, which describes a cache")
    }
    (self.path, self.conf, self.cdi, self.names) = (folder, conf, try file("conf.cdi"), names)
  }

  /// The folder that holds the levels.
  /// - Throws: `empty` where there is none.
  var tiles: String {
    get throws(SourceError) {
      guard let tiles = names.first(where: { $0.lowercased() == "_alllayers" }) else {
        throw .empty(path: path, reason: "it has no folder `_alllayers`, which holds a cache's tiles")
      }
      return PathResolution.joined(path, tiles)
    }
  }

  /// What the cache is called.
  var name: String { PathResolution.lastComponent(of: LocalFile.resolved(path)) }

  var confName: String { PathResolution.lastComponent(of: conf.path) }

  /// The box of `conf.cdi`; `nil` where there is none that can be used, which is remarked.
  /// - Throws: As ``CacheEnvelope/init(cdi:path:)``.
  func extent(in reference: SpatialReference, _ remarks: inout [SourceRemark]) throws(SourceError) -> Extent? {
    guard let cdi else { return nil }
    return try CacheEnvelope(cdi: cdi.bytes, path: cdi.path).extent(
      in: reference, named: PathResolution.lastComponent(of: cdi.path), &remarks)
  }
}
