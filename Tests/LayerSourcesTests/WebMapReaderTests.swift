import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// What becomes of the parts of a web map.
@Suite struct WebMapReaderTests {
  private static func draft(_ text: String) throws -> MapDraft {
    try WebMapReader.draft(of: JSONElement(of: Array(text.utf8), source: "map.json"))
  }

  private static func map(_ layer: String, base: String = "") throws -> MapDraft {
    try draft(
      """
      {"operationalLayers": [\(layer)], "baseMap": {"baseMapLayers": [\(base)]}, "version": "2.8",
       "spatialReference": {"wkid": 102100, "latestWkid": 3857}}
      """)
  }

  /// The keys of the only layer, as JSON.
  private static func keys(_ layer: String) throws -> String {
    let map = try map(layer)
    let only = try #require(map.layers.first, "\(map.omissions)")
    return JSONValue.object(only.keys).text()
  }

  @Test(arguments: [
    (
      #"{"layerType": "ArcGISTiledMapServiceLayer", "url": "https://e.org/S/MapServer"}"#,
      #"{"type":"arcgis-tiled","url":"https://e.org/S/MapServer"}"#
    ),
    (
      #"{"layerType": "ArcGISMapServiceLayer", "url": "//e.org/S/MapServer", "title": "Roads", "opacity": 0.5}"#,
      #"{"type":"arcgis-dynamic","title":"Roads","url":"https://e.org/S/MapServer","opacity":0.5}"#
    ),
    (
      #"{"url": "https://e.org/S/MapServer", "visibility": false, "minScale": 500000, "maxScale": 0}"#,
      #"{"type":"arcgis-dynamic","url":"https://e.org/S/MapServer","visible":false,"minScale":500000}"#
    ),
    (
      #"{"url": "https://e.org/S/MapServer", "resourceInfo": {"singleFusedMapCache": true}}"#,
      #"{"type":"arcgis-tiled","url":"https://e.org/S/MapServer"}"#
    ),
    (
      #"{"url": "https://e.org/S/MapServer", "visibleLayers": [0, 2, 3], "layers": [{"id": 0, "subLayerIds": [2, 3]},"#
        + #" {"id": 2, "layerDefinition": {"definitionExpression": "A = 1"}}]}"#,
      #"{"type":"arcgis-dynamic","url":"https://e.org/S/MapServer","sublayers":[2,3],"definition":{"2":"A = 1"}}"#
    ),
    (
      #"{"url": "https://e.org/S/ImageServer", "renderingRule": {"rasterFunction": "Slope"}}"#,
      #"{"type":"arcgis-image","url":"https://e.org/S/ImageServer","renderingRule":{"rasterFunction":"Slope"}}"#
    ),
    (
      #"{"url": "https://e.org/S/FeatureServer/3", "layerDefinition": {"definitionExpression": "A = 1", "minScale": 9000}}"#,
      #"{"type":"arcgis-feature","url":"https://e.org/S/FeatureServer/3","definition":"A = 1","minScale":9000}"#
    ),
    (
      #"{"type": "WMS", "url": "https://e.org/wms", "visibleLayers": ["a", "b"], "version": "1.1.1", "format": "png","#
        + #" "copyright": "<b>Survey</b>", "blendMode": "multiply", "customParameters": {"MAP": "x"}}"#,
      #"{"type":"wms","url":"https://e.org/wms","layers":["a","b"],"version":"1.1.1","format":"image/png","#
        + #""params":{"MAP":"x"},"attribution":"Survey","blend":"multiply"}"#
    ),
    (
      #"{"type": "WMS", "url": "https://e.org/wms", "layers": [{"name": "a", "title": "A"}]}"#,
      #"{"type":"wms","url":"https://e.org/wms","layers":"a"}"#
    ),
    (
      #"{"type": "WebTiledLayer", "templateUrl": "https://{subDomain}.e.org/{level}/{col}/{row}.png","#
        + #" "subDomains": ["a", "b"], "copyright": "Us"}"#,
      #"{"type":"xyz","url":"https://{s}.e.org/{z}/{x}/{y}.png","subdomains":["a","b"],"attribution":"Us"}"#
    ),
    (
      #"{"layerType": "WebTiledLayer", "wmtsInfo": {"url": "https://e.org/wmts", "layerIdentifier": "L","#
        + #" "tileMatrixSet": "M", "customParameters": {"v": "1 2"}}}"#,
      #"{"type":"wmts","url":"https://e.org/wmts?v=1%202","layer":"L","matrixSet":"M"}"#
    ),
    (#"{"layerType": "OpenStreetMap", "title": "OSM"}"#, #"{"type":"osm","title":"OSM"}"#),
    (#"{"layerType": "BingMapsHybrid"}"#, #"{"type":"bing","style":"AerialWithLabels"}"#),
    (#"{"layerType": "KML", "url": "https://e.org/a.kml"}"#, #"{"type":"features","url":"https://e.org/a.kml"}"#),
    (
      #"{"layerType": "CSV", "url": "https://e.org/a.csv", "locationInfo": {"locationType": "coordinates","#
        + #" "longitudeFieldName": "LON", "latitudeFieldName": "LAT"}}"#,
      #"{"type":"features","url":"https://e.org/a.csv","x":"LON","y":"LAT","srs":"EPSG:4326"}"#
    ),
  ])
  func aLayerBecomesOneOfThatKind(_ layer: String, _ keys: String) throws {
    #expect(try Self.keys(layer) == keys)
  }

  @Test(arguments: [
    (#"{"layerType": "VectorTileLayer", "styleUrl": "https://e.org/root.json"}"#, "a vector tile layer, which no kind"),
    (#"{"layerType": "ArcGISSceneServiceLayer", "url": "https://e.org/S/SceneServer"}"#, "of three dimensions"),
    (#"{"layerType": "SomethingNew", "url": "https://e.org/S"}"#, "a layer of type `SomethingNew`, which is not known"),
    (#"{"title": "Nothing"}"#, "a layer without a type, whose address says nothing"),
    (#"{"layerType": "ArcGISMapServiceLayer"}"#, "has no address (`url`)"),
    (#"{"layerType": "ArcGISFeatureLayer", "itemId": "1"}"#, "is an item of a portal"),
    (#"{"layerType": "ArcGISFeatureLayer", "url": "https://e.org/S/FeatureServer"}"#, "ends in no number"),
    (
      #"{"layerType": "ArcGISMapServiceLayer", "url": "https://e.org/S/MapServer", "visibleLayers": [-1]}"#,
      "no sublayer is shown"
    ),
    (#"{"layerType": "WMS", "url": "https://e.org/wms", "layers": []}"#, "no layer is shown"),
    // Nothing of this computer is read because a map from elsewhere names it.
    (#"{"layerType": "KML", "url": "/etc/passwd"}"#, "is none of the web"),
    (#"{"layerType": "WMS", "url": "file:///etc/passwd", "visibleLayers": "a"}"#, "is none of the web"),
    (#"{"layerType": "WebTiledLayer", "templateUrl": "tiles/{level}/{col}/{row}.png"}"#, "is none of the web"),
    (#"{"layerType": "GroupLayer", "layers": []}"#, "a group, has no layers"),
    (#"7"#, "a layer without a type"),
  ])
  func whatHasNoCounterpartIsListed(_ layer: String, _ reason: String) throws {
    let map = try Self.map(layer)
    #expect(map.layers.isEmpty)
    #expect(map.omissions.count == 1 && map.omissions[0].isLayer)
    #expect(map.omissions[0].reason.contains(reason), "\(map.omissions[0].reason)")
    #expect(map.omissions[0].way == "operationalLayers[0]")
  }

  @Test(arguments: [
    (#""effect": "blur(2px)""#, "effect", "effects such as shadows"),
    (#""blendMode": "vivid-light""#, "blendMode", "not mixed by `vivid-light`"),
    (#""refreshInterval": 0.5"#, "refreshInterval", "nothing in it is refreshed"),
    (#""minScale": 10, "maxScale": 20"#, "minScale", "at all scales"),
    (#""somethingNew": {"a": 1}"#, "somethingNew", "`somethingNew` is not followed"),
  ])
  func aPartWithoutCounterpartIsListed(_ part: String, _ key: String, _ reason: String) throws {
    let map = try Self.map(#"{"layerType": "ArcGISMapServiceLayer", "url": "https://e.org/S/MapServer", \#(part)}"#)
    #expect(map.layers.count == 1 && map.omissions.count == 1)
    #expect(map.omissions[0].way == "operationalLayers[0].\(key)" && map.omissions[0].kind == .part)
    #expect(map.omissions[0].reason.contains(reason), "\(map.omissions[0].reason)")
  }

  @Test func whatSaysNothingIsNotListed() throws {
    let map = try Self.map(
      #"""
      {"id": "a", "layerType": "ArcGISMapServiceLayer", "url": "https://e.org/S/MapServer", "effect": null, "charts": [],
       "popupInfo": {}, "showLegend": true, "isReference": false, "minScale": 0, "maxScale": 0, "blendMode": "normal"}
      """#)
    #expect(map.omissions == [] && map.layers.count == 1)
  }

  @Test func referenceLayersOfTheBasemapLieAboveTheOthers() throws {
    let url = #""url": "https://e.org/"#
    let map = try Self.map(
      "{\(url)c/MapServer\"}", base: "{\(url)a/MapServer\"}, {\(url)b/MapServer\", \"isReference\": true}")
    #expect(map.layers.map(\.id) == ["a", "c", "b"])
    #expect(map.layers.map { $0["type"] } == ["arcgis-tiled", "arcgis-dynamic", "arcgis-tiled"])
    #expect(map.layers.map(\.isGround) == [true, false, false])
    #expect(map.layers.map(\.way) == ["baseMap.baseMapLayers[0]", "operationalLayers[0]", "baseMap.baseMapLayers[1]"])
  }

  @Test func groupsKeepTheirLayersAndKeys() throws {
    let map = try Self.map(
      #"""
      {"layerType": "GroupLayer", "title": "All roads", "opacity": 0.25, "visibilityMode": "independent", "layers": [
        {"layerType": "ArcGISMapServiceLayer", "title": "Roads", "url": "https://e.org/R/MapServer"},
        {"layerType": "GroupLayer", "title": "Roads", "layers": [
          {"layerType": "OpenStreetMap", "title": "Roads"}, {"layerType": "VectorTileLayer"}]}]}
      """#)
    let group = try #require(map.layers.first)
    #expect(group.id == "all-roads" && group.isGroup && group["opacity"] == 0.25)
    #expect(group.children.map(\.id) == ["roads", "roads-2"] && group.leaves.map(\.id) == ["roads", "roads-3"])
    #expect(map.omissions.map(\.way) == ["operationalLayers[0].layers[1].layers[1]"])
  }

  @Test func secretsAreNeverTakenOver() throws {
    let map = try Self.map(
      #"""
      {"layerType": "ArcGISMapServiceLayer", "url": "https://u:pw@e.org/S/MapServer?token=SEKRET1&a=1"},
      {"layerType": "WMS", "url": "https://e.org/wms?ApiKey=SEKRET2", "visibleLayers": "a",
       "customParameters": {"access_token": "SEKRET3", "b": "2"}},
      {"layerType": "WebTiledLayer", "templateUrl": "https://e.org/{level}/{col}/{row}?x-token=SEKRET4"}
      """#)
    #expect(
      map.layers.map { $0["url"] } == [
        "https://e.org/S/MapServer?a=1", "https://e.org/wms", "https://e.org/{z}/{x}/{y}",
      ])
    #expect(map.layers[1]["params"] == ["b": "2"])
    #expect(map.omissions.map(\.kind) == [.secret, .secret, .secret, .secret])
    #expect(!"\(map)".contains("SEKRET") && !"\(map)".contains("pw@"))
  }

  @Test func aTilingSchemeOfItsOwnIsWrittenOutAndThatOfTheWebIsNot() throws {
    func tiles(_ resolution: Double) -> String {
      #"""
      {"layerType": "WebTiledLayer", "templateUrl": "https://e.org/{level}/{col}/{row}", "tileInfo": {
        "rows": 256, "cols": 256, "origin": {"x": -20037508.342787, "y": 20037508.342787},
        "spatialReference": {"wkid": 102100}, "lods": [{"level": 1, "resolution": \#(resolution)}]}}
      """#
    }
    #expect(try Self.map(tiles(78271.516964)).layers[0]["tilingScheme"] == nil)
    let own = try Self.map(tiles(1000)).layers[0]
    #expect(
      own["tilingScheme"] == [
        "srs": "EPSG:3857", "origin": [-20037508.342787, 20037508.342787], "tileSize": 256,
        "levels": [["level": 1, "resolution": 1000.0]],
      ])
  }

  @Test func viewsComeAlong() throws {
    let map = try Self.draft(
      #"""
      {"operationalLayers": [], "version": "2.31", "spatialReference": {"wkid": 25833},
       "initialState": {"viewpoint": {"rotation": 30, "scale": 5000, "targetGeometry":
         {"x": 500000.00049, "y": 6000000, "spatialReference": {"wkid": 25833}}}},
       "bookmarks": [
         {"name": "A/B", "extent": {"xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4, "spatialReference": {"wkid": 4326}}},
         {"name": "A/B", "viewpoint": {"rotation": 5, "targetGeometry": {"xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4}}},
         {"name": "none"}]}
      """#)
    #expect(map.reference == "EPSG:25833" && map.rotation == 30)
    #expect(map.initialExtent == ["center": [500000, 6_000_000], "projectedScale": 5000, "srs": "EPSG:25833"])
    #expect(
      map.bookmarks == [
        ["name": "A-B", "title": "A/B", "extent": ["bbox": [1, 2, 3, 4], "srs": "EPSG:4326"]],
        ["name": "A-B (2)", "title": "A/B", "extent": ["bbox": [1, 2, 3, 4], "srs": "EPSG:25833"], "rotation": 5.0],
      ])
    #expect(map.omissions.map(\.way) == ["bookmarks[2]"])
  }

  @Test(arguments: [
    (#"[1]"#, "no object"), (#"{"viewingMode": "global", "operationalLayers": []}"#, "a web scene"),
    (#"{"initialState": {"viewpoint": {"camera": {}}}, "operationalLayers": []}"#, "a web scene"),
    (#"{"type": "FeatureCollection", "features": []}"#, "GeoJSON"), (#"{"a": 1}"#, "without `operationalLayers`"),
    (#"{"id": "1", "owner": "me", "type": "Web Map"}"#, "not its data, which are at `/data`"),
    (#"{"currentVersion": 10.8, "layers": []}"#, "the description of a service"),
    (#"{"error": {"code": 400, "message": "Item does not exist or is inaccessible."}}"#, "Item does not exist"),
  ])
  func otherJSONIsRefusedForWhatItIs(_ text: String, _ reason: String) throws {
    let error = #expect(throws: SourceError.self) { try Self.draft(text) }
    #expect(error?.cause.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func aMapOfTooManyLayersIsRefused() throws {
    let layers = Array(repeating: "{}", count: WebMapReader.mostLayers + 1).joined(separator: ",")
    #expect(throws: SourceError.self) { try Self.map(layers) }
    var nested = "{\"layerType\": \"OpenStreetMap\"}"
    for _ in 0..<25 { nested = "{\"layerType\": \"GroupLayer\", \"layers\": [\(nested)]}" }
    let map = try Self.map(nested)
    #expect(map.layers.isEmpty && map.omissions.contains { $0.reason.contains("too deep") })
  }
}
