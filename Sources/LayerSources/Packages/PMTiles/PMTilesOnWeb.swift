import DocumentModel
import Geodesy
import Transport

/// The tiles of a PMTiles archive on the web, each a range of its bytes.
///
/// Header and root are asked for together, further directories when a tile needs them. All parts are of one version of
/// the archive, as far as its server names one.
struct PMTilesOnWeb: TileSource {
  let package: PMTilesPackage
  private let file: PMTilesWebFile

  var description: LayerDescription { package.description }
  var identity: String { package.identity }
  var version: String? { package.version }
  var remarks: [SourceRemark] { package.remarks }

  /// Reads header, root, metadata and the first tile.
  ///
  /// - Returns: The source, and what was found out of it. A small archive, and one of a server that knows no ranges, is
  ///   read as a whole; its tiles are then at hand.
  /// - Throws: `mayNotAsk`, `notAnswered`; `unreadable`, `otherKind` and `empty` as for a file.
  static func opened(
    _ address: ServiceAddress, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> (source: any TileSource, package: PMTilesPackage) {
    let file = PMTilesWebFile(address: address.text, request: request)
    let head = try await file.head(in: context)
    let identity = "pmtiles:\(address.text) \(head.version ?? "")\(request.identityText)"
    if head.isWhole {
      let package = try PMTilesPackage(
        of: MemoryBytes(path: file.shown, bytes: head.bytes), identity: identity, version: head.version)
      return (package, package)
    }
    let pieces = FetchedPieces(path: file.shown)
    pieces.add(head.bytes, for: PMTilesWebFile.headRange)
    for _ in 0..<mostPieces {
      var package: PMTilesPackage?
      var failure: SourceError?
      do throws(SourceError) {
        package = try PMTilesPackage(
          of: pieces, identity: identity, version: head.version, looksForGaps: false)
      } catch {
        failure = error
      }
      // What was not at hand may have passed for damage.
      if let missing = pieces.takeMissing() {
        pieces.add(try await file.part(missing, of: head.version, in: context), for: missing)
        continue
      }
      if let failure { throw failure }
      if let package { return (PMTilesOnWeb(package: package, file: file), package) }
    }
    throw .unreadable(
      path: file.shown, place: nil, reason: "its first and last tile are not found in \(mostPieces) pieces of it")
  }

  /// Metadata, the first tile, and the directories on the way to the first and to the last one.
  private static let mostPieces = 16

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard let number = PMTilesNumber.number(level: index.level, column: index.column, row: index.row) else {
      return .here(.absent)
    }
    return location(of: number, try package.archive.step(to: number))
  }

  private func location(of number: UInt64, _ step: PMTilesArchive.Step) -> TileLocation {
    switch step {
    case .absent: return .here(.absent)
    case .tile(let piece): return .remote(file.asked(piece.range, of: version))
    case .directory(let piece, let depth):
      let request = file.asked(piece.range, of: version)
      return .after(request) { response throws(SourceError) in
        let bytes = try file.bytes(of: response, piece, "a directory")
        return location(
          of: number, try package.archive.step(to: number, through: bytes, of: piece, depth: depth))
      }
    }
  }

  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    guard let range = request.range else { return .absent }
    let piece = PMTilesHeader.Piece(offset: range.offset, size: range.count)
    let bytes = try package.archive.content(try file.bytes(of: response, piece, "a tile"), of: piece)
    return bytes.isEmpty ? .absent : .picture(EncodedPicture(bytes: bytes))
  }
}

extension PMTilesHeader.Piece {
  /// Of a piece that is not empty.
  fileprivate var range: ByteRange { ByteRange(offset: offset, count: size) }
}

/// A PMTiles archive on the web, asked for by ranges.
struct PMTilesWebFile: Sendable {
  let address: String
  let request: AddressedTiles.RequestTemplate
  /// Without secrets.
  let shown: String

  private static let expected = "a PMTiles archive"
  /// Header and root lie in it (spec/v3, section 3).
  static let headRange = ByteRange(offset: 0, count: 16 << 10)

  init(address: String, request: AddressedTiles.RequestTemplate) {
    self.address = address
    self.request = request
    shown = Address.redacted(address)
  }

  /// The start of the archive.
  struct Head: Sendable {
    let bytes: [UInt8]
    let version: String?
    /// Nothing follows.
    let isWhole: Bool
  }

  /// Asked for in each run, so that an archive that has been replaced is noticed before its parts are mixed.
  func head(in context: SourceContext) async throws(SourceError) -> Head {
    let asked = request.request(for: Self.headRange, of: address, isAskedInEachRun: true)
    return try await context.ask(asked, expecting: Self.expected) {
      response throws(UnusableAnswer) -> Result<Head, SourceError> in
      do throws(SourceError) {
        _ = try PMTilesHeader(Array(response.body.prefix(PMTilesHeader.size)), path: shown)
        return .success(
          Head(
            bytes: response.body, version: response.version,
            isWhole: response.status != Self.partial || response.body.count < Self.headRange.count))
      } catch {
        if case .unreadable(_, _, let reason) = error { throw UnusableAnswer(reason: reason) }
        return .failure(error)
      }
    }.get()
  }

  /// A further part; shorter where the archive ends in it.
  func part(_ range: ByteRange, of version: String?, in context: SourceContext) async throws(SourceError) -> [UInt8] {
    try await context.ask(asked(range, of: version), expecting: "a part of \(Self.expected)") {
      response throws(UnusableAnswer) in Self.part(range, of: response)
    }
  }

  /// Where the server names no version, what is kept of an earlier run may be of another one: it is asked for again.
  func asked(_ range: ByteRange, of version: String?) -> Request {
    request.request(for: range, of: address, version: version, isAskedInEachRun: version == nil)
  }

  /// All bytes of a piece out of an answer.
  /// - Throws: `unreadable` where the archive ends in it.
  func bytes(of response: Response, _ piece: PMTilesHeader.Piece, _ what: String) throws(SourceError) -> [UInt8] {
    let bytes = Self.part(ByteRange(offset: piece.offset, count: piece.size), of: response)
    guard bytes.count == piece.size else {
      throw .unreadable(
        path: shown, place: "byte \(piece.offset)",
        reason: "\(what) of \(piece.size) bytes is expected there, and only \(bytes.count) follow")
    }
    return bytes
  }

  private static let partial = 206

  /// A server without ranges sends the whole.
  private static func part(_ range: ByteRange, of response: Response) -> [UInt8] {
    response.status == partial ? response.body : range.part(of: response.body)
  }
}
