import Geodesy

/// What the `conf.xml` of an Esri cache says, versions 9.2 to 10.x; compact caches and packages have the same file.
struct CacheConfiguration: Sendable, Equatable {
  /// With the levels that are declared, which may be more than there are folders for.
  let scheme: TilingScheme
  let storage: Storage
  let pictures: Pictures
  /// Columns and rows of a bundle; 128 where nothing is said.
  let packetSize: Int

  enum Storage: Sendable, Equatable {
    /// A file for each tile; also before 10.0, where nothing is said.
    case exploded
    /// Bundles; the version as `V1` or `V2`.
    case compact(version: String)
  }

  /// `CacheTileFormat`: which suffix its files have. The bytes may still be of another format.
  enum Pictures: Sendable, Equatable {
    case png, jpeg, mixed
    /// Elevations, not pictures.
    case lerc

    var suffix: String { self == .png ? "png" : "jpg" }
  }

  /// - Throws: `unreadable` with the element and its line; `unknownReference`.
  init(conf bytes: [UInt8], path: String) throws(SourceError) {
    let file = CacheDescriptionFile(path: path)
    let root = try file.root(of: bytes, named: "CacheInfo")
    let tiles = try file.child("TileCacheInfo", of: root)
    let origin = try file.child("TileOrigin", of: tiles)
    let levels = try Self.levels(try file.child("LODInfos", of: tiles), in: file)
    let reference = try file.reference(of: tiles)
    storage = try Self.storage(root.child("CacheStorageInfo"), in: file)
    pictures = try Self.pictures(root, in: file)
    packetSize = try Self.packetSize(root.child("CacheStorageInfo"), in: file)
    scheme = TilingScheme(
      reference: reference,
      origin: Position(x: try file.number("X", of: origin), y: try file.number("Y", of: origin)),
      tileSize: PixelSize(
        width: try file.whole("TileCols", of: tiles, in: 1...SchemeLimit.tileSide),
        height: try file.whole("TileRows", of: tiles, in: 1...SchemeLimit.tileSide)),
      levels: levels)
  }

  private static func levels(_ list: XMLElement, in file: CacheDescriptionFile) throws(SourceError)
    -> [TilingScheme.Level]
  {
    let elements = list.children.filter { $0.name == "LODInfo" }
    guard !elements.isEmpty else { throw file.failure(list, "it has no `LODInfo`") }
    guard elements.count <= SchemeLimit.levels else {
      throw file.failure(list, "\(elements.count) levels, more than the \(SchemeLimit.levels) that are read")
    }
    var levels: [TilingScheme.Level] = []
    for element in elements {
      let number = try file.whole("LevelID", of: element, in: SchemeLimit.levelNumbers)
      let resolution = try file.number("Resolution", of: element)
      guard resolution > 0 else {
        throw file.failure(try file.child("Resolution", of: element), "`\(resolution)` is not above 0")
      }
      guard !levels.contains(where: { $0.number == number }) else {
        throw file.failure(element, "level \(number) stands twice")
      }
      levels.append(.init(number: number, resolution: resolution))
    }
    return levels
  }

  private static func storage(_ element: XMLElement?, in file: CacheDescriptionFile) throws(SourceError) -> Storage {
    guard let element, let format = element.child("StorageFormat") else { return .exploded }
    switch format.text {
    case "esriMapCacheStorageModeExploded": return .exploded
    case "esriMapCacheStorageModeCompact": return .compact(version: "V1")
    case "esriMapCacheStorageModeCompactV2": return .compact(version: "V2")
    default: throw file.failure(format, "`\(format.text.prefix(80))` is not a known way of storing tiles")
    }
  }

  private static func pictures(_ root: XMLElement, in file: CacheDescriptionFile) throws(SourceError) -> Pictures {
    let format = try file.child("CacheTileFormat", of: try file.child("TileImageInfo", of: root))
    guard let pictures = Pictures(named: format.text) else {
      throw file.failure(format, "`\(format.text.prefix(80))` is not a known format of tiles")
    }
    return pictures
  }

  /// 0 in caches that are not of bundles, and in compact ones that were made out of them.
  private static func packetSize(_ element: XMLElement?, in file: CacheDescriptionFile) throws(SourceError) -> Int {
    guard let element, element.child("PacketSize") != nil else { return 128 }
    let size = try file.whole("PacketSize", of: element, in: 0...512)
    return size == 0 ? 128 : size
  }
}

/// What a `conf.cdi` says: the box that the cached data lie in.
struct CacheEnvelope: Sendable, Equatable {
  let extent: Extent
  /// `nil`: that of the cache.
  let reference: SpatialReference?

  /// - Throws: `unreadable` with the element and its line; `unknownReference`.
  init(cdi bytes: [UInt8], path: String) throws(SourceError) {
    let file = CacheDescriptionFile(path: path)
    let root = try file.root(of: bytes, named: "EnvelopeN")
    extent = Extent(
      xmin: try file.number("XMin", of: root), ymin: try file.number("YMin", of: root),
      xmax: try file.number("XMax", of: root), ymax: try file.number("YMax", of: root))
    guard !extent.isEmpty else { throw file.failure(root, "the box has no inside") }
    reference = root.child("SpatialReference") == nil ? nil : try file.reference(of: root)
  }
}

/// Takes values out of one of a cache's XML files; what is wrong is said with the element and its line.
struct CacheDescriptionFile {
  let path: String

  func root(of bytes: [UInt8], named name: String) throws(SourceError) -> XMLElement {
    do throws(XMLElement.Failure) {
      let root = try XMLElement.root(of: bytes)
      guard root.name == name else {
        throw XMLElement.Failure(line: root.line, reason: "its root is `\(root.name.prefix(80))`, not `\(name)`")
      }
      return root
    } catch {
      let format = PictureFormat(of: bytes)
      let reason = [.xml, .empty].contains(format) ? error.reason : "\(format.words), not an XML document"
      throw .unreadable(path: path, place: error.line.map { "line \($0)" }, reason: reason)
    }
  }

  func child(_ name: String, of element: XMLElement) throws(SourceError) -> XMLElement {
    guard let child = element.child(name) else { throw failure(element, "`\(name)` is missing") }
    return child
  }

  /// A finite number, below 10¹⁵ either way.
  func number(_ name: String, of element: XMLElement) throws(SourceError) -> Double {
    let child = try child(name, of: element)
    guard let value = Double(child.text), abs(value) < 1e15 else {
      throw failure(child, "`\(child.text.prefix(80))` is not a number")
    }
    return value
  }

  func whole(_ name: String, of element: XMLElement, in range: ClosedRange<Int>) throws(SourceError) -> Int {
    let child = try child(name, of: element)
    guard let value = Int(child.text), range.contains(value) else {
      throw failure(
        child,
        "`\(child.text.prefix(80))` is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// By `LatestWKID` and `WKID` where they are known, else by `WKT`, the only one that 9.2 has.
  func reference(of element: XMLElement) throws(SourceError) -> SpatialReference {
    let child = try child("SpatialReference", of: element)
    let written = EsriReference(
      wkid: child.child("WKID").flatMap { Int($0.text) }, latest: child.child("LatestWKID").flatMap { Int($0.text) },
      texts: [child.child("WKT")?.text ?? ""])
    guard !written.saysNothing else { throw failure(child, "neither `WKID` nor `WKT` says what it is") }
    return try written.reference(path: path)
  }

  func failure(_ element: XMLElement, _ reason: String) -> SourceError {
    .unreadable(path: path, place: "line \(element.line), element \(element.name)", reason: reason)
  }
}
