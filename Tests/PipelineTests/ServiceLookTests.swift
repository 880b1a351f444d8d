import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// How services of features draw by themselves, where the document says nothing else.
@Suite(.timeLimit(.minutes(10))) struct ServiceLookTests {
  private static func server(_ drawing: String) throws -> ScriptedServer {
    try ScriptedServer { request in
      let body =
        request.target.contains("/query")
        ? #"{"objectIdFieldName": "FID", "features": [{"attributes": {"FID": 1}, "geometry": {"x": 2, "y": 3}}]}"#
        : #"""
        {"currentVersion": 10.8, "id": 0, "name": "Wells", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "objectIdField": "FID", "maxRecordCount": 100,
         "advancedQueryCapabilities": {"supportsPagination": true}, "fields": [{"name": "FID", "type": "esriFieldTypeOID"}],
         "extent": {"xmin": 0, "ymin": 0, "xmax": 9, "ymax": 9, "spatialReference": {"wkid": 4326}},
         "drawingInfo": \#(drawing)}
        """#
      return .ok(body, type: "application/json", [("Cache-Control", "max-age=600")])
    }
  }

  private static func document(_ server: ScriptedServer, _ keys: String = "") -> String {
    """
    mapdoc: 1
    canvas: {size: [100, 100]}
    srs: EPSG:4326
    initialExtent: [0, 0, 9, 9]
    layers:
      - {id: wells, type: arcgis-feature, url: "\(server.baseAddress)/S/FeatureServer/0"\(keys)}

    """
  }

  private static let heat = #"{"renderer": {"type": "heatmap"}, "labelingInfo": 7}"#

  @Test func whatHasNoCounterpartIsSaid() async throws {
    let server = try Self.server(Self.heat)
    let project = try PipelineProject(["map.yaml": Self.document(server)])
    let report = try await project.render()
    let findings = report.findings.diagnostics
    #expect(
      report.count(.rendered) == 1 && findings.map(\.code) == [.serviceLook, .serviceLook], "\(findings.map(\.message))"
    )
    let words = findings.map(\.message).joined(separator: "\n")
    #expect(words.contains("renderers of type `heatmap` are not drawn") && words.contains("where labels are listed"))
    #expect(findings.allSatisfy { $0.range.start.line == 6 && $0.layer == "wells" && $0.severity == .info })
  }

  @Test(arguments: [
    (", symbol: {type: marker}", 1), (", labels: []", 1), (", symbol: {type: marker}, labels: []", 0),
  ])
  func whatTheDocumentSaysItselfIsNotMissing(_ keys: String, _ count: Int) async throws {
    let server = try Self.server(Self.heat)
    let project = try PipelineProject(["map.yaml": Self.document(server, keys)])
    #expect(try await project.render().findings.diagnostics.count == count)
  }

  @Test func aLookThatIsTakenOverWholeSaysNothing() async throws {
    let symbol = #"{"type": "esriSMS", "style": "esriSMSSquare", "size": 30, "color": [200, 0, 0, 255]}"#
    let server = try Self.server(#"{"renderer": {"type": "simple", "symbol": \#(symbol)}, "transparency": 0}"#)
    let project = try PipelineProject(["map.yaml": Self.document(server)])
    #expect(try await project.render().findings.diagnostics.isEmpty)
  }
}
