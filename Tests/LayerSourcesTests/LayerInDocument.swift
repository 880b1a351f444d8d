import Diagnostics
import DocumentModel
import FoundationEssentials
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// One layer of a document that is written to a folder, read as users' documents are, and opened.
struct LayerInDocument {
  let folder: TemporaryFolder
  let findings: [Diagnostic]
  private let document: MapDocument?

  /// - Parameters:
  ///   - layer: The keys of the layer, one a line, without `id`.
  ///   - credentials: Of the document, each on a line: `mine: {type: key, key: "${env:MAPDOC_TEST_KEY}"}`, a variable that
  ///     is set.
  init(_ layer: String, credentials: String = "", in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    let lines = layer.split(separator: "\n").map { "    \($0)\n" }.joined()
    try self.folder.write(
      "mapdoc: 1\ncanvas: {size: [256, 256]}\nlayers:\n  - id: tested\n\(lines)"
        + (credentials.isEmpty ? "" : "credentials:\n  \(credentials)\n"), to: "maps/map.yaml")
    let loaded = DocumentLoader(kinds: layerKinds, environment: ["MAPDOC_TEST_KEY": "s3cret"])
      .load(self.folder.path + "/maps/map.yaml")
    (findings, document) = (loaded.findings, loaded.document)
  }

  var layer: Layer { get throws { try #require(document?.layers.first, "\(findings.map(\.message))") } }

  var kind: any TiledLayerKind {
    get throws {
      guard case .tiled(let kind, _) = try layer.content else { throw NotTiled() }
      return try #require(kind as? any TiledLayerKind)
    }
  }

  func open(
    pixelRatio: Double = 1, contact: String? = nil, basemap: TilingScheme? = nil,
    services: (any ServiceAsking)? = nil
  ) async throws -> any TileSource {
    guard case .tiled(let kind, let keys) = try layer.content, let kind = kind as? any TiledLayerKind else {
      throw NotTiled()
    }
    let context = SourceContext(
      basemapScheme: basemap, painter: WordPainter(), pixelRatio: pixelRatio, contact: contact, services: services)
    return try await kind.open(layer, keys, in: context)
  }

  struct NotTiled: Error {}
}

/// Paints what it was asked for, as text.
struct WordPainter: TilePainting {
  func world(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double
  ) -> EncodedPicture {
    picture("\(extent.xmin) \(extent.ymin) \(extent.xmax) \(extent.ymax) \(reference) \(size.width)x\(size.height)")
  }

  func outline(of tile: TileIndex, size: PixelSize) -> EncodedPicture {
    picture("\(tile.level)/\(tile.row)/\(tile.column) \(size.width)x\(size.height)")
  }

  private func picture(_ words: String) -> EncodedPicture { EncodedPicture(bytes: Array(words.utf8)) }
}

extension TileSource {
  /// The address that a tile is asked for under; `nil` when it is not asked for.
  func address(_ level: Int, _ column: Int, _ row: Int) throws -> String? {
    guard case .remote(let request) = try tile(TileIndex(level: level, column: column, row: row)) else { return nil }
    return request.address
  }

  /// The request for a tile; `nil` when it is not asked for.
  func request(_ level: Int, _ column: Int, _ row: Int) throws -> Request? {
    guard case .remote(let request) = try tile(TileIndex(level: level, column: column, row: row)) else { return nil }
    return request
  }

  /// The bytes of a tile that is here; `nil` when it is absent.
  func bytes(_ level: Int, _ column: Int, _ row: Int) throws -> [UInt8]? {
    guard case .here(.picture(let picture)) = try tile(TileIndex(level: level, column: column, row: row)) else {
      return nil
    }
    return picture.bytes
  }

  func isAbsent(_ level: Int, _ column: Int, _ row: Int) throws -> Bool {
    if case .here(.absent) = try tile(TileIndex(level: level, column: column, row: row)) { true } else { false }
  }
}

/// SHA-256 (FIPS 180-4), written for the tests alone: what the tables of expected tiles were made with is another program's.
enum SHA256 {
  static func hex(_ bytes: [UInt8]) -> String {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: UInt64(bytes.count * 8) >> UInt64(shift)))
    }
    var hash: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var words = [UInt32](repeating: 0, count: 64)
    for start in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        words[index] = message[start + 4 * index..<start + 4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        words[index] =
          words[index - 16] &+ words[index - 7] &+ (turn(early, 7) ^ turn(early, 18) ^ early >> 3)
          &+ (turn(late, 17) ^ turn(late, 19) ^ late >> 10)
      }
      var state = hash
      for index in 0..<64 {
        let (a, e) = (state[0], state[4])
        let first =
          state[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ (e & state[5] ^ ~e & state[6]) &+ constants[index]
          &+ words[index]
        let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
        let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
        state = [first &+ second, a, state[1], state[2], state[3] &+ first, e, state[5], state[6]]
      }
      for index in 0..<8 { hash[index] = hash[index] &+ state[index] }
    }
    return hash.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      // The largest whole number whose cube is below prime · 2⁹⁶ has 32 bits behind the point.
      var (low, high): (UInt64, UInt64) = (0, 1 << 36)
      while high - low > 1 {
        let middle = (low + high) / 2
        let square = middle.multipliedFullWidth(by: middle)
        let cube = Wide(square) * middle
        if cube <= Wide(prime: prime) { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()

  /// Just enough of 192-bit arithmetic for a cube.
  private struct Wide {
    var parts: [UInt64]
    init(_ product: (high: UInt64, low: UInt64)) { parts = [0, product.high, product.low] }
    init(prime: Int) { parts = [0, UInt64(prime) << 32, 0] }
    static func * (one: Wide, factor: UInt64) -> Wide {
      let low = one.parts[2].multipliedFullWidth(by: factor)
      let high = one.parts[1].multipliedFullWidth(by: factor)
      let (middle, carry) = high.low.addingReportingOverflow(low.high)
      var result = one
      result.parts = [high.high + (carry ? 1 : 0), middle, low.low]
      return result
    }
    static func <= (one: Wide, other: Wide) -> Bool { !other.parts.lexicographicallyPrecedes(one.parts) }
  }
}
