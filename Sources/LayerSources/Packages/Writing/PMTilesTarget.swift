import Diagnostics
import Geodesy

/// Writes a PMTiles archive of version 3 (protomaps/PMTiles, spec/v3): clustered, so that tiles beside each other on the
/// ground lie beside each other in the file; equal tiles once, rows of equal ones as one entry.
struct PMTilesTarget: PackageTarget {
  static let typeName = "pmtiles"
  static let suffix: String? = "pmtiles"
  static let words = "a PMTiles archive"

  private let tileset: Tileset
  private let places: MercatorPlaces

  init(_ tilesets: [Tileset]) throws(PackageError) {
    tileset = tilesets[0]
    places = try MercatorPlaces(tilesets[0], in: "PMTiles")
  }

  func read(_ tile: TileIndex, in _: Int) -> TileIndex { places.tile(tile) }

  func open(_ path: String, tileset _: Int) throws(SourceError) -> any TileSource { try PMTilesPackage(path: path) }

  func finish(_ stage: TileStage, at path: String) throws(PackageError) {
    try stage.endFilling()
    let contents = try Contents(stage)
    let directories = PMTilesDirectories(contents.entries)
    let metadata = Gzip.packed(Array(self.metadata.text().utf8))
    let file = try PackageFile(path)
    try file.append(header(stage.facts[0], contents, directories, metadata.count))
    try file.append(directories.root)
    try file.append(metadata)
    try file.append(directories.leaves)
    let pictures = try stage.pictures()
    for image in contents.images { try file.append(try pictures.picture(image)) }
    try file.flush()
  }

  /// What the archive holds, in the order of the tiles' numbers.
  private struct Contents {
    var entries: [PMTilesDirectory.Entry] = []
    /// In the order in which their bytes follow each other.
    var images: [Int] = []
    var tiles = 0
    var bytes = 0

    init(_ stage: TileStage) throws(PackageError) {
      let sizes = try stage.imageSizes()
      var numbered: [(number: UInt64, image: Int)] = []
      for tile in try stage.placed() {
        let place = tile.place
        // What lies outside of the square world has no number, and no reader asks for it.
        guard let number = PMTilesNumber.number(level: place.level, column: place.column, row: place.row) else {
          continue
        }
        numbered.append((number, tile.image))
      }
      numbered.sort { $0.number < $1.number }
      var offsets = [Int](repeating: -1, count: sizes.count)
      var lastImage = -1
      for (number, image) in numbered {
        if offsets[image] < 0 {
          offsets[image] = bytes
          bytes += sizes[image]
          images.append(image)
        }
        if let last = entries.last, image == lastImage, last.number + UInt64(last.run) == number {
          entries[entries.count - 1] = .init(
            number: last.number, run: last.run + 1, size: last.size, offset: last.offset)
        } else {
          entries.append(.init(number: number, run: 1, size: UInt32(sizes[image]), offset: offsets[image]))
        }
        lastImage = image
      }
      tiles = numbered.count
    }
  }

  private var metadata: JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(tileset.title)), ("type", "baselayer")]
    if let summary = tileset.summary { members.append(("description", .string(summary))) }
    if let attribution = tileset.attribution { members.append(("attribution", .string(attribution))) }
    members.append(("generator", "mapdoc"))
    return .object(members.map { .init(key: $0.0, value: $0.1) })
  }

  private func header(
    _ facts: TilesetFacts, _ contents: Contents, _ directories: PMTilesDirectories, _ metadataSize: Int
  ) -> [UInt8] {
    var header = LittleEndianWriter()
    header.append(contentsOf: Array("PMTiles".utf8) + [3])
    var offset = PMTilesHeader.size
    for size in [directories.root.count, metadataSize, directories.leaves.count, contents.bytes] {
      header.append(offset, bytes: 8)
      header.append(size, bytes: 8)
      offset += size
    }
    for count in [contents.tiles, contents.entries.count, contents.images.count] { header.append(count, bytes: 8) }
    // Clustered; directories in gzip; tiles as they came.
    header.append(contentsOf: [1, Packing.gzip.rawValue, Packing.none.rawValue, facts.pmtilesType])
    let levels = places.zooms
    header.append(contentsOf: [UInt8(levels.lowerBound), UInt8(levels.upperBound)])
    let box = tileset.degrees ?? TilingScheme.wgs84World
    // Outwards, so that nothing of the area is lost: whole numbers of 10⁻⁷ degrees.
    for (value, rule) in [
      (box.xmin, FloatingPointRoundingRule.down), (box.ymin, .down), (box.xmax, .up), (box.ymax, .up),
    ] {
      header.append(Self.degree(value, rule), bytes: 4)
    }
    header.append(contentsOf: [UInt8(levels.lowerBound)])
    header.append(Self.degree(box.center.x, .toNearestOrEven), bytes: 4)
    header.append(Self.degree(box.center.y, .toNearestOrEven), bytes: 4)
    return header.bytes
  }

  private static func degree(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
    let units = (value * 1e7).rounded(rule)
    return Int(min(max(units, -1_800_000_000), 1_800_000_000))
  }
}

extension TilesetFacts {
  /// The header's number for what the tiles are; 0, not known, where they are of several formats.
  fileprivate var pmtilesType: UInt8 {
    if isMixed { return 0 }
    switch format {
    case .jpeg: return 3
    case .webp: return 4
    default: return 2
    }
  }
}
