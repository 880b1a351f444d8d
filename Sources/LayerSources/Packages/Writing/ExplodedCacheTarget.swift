import Diagnostics
import Geodesy

/// Writes an Esri cache of single files: `conf.xml`, `conf.cdi` and a file for each tile, in any reference.
struct ExplodedCacheTarget: PackageTarget {
  static let typeName = "exploded-cache"
  static let suffix: String? = nil
  static let words = "an exploded cache"
  static let keepsAttribution = false

  private let tileset: Tileset
  private let reference: EsriReferenceText

  init(_ tilesets: [Tileset]) throws(PackageError) {
    tileset = tilesets[0]
    reference = try EsriReferenceText(tileset, in: "an Esri cache")
  }

  func holds(_ format: PictureFormat) -> Bool { format == .png || format == .jpeg }

  func open(_ path: String, tileset _: Int) throws(SourceError) -> any TileSource { try ExplodedCache(path: path) }

  func finish(_ stage: TileStage, at path: String) throws(PackageError) {
    try stage.endFilling()
    let facts = stage.facts[0]
    try PackageFolder.make(path, for: path)
    try write(configuration(facts), to: path + "/conf.xml")
    try write(envelope, to: path + "/conf.cdi")
    let tiles = path + "/_alllayers"
    try PackageFolder.make(tiles, for: path)
    let content: CachePart.Content = facts.esriFormat == "PNG" ? .png : .jpeg
    let pictures = try stage.pictures()
    for level in tileset.levels {
      var made: Set<String> = []
      for tile in try stage.placed(level: level.number) {
        guard let part = CachePart(content, level: level.number, row: tile.place.row, column: tile.place.column) else {
          preconditionFailure("places are checked before tiles are fetched")
        }
        let names = part.name.split(separator: "/")
        var folder = tiles
        for name in names.dropLast() {
          folder += "/" + name
          if made.insert(folder).inserted { try PackageFolder.make(folder, for: path) }
        }
        let file = try PackageFile(tiles + "/" + part.name)
        try file.append(try pictures.picture(tile.image))
        try file.flush()
      }
    }
  }

  private func write(_ text: String, to path: String) throws(PackageError) {
    let file = try PackageFile(path)
    try file.append(Array(text.utf8))
    try file.flush()
  }

  /// As ArcGIS 10.1 writes it.
  private func configuration(_ facts: TilesetFacts) -> String {
    let scheme = tileset.scheme
    let levels = tileset.levelsOfOneOrigin.map { level in
      """
            <LODInfo xsi:type="typens:LODInfo"><LevelID>\(level.number)</LevelID>\
      <Scale>\(Self.number(EsriScale.of(level, in: scheme)))</Scale>\
      <Resolution>\(Self.number(level.resolution))</Resolution></LODInfo>

      """
    }.joined()
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <CacheInfo xsi:type="typens:CacheInfo" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:typens="http://www.esri.com/schemas/ArcGIS/10.1">
        <TileCacheInfo xsi:type="typens:TileCacheInfo">
          \(referenceElement)
          <TileOrigin xsi:type="typens:PointN"><X>\(Self.number(scheme.origin.x))</X>\
      <Y>\(Self.number(scheme.origin.y))</Y></TileOrigin>
          <TileCols>\(scheme.tileSize.width)</TileCols>
          <TileRows>\(scheme.tileSize.height)</TileRows>
          <DPI>\(EsriScale.dots)</DPI>
          <PreciseDPI>\(EsriScale.dots)</PreciseDPI>
          <LODInfos xsi:type="typens:ArrayOfLODInfo">
      \(levels)    </LODInfos>
        </TileCacheInfo>
        <TileImageInfo xsi:type="typens:TileImageInfo">
          <CacheTileFormat>\(facts.esriFormat)</CacheTileFormat>
          <CompressionQuality>0</CompressionQuality>
          <Antialiasing>false</Antialiasing>
        </TileImageInfo>
        <CacheStorageInfo xsi:type="typens:CacheStorageInfo">
          <StorageFormat>esriMapCacheStorageModeExploded</StorageFormat>
          <PacketSize>0</PacketSize>
        </CacheStorageInfo>
      </CacheInfo>

      """
  }

  private var envelope: String {
    let box = tileset.extent
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <EnvelopeN xsi:type="typens:EnvelopeN" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:typens="http://www.esri.com/schemas/ArcGIS/10.1">
        <XMin>\(Self.number(box.xmin))</XMin>
        <YMin>\(Self.number(box.ymin))</YMin>
        <XMax>\(Self.number(box.xmax))</XMax>
        <YMax>\(Self.number(box.ymax))</YMax>
        \(referenceElement)
      </EnvelopeN>

      """
  }

  private var referenceElement: String {
    let type =
      tileset.scheme.reference.facts.isGeographic ? "GeographicCoordinateSystem" : "ProjectedCoordinateSystem"
    let numbers = reference.wkid.map { "<WKID>\($0.own)</WKID><LatestWKID>\($0.latest)</LatestWKID>" } ?? ""
    return
      "<SpatialReference xsi:type=\"typens:\(type)\"><WKT>\(Self.escaped(reference.wkt))</WKT>\(numbers)"
      + "</SpatialReference>"
  }

  private static func number(_ value: Double) -> String { NumberText.of(value) ?? "0" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
