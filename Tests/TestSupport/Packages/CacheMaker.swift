/// Makes the files of compact caches, byte by byte as ArcGIS does.
package enum CacheMaker {
  /// A tile in a bundle: row and column within it.
  package typealias Tile = (row: Int, column: Int, bytes: [UInt8])

  package static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// - Parameter header: The words behind the first, which writers fill in different ways.
  package static func bundleV2(_ tiles: [Tile], packet: Int = 128, header: [Int] = [16384, 131_092]) -> [UInt8] {
    var index = [UInt8](repeating: 0, count: 8 * packet * packet)
    var data: [UInt8] = []
    let start = 64 + index.count
    for tile in tiles {
      data += little(tile.bytes.count, 4)
      let record = (start + data.count) | tile.bytes.count << 40
      let place = 8 * (packet * tile.row + tile.column)
      index.replaceSubrange(place..<place + 8, with: little(record, 8))
      data += tile.bytes
    }
    var head = little(3, 4) + little(header[0], 4) + little(header[1], 4) + little(5, 4) + little(0, 8)
    head += little(start + data.count, 8) + little(40, 8) + little(131_092, 4) + little(3, 4) + little(16, 4)
    head += little(16384, 4) + little(5, 4) + little(131_072, 4)
    return head + index + data
  }

  package static func bundleV1(_ tiles: [Tile], packet: Int = 128) -> (bundle: [UInt8], index: [UInt8]) {
    let count = packet * packet
    var data = [UInt8](repeating: 0, count: 4 * count)
    var offsets = (0..<count).map { 60 + 4 * $0 }
    for tile in tiles {
      offsets[packet * tile.column + tile.row] = 60 + data.count
      data += little(tile.bytes.count, 4) + tile.bytes
    }
    var head = little(3, 4) + little(count, 4) + little(0, 4) + little(5, 4) + little(4 * tiles.count, 4) + little(0, 4)
    head += little(60 + data.count, 8) + little(40, 8) + little(16, 4) + little(0, 4) + little(packet - 1, 4)
    head += little(0, 4) + little(packet - 1, 4)
    var index: [UInt8] = [3, 0, 0, 0, 16, 0, 0, 0, 0, 64, 0, 0, 5, 0, 0, 0]
    for offset in offsets { index += little(offset, 5) }
    index += [0, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]
    return (head + data, index)
  }

  /// Web Mercator's units from (-1000, 2000), levels of 100, 50, 25 and 12.5 metres and so on.
  package static func conf(
    storage: String, packet: Int? = 128, format: String = "PNG24", levels: ClosedRange<Int> = 0...3
  ) -> String {
    let lods = levels.map { level in
      "<LODInfo><LevelID>\(level)</LevelID><Resolution>\(100 / Double(1 << level))</Resolution></LODInfo>"
    }
    let size = packet.map { "<PacketSize>\($0)</PacketSize>" } ?? ""
    return """
      <CacheInfo>
        <TileCacheInfo>
          <SpatialReference><WKID>3857</WKID></SpatialReference>
          <TileOrigin><X>-1000</X><Y>2000</Y></TileOrigin>
          <TileCols>256</TileCols><TileRows>256</TileRows><DPI>96</DPI>
          <LODInfos>\(lods.joined())</LODInfos>
        </TileCacheInfo>
        <TileImageInfo><CacheTileFormat>\(format)</CacheTileFormat></TileImageInfo>
        <CacheStorageInfo><StorageFormat>esriMapCacheStorageMode\(storage)</StorageFormat>\(size)</CacheStorageInfo>
      </CacheInfo>
      """
  }

  /// The same scheme as a `root.json`.
  package static func root(
    levels: ClosedRange<Int> = 0...0, packet: Int = 128, bundles: String = "./tile", format: String = "PNG",
    listed: ClosedRange<Int> = 0...3
  ) -> String {
    let lods = listed.map { #"{"level": \#($0), "resolution": \#(100 / Double(1 << $0)), "scale": 1}"# }
    return """
      {"name": "made", "version": 1.0, "tileBundlesPath": "\(bundles)", "minLOD": \(levels.lowerBound),
       "maxLOD": \(levels.upperBound), "tileImageInfo": {"format": "\(format)"},
       "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "origin": {"x": -1000, "y": 2000},
         "spatialReference": {"wkid": 3857}, "lods": [\(lods.joined(separator: ", "))]},
       "storageInfo": {"storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": \(packet)}}
      """
  }
}
