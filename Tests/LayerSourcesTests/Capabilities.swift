import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// Capabilities that tests write.
enum Capabilities {
  /// - Parameters:
  ///   - layer: Elements of one layer `ground`, behind its identifier and style.
  ///   - sets: Tile matrix sets.
  static func text(layer: String, sets: String, operations: String = kvp) -> String {
    """
    <?xml version="1.0"?>
    <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
        xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
      \(operations)
      <Contents>
        <Layer><ows:Title>Ground</ows:Title><ows:Identifier>ground</ows:Identifier>
          <Style><ows:Identifier>plain</ows:Identifier></Style>
          <Style isDefault="true"><ows:Identifier>day light</ows:Identifier></Style>
          \(layer)
        </Layer>
        \(sets)
      </Contents>
    </Capabilities>
    """
  }

  static let kvp = """
    <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP>
      <ows:Get xlink:href="https://h.example/rest/"><ows:Constraint name="GetEncoding">
        <ows:AllowedValues><ows:Value>RESTful</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get>
      <ows:Get xlink:href="https://h.example/wmts?map=a"><ows:Constraint name="GetEncoding">
        <ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get>
    </ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
    """

  static func link(_ set: String, _ limits: String = "") -> String {
    "<TileMatrixSetLink><TileMatrixSet>\(set)</TileMatrixSet>\(limits)</TileMatrixSetLink>"
  }

  static func set(_ name: String, _ crs: String, _ matrices: [String]) -> String {
    "<TileMatrixSet><ows:Identifier>\(name)</ows:Identifier><ows:SupportedCRS>\(crs)</ows:SupportedCRS>"
      + matrices.joined() + "</TileMatrixSet>"
  }

  static func matrix(
    _ name: String, _ denominator: Double, _ corner: String, _ columns: Int, _ rows: Int, size: Int = 256
  ) -> String {
    """
    <TileMatrix><ows:Identifier>\(name)</ows:Identifier><ScaleDenominator>\(denominator)</ScaleDenominator>
      <TopLeftCorner>\(corner)</TopLeftCorner><TileWidth>\(size)</TileWidth><TileHeight>\(size)</TileHeight>
      <MatrixWidth>\(columns)</MatrixWidth><MatrixHeight>\(rows)</MatrixHeight></TileMatrix>
    """
  }

  /// The world of Web Mercator at level 0, in pixels of 0.28 mm.
  static let mercator = 559_082_264.0287178
  /// The whole of WGS 84 in two tiles.
  static let degrees = 279_541_132.0143589

  static let webMercator = set(
    "web", "urn:ogc:def:crs:EPSG::3857",
    (0...3).map { matrix("\($0)", mercator / Double(1 << $0), "-20037508.34 20037508.34", 1 << $0, 1 << $0) })
  static let wgs84 = set(
    "degrees", "urn:ogc:def:crs:EPSG::4326",
    (0...2).map { matrix("\($0)", degrees / Double(1 << $0), "90 -180", 2 << $0, 1 << $0) })
}

extension Capabilities {
  static let png = "<Format>image/png</Format>"

  /// The source of a layer whose service gives these capabilities.
  static func open(_ text: String, _ keys: String = "") async throws -> any TileSource {
    let layer = try LayerInDocument("type: wmts\nurl: https://h.example/wmts?map=a\n\(keys)")
    return try await layer.open(services: ScriptedServices(text))
  }

  static func failure(_ text: String, _ keys: String = "") async throws -> SourceError? {
    do {
      _ = try await open(text, keys)
      return nil
    } catch let error as SourceError {
      return error
    }
  }
}
