import DocumentModel
import Geodesy

/// A kind of package that can be written, in one file with all that is particular to it.
package protocol PackageTarget: Sendable {
  /// The `type:` of the layers that read it.
  static var typeName: String { get }
  /// Of its files, lower case, without the dot; `nil` for a folder.
  static var suffix: String? { get }
  /// As messages call it: "an MBTiles file".
  static var words: String { get }
  /// Whether it holds the tiles of several layers.
  static var holdsSeveral: Bool { get }

  /// Decides where tiles go.
  /// - Throws: `cannotHold` for a reference or a grid that it has no place for.
  init(_ tilesets: [Tileset]) throws(PackageError)

  var layout: TileStage.Layout { get }
  /// Whether the stage becomes the package; else one is built out of it.
  static var isItsStage: Bool { get }
  /// Where a tile goes. Pure and quick.
  func place(of tile: TileIndex, in tileset: Int) -> PackagePlace
  /// Whether it holds pictures of a format.
  func holds(_ format: PictureFormat) -> Bool
  /// Writes the package out of a full stage, or into it.
  /// - Parameter path: Where to build it; the stage's own for those that become it.
  func finish(_ stage: TileStage, at path: String) throws(PackageError)
  /// Opens what was written with the reader of documents.
  func open(_ path: String, tileset: Int) throws(SourceError) -> any TileSource
  /// The tile of the reader that is a tile of the source.
  func read(_ tile: TileIndex, in tileset: Int) -> TileIndex
  /// The keys of a layer that uses it, beside `type` and `path`.
  func layerKeys(tileset: Int) -> [(key: String, value: String)]
  /// Whether a reader finds a layer's attribution in it.
  static var keepsAttribution: Bool { get }
}

extension PackageTarget {
  package static var holdsSeveral: Bool { false }
  package static var isItsStage: Bool { false }
  package static var keepsAttribution: Bool { true }
  package var layout: TileStage.Layout { .shared }
  package func holds(_ format: PictureFormat) -> Bool { format.isPicture }
  package func read(_ tile: TileIndex, in tileset: Int) -> TileIndex { tile }

  /// Where the reader looks for it.
  package func place(of tile: TileIndex, in tileset: Int) -> PackagePlace {
    let tile = read(tile, in: tileset)
    return PackagePlace(level: tile.level, column: tile.column, row: tile.row)
  }

  package func layerKeys(tileset: Int) -> [(key: String, value: String)] { [] }
}

/// Where a tile stands in a package, as the package counts.
package struct PackagePlace: Sendable, Hashable {
  package let level: Int
  package let column: Int
  package let row: Int

  package init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }
}

/// All kinds of package that can be written: a new one is one file, and one line here.
package let packageTargets: [any PackageTarget.Type] = [
  MBTilesTarget.self,
  GeoPackageTarget.self,
  PMTilesTarget.self,
  TilePackageXTarget.self,
  ExplodedCacheTarget.self,
]

/// Finds the kind of package that a path means.
package enum PackageTargets {
  /// By the suffix; a path that ends in `/`, and a folder that is there, is a folder. `nil` where it is no kind.
  package static func target(of path: String) -> (any PackageTarget.Type)? {
    let suffix = PathResolution.suffix(of: path).lowercased()
    if !path.hasSuffix("/"), let known = packageTargets.first(where: { $0.suffix == suffix }) { return known }
    guard path.hasSuffix("/") || LocalFile.kind(of: path) == .folder else { return nil }
    return packageTargets.first { $0.suffix == nil }
  }

  /// "`.mbtiles`, `.gpkg` or a folder, which ends in `/`".
  package static var words: String {
    let suffixes = packageTargets.compactMap { $0.suffix.map { "`.\($0)`" } }
    return suffixes.joined(separator: ", ") + " or a folder, which ends in `/`"
  }

  /// What else can hold tiles of any reference, for the hint of those that cannot.
  static let ofAnyReference = "`.gpkg`, `.tpkx` and a folder can hold it"
}
