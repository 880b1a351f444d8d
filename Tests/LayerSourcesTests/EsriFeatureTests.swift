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
      #"{"type": "esriSMS", "style": "esriSMSSquare", "size": 6, "color": [255, 0, 0, 128], "angle": 45, "yoffset": 3,"#
        + #" "outline": {"color": [0, 0, 0, 255], "width": 0.75}}"#,
      "{'type':'marker','shape':'square','size':'6pt','color':'#ff000080',"
        + "'outline':{'color':'#000000','width':'0.75pt'},'rotation':-45,'offset':['0pt','-3pt']}"
    ),
    (
      #"{"type": "esriSLS", "style": "esriSLSDash", "color": [0, 128, 255, 255], "width": 2}"#,
      "{'type':'line','color':'#0080ff','width':'2pt','dash':['8pt','6pt'],'cap':'butt'}"
    ),
    (
      #"{"type": "esriSFS", "style": "esriSFSCross", "color": [1, 2, 3], "outline": {"type": "esriSLS","#
        + #" "style": "esriSLSNull", "color": [0, 0, 0, 255], "width": 1}}"#,
      "{'type':'fill','hatch':{'pattern':'cross','color':'#010203'}}"
    ),
    (
      #"{"type": "esriSFS", "style": "esriSFSNull", "outline": {"color": [0, 0, 0, 255], "width": 1}}"#,
      "{'type':'fill','outline':{'type':'line','color':'#000000','width':'1pt'}}"
    ),
  ])
  func aSymbolIsWrittenAsADocumentHasIt(_ symbol: String, _ expected: String) throws {
    var parts = PartReader()
    #expect(Self.text(try EsriSymbol.symbol(Self.json(symbol), &parts)) == expected)
    #expect(parts.omissions.isEmpty)
  }

  @Test(arguments: ["CIMSymbolReference", "esriX"])
  func aSymbolThatIsNotUnderstoodSaysSo(_ type: String) throws {
    var parts = PartReader()
    #expect(throws: LeftOut.self) { try EsriSymbol.symbol(Self.json("{\"type\": \"\(type)\"}"), &parts) }
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("renderer_Simple", "", "simple", ""), ("renderer_ClassBreaks", "", "classBreaks", "breaks"),
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
      // As many as the JSON has, at least.
      let written = members.first { $0.key == list }?.value
      let infos = renderer.child("classBreakInfos") ?? renderer.child("uniqueValueInfos")
      guard case .array(let items)? = written else { continue }
      // What lies between two classes, or below the first, is one more.
      #expect(!items.isEmpty && items.count >= infos?.items?.count ?? 0)
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
    // Where nothing says what a field holds, a value may be a number or a text.
    var open = EsriRenderer(fields: nil)
    let both = try open.renderer(
      Self.json(
        """
        {"type": "uniqueValue", "field1": "A", "uniqueValueInfos": [{"value": "1", "symbol": \(symbol)},
          {"value": "x", "symbol": \(symbol)}, {"value": "1", "symbol": \(symbol)}]}
        """))
    guard case .object(let members) = both,
      case .array(let items)? = members.first(where: { $0.key == "values" })?.value
    else { return #expect(Bool(false)) }
    #expect(items.map { Self.text($0).prefix(11) } == ["{'value':'1", "{'value':1,", "{'value':'x"])
    #expect(throws: LeftOut.self) {
      try reader.renderer(Self.json(#"{"type": "uniqueValue", "field1": "A", "valueExpression": "$feature.A + 1"}"#))
    }
    #expect(throws: LeftOut.self) { try reader.renderer(Self.json(#"{"type": "heatmap"}"#)) }
  }

  /// A class of the format begins where another ends: what lies between two of the JSON is drawn as what lies in none.
  @Test(arguments: [
    ("esriFieldTypeDouble", true, "2.9999999999999996,5,6.999999999999999,9", "other,,other,"),
    ("esriFieldTypeDouble", false, "2.9999999999999996,5,6.999999999999999,9", ",,,"),
    ("esriFieldTypeInteger", true, "2,5,6,9", "other,,other,"),
  ])
  func gapsBetweenClassesStayGaps(_ type: String, _ hasDefault: Bool, _ most: String, _ labels: String) throws {
    let symbol = #"{"type": "esriSMS", "color": [0, 0, 0, 255], "size": 3}"#
    var reader = EsriRenderer(fields: try Self.json(#"[{"name": "v", "type": "\#(type)"}]"#))
    let renderer = try reader.renderer(
      Self.json(
        """
        {"type": "classBreaks", "field": "V", "minValue": 3, "classBreakInfos": [
          {"classMaxValue": 5, "symbol": \(symbol)}, {"classMinValue": 7, "classMaxValue": 9, "symbol": \(symbol)}]
          \(hasDefault ? ", \"defaultSymbol\": " + symbol.replacing("3}", with: "4}") : "")}
        """))
    let context = ReadingContext(kinds: [])
    let range = SourceRange(startOf: SourceFile(path: "", bytes: []))
    let read = FeatureRenderer.read(Node(renderer, at: range), in: context)
    guard case .classBreaks(_, let breaks, let otherwise)? = read else { return #expect(Bool(false)) }
    #expect(context.findings.isEmpty)
    #expect(breaks.map { WebMapLayerReading.number($0.most).text() }.joined(separator: ",") == most)
    #expect(breaks.map { $0.label ?? "" }.joined(separator: ",") == labels)
    #expect(breaks[0].symbols == otherwise && breaks[2].symbols == otherwise && breaks[1].symbols.count == 1)
  }

  /// `-9007199254740991` and whole numbers without one between them leave no gap.
  @Test func classesThatMeetHaveNoGap() throws {
    let symbol = #"{"type": "esriSMS", "color": [0, 0, 0, 255], "size": 3}"#
    var reader = EsriRenderer(fields: try Self.json(#"[{"name": "V", "type": "esriFieldTypeInteger"}]"#))
    let renderer = try reader.renderer(
      Self.json(
        """
        {"type": "classBreaks", "field": "V", "minValue": -9007199254740991, "classBreakInfos": [
          {"classMaxValue": 5, "symbol": \(symbol)}, {"classMinValue": 6, "classMaxValue": 9, "symbol": \(symbol)},
          {"classMinValue": 9, "classMaxValue": 12, "symbol": \(symbol)}], "defaultSymbol": \(symbol)}
        """))
    guard case .object(let members) = renderer,
      case .array(let breaks)? = members.first(where: { $0.key == "breaks" })?.value
    else { return #expect(Bool(false)) }
    #expect(breaks.count == 3)
  }

  @Test func oneClassOfLabelsThatCannotBeReadTakesNoOtherWithIt() throws {
    func label(_ sql: String) -> String {
      #"{"labelExpressionInfo": {"expression": "$feature.K"}, "where": "\#(sql)", "symbol": {"type": "esriTS"}}"#
    }
    let all = [label("K = N'it''s'"), label("K = = 'a'"), label("1=1")]
    let list = try Self.json("[" + all.joined(separator: ",") + "]")
    let (labels, omissions) = EsriLabels.labels(list)
    guard case .array(let classes)? = labels else { return #expect(Bool(false)) }
    #expect(classes.count == 2 && Self.text(classes[0]).contains("K == 'it''s'"))
    #expect(omissions.map(\.way) == ["[1]"])
    #expect(omissions[0].reason.hasPrefix("these labels are not drawn: "), "\(omissions[0].reason)")
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

  @Test func classesOfLabelsKeepTheirConditionsAndScales() throws {
    let list = try Self.json(
      #"""
      [{"labelExpression": "[NO]", "labelPlacement": "esriServerPolygonPlacementAlwaysHorizontal", "minScale": 5000,
        "where": "FLAG = 'No' AND KIND <> 3", "symbol": {"type": "esriTS", "color": [0, 0, 0, 255],
        "font": {"family": "Arial", "size": 8, "weight": "bold"}, "haloSize": 1, "haloColor": [255, 255, 255, 255]}},
       {"labelExpression": "[NO]", "where": "DATE '2020-01-01' < T", "symbol": {"type": "esriTS"}}]
      """#)
    let (labels, omissions) = EsriLabels.labels(list)
    #expect(
      Self.text(try #require(labels))
        == "{'type':'text','text':'{NO}','font':'Arial','bold':true,'size':'8pt','color':'#000000',"
        + "'halo':{'color':'#ffffff','width':'1pt'},'placement':'polygon','where':'FLAG == 'No' and KIND != 3',"
        + "'minScale':5000}")
    #expect(omissions.map(\.way) == ["[1]"] && omissions[0].reason.contains("at `DATE '2020-01-01'"))
  }

  @Test(arguments: [
    ("A = 1", "A == 1"), ("NOT (A<>'it''s') AND \"B C\" IS NOT NULL", "not (A != 'it''s') and \"B C\" is not null"),
    ("KIND IN ('a', 'b') OR UPPER(NAME) LIKE 'X%'", "KIND in ('a', 'b') or upper (NAME) like 'X%'"),
    ("min >= -2.5", "\"min\" >= - 2.5"), ("Straße = 1", "\"Straße\" == 1"),
  ])
  func aConditionInSQLBecomesAnExpression(_ sql: String, _ expression: String) throws {
    let text = try EsriCondition.expression(sql)
    #expect(text == expression)
    _ = try Expression(text)
  }

  @Test(arguments: ["A BETWEEN 1 AND 2", "T > DATE '2020-01-01'", "SQRT(A) = 1", "A = 'x", "A = 1; DROP", "A ~ 1"])
  func otherSQLIsNotUnderstood(_ sql: String) throws {
    #expect(throws: LeftOut.self) { try EsriCondition.expression(sql) }
  }

  @Test(arguments: ["Round($feature.A, 2)", "$feature.A + 'x", "var a = 1; a", "$feature[A]"])
  func anotherExpressionIsNot(_ arcade: String) throws {
    #expect(throws: LeftOut.self) { try EsriLabels.template(arcade: arcade) }
  }

  /// What is written is what the kinds of layers of features read, be it that a run draws them or not.
  @Test func theReadersOfFeaturesTakeAllThatIsWritten() throws {
    let symbol = #"""
      {"type": "esriSMS", "style": "esriSMSX", "size": 8, "color": [1, 2, 3, 255], "angle": 10, "xoffset": 2,
       "outline": {"color": [0, 0, 0, 255], "width": 1}}
      """#
    let drawing = #"""
      {"renderer": {"type": "uniqueValue", "field1": "Name of it", "uniqueValueInfos": [
         {"value": "1", "label": "One", "symbol": \#(symbol)},
         {"value": "b", "symbol": {"type": "esriSLS", "style": "esriSLSDash", "color": [0, 0, 9, 255], "width": 2}},
         {"value": "c", "symbol": {"type": "esriSFS", "style": "esriSFSCross", "color": [0, 9, 9, 255],
           "outline": {"style": "esriSLSDot", "color": [0, 0, 0, 255], "width": 0.4}}}], "defaultSymbol": \#(symbol)},
       "labelingInfo": [{"labelExpressionInfo": {"expression": "$feature['Name of it'] + ' {x}'"}, "where": "A <> 'x'",
         "symbol": {"type": "esriTS", "color": [0, 0, 0, 255], "haloSize": 1, "haloColor": [255, 255, 255, 255]}}]}
      """#
    let definition = #"{"definitionExpression": "A = 1", "drawingInfo": \#(drawing)}"#
    let classes = #"""
      {"drawingInfo": {"renderer": {"type": "classBreaks", "field": "N", "classBreakInfos": [
        {"classMaxValue": 5, "symbol": \#(symbol)}, {"classMaxValue": 2, "symbol": \#(symbol)}]}}}
      """#
    let map = try WebMapReader.draft(
      of: Self.json(
        #"""
        {"operationalLayers": [
          {"url": "https://e.org/S/FeatureServer/0", "showLabels": true, "layerDefinition": \#(definition)},
          {"layerType": "CSV", "url": "https://e.org/a.csv", "showLabels": true, "layerDefinition": \#(definition),
           "locationInfo": {"locationType": "coordinates", "longitudeFieldName": "LON", "latitudeFieldName": "LAT"}},
          {"layerType": "KML", "url": "https://e.org/a.kml", "layerDefinition": \#(classes)},
          {"featureCollection": {"layers": [{"layerDefinition": \#(classes), "featureSet": {"features": [
            {"geometry": {"x": 1, "y": 2}, "attributes": {"N": 1, "T": "x", "Z": null}},
            {"geometry": {"paths": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}, "symbol": \#(symbol)},
            {"geometry": {"rings": [[[0, 0], [0, 1], [1, 1], [0, 0]]]}}]}}]}}],
         "spatialReference": {"wkid": 102100}}
        """#))
    let ofFeatures: [any LayerKind.Type] = [FeaturesLayer.self, ArcGISFeatureLayer.self, GraphicsLayer.self]
    let others = layerKinds.filter { kind in !ofFeatures.contains { $0.typeName == kind.typeName } }
    let place = SourceRange(startOf: SourceFile(path: "map.json", bytes: []))
    let composition = LayerComposition(map.layers, in: .init(at: place), kinds: others + ofFeatures)
    #expect(map.omissions.isEmpty && composition.omissions.isEmpty, "\(map.omissions) \(composition.omissions)")
    #expect(
      composition.layers.flatMap(\.leaves).map(\.typeName) == ["arcgis-feature", "features", "features", "graphics"])
  }

  @Test func holesGoToTheRingAroundThem() throws {
    let members = try EsriGeometry.members(
      Self.json(
        """
        {"rings": [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]],
                   [[20, 0], [20, 5], [25, 5], [25, 0]], [[50, 50], [51, 50], [51, 51], [50, 50]]]}
        """))
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
    #expect(Self.text(.object(try EsriGeometry.members(Self.json(geometry)))) == expected)
  }

  @Test(arguments: [
    (#"{"x": "NaN", "y": "NaN"}"#, "of an empty geometry"), (#"{"paths": []}"#, "of an empty geometry"),
    (#"{"curveRings": []}"#, "of an empty geometry"), (#"{"rings": [[[0, 0]]]}"#, "that are not those of"),
    ("7", "without a geometry"), (#"{"x": "a", "y": 1}"#, "that are not those of"),
    (#"{"curvePaths": [[[0, 0], {"c": [[10, 10], [5, 0]]}]]}"#, "of curves (`curvePaths`), which are not drawn"),
  ])
  func whatLiesNowhereSaysWhy(_ geometry: String, _ reason: String) throws {
    let error = #expect(throws: LeftOut.self) { try EsriGeometry.members(Self.json(geometry)) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
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
    #expect(points["x-callouts"] == ["title": "{TITLE}", "lines": [["label": "Title", "value": "{TITLE}"]]])
    #expect(points.spareKeys == ["renderer"])
    #expect(group.children[1]["srs"] == "EPSG:4326")
    let ways = map.omissions.map(\.way)
    #expect(ways.contains("operationalLayers[0].featureCollection.layers[1]"))
    #expect(ways.contains("operationalLayers[0].featureCollection.layers[0].featureSet"))
  }
}
