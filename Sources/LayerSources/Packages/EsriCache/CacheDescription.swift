import DocumentModel
import Geodesy

/// What `conf.xml` and `conf.cdi` say of a cache of bundles or in a package.
struct CacheDescription {
  let configuration: CacheConfiguration
  let said: StoredCache.Said

  /// - Parameters:
  ///   - conf: The bytes of `conf.xml`, and the path that messages name.
  ///   - cdi: Those of `conf.cdi`, where there is one.
  /// - Throws: `unreadable` with the element, `unknownReference`; `otherKind` for elevations.
  init(conf: (bytes: [UInt8], path: String), cdi: (bytes: [UInt8], path: String)?) throws(SourceError) {
    configuration = try CacheConfiguration(conf: conf.bytes, path: conf.path)
    guard configuration.pictures != .lerc else {
      throw .otherKind(path: conf.path, reason: "its tiles are elevations (LERC), not pictures")
    }
    var said = StoredCache.Said(
      scheme: configuration.scheme, source: PathResolution.lastComponent(of: conf.path),
      pictures: configuration.pictures)
    if let cdi {
      let name = PathResolution.lastComponent(of: cdi.path)
      said.fullExtent = try CacheEnvelope(cdi: cdi.bytes, path: cdi.path).extent(
        in: configuration.scheme.reference, named: name, &said.remarks)
    }
    self.said = said
  }

  /// The way that the tiles are stored: by the files that are there, because descriptions are copied from one cache to
  /// another; by the description where none are.
  /// - Throws: `unreadable` where a folder cannot be listed.
  func storage(of parts: any CacheParts, _ remarks: inout [SourceRemark]) throws(SourceError) -> any TileStorage {
    let names = try Self.found(in: parts)
    switch configuration.storage {
    case .exploded where names != nil:
      remarks.append(.metadataDisagrees("`\(said.source)` says that each tile is a file, but there are bundles"))
    case .compact(let version) where names != nil && names?.rawValue != version:
      remarks.append(
        .metadataDisagrees(
          "`\(said.source)` says that bundles are \(version), but they are \(names?.rawValue ?? version)"))
    default: break
    }
    if let names {
      return CompactTiles(parts: parts, version: names, packetSize: configuration.packetSize)
    }
    return SingleTiles(parts: parts, contents: configuration.pictures == .png ? [.png, .jpeg] : [.jpeg, .png])
  }

  /// The version of the bundles; `nil` where there are none.
  private static func found(in parts: any CacheParts) throws(SourceError) -> CompactTiles.Version? {
    guard let level = try parts.levels(with: [.bundle]).min() else { return nil }
    return try parts.parts(.bundleIndex, of: level).isEmpty ? .two : .one
  }
}

extension CacheEnvelope {
  /// The box, where it is in the cache's reference; `nil` where it is in another, which is remarked.
  func extent(in reference: SpatialReference, named name: String, _ remarks: inout [SourceRemark]) -> Extent? {
    if let own = self.reference, own != reference {
      remarks.append(
        .metadataDisagrees("`\(name)` is in \(own), the cache in \(reference): the box of the tiles is used"))
      return nil
    }
    return extent
  }
}
