import Diagnostics
import DocumentModel
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Web maps whose operational layers are services and files of the web, drawn and imported.
@Suite(.timeLimit(.minutes(10))) struct WebMapServiceTests {
  private static func map(_ layer: String) -> String {
    """
    {"operationalLayers": [\(layer)], "version": "2.30", "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "baseMap": {"baseMapLayers": [{"id": "b", "layerType": "WebTiledLayer", "visibility": true,
       "templateUrl": "SERVER/white/{level}/{col}/{row}.png"}]}}
    """
  }

  private static let symbol =
    #"{"type": "esriSMS", "style": "esriSMSSquare", "color": [0, 120, 0, 255], "size": 30, "outline": null}"#

  private static func csv(_ address: String) -> String {
    """
    {"id": "c", "title": "Places", "layerType": "CSV", "type": "CSV", "url": "\(address)/places.csv",
     "columnDelimiter": ",",
     "locationInfo": {"locationType": "coordinates", "latitudeFieldName": "lat", "longitudeFieldName": "lon"},
     "layerDefinition": {"drawingInfo": {"renderer": {"type": "simple", "symbol": \(symbol)}}}}
    """
  }

  private static func kml(_ address: String) -> String {
    #"{"id": "k", "title": "Area", "layerType": "KML", "type": "KML", "url": "\#(address)/area.kml"}"#
  }

  private static func wmts(_ address: String) -> String {
    """
    {"id": "t", "title": "Tiles", "layerType": "WebTiledLayer", "type": "WebTiledLayer",
     "wmtsInfo": {"url": "\(address)/wmts", "layerIdentifier": "ground", "tileMatrixSet": "web"},
     "templateUrl": "\(address)/never/{level}/{row}/{col}.png"}
    """
  }

  private static func wms(_ address: String) -> String {
    """
    {"id": "w", "title": "Drawn", "layerType": "WMS", "type": "WMS", "url": "\(address)/wms", "version": "1.3.0",
     "layers": [{"name": "ground", "title": "Ground"}], "visibleLayers": ["ground"], "format": "png"}
    """
  }

  private static func server() throws -> ScriptedServer {
    @Sendable func picture(_ color: (UInt8, UInt8, UInt8), _ width: Int = 256, _ height: Int = 256)
      -> ScriptedServer.Reply
    {
      .ok(PlainPicture(width: width, height: height) { _, _ in (color.0, color.1, color.2, 255) }.png)
    }
    return try ScriptedServer { request in
      let path = request.target.prefix { $0 != "?" }
      let parameters = DrawingService.parameters(request.target)
      if path.hasPrefix("/white/") { return picture((255, 255, 255)) }
      if path == "/places.csv" { return .ok("name,lon,lat\nhere,10,50\n", type: "text/csv") }
      if path == "/area.kml" { return .ok(area, type: "application/vnd.google-earth.kml+xml") }
      if path.hasPrefix("/wmts/tile/") { return picture((0, 0, 160)) }
      if path.hasPrefix("/wmts") { return .ok(matrices(request), type: "text/xml") }
      if path == "/wms", parameters["REQUEST"] == "GetCapabilities" {
        return .ok(DrawingService.capabilities("1.3.0", ["EPSG:3857"], service: "", layer: ""), type: "text/xml")
      }
      if path == "/wms", let width = Int(parameters["WIDTH"] ?? ""), let height = Int(parameters["HEIGHT"] ?? "") {
        return picture((140, 0, 0), width, height)
      }
      return .status(404)
    }
  }

  private static let area = """
    <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>here</name><Polygon>
    <outerBoundaryIs><LinearRing><coordinates>9,49 11,49 11,51 9,51 9,49</coordinates></LinearRing></outerBoundaryIs>
    </Polygon></Placemark></Document></kml>
    """

  private static func matrices(_ request: ScriptedServer.Request) -> String {
    let address = "http://\(request.header("Host") ?? "")"
    return """
      <?xml version="1.0"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
        version="1.0.0"><Contents><Layer><ows:Title>Ground</ows:Title><ows:Identifier>ground</ows:Identifier>
      <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>
      <ResourceURL format="image/png" resourceType="tile" template="\(address)/wmts/tile/{TileMatrix}/{TileRow}/{TileCol}"/>
      </Layer><TileMatrixSet><ows:Identifier>web</ows:Identifier>
      <ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS><TileMatrix><ows:Identifier>8</ows:Identifier>
      <ScaleDenominator>2183915.0938621783</ScaleDenominator><TopLeftCorner>-20037508.342789244 20037508.342789244</TopLeftCorner>
      <TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>256</MatrixWidth><MatrixHeight>256</MatrixHeight>
      </TileMatrix></TileMatrixSet></Contents></Capabilities>
      """
  }

  private static func middle(_ project: PipelineProject) throws -> [UInt8] {
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    let start = 4 * (picture.size.width * (picture.size.height / 2) + picture.size.width / 2)
    return Array(picture.bytes[start..<start + 3])
  }

  /// The layer of a web map, and the colour of the map's middle; `nil`: any but the ground's white.
  private static let kinds: [(name: String, layer: @Sendable (String) -> String, color: [UInt8]?)] = [
    ("CSV", csv, [0, 120, 0]), ("KML", kml, nil), ("WMTS", wmts, [0, 0, 160]), ("WMS", wms, [140, 0, 0]),
  ]

  @Test(arguments: kinds.indices)
  func isDrawnAndImported(_ number: Int) async throws {
    let kind = Self.kinds[number]
    let server = try Self.server()
    let map = Self.map(kind.layer(server.baseAddress)).replacing("SERVER", with: server.baseAddress)
    let extent = "canvas: {size: [200, 150]}\ninitialExtent: {center: [10, 50], zoom: 8}\n"
    let project = try PipelineProject([
      "city.json": map, "map.yaml": "mapdoc: 1\n\(extent)layers:\n  - {id: city, type: webmap, path: city.json}\n",
    ])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(kind.name): \(report.findings.diagnostics.map(\.message))")
    let drawn = try Self.middle(project)
    #expect(kind.color.map { $0 == drawn } ?? (drawn != [255, 255, 255]), "\(kind.name): \(drawn)")
    // The same as a document.
    let run = Run(project.options)
    let outcome = await ImportVerb(run, ImportVerb.Options(source: project.path("city.json"))).run()
    await run.shutdown()
    guard case .document(let text?, let notes) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    #expect(!notes.contains { $0.hasPrefix("left out") }, "\(notes)")
    try project.folder.write(text.replacing("mapdoc: 1\n", with: "mapdoc: 1\n" + extent), to: "map.yaml")
    #expect(try await project.check().allSatisfy { $0.severity != .error }, "\(text)")
    let again = try await project.render { $0.force = true }
    #expect(again.count(.rendered) == 1, "\(kind.name): \(again.findings.diagnostics.map(\.message))")
    #expect(try Self.middle(project) == drawn, "\(kind.name)")
  }
}
