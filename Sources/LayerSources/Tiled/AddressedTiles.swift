import DocumentModel
import Geodesy
import Transport

/// Tiles that each have an address of their own, on the web or on disk: what `xyz` and the kinds of providers open.
struct AddressedTiles: TileSource {
  let description: LayerDescription
  let identity: String
  var remarks: [SourceRemark] = []
  let naming: TileNaming
  let place: TileAddress.Place
  let choice: SchemeChoice
  let rows: RowOrder
  let request: RequestTemplate

  /// What requests have beside their address.
  struct RequestTemplate: Sendable {
    let headers: [Layer.Header]
    let timeout: Duration
    let absentStatuses: Set<Int>
    let layer: String
    let connectionLimit: Int?
    let credential: Credential?

    init(_ layer: Layer, _ keys: TiledKeys, connectionLimit: Int? = nil) {
      headers = layer.headers
      timeout = .milliseconds(Int64((layer.timeout * 1000).rounded(.up)))
      absentStatuses = keys.absentStatuses
      self.layer = layer.id
      self.connectionLimit = connectionLimit
      credential = layer.credential
    }

    /// For a tile.
    /// - Parameters:
    ///   - sendsHeaders: False at a host that the document does not name: its headers are not for that one, and its
    ///     credential only where it says so.
    ///   - absentTileInfo: As ``Request/absentTileInfo``.
    ///   - judgedStatuses: As ``Request/judgedStatuses``.
    func request(
      for address: String, sendsHeaders: Bool = true, absentTileInfo: String? = nil, judgedStatuses: Set<Int> = []
    ) -> Request {
      Request(
        address: address, headers: sendsHeaders ? headers : [], timeout: timeout, absentStatuses: absentStatuses,
        layer: layer, connectionLimit: connectionLimit, credential: sendsHeaders ? credential : credential?.away,
        absentTileInfo: absentTileInfo, judgedStatuses: judgedStatuses)
    }

    /// For a part of a file, whose absence is an error.
    /// - Parameters:
    ///   - version: As ``Request/version``.
    ///   - isAskedInEachRun: As ``Request/isAskedInEachRun``.
    func request(
      for range: ByteRange, of address: String, version: String? = nil, isAskedInEachRun: Bool = false
    ) -> Request {
      Request(
        address: address, headers: headers, timeout: timeout, absentStatuses: [], layer: layer,
        connectionLimit: connectionLimit, credential: credential, range: range, version: version,
        isAskedInEachRun: isAskedInEachRun)
    }

    /// For what a service says of itself, whose absence is an error.
    func request(forDescriptionAt address: String) -> Request {
      Request(
        address: address, headers: headers, timeout: timeout, absentStatuses: [], layer: layer,
        connectionLimit: connectionLimit, credential: credential)
    }

    /// For looking at a source outside of a document.
    /// Somebody waits for it, and a server that is silent is asked more than once.
    static let ofInspection = RequestTemplate(layer: "inspect", credential: nil, timeout: .seconds(10))

    init(layer: String, credential: Credential?, timeout: Duration = .seconds(30)) {
      self.layer = layer
      headers = []
      self.timeout = timeout
      absentStatuses = [204, 404, 410]
      connectionLimit = nil
      self.credential = credential
    }
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard exists(index) else { return .here(.absent) }
    let flipped = choice.flippedRow(index.row, level: index.level)
    let address = naming.address(of: index, row: rows == .tms ? flipped : index.row, flippedRow: flipped)
    switch place {
    case .web:
      return .remote(request.request(for: address))
    case .files:
      guard let bytes = try LocalFile.bytes(of: address, limit: LocalFile.tileLimit), !bytes.isEmpty else {
        return .here(.absent)
      }
      return .here(.picture(EncodedPicture(bytes: bytes)))
    }
  }

  /// False for what lies outside the world's tiles: no server is asked for it.
  private func exists(_ index: TileIndex) -> Bool {
    if let levels = description.levels, !levels.contains(index.level) { return false }
    switch choice {
    case .custom(let scheme): return scheme.level(numbered: index.level) != nil
    case .webmercator, .wgs84:
      guard let size = choice.matrixSize(level: index.level) else { return false }
      return (0..<size.columns).contains(index.column) && (0..<size.rows).contains(index.row)
    }
  }
}
