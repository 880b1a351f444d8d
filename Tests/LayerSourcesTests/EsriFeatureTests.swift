import Diagnostics
import DocumentModel
import TestSupport
import Testing

@testable import LayerSources

/// Symbols, renderers, labels and geometries of Esri's JSON in the keys of the format.
@Suite struct EsriFeatureTests {
  private static func json(_ text: String) throws -> JSONElement {
    try JSONElement(of: Array(text.utf8), source: "a.json")
  }

  private static func text(_ value: JSONValue) -> String { value.text().replacing("\"", with: "'") }

  @Test(arguments: [
    (
      #"{"type": "esriSMS", "style": "esriSMSSquare", "size": 6, "color": [255, 0, 0, 128], "angle": 45,"#
        + #" "outline": {"color": [0, 0, 0, 255], "width": 0.75}}"#,
      "{'type':'marker','shape':'square','size':'6pt','color':'#ff000080',"
        + "'outline':{'color':'#000000','width':'0.75pt'},'rotation':-45}"
    ),
    (
      #"{"type": "esriSLS", "style": "esriSLSDash", "color": [0, 128, 255, 255], "width": 2}"#,
      "{'type':'line','color':'#0080ff','width':'2pt','dash':['8pt','6pt']}"
    ),
    (
      #"{"type": "esriSFS", "style": "esriSFSCross", "color": [1, 2, 3], "outline": {"type": "esriSLS","#
        + #" "style": "esriSLSNull", "color": [0, 0, 0, 255], "width": 1}}"#,
      "{'type':'fill','color':'#010203','hatch':'cross'}"
    ),
    (
      #"{"type": "esriSFS", "style": "esriSFSNull", "outline": {"color": [0, 0, 0, 255], "width": 1}}"#,
      "{'type':'fill','outline':{'color':'#000000','width':'1pt'}}"
    ),
  ])
  func aSymbolIsWrittenAsADocumentHasIt(_ symbol: String, _ expected: String) throws {
    #expect(Self.text(try EsriSymbol.symbol(Self.json(symbol))) == expected)
  }

