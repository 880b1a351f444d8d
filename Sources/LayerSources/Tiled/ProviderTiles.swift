import DocumentModel
import Geodesy
import Transport

/// Tiles of a provider or of its mirror, where its servers may hide an error in an answer of status 200.
struct ProviderTiles: TileSource {
  let description: LayerDescription
  let identity: String
  private let naming: TileNaming
  private let request: AddressedTiles.RequestTemplate
  /// The tiles that there may be, by level.
  private let ranges: [Int: TileRange]
  /// Where the service's tile 0, 0 has its bottom left corner, when its numbers grow to the east and the north from there;
  /// `nil`: they are the scheme's.
  private let countsFrom: Position?
  /// The value of `X-VE-Tile-Info` that means: there is no such tile.
  private let absentTileInfo: String?

  /// - Parameters:
  ///   - description: With one scheme, its full extent and its levels.
  init(
    _ description: LayerDescription, _ naming: TileNaming, _ request: AddressedTiles.RequestTemplate,
    countingFrom countsFrom: Position? = nil, absentTileInfo: String? = nil
  ) {
    self.description = description
    self.naming = naming
    self.request = request
    self.countsFrom = countsFrom
    self.absentTileInfo = absentTileInfo
    identity = "tiles:\(naming.identityText)\(request.identityText)"
    var ranges: [Int: TileRange] = [:]
    if let scheme = description.tilingSchemes.first, let extent = description.fullExtent {
      for level in scheme.levels where description.levels?.contains(level.number) ?? true {
        ranges[level.number] = scheme.tiles(covering: extent, at: level)
      }
    }
    self.ranges = ranges
  }

  func tile(_ index: TileIndex) -> TileLocation {
    guard let range = ranges[index.level], range.contains(index) else { return .here(.absent) }
    let numbers = self.numbers(of: index)
    let address = naming.address(of: numbers, row: numbers.row, flippedRow: -1 - numbers.row)
    return .remote(request.request(for: address, absentTileInfo: absentTileInfo))
  }

  /// What the service calls a tile.
  private func numbers(of index: TileIndex) -> TileIndex {
    guard let countsFrom, let scheme = description.tilingSchemes.first, let level = scheme.level(numbered: index.level)
    else { return index }
    let columns = ((countsFrom.x - scheme.origin.x) / scheme.tileWidth(at: level)).rounded()
    let rows = ((scheme.origin.y - countsFrom.y) / scheme.tileHeight(at: level)).rounded()
    return TileIndex(level: index.level, column: index.column - Int(columns), row: Int(rows) - 1 - index.row)
  }

  /// XML, JSON or a text in place of a picture is what the service has to say.
  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    if request.absentStatuses.contains(response.status) { return .absent }
    guard [.xml, .json, .text].contains(PictureFormat(of: response.body)) else {
      return .picture(EncodedPicture(bytes: response.body))
    }
    // OGC's word for a row or a column that its matrix does not have (WMTS 1.0.0, table 25).
    if String(decoding: response.body.prefix(4096), as: UTF8.self).contains("TileOutOfRange") { return .absent }
    let words = ServerWords.words(of: response.body, contentType: response.contentType)
    throw .noTile(reason: "an error of the service" + (words.map { ": `\($0)`" } ?? ""))
  }
}

extension LayerDescription {
  /// Of a provider's tiles in one scheme.
  init(
    _ provider: Provider, _ scheme: TilingScheme, fullExtent: Extent, attribution: String? = nil,
    levels: ClosedRange<Int>? = nil, detail: Detail = .screen, pictureSize: PixelSize? = nil
  ) {
    self.init(
      tilingSchemes: [scheme], fullExtent: fullExtent, levels: levels ?? provider.levels,
      attribution: attribution ?? provider.attribution, attributionIsObligatory: provider.attributionIsObligatory,
      defaultDetail: detail, pictureSize: pictureSize, isRemote: true)
  }
}

extension SpatialReference {
  /// A reference that a provider is known to use.
  /// - Throws: `unknownReference`, where the library that knows it is not there.
  static func known(_ definition: String, to provider: Provider) throws(SourceError) -> SpatialReference {
    do { return try SpatialReference.parse(definition) } catch {
      throw .unknownReference(definition: definition, path: provider.name, reason: "\(error)")
    }
  }
}
