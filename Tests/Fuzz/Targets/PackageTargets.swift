import Geodesy
import Glibc

@testable import LayerSources

/// An MBTiles file, by way of a file in memory.
struct MBTilesTarget: FuzzTarget {
  static let name = "mbtiles"
  private let path: String
  private let descriptor: CInt

  init() throws {
    path = "/dev/shm/mapdoc-fuzz-\(getpid()).mbtiles"
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw NoFile() }
  }

  struct NoFile: Error {}

  func run(_ bytes: [UInt8]) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      let package = try? MBTilesPackage(path: path)
    else { return }
    if let levels = package.description.levels {
      for level in levels.prefix(3) { _ = try? package.tile(TileIndex(level: level, column: 0, row: 0)) }
    }
  }
}

/// A cache's files in memory: the same bytes for each bundle.
private struct MemoryParts: CacheParts {
  let path = "memory"
  let bundle: [UInt8]
  var index: [UInt8] = []

  func bytes(of part: CachePart) -> (any ByteReading)? {
    MemoryBytes(path: path, bytes: part.content == .bundle ? bundle : index)
  }

  func levels(with contents: Set<CachePart.Content>) -> Set<Int> { [0] }

  func parts(_ content: CachePart.Content, of level: Int) -> [CachePart] {
    [CachePart(content, level: level, row: 0, column: 0)].compactMap { $0 }
  }

  func place(of part: CachePart) -> String { part.name }
}

/// Small packets, so that an input reaches behind the index.
private let packet = 4

private func readAll(_ tiles: CompactTiles) {
  let survey = try? tiles.survey(of: 0, bundles: 1)
  for row in 0..<packet {
    for column in 0..<packet {
      guard let bytes = try? tiles.bytes(of: TileIndex(level: 0, column: column, row: row)), !bytes.isEmpty else {
        continue
      }
      guard let survey else { continue }
      if !survey.rows.contains(row) || !survey.columns.contains(column) { broken("a tile lies in the survey") }
    }
  }
}

struct BundleTarget: FuzzTarget {
  static let name = "bundle"

  func run(_ bytes: [UInt8]) {
    readAll(CompactTiles(parts: MemoryParts(bundle: bytes), version: .two, packetSize: packet))
  }
}

/// The index and the bundle are the same bytes: offsets of tiles lead anywhere in them.
struct BundleIndexTarget: FuzzTarget {
  static let name = "bundlx"

  func run(_ bytes: [UInt8]) {
    let tiles = CompactTiles(parts: MemoryParts(bundle: bytes, index: bytes), version: .one, packetSize: packet)
    _ = try? tiles.survey(of: 0, bundles: 1)
    for place in 0..<packet * packet {
      _ = try? tiles.bytes(of: TileIndex(level: 0, column: place / packet, row: place % packet))
    }
  }
}

struct ZipTarget: FuzzTarget {
  static let name = "zip"

  func run(_ bytes: [UInt8]) {
    guard let contents = try? PackageContents(of: MemoryBytes(path: "memory", bytes: bytes)) else { return }
    for entry in contents.documents.values { _ = try? contents.archive.bytes(of: entry, limit: 1 << 20) }
    for package in [try? TilePackageLayer.package(in: contents), try? TilePackageXLayer.package(in: contents)] {
      guard let package, let levels = package.description.levels else { continue }
      for level in levels.prefix(3) { _ = try? package.tile(TileIndex(level: level, column: 0, row: 0)) }
    }
  }
}

struct PMTilesTarget: FuzzTarget {
  static let name = "pmtiles"

  func run(_ bytes: [UInt8]) {
    guard let package = try? PMTilesPackage(of: MemoryBytes(path: "memory", bytes: bytes)) else { return }
    for level in package.description.levels ?? 0...0 {
      _ = try? package.tile(TileIndex(level: level, column: 0, row: 0))
      _ = try? package.tile(TileIndex(level: level, column: (1 << level) - 1, row: 0))
    }
  }
}

/// The first byte is the way of packing.
struct PMTilesDirectoryTarget: FuzzTarget {
  static let name = "pmtiles-directory"

  func run(_ bytes: [UInt8]) {
    guard let packing = Packing(rawValue: bytes.first.map { $0 % 5 } ?? 0),
      let content = try? packing.unpacked(Array(bytes.dropFirst()), limit: 1 << 20),
      let directory = try? PMTilesDirectory(content)
    else { return }
    for (one, next) in zip(directory.entries, directory.entries.dropFirst()) where one.number >= next.number {
      broken("numbers of tiles ascend")
    }
    for entry in directory.entries.prefix(100) {
      _ = directory.answer(for: entry.number)
      _ = directory.firstIndex(atOrAfter: entry.number &+ 1)
    }
  }
}

/// As the answer of a service, and as the object itself.
struct TileInfoTarget: FuzzTarget {
  static let name = "tileinfo"

  func run(_ bytes: [UInt8]) {
    guard let json = try? JSONElement(of: bytes, source: "memory") else { return }
    for element in [json, json.child("tileInfo")] {
      guard let element, let info = try? TileInfo(element) else { continue }
      if info.scheme.levels.isEmpty { broken("a scheme has levels") }
    }
    for name in ["fullExtent", "initialExtent"] {
      if let box = json.child(name) { _ = try? EsriExtent(box) }
    }
  }
}
