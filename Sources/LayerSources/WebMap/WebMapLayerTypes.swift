import DocumentModel

/// What a type of layer of a web map is here.
struct WebMapLayerType: Sendable {
  enum Meaning: Sendable {
    case layer(@Sendable (inout WebMapLayerReading) throws(LeftOut) -> Void)
    case group
    /// The rest of a sentence that begins with ``words``.
    case nothing(String)
  }

  /// As `layerType` or `type` writes it.
  let names: [String]
  /// "a vector tile layer".
  let words: String
  let meaning: Meaning

  private init(_ names: String..., words: String, _ meaning: Meaning) {
    (self.names, self.words, self.meaning) = (names, words, meaning)
  }

  private static let threeDimensions = "which is of three dimensions"

  /// All that the specification names.
  static let all: [WebMapLayerType] = [
    Self(
      "ArcGISTiledMapServiceLayer", "ArcGISTiledImageServiceLayer", words: "a tiled service",
      .layer { layer throws(LeftOut) in try layer.readTiledService() }),
    Self(
      "ArcGISMapServiceLayer", words: "a map service",
      .layer { layer throws(LeftOut) in try layer.readMapService() }),
    Self(
      "ArcGISImageServiceLayer", words: "an image service",
      .layer { layer throws(LeftOut) in try layer.readImageService() }),
    Self(
      "ArcGISFeatureLayer", "Feature Collection", words: "a feature layer",
      .layer { layer throws(LeftOut) in try layer.readFeatureLayer() }),
    Self("GroupLayer", words: "a group", .group),
    Self("WMS", words: "a WMS layer", .layer { layer throws(LeftOut) in try layer.readWMS() }),
    Self(
      "WebTiledLayer", "WMTS", words: "a layer of tiles", .layer { layer throws(LeftOut) in try layer.readWebTiles() }),
    Self("OpenStreetMap", words: "OpenStreetMap", .layer { layer throws(LeftOut) in layer.isOf(type: "osm") }),
    Self("BingMapsAerial", words: "Bing Maps", .layer { layer throws(LeftOut) in layer.readBing("Aerial") }),
    Self("BingMapsRoad", words: "Bing Maps", .layer { layer throws(LeftOut) in layer.readBing("Road") }),
    Self(
      "BingMapsHybrid", words: "Bing Maps", .layer { layer throws(LeftOut) in layer.readBing("AerialWithLabels") }),
    Self("KML", words: "a KML layer", .layer { layer throws(LeftOut) in try layer.readFile() }),
    Self("CSV", words: "a CSV layer", .layer { layer throws(LeftOut) in try layer.readFile(isTable: true) }),
    Self("GeoJSON", words: "a GeoJSON layer", .layer { layer throws(LeftOut) in try layer.readFile() }),
    Self("GeoRSS", words: "a GeoRSS layer", .nothing("which no kind of layer reads")),
    Self("VectorTileLayer", words: "a vector tile layer", .nothing("which no kind of layer draws")),
    Self("WFS", words: "a WFS layer", .nothing("which no kind of layer reads")),
    Self("OGCFeatureLayer", words: "a layer of OGC API features", .nothing("which no kind of layer reads")),
    Self("ArcGISStreamLayer", words: "a stream layer", .nothing("which has no picture of its own")),
    Self(
      "ArcGISImageServiceVectorLayer", words: "a layer of flow from an image service",
      .nothing("which no kind of layer draws")),
    Self("SubtypeGroupLayer", words: "a subtype group layer", .nothing("which no kind of layer reads")),
    Self("OrientedImageryLayer", words: "an oriented imagery layer", .nothing("which no kind of layer draws")),
    Self("MediaLayer", words: "a media layer", .nothing("which no kind of layer draws")),
    Self("CatalogLayer", words: "a catalog layer", .nothing("which no kind of layer reads")),
    Self("KnowledgeGraphLayer", words: "a knowledge graph layer", .nothing("which no kind of layer reads")),
    Self("LinkChartLayer", words: "a link chart layer", .nothing("which no kind of layer reads")),
    Self("ArcGISAnnotationLayer", words: "an annotation layer", .nothing("which no kind of layer reads")),
    Self("ArcGISDimensionLayer", words: "a dimension layer", .nothing("which no kind of layer reads")),
    Self("RasterDataLayer", words: "a raster data layer", .nothing("which no kind of layer reads")),
    Self("UtilityNetworkLayer", words: "a utility network layer", .nothing("which no kind of layer reads")),
    Self("TopographicProductionLayer", words: "a production layer", .nothing("which no kind of layer reads")),
    Self("DefaultTileLayer", words: "the portal's own basemap", .nothing("which has no address")),
    Self(
      "ArcGISSceneServiceLayer", "BuildingSceneLayer", "IntegratedMeshLayer", "IntegratedMesh3DTilesLayer",
      "PointCloudLayer", "Voxel", "Tiled3DLayer", "ArcGISTiledElevationServiceLayer", words: "a scene layer",
      .nothing(threeDimensions)),
  ]

  /// The type of a layer: as it says, else as its address does.
  static func of(_ json: JSONElement, in part: WebMapPart) -> WebMapLayerType {
    let written = [json.child("layerType")?.text, json.child("type")?.text].compactMap { $0 }
    for word in written {
      if let known = all.first(where: { $0.names.contains(word) }) { return known }
    }
    if written.isEmpty, let guessed = guess(json, in: part) { return guessed }
    guard let word = written.first else {
      return Self(words: "a layer without a type", .nothing("whose address says nothing of it either"))
    }
    return Self(words: "a layer of type `\(word.prefix(60))`", .nothing("which is not known"))
  }

  /// Web maps of version 1 often leave out the type: their viewers asked the service.
  private static func guess(_ json: JSONElement, in part: WebMapPart) -> WebMapLayerType? {
    func named(_ name: String) -> WebMapLayerType? { all.first { $0.names.contains(name) } }
    if json.child("featureCollection") != nil { return named("ArcGISFeatureLayer") }
    if json.child("styleUrl") != nil { return named("VectorTileLayer") }
    if json.child("templateUrl") != nil { return named("WebTiledLayer") }
    guard let url = json.child("url")?.text else { return nil }
    let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map { $0.lowercased() }
    guard let last = parts.last else { return nil }
    if last == "mapserver" {
      // Where a service has a cache its description says so; a basemap without any word of it mostly has one.
      let isFused = json.child("resourceInfo")?.child("singleFusedMapCache")?.flag ?? (part != .operational)
      return named(isFused ? "ArcGISTiledMapServiceLayer" : "ArcGISMapServiceLayer")
    }
    if last == "imageserver" { return named("ArcGISImageServiceLayer") }
    if last == "vectortileserver" { return named("VectorTileLayer") }
    if last == "sceneserver" { return named("ArcGISSceneServiceLayer") }
    if Int(last) != nil, parts.count > 1, ["mapserver", "featureserver"].contains(parts[parts.count - 2]) {
      return named("ArcGISFeatureLayer")
    }
    return nil
  }
}
