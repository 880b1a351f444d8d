import Diagnostics
import DocumentModel
import Geodesy

/// `type: pmtiles`: raster tiles in one PMTiles archive.
struct PMTilesLayer: TiledLayerKind {
  static let typeName = "pmtiles"
  static let summary =
    "raster tiles (PNG, JPEG, WebP) in one PMTiles archive of version 3, a file or on the web, in Web Mercator"
  static let fields: [any FieldDeclaration] = [Keys.path]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [0, 0], zoom: 2}
    layers:
      - {id: islands, type: pmtiles, path: data/archipelago.pmtiles, onMissingTile: "#a0c3dc"}
      - {id: roads, type: pmtiles, path: "https://tiles.example.org/roads.pmtiles", opacity: 0.8}
    """

  private enum Keys {
    static let path = RequiredField<FileOrAddress>(
      "path",
      "the PMTiles archive: a file, or an `http` or `https` address whose server knows byte ranges; only the directories "
        + "and tiles that a map needs are asked for")
  }

  private enum Place {
    case file(path: String)
    case web(ServiceAddress)
  }

  private let place: Place

  var localFiles: [String] { if case .file(let path) = place { [path] } else { [] } }
  var addresses: [String] { if case .web(let address) = place { [address.text] } else { [] } }

  init?(from reader: MappingReader) {
    switch reader.read(Keys.path) {
    case nil: return nil
    case .file(let path)?: place = .file(path: path.resolved)
    case .address(let text)?:
      do throws(TileAddress.Objection) {
        place = .web(try ServiceAddress(text, beside: nil))
      } catch {
        reader.context.report(.unusableAddress(text, error, at: reader.range(of: Keys.path)))
        return nil
      }
    }
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    switch place {
    case .file(let path): try PMTilesPackage(path: path)
    case .web(let address):
      try await PMTilesOnWeb.opened(address, AddressedTiles.RequestTemplate(layer, keys), in: context).source
    }
  }
}

/// An open PMTiles archive of raster tiles. The bytes of its tiles are believed, its header only where they do not disagree.
struct PMTilesPackage: TileSource {
  let description: LayerDescription
  let identity: String
  let version: String?
  let remarks: [SourceRemark]
  /// Found from the bytes of the first tile.
  let format: PictureFormat
  /// Levels between the coarsest and the finest that have no tile.
  let emptyLevels: Set<Int>
  /// `nil` where the header does not say.
  let tileCount: Int?
  let archive: PMTilesArchive

  /// - Throws: `notFound`; what keeps it from being used.
  init(path: String) throws(SourceError) { try self.init(of: FileBytes.existing(path)) }

  /// - Parameters:
  ///   - identity: Of an archive on the web; `nil` for a file, which is its path.
  ///   - version: Of an archive on the web, where its server names it.
  ///   - looksForGaps: Whether levels without tiles are looked for, which may read a directory for each level.
  init(
    of bytes: any ByteReading, identity: String? = nil, version: String? = nil, looksForGaps: Bool = true
  ) throws(SourceError) {
    let path = bytes.path
    let archive = try PMTilesArchive(bytes)
    let header = archive.header
    if let words = header.content.otherWords { throw .otherKind(path: path, reason: words) }
    // Of an archive on the web only pieces are at hand.
    if identity == nil { try Self.checkLength(of: bytes, header) }
    guard let first = try archive.firstTile(from: 0), let last = try archive.lastNumber() else {
      throw .empty(path: path, reason: "its directory lists no tile")
    }
    let low = PMTilesNumber.level(of: first.number)
    let levels = low...max(low, PMTilesNumber.level(of: last))
    guard levels.upperBound <= MercatorPyramid.finestLevel else {
      throw .unreadable(
        path: path, place: "byte \(header.root.offset)",
        reason: "the directory lists a tile \(last), which is below level \(MercatorPyramid.finestLevel)")
    }
    let picture = PictureHeader(of: try archive.tile(first.number))
    guard picture.format.isPicture else {
      throw .otherKind(path: path, reason: Self.otherContent(picture.format))
    }
    format = picture.format
    var remarks: [SourceRemark] = []
    if let said = header.content.format, said != format {
      remarks.append(.metadataDisagrees("the header says that tiles are \(said.shortName), but one is \(format.words)"))
    }
    if let said = header.levels, said != levels {
      remarks.append(
        .metadataDisagrees(
          "the header names levels \(said.lowerBound) to \(said.upperBound), but there are tiles of "
            + "\(levels.lowerBound) to \(levels.upperBound)"))
    }
    let gaps = looksForGaps ? try Self.gaps(levels, in: archive) : []
    if !gaps.isEmpty { remarks.append(.levelWithoutTiles(gaps)) }
    let facts = Self.facts(of: archive, &remarks)
    let box = header.bounds.flatMap { MercatorPyramid.box($0) }
    if box == nil {
      remarks.append(.metadataDisagrees("the header's bounds enclose no area: the whole world is taken"))
    }
    description = LayerDescription(
      tilingSchemes: [
        MercatorPyramid.scheme(tileSize: MercatorPyramid.tileSize(of: picture.size), finest: levels.upperBound)
      ],
      fullExtent: box ?? TilingScheme.webMercatorWorld, levels: levels, attribution: facts.attribution,
      mediaType: format.mediaType, title: facts.title, isRemote: identity != nil)
    self.remarks = remarks
    emptyLevels = Set(gaps)
    tileCount = header.addressedTiles > 0 ? header.addressedTiles : nil
    self.version = version
    self.identity = identity ?? "pmtiles:" + LocalFile.resolved(path)
    self.archive = archive
  }

  /// A copy that was cut short may well have its directories and its first tiles.
  private static func checkLength(of bytes: any ByteReading, _ header: PMTilesHeader) throws(SourceError) {
    let end = [header.tiles, header.leaves, header.metadata].map { $0.offset + $0.size }.max() ?? 0
    guard bytes.size < end else { return }
    throw .unreadable(
      path: bytes.path, place: "byte \(bytes.size)",
      reason: "the file ends, and by its header the archive reaches to byte \(end): it is cut short")
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard let number = PMTilesNumber.number(level: index.level, column: index.column, row: index.row) else {
      return .here(.absent)
    }
    let bytes = try archive.tile(number)
    return .here(bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes)))
  }

  /// Levels between the ends in which no tile lies: where the first from the level's start on is one of a finer level.
  private static func gaps(_ levels: ClosedRange<Int>, in archive: PMTilesArchive) throws(SourceError) -> [Int] {
    var gaps: [Int] = []
    for level in levels {
      let start = PMTilesNumber.first(of: level)
      guard let next = try archive.firstTile(from: start) else { continue }
      // A run may have begun on the level before.
      if max(next.number, start) >= PMTilesNumber.first(of: level + 1) { gaps.append(level) }
    }
    return gaps
  }

  /// What is for people need not be sound: what cannot be read is remarked.
  private static func facts(of archive: PMTilesArchive, _ remarks: inout [SourceRemark]) -> (
    title: String?, attribution: String?
  ) {
    do throws(SourceError) {
      let metadata = try archive.metadata()
      func words(_ name: String) -> String? {
        metadata?.child(name)?.text.map { PlainText.ofHTML($0) }.flatMap { $0.isEmpty ? nil : $0 }
      }
      return (words("name"), words("attribution"))
    } catch {
      if case .unreadable(_, let place, let reason) = error {
        remarks.append(.metadataDisagrees("its metadata cannot be read\(place.map { " at \($0)" } ?? ""): \(reason)"))
      }
      return (nil, nil)
    }
  }

  private static func otherContent(_ format: PictureFormat) -> String {
    format == .gzip
      ? "its tiles are gzip-compressed, as vector tiles are; `pmtiles` draws PNG, JPEG and WebP tiles"
      : "its tiles are \(format.words), not PNG, JPEG or WebP pictures"
  }
}

extension PMTilesHeader.Content {
  /// Why tiles of this type are not drawn; `nil` for those that are, and where nothing is said.
  fileprivate var otherWords: String? {
    switch self {
    case .unknown, .png, .jpeg, .webp: nil
    case .mvt: "its tiles are vector tiles (MVT); `pmtiles` draws PNG, JPEG and WebP tiles"
    case .avif: "its tiles are AVIF pictures; `pmtiles` draws PNG, JPEG and WebP tiles"
    case .other(let number): "its tiles are of type \(number); `pmtiles` draws PNG (2), JPEG (3) and WebP (4) tiles"
    }
  }
}

extension PMTilesLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    if candidate.isAddress, candidate.head.isEmpty {
      return candidate.source.lowercased().prefix { $0 != "?" && $0 != "#" }.hasSuffix(".pmtiles")
    }
    return candidate.head.starts(with: "PMTiles".utf8) || candidate.isFile && candidate.suffix == "pmtiles"
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let package: PMTilesPackage
    if candidate.isAddress {
      package = try await PMTilesOnWeb.opened(try ServiceAddress(of: candidate), .ofInspection, in: context).package
    } else {
      package = try PMTilesPackage(path: candidate.source)
    }
    return InspectionReport(
      kind: typeName, candidate, package,
      .init(
        format: package.format, tileCount: package.tileCount, emptyLevels: package.emptyLevels,
        keys: [("path", YAMLText.inDocument(candidate.source))]))
  }
}

/// The path of a file, or an address of the web.
private enum FileOrAddress: DocumentValue, Hashable {
  case file(FilePath)
  case address(String)

  static var words: String { "a path, or an `http` or `https` address" }
  static var schema: JSONValue { FilePath.schema }

  static func read(_ node: Node, in context: ReadingContext) -> FileOrAddress? {
    if case .scalar(.text(let text)) = node.content {
      let lower = text.lowercased()
      if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return .address(text) }
    }
    return FilePath.read(node, in: context).map { .file($0) }
  }
}
