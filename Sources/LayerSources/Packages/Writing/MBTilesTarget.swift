import Diagnostics
import Geodesy

/// Writes MBTiles 1.3: a pyramid of Web Mercator, rows counted from the south, equal tiles once.
///
/// `tiles` is a view over `map` and `images`, as the specification allows. It asks for a picture in a subquery and not in a
/// join, so that a reader who wants the coarsest level is answered from the end of an index.
struct MBTilesTarget: PackageTarget {
  static let typeName = "mbtiles"
  static let suffix: String? = "mbtiles"
  static let words = "an MBTiles file"
  static let isItsStage = true

  private let tileset: Tileset
  private let places: MercatorPlaces

  init(_ tilesets: [Tileset]) throws(PackageError) {
    tileset = tilesets[0]
    places = try MercatorPlaces(tilesets[0], in: "MBTiles")
  }

  func place(of tile: TileIndex, in _: Int) -> PackagePlace {
    let tile = places.tile(tile)
    return PackagePlace(level: tile.level, column: tile.column, row: (1 << tile.level) - 1 - tile.row)
  }

  func read(_ tile: TileIndex, in _: Int) -> TileIndex { places.tile(tile) }

  func finish(_ stage: TileStage, at path: String) throws(PackageError) {
    try stage.endFilling()
    let database = stage.database
    try database.run(
      """
      DROP VIEW IF EXISTS tiles; DROP TABLE IF EXISTS metadata;
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row,
        (SELECT tile_data FROM images WHERE images.tile_id = map.tile_id) AS tile_data FROM map;
      CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
      """)
    for (name, value) in metadata(stage.facts[0]) {
      try database.run("INSERT INTO metadata VALUES (?1, ?2)", .text(name), .text(value))
    }
    try database.run("PRAGMA application_id=\(0x4D50_4258)")  // "MPBX", of MBTiles
  }

  private func metadata(_ facts: TilesetFacts) -> [(String, String)] {
    let levels = places.zooms
    var rows = [
      ("name", tileset.title), ("type", "baselayer"), ("version", "1"), ("format", facts.format.suffix),
      ("minzoom", String(levels.lowerBound)), ("maxzoom", String(levels.upperBound)),
    ]
    if let summary = tileset.summary { rows.append(("description", summary)) }
    if let attribution = tileset.attribution { rows.append(("attribution", attribution)) }
    if let box = tileset.degrees {
      let corners = [box.xmin, box.ymin, box.xmax, box.ymax].compactMap { NumberText.of($0) }
      rows.append(("bounds", corners.joined(separator: ",")))
      let center = [box.center.x, box.center.y].compactMap { NumberText.of($0) } + [String(levels.lowerBound)]
      rows.append(("center", center.joined(separator: ",")))
    }
    let side = facts.pictureSize?.width ?? tileset.scheme.tileSize.width
    let json: JSONValue = ["tilesize": .int(side), "scheme": "tms", "generator": "mapdoc"]
    rows.append(("json", json.text()))
    return rows
  }

  func open(_ path: String, tileset _: Int) throws(SourceError) -> any TileSource { try MBTilesPackage(path: path) }
}

extension PictureFormat {
  /// As package formats and file names call it.
  var suffix: String {
    switch self {
    case .jpeg: "jpg"
    case .webp: "webp"
    default: "png"
    }
  }
}
