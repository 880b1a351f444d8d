import Geodesy

/// The tiles of one layer that go into a package.
package struct Tileset: Sendable {
  /// The layer's `id`, which names a table where there are several.
  package var id: String
  package var title: String
  package var summary: String?
  package var attribution: String?
  package var scheme: TilingScheme
  /// What is packed: rectangles that share no tile, the coarsest level first.
  package var ranges: [TileRange]
  /// What was asked for, in the reference of the scheme.
  package var extent: Extent

  package init(
    id: String, title: String, summary: String? = nil, attribution: String? = nil, scheme: TilingScheme,
    ranges: [TileRange], extent: Extent
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.attribution = attribution
    self.scheme = scheme
    self.ranges = ranges
    self.extent = extent
  }

  /// The levels that are packed, the coarsest first.
  package var levels: [TilingScheme.Level] {
    let numbers = Set(ranges.map(\.level))
    return scheme.levels.filter { numbers.contains($0.number) }
  }

  /// - Parameter target: As messages call it.
  /// - Throws: `cannotHold` where a level that is packed begins at a corner of its own.
  func checkOneOrigin(in target: String) throws(PackageError) {
    let (own, others) = (levels.filter { $0.ownOrigin != nil }, levels.filter { $0.ownOrigin == nil })
    guard let first = own.first else { return }
    let numbers = others.map(\.number)
    throw .cannotHold(
      reason:
        "\(target) counts the tiles of all levels from one corner, and level \(first.number) of layer `\(id)` begins "
        + "at a corner of its own",
      hint: numbers.min().map { "pack its other levels: `--levels \($0)-\(numbers.max() ?? $0)`" })
  }

  /// The levels that a package may list which counts all from one corner.
  var levelsOfOneOrigin: [TilingScheme.Level] { scheme.levels.filter { $0.ownOrigin == nil } }

  /// In degrees of WGS 84, west to east; cut at the edges of the world.
  var degrees: Extent? {
    guard let area = scheme.reference.area(of: extent) else { return nil }
    let box = Extent(
      xmin: max(area.xmin, -180), ymin: max(area.ymin, -90), xmax: min(area.xmax, 180), ymax: min(area.ymax, 90))
    return box.isEmpty ? nil : box
  }
}

/// What the tiles of a set turned out to be.
package struct TilesetFacts: Sendable, Equatable {
  package internal(set) var counts: [PictureFormat: Int] = [:]
  /// Of the first tile that had one.
  package internal(set) var pictureSize: PixelSize?
  package internal(set) var bytes = 0

  /// How many tiles there are.
  package var count: Int { counts.values.reduce(0, +) }

  /// That of most tiles; PNG where there is none.
  package var format: PictureFormat {
    Self.formats.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .png
  }

  package var isMixed: Bool { counts.count { $0.value > 0 } > 1 }

  /// In the order in which a tie is decided, the last one winning.
  static let formats: [PictureFormat] = [.webp, .jpeg, .png]

  mutating func add(_ header: PictureHeader, bytes count: Int) {
    counts[header.format, default: 0] += 1
    if pictureSize == nil { pictureSize = header.size }
    bytes += count
  }
}
