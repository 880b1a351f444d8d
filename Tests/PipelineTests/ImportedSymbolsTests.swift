import DocumentModel
import FoundationEssentials
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// What a web map's symbols and pop-ups become.
@Suite(.timeLimit(.minutes(10))) struct ImportedSymbolsTests {
  /// A red square of 8 pixels, in base64.
  private static let square = PlainPicture(width: 8, height: 8) { _, _ in (200, 0, 0, 255) }.png

  @Test func picturesOfSymbolsLieBesideTheDocument() async throws {
    let data = Data(Self.square).base64EncodedString()
    let symbol = #"{"type": "esriPMS", "imageData": "\#(data)", "contentType": "image/png", "width": 30, "height": 30}"#
    let layer = #"""
      {"layerDefinition": {"drawingInfo": {"renderer": {"type": "simple", "symbol": \#(symbol)}}}, "featureSet": {"features": [
        {"geometry": {"x": 0, "y": 0}, "attributes": {"image": "data:image/png;base64,\#(data)"}}]}}
      """#
    let map = #"""
      {"operationalLayers": [{"title": "Signs", "featureCollection": {"layers": [\#(layer), \#(layer)]}}],
       "initialState": {"viewpoint": {"targetGeometry": {"xmin": -9, "ymin": -9, "xmax": 9, "ymax": 9}}}}
      """#
    let project = try PipelineProject(["web.json": map])
    // In a document that goes to standard output the picture stands in it.
    let (text, _) = try ImportTrial.text(await ImportTrial.imported(project.path("web.json"), in: project))
    #expect(text.contains("image: data:image/png;base64,"), "\(text)")
    let outcome = await ImportTrial.imported(project.path("web.json"), in: project) {
      $0.output = project.path("maps/signs.yaml")
    }
    guard case .document(nil, let notes) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    #expect(notes == ["1 picture of symbols beside it, in `signs-images`"], "\(notes)")
    let written = String(decoding: try project.folder.read("maps/signs.yaml"), as: UTF8.self)
    #expect(written.split(separator: "data:image").count == 3, "attributes keep what they hold: \(written)")
    let path = try #require(written.firstMatch(of: /image: (signs-images\/[0-9a-f]{16}\.png)/)?.1)
    #expect(try project.folder.read("maps/" + path) == Self.square)
    // Each way of drawing it shows the same square.
    try project.folder.write(text, to: "maps/inline.yaml")
    try project.folder.write(
      "mapdoc: 1\nlayers: [{id: web, type: webmap, path: ../web.json}]\n", to: "maps/webmap.yaml")
    for name in ["signs", "inline", "webmap"] {
      let report = try await project.render("maps/\(name).yaml")
      #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
      let picture = try PictureDecoder.decode(project.folder.read("maps/build/\(name).png"))
      let middle = 4 * (picture.size.width * (picture.size.height / 2) + picture.size.width / 2)
      #expect(Array(picture.bytes[middle..<middle + 3]) == [200, 0, 0], "\(name)")
    }
  }

  /// Pop-ups are kept in the keys of `callouts`, and drawn once the `x-` is taken away.
  @Test func popUpsBecomeCallouts() async throws {
    let project = try PipelineProject([
      "web.json": #"""
      {"operationalLayers": [{"title": "Wells", "featureCollection": {"layers": [{
         "layerDefinition": {"drawingInfo": {}},
         "popupInfo": {"title": "Well {NAME}", "fieldInfos": [
           {"fieldName": "DEPTH", "label": "Depth in m", "visible": true, "format": {"places": 1, "digitSeparator": true}},
           {"fieldName": "SECRET", "visible": false}]},
         "featureSet": {"features": [{"geometry": {"x": 0, "y": 0}, "attributes": {"NAME": "Ida", "DEPTH": 1234.56}}]}}]}}],
       "initialState": {"viewpoint": {"targetGeometry": {"xmin": -9, "ymin": -9, "xmax": 9, "ymax": 9}}}}
      """#
    ])
    let (text, notes) = try ImportTrial.text(await ImportTrial.imported(project.path("web.json"), in: project))
    #expect(notes.isEmpty && text.contains("# The pop-ups of the web map: without `x-` they are drawn"), "\(text)")
    #expect(text.contains("x-callouts:") && text.contains("Well {NAME}"), "\(text)")
    #expect(!text.contains("SECRET"))
    let keys = "outputs: [{path: NAME.png}]\ncanvas: {size: [400, 300]}\n"
    try project.folder.write(text + keys.replacing("NAME", with: "kept"), to: "kept.yaml")
    try project.folder.write(
      text.replacing("x-callouts", with: "callouts") + keys.replacing("NAME", with: "drawn"), to: "drawn.yaml")
    var pictures: [Picture] = []
    for name in ["kept", "drawn"] {
      let report = try await project.render("\(name).yaml")
      #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
      #expect(!report.findings.diagnostics.contains { $0.severity == .error })
      pictures.append(try PictureDecoder.decode(project.folder.read("\(name).png")))
    }
    let changed = zip(pictures[0].bytes, pictures[1].bytes).count { $0 != $1 }
    #expect(changed > 2000, "no box is drawn: \(changed)")
  }
}
