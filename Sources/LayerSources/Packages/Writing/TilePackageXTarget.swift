import Diagnostics
import DocumentModel
import Geodesy

/// Writes a tile package of ArcGIS by Esri's tile package specification 1.0, bundles of version 2, in any reference.
struct TilePackageXTarget: PackageTarget {
  static let typeName = "tpkx"
  static let suffix: String? = "tpkx"
  static let words = "a tile package (TPKX)"

  private let tileset: Tileset
  private let reference: EsriReferenceText

  init(_ tilesets: [Tileset]) throws(PackageError) {
    tileset = tilesets[0]
    reference = try EsriReferenceText(tileset, in: "a TPKX")
  }

  func holds(_ format: PictureFormat) -> Bool { format == .png || format == .jpeg }

  func open(_ path: String, tileset _: Int) throws(SourceError) -> any TileSource {
    try TilePackageXLayer.package(at: path)
  }

  func finish(_ stage: TileStage, at path: String) throws(PackageError) {
    try stage.endFilling()
    let facts = stage.facts[0]
    var archive = try ZipWriter(path)
    try archive.add("root.json", Array(root(facts).text(pretty: true).utf8))
    try archive.add("iteminfo.json", Array(item.text(pretty: true).utf8))
    let sizes = try stage.imageSizes()
    let pictures = try stage.pictures()
    if facts.format == .png, let first = try firstTile(of: stage) {
      try archive.add("thumbnail.png", try pictures.picture(first.image))
    }
    for level in tileset.levels {
      for (corner, bundle) in try Self.bundles(of: stage, level: level.number, sizes, path) {
        guard
          let part = CachePart(.bundle, level: level.number, row: corner.row, column: corner.column)
        else { preconditionFailure("places are checked before tiles are fetched") }
        try archive.add("tile/\(part.name)", size: bundle.size) { file throws(PackageError) in
          try bundle.write(to: file, pictures)
        }
      }
    }
    try archive.finish()
  }

  private func firstTile(of stage: TileStage) throws(PackageError) -> TileStage.Placed? {
    for level in tileset.levels { if let first = try stage.placed(level: level.number).first { return first } }
    return nil
  }

  /// The bundles of a level, by row and column of their first tiles.
  private static func bundles(
    of stage: TileStage, level: Int, _ sizes: [Int], _ path: String
  ) throws(PackageError) -> [(corner: PackagePlace, bundle: BundleWriter)] {
    let side = BundleWriter.side
    var tiles: [PackagePlace: [BundleWriter.Tile]] = [:]
    for tile in try stage.placed(level: level) {
      let place = tile.place
      guard sizes[tile.image] <= BundleWriter.largestTile else {
        throw .cannotHold(
          reason: "a bundle holds tiles of at most \(BundleWriter.largestTile) bytes, and tile "
            + "\(level)/\(place.row)/\(place.column) (level, row, column) has \(sizes[tile.image])", hint: nil)
      }
      let corner = PackagePlace(
        level: level, column: place.column / side * side, row: place.row / side * side)
      tiles[corner, default: []].append(
        .init(column: place.column, row: place.row, image: tile.image, size: sizes[tile.image]))
    }
    return tiles.map { ($0.key, BundleWriter($0.value)) }
      .sorted { ($0.corner.row, $0.corner.column) < ($1.corner.row, $1.corner.column) }
  }

  private func root(_ facts: TilesetFacts) -> JSONValue {
    let scheme = tileset.scheme
    let levels = tileset.levels
    func scale(_ level: TilingScheme.Level) -> JSONValue { .double(EsriScale.of(level, in: scheme)) }
    let lods = tileset.levelsOfOneOrigin.map { level -> JSONValue in
      ["level": .int(level.number), "resolution": .double(level.resolution), "scale": scale(level)]
    }
    let box = tileset.extent
    let extent: JSONValue = [
      "xmin": .double(box.xmin), "ymin": .double(box.ymin), "xmax": .double(box.xmax), "ymax": .double(box.ymax),
      "spatialReference": reference.json,
    ]
    let numbers = levels.map(\.number)
    return [
      "name": .string(tileset.title), "version": "1.0", "tileBundlesPath": "./tile",
      "minLOD": .int(numbers.min() ?? 0), "maxLOD": .int(numbers.max() ?? 0),
      "minScale": scale(levels[0]), "maxScale": scale(levels[levels.count - 1]),
      "resampling": false, "spatialReference": reference.json,
      "tileInfo": [
        "rows": .int(scheme.tileSize.height), "cols": .int(scheme.tileSize.width), "dpi": .int(EsriScale.dots),
        "preciseDpi": .int(EsriScale.dots), "format": .string(facts.esriFormat), "compressionQuality": 0,
        "origin": ["x": .double(scheme.origin.x), "y": .double(scheme.origin.y)],
        "spatialReference": reference.json, "lods": .array(lods),
      ],
      "tileImageInfo": ["format": .string(facts.esriFormat), "compressionQuality": 0],
      "storageInfo": [
        "storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": .int(BundleWriter.side),
      ],
      "initialExtent": extent, "fullExtent": extent,
      "layers": [["id": 0, "name": .string(tileset.title), "parentLayerId": -1, "defaultVisibility": true]],
      "copyrightText": .string(tileset.attribution ?? ""),
    ]
  }

  private var item: JSONValue {
    let box = tileset.degrees
    return [
      "title": .string(tileset.title), "type": "Compact Tile Package", "summary": .string(tileset.summary ?? ""),
      "description": .string(tileset.summary ?? ""), "accessInformation": .string(tileset.attribution ?? ""),
      "tags": ["mapdoc"],
      "extent": box.map { [[.double($0.xmin), .double($0.ymin)], [.double($0.xmax), .double($0.ymax)]] } ?? .null,
      "spatialReference": .string(tileset.scheme.reference.name),
    ]
  }
}
