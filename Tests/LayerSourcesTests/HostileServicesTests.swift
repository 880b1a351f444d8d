import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Descriptions with damaged bytes: they may be refused, but nothing may break (the fuzz targets `capabilities` and
/// `service` look further).
@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), .timeLimit(.minutes(3))) struct HostileServicesTests {
  /// Numbers in a fixed sequence (Knuth's MMIX).
  private struct Sequence: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11 ^ state << 32
    }
  }

  private static let words = [
    "0", "-1", "1e300", "1e-300", "NaN", "inf", "99999999999999999999", "", "<a>", "]]>", "&x;", "\u{0}", "{", "}",
    "null", "4611686018427387904", "+proj=merc +to_meter=1e300", "EPSG:4326",
  ]

  private static func damaged(_ bytes: [UInt8], _ random: inout Sequence) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
      case 2:
        // A whole text between marks is replaced: numbers and names stand there.
        let end = bytes[place...].firstIndex { [0x3C, 0x2C, 0x22, 0x0A].contains($0) } ?? bytes.endIndex
        let start = bytes[..<place].lastIndex { [0x3E, 0x3A, 0x22, 0x20].contains($0) }.map { $0 + 1 } ?? place
        bytes.replaceSubrange(start..<max(start, end), with: words[Int.random(in: words.indices, using: &random)].utf8)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  private static func tryTiles(of source: some TileSource) {
    for scheme in source.description.tilingSchemes {
      let served = source.serving(scheme)
      for level in scheme.levels {
        for (column, row) in [(0, 0), (1 << 52, 1 << 52), (-1, -1)] {
          let tile = TileIndex(level: level.number, column: column, row: row)
          _ = try? served.tile(tile)
          #expect(scheme.extent(of: tile) != nil)
        }
        if let extent = source.description.fullExtent { _ = scheme.tiles(covering: extent, at: level) }
      }
    }
  }

  @Test(arguments: ["arcgis", "mapproxy_25833_4326_3857_rest", "ogcsample", "sfs-wmts-cap-world", "with_tilematrix"])
  func capabilitiesAreRefusedOrRead(_ name: String) throws {
    let sound = try Fixtures.bytes("wmts-capabilities/\(name).xml")
    let address = try ServiceAddress("https://h.example/wmts", beside: nil)
    var random = Sequence(state: 20_261_130)
    for _ in 0..<150 {
      let bytes = Self.damaged(sound, &random)
      _ = OGCReport(in: bytes)
      guard let root = try? XMLElement.root(of: bytes, limit: .ofServices),
        let capabilities = try? WMTSCapabilities(root, source: name)
      else { continue }
      for layer in capabilities.layers.prefix(3) {
        let choice = WMTSChoice(layer: layer.identifier)
        guard let tiles = try? WMTSTiles(capabilities, of: address, choice, .ofInspection) else { continue }
        Self.tryTiles(of: tiles)
      }
    }
  }

  @Test(arguments: ["terria_fused_mapserver", "tiled-sr/norway_25833", "tiled-sr/sample_4326_512"])
  func descriptionsAreRefusedOrRead(_ name: String) throws {
    let sound = try Fixtures.bytes("arcgis-service-json/\(name).json")
    var random = Sequence(state: 4)
    for _ in 0..<400 {
      let bytes = Self.damaged(sound, &random)
      _ = ArcGISAnswer.failure(in: bytes, source: name)
      guard let json = try? JSONElement(of: bytes, source: name), let service = try? ArcGISService(json) else {
        continue
      }
      Self.tryTiles(of: ArcGISTiles(service, base: "https://h.example/MapServer", query: "", .ofInspection))
    }
  }

  @Test(arguments: ["NZTM2000Quad", "WebMercatorQuad", "ogcapi_WorldCRS84Quad"])
  func tileMatrixSetsAreRefusedOrRead(_ name: String) throws {
    let sound = try Fixtures.bytes("wmts-capabilities/tms-json/\(name).json")
    var random = Sequence(state: 17)
    for _ in 0..<400 {
      let bytes = Self.damaged(sound, &random)
      guard let json = try? JSONElement(of: bytes, source: name) else { continue }
      _ = try? TileMatrixSetJSON.grid(json)
    }
  }
}
