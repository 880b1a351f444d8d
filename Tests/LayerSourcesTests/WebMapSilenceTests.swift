import DocumentModel
import TestSupport
import Testing

@testable import LayerSources

/// Nothing of a web map is left out without a word: each value that cannot be read is named with its place.
@Suite struct WebMapSilenceTests {
  private static func draft(_ text: String) throws -> MapDraft {
    try WebMapReader.draft(of: JSONElement(of: Array(text.utf8), source: "map.json"))
  }

  private static let point = #"{"type": "esriSMS", "size": 8, "color": [1, 2, 3, 255]}"#

  /// A web map of one point with its look.
  /// - Parameters:
  ///   - keys: Of the layer that holds the collection.
  ///   - set: The features.
  private static func collection(
    _ drawing: String, keys: String = "", inner: String = "", set: String = #"[{"geometry": {"x": 1, "y": 2}}]"#
  ) throws -> MapDraft {
    try draft(
      #"""
      {"operationalLayers": [{"layerType": "ArcGISFeatureLayer", "title": "Notes", \#(keys) "featureCollection": {
        "layers": [{\#(inner) "layerDefinition": {"drawingInfo": {\#(drawing)}}, "featureSet": {"features": \#(set)}}]}}],
       "spatialReference": {"wkid": 102100}}
      """#)
  }

  private static let layer = "operationalLayers[0].featureCollection.layers[0]"

  /// The only thing that is left out.
  private static func only(_ map: MapDraft) throws -> Omission {
    try #require(map.omissions.count == 1 ? map.omissions[0] : nil, "\(map.omissions)")
  }

  @Test(arguments: [
    (#""type": "esriSMS", "color": [999, -1, "x"], "size": 9"#, "color", "a list stands where `color` is a colour"),
    (#""type": "esriSMS", "color": "red""#, "color", "`red` stands where `color` is a colour"),
    (#""type": "esriSMS", "color": [1, 2]"#, "color", "three or four numbers from 0 to 255"),
    (#""type": "esriSMS", "size": -5"#, "size", "`-5` stands where `size` is a number from 0 to 1000"),
    (#""type": "esriSMS", "size": "large""#, "size", "`large` stands where `size`"),
    (#""type": "esriSMS", "angle": [1]"#, "angle", "`angle` is a number"),
    (#""type": "esriSMS", "xoffset": 1e9"#, "xoffset", "a number from -1000 to 1000"),
    (#""type": "esriSMS", "outline": 7"#, "outline", "`7` stands where a line is described"),
    (#""type": "esriSMS", "outline": {"color": [0, 0, 0], "style": "esriSLSDash"}"#, "outline", "no dashes"),
    (#""type": "esriSLS", "color": [0, 0, 0], "style": "esriSLSWavy""#, "style", "no `style` that is known here"),
    (#""type": "esriSLS", "color": [0, 0, 0], "width": null, "join": "bevel""#, "join", "its corners are round"),
    (#""type": "esriSFS", "color": [0, 0, 300]"#, "color", "`color` is a colour"),
    (#""type": "esriSFS", "style": "esriSFSBricks", "color": [0, 0, 0]"#, "style", "the area is filled whole"),
    (#""type": "esriTS", "text": "a", "font": {"size": true}"#, "font.size", "`size` is a number"),
    (#""type": "esriTS", "text": "a", "font": {"decoration": "underline"}"#, "font.decoration", "no lines run along"),
    (#""type": "esriTS", "text": "a", "backgroundColor": [0, 0, 0]"#, "backgroundColor", "is not followed"),
  ])
  func brokenPartsOfASymbolAreNamed(_ symbol: String, _ key: String, _ words: String) throws {
    let map = try Self.collection(#""renderer": {"type": "simple", "symbol": {\#(symbol)}}"#)
    let left = try Self.only(map)
    #expect(left.way == "\(Self.layer).layerDefinition.drawingInfo.renderer.symbol.\(key)")
    #expect(left.reason.contains(words) && left.kind == .part, "\(left.reason)")
    #expect(map.layers[0].children[0]["renderer"] != nil, "the rest of the symbol is taken over")
    // The same symbol of one feature.
    let own = try Self.collection("", set: #"[{"geometry": {"x": 1, "y": 2}, "symbol": {\#(symbol)}}]"#)
    #expect(try Self.only(own).way == "\(Self.layer).featureSet.features[0].symbol.\(key)")
  }

  @Test func aValueThatSaysNothingIsNotNamed() throws {
    let map = try Self.collection(
      #"""
      "renderer": {"type": "simple", "symbol": {"type": "esriSFS", "color": null, "style": "esriSFSNull", "outline":
        {"type": "esriSLS", "style": "esriSLSSolid", "color": [0, 0, 0, 255], "width": 0.5}}}, "labelingInfo": []
      """#)
    #expect(map.omissions.isEmpty, "\(map.omissions)")
  }

  @Test(arguments: [
    (#""title": ["x"]"#, "operationalLayers[0].title", "a list stands where `title` is a text"),
    (#""layerDefinition": []"#, "operationalLayers[0].layerDefinition", "where `layerDefinition` is an object"),
    (
      #""layerDefinition": {"drawingInfo": "x"}"#, "operationalLayers[0].layerDefinition.drawingInfo",
      "`x` stands where `drawingInfo` is an object"
    ),
    (#""visibility": true, "visibility": false"#, "operationalLayers[0].visibility", "the key stands twice"),
  ])
  func valuesOfAnotherTypeAreNamed(_ key: String, _ way: String, _ words: String) throws {
    let map = try Self.draft(
      #"""
      {"operationalLayers": [{"layerType": "ArcGISFeatureLayer", "url": "https://gis.example.org/a/FeatureServer/0", \#(key)}]}
      """#)
    let left = try Self.only(map)
    #expect(left.way == way && left.reason.contains(words), "\(left)")
  }

  /// Features may each be in another reference than their set.
  @Test func aFeatureInAnotherReferenceIsProjected() throws {
    let map = try Self.collection(
      "",
      set: #"""
        [{"geometry": {"x": 10, "y": 50, "spatialReference": {"wkid": 4326}}},
         {"geometry": {"x": 1000000, "y": 6000000, "spatialReference": {"wkid": 102100}}},
         {"geometry": {"x": 10, "y": 50, "spatialReference": {"wkid": 999999}}}],
        "spatialReference": {"wkid": 102100}
        """#)
    let left = try Self.only(map)
    #expect(left.reason.contains("1 whose own reference is not known"), "\(left.reason)")
    let layer = map.layers[0].children[0]
    #expect(layer["srs"] == "EPSG:3857")
    #expect(
      layer["graphics"]?.text().hasPrefix(#"[{"point":[1113194.9079327"#) == true, "\(layer["graphics"]?.text() ?? "")")
  }

  @Test func aLineWithAnArrowKeepsIt() throws {
    let map = try Self.collection(
      #"""
      "renderer": {"type": "simple", "symbol": {"type": "esriSLS", "color": [0, 0, 0], "width": 1,
        "marker": {"style": "arrow", "placement": "begin"}}}
      """#)
    #expect(map.omissions.isEmpty, "\(map.omissions)")
    #expect(map.layers[0].children[0]["renderer"]?.text().contains(#""arrow":"start""#) == true)
  }

  @Test(arguments: [
    (
      #""type": "uniqueValue", "field1": "A", "uniqueValueInfos": [{"symbol": POINT}, {"value": "a", "symbol": POINT}]"#,
      "uniqueValueInfos[0]", "has no `value`"
    ),
    (
      #""type": "uniqueValue", "field1": "A", "field2": "B", "fieldDelimiter": ",", "uniqueValueInfos": ["#
        + #"{"value": "a", "symbol": POINT}, {"value": "a,b", "symbol": POINT}]"#,
      "uniqueValueInfos[0].value", "fits not the 2 fields"
    ),
    (#""type": "simple", "symbol": POINT, "rotationExpression": "[A]""#, "rotationExpression", "do not turn"),
    (
      #""type": "simple", "symbol": POINT, "visualVariables": [{"type": "sizeInfo"}]"#, "visualVariables",
      "do not follow"
    ),
  ])
  func classesThatAreLeftOutAreNamed(_ renderer: String, _ way: String, _ words: String) throws {
    let map = try Self.collection(#""renderer": {\#(renderer.replacing("POINT", with: Self.point))}"#)
    let left = try Self.only(map)
    #expect(left.way == "\(Self.layer).layerDefinition.drawingInfo.renderer.\(way)")
    #expect(left.reason.contains(words), "\(left.reason)")
  }

  private static let labeling = #"""
    "labelingInfo": [{"labelExpressionInfo": {"expression": "$feature.n"},
      "symbol": {"type": "esriTS", "font": {"size": 12}}}]
    """#

  @Test func labelsAreShownAsTheWebMapSaysOrNamed() throws {
    let silent = try Self.collection(Self.labeling)
    #expect(silent.layers[0].children[0]["labels"] == nil)
    #expect(try Self.only(silent).way == "\(Self.layer).layerDefinition.drawingInfo.labelingInfo")
    #expect(try Self.only(silent).reason.contains("`showLabels`"))
    // It hides them itself.
    #expect(try Self.collection(Self.labeling, keys: #""showLabels": false,"#).omissions.isEmpty)
    for map in [
      try Self.collection(Self.labeling, keys: #""showLabels": true,"#),
      try Self.collection(Self.labeling, inner: #""showLabels": true,"#),
      try Self.collection(#""showLabels": true, \#(Self.labeling)"#),
    ] {
      #expect(map.layers[0].children[0]["labels"] != nil && map.omissions.isEmpty, "\(map.omissions)")
    }
    let broken = try Self.collection(#""labelingInfo": 7"#, keys: #""showLabels": true,"#)
    #expect(try Self.only(broken).reason.contains("where labels are listed"))
  }

  @Test func theConditionOfALayerOfACollectionHoldsForItsFeatures() throws {
    let map = try Self.collection(
      "", keys: #""layerDefinition": {"definitionExpression": "n = 'a' OR UPPER(n) LIKE 'B%'"},"#)
    #expect(map.layers[0].children[0]["where"] == "n == 'a' or upper (n) like 'B%'")
    let both = try Self.draft(
      #"""
      {"operationalLayers": [{"layerDefinition": {"definitionExpression": "A = 1"}, "featureCollection": {"layers": [
        {"layerDefinition": {"definitionExpression": "B = 2"}, "featureSet": {"features": [{"geometry": {"x": 1, "y": 2}}]}}
      ]}}]}
      """#)
    #expect(both.layers[0].children[0]["where"] == "(B == 2) and (A == 1)" && both.omissions.isEmpty)
    let strange = try Self.collection(
      "", keys: #""layerDefinition": {"definitionExpression": "A = 1; DROP", "drawingInfo": {"renderer": {"a": 1}}},"#)
    #expect(
      strange.omissions.map(\.way) == [
        "operationalLayers[0].layerDefinition.drawingInfo", "operationalLayers[0].layerDefinition.definitionExpression",
      ])
  }

  @Test func featuresThatAreLeftOutAreCountedByReason() throws {
    let map = try Self.collection(
      "",
      set: #"""
        [{"geometry": {"x": 1, "y": 2}, "attributes": {"a": {}, "b": 1}}, {"geometry": null}, {},
         {"geometry": {"curvePaths": [[[0, 0], {"c": [[10, 10], [5, 0]]}]]}},
         {"geometry": {"paths": [[[0, 0], [1, 1], ["x", 2]]]}}]
        """#)
    #expect(
      map.omissions.map(\.reason) == [
        "features that are left out, of 5: 1 of curves (`curvePaths`), which are not drawn, 2 without a geometry",
        "positions that are no two numbers are left out: 1",
        "attributes that are neither text nor number are left out: 1",
      ])
    let none = try Self.collection("", set: #"[{"geometry": {"curveRings": [[[0, 0]]]}}]"#)
    #expect(none.layers.isEmpty)
    #expect(try Self.only(none).reason.contains("1 of curves (`curveRings`)") && none.omissions[0].isLayer)
  }

  @Test(arguments: [
    (#""visibility": "yes""#, "visibility", "`true` or `false`"), (#""opacity": "half""#, "opacity", "from 0 to 1"),
    (#""opacity": 5"#, "opacity", "from 0 to 1"), (#""minScale": -5"#, "minScale", "a number from 0"),
    (#""maxScale": "x""#, "maxScale", "a number"), (#""displayLevels": [1, 2]"#, "displayLevels", "all levels"),
    (#""exclusionAreas": [{}]"#, "exclusionAreas", "not excluded"),
  ])
  func brokenKeysOfALayerAreNamed(_ key: String, _ way: String, _ words: String) throws {
    let map = try Self.draft(
      #"{"operationalLayers": [{"layerType": "ArcGISTiledMapServiceLayer", "url": "https://e.org/S/MapServer", \#(key)}]}"#
    )
    let left = try Self.only(map)
    #expect(left.way == "operationalLayers[0].\(way)" && left.reason.contains(words), "\(left)")
    #expect(map.layers.count == 1)
  }

  @Test(arguments: [
    (
      #""layerType": "ArcGISImageServiceLayer", "url": "https://e.org/S/ImageServer", "format": "bsq""#, "format",
      "`bsq`"
    ),
    (
      #""layerType": "ArcGISMapServiceLayer", "url": "https://e.org/S/MapServer", "layers": [{"layerDefinition": "#
        + #"{"definitionExpression": "A = 1"}}]"#, "layers[0]", "has no number"
    ),
    (
      #""layerType": "WMS", "url": "https://e.org/wms", "visibleLayers": ["a", {}]"#, "visibleLayers[1]", "an empty map"
    ),
    (#""layerType": "WMS", "url": "https://e.org/wms", "visibleLayers": "a", "version": "2.0""#, "version", "as 1.3.0"),
    (#""layerType": "BingMapsAerial", "bingKey": "SEKRET""#, "bingKey", "is not taken over"),
    (
      #""layerType": "WMS", "url": "https://e.org/wms", "visibleLayers": "a", "customParameters": {"a": [1]}"#,
      "customParameters", "is no text or number"
    ),
    (#""layerType": "CSV", "url": "https://e.org/a.csv", "columnDelimiter": ";""#, "columnDelimiter", "columns"),
    (
      #""url": "https://e.org/S/FeatureServer/0", "layerDefinition": {"definitionExpression": 7}"#,
      "layerDefinition.definitionExpression", "is a text"
    ),
  ])
  func brokenKeysOfAServiceAreNamed(_ keys: String, _ way: String, _ words: String) throws {
    let map = try Self.draft(#"{"operationalLayers": [{\#(keys)}]}"#)
    let left = try Self.only(map)
    #expect(left.way == "operationalLayers[0].\(way)" && left.reason.contains(words), "\(left)")
    #expect(map.layers.count == 1 && !"\(map)".contains("SEKRET"))
  }

  @Test(arguments: [
    (
      #""initialState": {"viewpoint": {"targetGeometry": {"xmin": 0, "ymin": 0, "xmax": 0, "ymax": 0}}}"#,
      "initialState.viewpoint", "neither a box"
    ),
    (#""initialState": {"viewpoint": {"targetGeometry": {"x": 0, "y": 0}}}"#, "initialState.viewpoint", "with a scale"),
    (#""mapOptions": {"extent": {"xmin": 1}}"#, "mapOptions.extent", "no box"),
    (
      #""mapOptions": {"rotation": "x", "extent": {"xmin": 1, "ymin": 1, "xmax": 2, "ymax": 2}}"#,
      "mapOptions.rotation",
      "is a number"
    ),
    (#""background": {"color": [1]}"#, "background.color", "is a colour"),
    (#""bookmarks": 7"#, "bookmarks", "is a list"),
    (#""baseMap": {"baseMapLayers": "x"}"#, "baseMap.baseMapLayers", "is a list"),
  ])
  func brokenPartsOfTheMapAreNamed(_ keys: String, _ way: String, _ words: String) throws {
    let map = try Self.draft(#"{"operationalLayers": [{"layerType": "OpenStreetMap"}], \#(keys)}"#)
    let left = try Self.only(map)
    #expect(left.way == way && left.reason.contains(words), "\(left)")
  }
}
