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

  /// The same of a layer of features, with what it is drawn with.
  func openFeatures(services: (any ServiceAsking)? = nil) async throws -> any FeatureSource {
    guard case .features(let kind, let keys) = try layer.content, let kind = kind as? any FeatureLayerKind else {
      throw NotTiled()
    }
    return try await kind.open(layer, keys, in: SourceContext(painter: WordPainter(), services: services))
  }

  struct NotTiled: Error {}
}

/// Paints what it was asked for, as text.
struct WordPainter: TilePainting {
  func world(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double, hasNames: Bool,
    shown: ShownArea?
  ) -> EncodedPicture {
    var room = shown.map { " of \($0.box.xmin) \($0.box.ymin) \($0.box.xmax) \($0.box.ymax)" } ?? ""
    if !hasNames { room += " without names" }
    return picture(
      "\(extent.xmin) \(extent.ymin) \(extent.xmax) \(extent.ymax) \(reference) \(size.width)x\(size.height)\(room)")
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
