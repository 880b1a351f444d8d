import CDeflate
import TestSupport

@testable import LayerSources

/// Makes the files of compact caches, byte by byte as ArcGIS does.
enum CacheMaker {
  /// A tile in a bundle: row and column within it.
  typealias Tile = (row: Int, column: Int, bytes: [UInt8])

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// - Parameter header: The words behind the first, which writers fill in different ways.
  static func bundleV2(_ tiles: [Tile], packet: Int = 128, header: [Int] = [16384, 131_092]) -> [UInt8] {
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

  static func bundleV1(_ tiles: [Tile], packet: Int = 128) -> (bundle: [UInt8], index: [UInt8]) {
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

  /// Web Mercator's units from (-1000, 2000), levels 0 to 3 of 100, 50, 25 and 12.5 metres.
  static func conf(storage: String, packet: Int? = 128, format: String = "PNG24", wkid: Int = 3857) -> String {
    let lods = (0...3).map { level in
      "<LODInfo><LevelID>\(level)</LevelID><Resolution>\(100 / Double(1 << level))</Resolution></LODInfo>"
    }
    let size = packet.map { "<PacketSize>\($0)</PacketSize>" } ?? ""
    return """
      <CacheInfo>
        <TileCacheInfo>
          <SpatialReference><WKID>\(wkid)</WKID></SpatialReference>
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
  static func root(
    levels: ClosedRange<Int> = 0...0, packet: Int = 128, bundles: String = "./tile", format: String = "PNG"
  ) -> String {
    let lods = (0...3).map { #"{"level": \#($0), "resolution": \#(100 / Double(1 << $0)), "scale": 1}"# }
    return """
      {"name": "made", "version": 1.0, "tileBundlesPath": "\(bundles)", "minLOD": \(levels.lowerBound),
       "maxLOD": \(levels.upperBound), "tileImageInfo": {"format": "\(format)"},
       "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "origin": {"x": -1000, "y": 2000},
         "spatialReference": {"wkid": 3857}, "lods": [\(lods.joined(separator: ", "))]},
       "storageInfo": {"storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": \(packet)}}
      """
  }
}

/// Makes ZIP archives, good and bad ones.
struct ZipMaker {
  /// Each entry says its sizes and offset in the extra field of ZIP64.
  var is64 = false
  private var data: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  init(is64: Bool = false) { self.is64 = is64 }

  mutating func add(_ name: String, _ text: String, deflated: Bool = false) {
    add(name, Array(text.utf8), deflated: deflated)
  }

  /// - Parameters:
  ///   - size: What the directory says that it unpacks to; `nil`: the truth.
  ///   - flags: 1 says that it is encrypted.
  mutating func add(
    _ name: String, _ bytes: [UInt8], deflated: Bool = false, size: Int? = nil, flags: Int = 0, method: Int? = nil,
    offset: Int? = nil
  ) {
    let packed = deflated ? Self.deflated(bytes) : bytes
    let named = Array(name.utf8)
    let method = method ?? (deflated ? 8 : 0)
    let checksum = Int(Inflate.crc32(bytes))
    let place = offset ?? data.count
    let sizes = [packed.count, size ?? bytes.count]
    let shown = is64 ? [0xFFFF_FFFF, 0xFFFF_FFFF] : sizes
    let common =
      little(45, 2) + little(flags, 2) + little(method, 2) + little(0, 4) + little(checksum, 4)
      + little(shown[0], 4) + little(shown[1], 4) + little(named.count, 2)
    let extra =
      is64 ? little(1, 2) + little(24, 2) + little(sizes[1], 8) + little(sizes[0], 8) + little(place, 8) : []
    directory +=
      [0x50, 0x4B, 1, 2] + little(45, 2) + common + little(extra.count, 2) + little(0, 2) + little(0, 8)
      + little(is64 ? 0xFFFF_FFFF : place, 4) + named + extra
    // The entry's own header has another extra field than the directory, as real writers do.
    data += [0x50, 0x4B, 3, 4] + common + little(4, 2) + named + [0x99, 0x99, 0, 0] + packed
    count += 1
  }

  /// - Parameter comment: Behind the end record.
  func bytes(comment: String = "") -> [UInt8] {
    let start = data.count
    var end: [UInt8] = []
    if is64 {
      end += [0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      end += little(count, 8) + little(count, 8) + little(directory.count, 8) + little(start, 8)
      end += [0x50, 0x4B, 6, 7] + little(0, 4) + little(start + directory.count, 8) + little(1, 4)
    }
    let (entries, size, offset) = is64 ? (0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF) : (count, directory.count, start)
    end += [0x50, 0x4B, 5, 6] + little(0, 4) + little(entries, 2) + little(entries, 2) + little(size, 4)
    end += little(offset, 4) + little(comment.utf8.count, 2) + Array(comment.utf8)
    return data + directory + end
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] { CacheMaker.little(value, count) }

  static func deflated(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, libdeflate_deflate_compress) }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, libdeflate_gzip_compress) }

  private static func packed(
    _ bytes: [UInt8],
    _ work: (OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1000) { buffer, count in
      count = work(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
  }
}

/// Digests of all tiles of a source, for tables that another program made.
enum TileDigest {
  /// SHA-256 of a line "level/row/column:SHA-256 of the tile" for each tile, in that order.
  static func of(_ source: any TileSource, levels: ClosedRange<Int>, columns: Int, rows: Int) throws -> (Int, String) {
    var text = ""
    var count = 0
    for level in levels {
      for row in 0..<rows {
        for column in 0..<columns {
          guard let bytes = try source.bytes(level, column, row) else { continue }
          text += "\(level)/\(row)/\(column):\(SHA256.hex(bytes))\n"
          count += 1
        }
      }
    }
    return (count, SHA256.hex(Array(text.utf8)))
  }

  /// Compares with each row of an `expected-tiles.csv`: level, row, column, bytes, SHA-256.
  static func differences(of source: any TileSource, from table: String) throws -> [String] {
    let rows = try Fixtures.rows(table)
    var differences = rows.count > 1 ? [] : ["the table is empty"]
    for row in rows {
      let numbers = row.prefix(3).compactMap { Int($0) }
      guard let bytes = try source.bytes(numbers[0], numbers[2], numbers[1]) else {
        differences.append("\(row): absent")
        continue
      }
      if String(bytes.count) != row[3] || SHA256.hex(bytes) != row[4] { differences.append("\(row): other bytes") }
    }
    return differences
  }

  /// What a piece of work throws, in words.
  static func failure(_ work: () throws -> Any) -> String {
    do {
      _ = try work()
      return "nothing"
    } catch let error as SourceError {
      switch error {
      case .unreadable(_, let place, let reason): return [place, reason].compactMap { $0 }.joined(separator: ": ")
      case .otherKind(_, let reason), .empty(_, let reason): return reason
      case .unknownReference(let definition, _, let reason): return "\(definition): \(reason)"
      case .badKey(let key, let reason, let hint): return "\(key): \(reason); \(hint ?? "")"
      case .notFound: return "not found"
      case .notDrawn(let reason): return reason
      }
    } catch { return "\(error)" }
  }
}