  @Test(arguments: ["esriPFS", "CIMSymbolReference", "esriX"])
  func aSymbolThatIsNotUnderstoodSaysSo(_ type: String) throws {
    #expect(throws: LeftOut.self) { try EsriSymbol.symbol(Self.json("{\"type\": \"\(type)\"}")) }
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("renderer_Simple", "", "simple", ""), ("renderer_ClassBreaks", "", "classBreaks", "breaks"),
      ("terria_dynamic_layer31_uniquevalue", "drawingInfo", "uniqueValue", "values"),
    ])
  func renderersOfRealServicesAreWritten(_ name: String, _ key: String, _ type: String, _ list: String) throws {
    let json = try JSONElement(of: Fixtures.bytes("arcgis-service-json/\(name).json"), source: name)
    let single = json.child(key)?.child("renderer")
    let all = json.items ?? (single.map { [$0] } ?? [])
    #expect(!all.isEmpty)
    for renderer in all {
      var reader = EsriRenderer(fields: json.child("fields"))
      guard case .object(let members) = try reader.renderer(renderer) else { return #expect(Bool(false)) }
      #expect(members.first?.value == .string(type))
      // As many as the JSON has.
      let written = members.first { $0.key == list }?.value
      let infos = renderer.child("classBreakInfos") ?? renderer.child("uniqueValueInfos")
      guard case .array(let items)? = written else { continue }
      #expect(!items.isEmpty && items.count == infos?.items?.count)
    }
  }

  @Test func uniqueValuesOfSeveralFieldsAndOfNumbersAreParted() throws {
    let symbol = #"{"type": "esriSLS", "color": [0, 0, 0, 255], "width": 1}"#
    var reader = EsriRenderer(fields: try Self.json(#"[{"name": "code", "type": "esriFieldTypeInteger"}]"#))
    let renderer = try reader.renderer(
      Self.json(
        """
        {"type": "uniqueValue", "field1": "KIND", "field2": "CODE", "fieldDelimiter": ", ", "visualVariables": [{}],
         "uniqueValueInfos": [{"value": "road, 7", "label": "Road", "symbol": \(symbol)}], "defaultSymbol": \(symbol)}
        """))
    #expect(
      Self.text(renderer).hasPrefix("{'type':'uniqueValue','fields':['KIND','CODE'],'values':[{'value':['road',7],"))
    #expect(reader.omissions.map(\.way) == ["visualVariables"])
    #expect(throws: LeftOut.self) {
      try reader.renderer(Self.json(#"{"type": "uniqueValue", "field1": "A", "valueExpression": "$feature.A + 1"}"#))
    }
    #expect(throws: LeftOut.self) { try reader.renderer(Self.json(#"{"type": "heatmap"}"#)) }
  }

  @Test(arguments: [
    (#"{"labelExpressionInfo": {"expression": "$feature.NAME"}}"#, "{NAME}"),
    (
      #"{"labelExpressionInfo": {"expression": "$feature['NAME'] + \" (\" + $feature[\"A_1\"] + ') + {';"}}"#,
      "{NAME} ({A_1}) + {{"
    ),
    (#"{"labelExpressionInfo": {"value": "{NAME}"}}"#, "{NAME}"),
    (#"{"labelExpression": "[NAME] CONCAT \" - \" CONCAT [CODE]"}"#, "{NAME} - {CODE}"),
  ])
  func aSimpleExpressionOfALabelIsATemplate(_ label: String, _ template: String) throws {
    #expect(try EsriLabels.template(Self.json(label)) == template)
  }

  @Test(arguments: ["Round($feature.A, 2)", "$feature.A + 'x", "var a = 1; a", "$feature[A]"])
  func anotherExpressionIsNot(_ arcade: String) throws {
    #expect(throws: LeftOut.self) { try EsriLabels.template(arcade: arcade) }
  }

  @Test func holesGoToTheRingAroundThem() throws {
    let members = try #require(
      EsriGeometry.members(
        Self.json(
          """
          {"rings": [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]],
                     [[20, 0], [20, 5], [25, 5], [25, 0]], [[50, 50], [51, 50], [51, 51], [50, 50]]]}
          """)))
    // The last one runs the wrong way round and lies in none; the third was not closed.
    #expect(
      Self.text(.object(members))
        == "{'geometry':{'type':'MultiPolygon','coordinates':[[[[0,0],[0,10],[10,10],[10,0],[0,0]],"
        + "[[2,2],[4,2],[4,4],[2,4],[2,2]]],[[[20,0],[20,5],[25,5],[25,0],[20,0]]],[[[50,50],[51,50],[51,51],[50,50]]]]}}"
    )
  }

  @Test(arguments: [
    (#"{"x": 1, "y": 2.5}"#, "{'point':[1,2.5]}"), (#"{"paths": [[[0, 0], [1, 1]]]}"#, "{'line':[[0,0],[1,1]]}"),
    (#"{"points": [[0, 0], [1, 1]]}"#, "{'geometry':{'type':'MultiPoint','coordinates':[[0,0],[1,1]]}}"),
  ])
  func aGeometryIsWrittenShort(_ geometry: String, _ expected: String) throws {
    #expect(Self.text(.object(try #require(EsriGeometry.members(Self.json(geometry))))) == expected)
  }

  @Test(arguments: [
    #"{"x": "NaN", "y": "NaN"}"#, #"{"paths": []}"#, #"{"curveRings": []}"#, #"{"rings": [[[0, 0]]]}"#, "7",
  ])
  func whatIsEmptyIsNone(_ geometry: String) throws {
    #expect(EsriGeometry.members(try Self.json(geometry)) == nil)
  }

  @Test func featuresOfTheWebMapBecomeGraphics() throws {
    let map = try WebMapReader.draft(
      of: Self.json(
        #"""
        {"operationalLayers": [{"layerType": "ArcGISFeatureLayer", "title": "Notes", "visibleLayers": [0],
          "featureCollection": {"layers": [
            {"layerDefinition": {"name": "Points", "geometryType": "esriGeometryPoint", "drawingInfo": {"renderer":
               {"type": "simple", "symbol": {"type": "esriSMS", "size": 8, "color": [1, 2, 3, 255]}}}},
             "popupInfo": {"title": "{TITLE}", "fieldInfos": [{"fieldName": "TITLE", "label": "Title", "visible": true}]},
             "featureSet": {"spatialReference": {"wkid": 102100}, "features": [
               {"geometry": {"x": 10, "y": 20}, "attributes": {"TITLE": "Here", "more": {}}}, {"geometry": null}]}},
            {"layerDefinition": {"name": "Lines"}, "featureSet": {"features": []}},
            {"layerDefinition": {"name": "Areas"}, "featureSet": {"features": [
               {"geometry": {"rings": [[[0, 0], [0, 1], [1, 1], [0, 0]]], "spatialReference": {"wkid": 4326}}}]}}]}}]}
        """#))
    let group = try #require(map.layers.first)
    #expect(group.id == "notes" && group.isGroup && group.children.map(\.id) == ["points", "areas"])
    let points = group.children[0]
    #expect(points["srs"] == "EPSG:3857" && points["visible"] == nil && group.children[1]["visible"] == false)
    #expect(points["graphics"] == [["point": [10, 20], "attributes": ["TITLE": "Here"]]])
    #expect(points["x-popup"] == ["title": "{TITLE}", "fields": [["name": "TITLE", "label": "Title"]]])
    #expect(points.spareKeys == ["renderer"])
    #expect(group.children[1]["srs"] == "EPSG:4326")
    let ways = map.omissions.map(\.way)
    #expect(ways.contains("operationalLayers[0].featureCollection.layers[1]"))
    #expect(ways.contains("operationalLayers[0].featureCollection.layers[0].featureSet"))
  }
}
