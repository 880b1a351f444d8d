import Diagnostics
import DocumentModel
import TestSupport
import Testing

@testable import LayerSources

/// Markers and fills of pictures that stand in Esri's JSON.
@Suite struct EsriPictureTests {
  private static let png = PlainPicture(width: 10, height: 20) { _, _ in (200, 0, 0, 255) }.png
  private static let base64 = encoded(png)

  private static func encoded(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let group = (0..<3).map { place + $0 < bytes.count ? UInt32(bytes[place + $0]) : 0 }
      let bits = group[0] << 16 | group[1] << 8 | group[2]
      for digit in 0..<4 {
        text.append(place + digit <= bytes.count ? letters[Int(bits >> UInt32(18 - 6 * digit) & 63)] : "=")
      }
    }
    return text
  }

  private static func symbol(_ text: String) throws -> (symbol: JSONValue, omissions: [Omission]) {
    var parts = PartReader()
    let json = try JSONElement(of: Array(text.utf8), source: "a.json")
    return (try EsriSymbol.symbol(json, &parts), parts.omissions)
  }

  private static func read(_ value: JSONValue) -> Symbol? {
    let context = ReadingContext(kinds: [])
    let place = SourceRange(startOf: SourceFile(path: "a.json", bytes: []))
    return Symbol.read(Node(value, at: place), in: context)
  }

  @Test func aMarkerKeepsItsPictureSizeTurnAndOffset() throws {
    let (symbol, omissions) = try Self.symbol(
      #"""
      {"type": "esriPMS", "imageData": "\#(Self.base64)", "contentType": "image/png", "width": 12, "height": 24,
       "angle": 30, "yoffset": 12, "url": "471E7E31"}
      """#)
    #expect(omissions.isEmpty, "\(omissions)")
    guard case .marker(let marker)? = Self.read(symbol) else { return #expect(Bool(false), "\(symbol)") }
    #expect(marker.form == .bytes(Self.png) && marker.size == .fixed(16) && marker.rotation == .fixed(-30))
    #expect(marker.offset.y == .fixed(-16))
  }

  @Test func aFillKeepsItsPictureAndOutline() throws {
    let (symbol, omissions) = try Self.symbol(
      #"""
      {"type": "esriPFS", "imageData": "\#(Self.base64)", "contentType": "image/png", "width": 7.5, "height": 15,
       "xscale": 1, "yscale": 1, "outline": {"type": "esriSLS", "style": "esriSLSSolid", "color": [0, 0, 0], "width": 1}}
      """#)
    #expect(omissions.isEmpty, "\(omissions)")
    guard case .fill(let fill)? = Self.read(symbol) else { return #expect(Bool(false), "\(symbol)") }
    #expect(fill.image == .bytes(Self.png) && fill.outline != nil && fill.color == nil)
  }

  @Test(arguments: [
    (#""url": "http://e.org/x.png?token=SEKRET""#, "its picture lies at `http://e.org/x.png`, and is not fetched"),
    (#""url": "file:///etc/passwd""#, "is not in the JSON"), (#""imageData": "AAAA""#, "an unknown format"),
    (#""imageData": "a b!c""#, "not in base64"), (#""imageData": "PGh0bWw+PC9odG1sPg==""#, "an HTML page"),
    (#""imageData": 7"#, "is not in the JSON"),
  ])
  func withoutItsPictureACircleStands(_ keys: String, _ words: String) throws {
    let (marker, left) = try Self.symbol(#"{"type": "esriPMS", \#(keys), "width": 15, "height": 15}"#)
    #expect(marker.text() == #"{"type":"marker","shape":"circle","size":"15pt"}"#)
    let said = left.map(\.reason).joined()
    #expect(said.contains(words) && said.contains("a circle stands for it") && !said.contains("SEKRET"), "\(said)")
    let (fill, _) = try Self.symbol(#"{"type": "esriPFS", \#(keys)}"#)
    #expect(fill.text() == #"{"type":"fill"}"#)
  }

  @Test func whatIsNotAsTheJSONSaysIsNamed() throws {
    let (_, said) = try Self.symbol(
      #"{"type": "esriPMS", "imageData": "\#(Self.base64)", "contentType": "image/jpeg", "width": 12, "height": 12}"#)
    #expect(said.map(\.way) == ["contentType", "height"])
    #expect(said[0].reason == "the picture is a PNG picture, not `image/jpeg`", "\(said)")
    #expect(said[1].reason.contains("10 x 20 pixels"))
    let (_, large) = try Self.symbol(
      #"{"type": "esriPFS", "imageData": "\#(Self.base64)", "width": 75, "angle": 45, "xscale": 2}"#)
    #expect(large.count == 3, "\(large)")
  }

  @Test func anSVGIsTakenOver() throws {
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#
    let (symbol, omissions) = try Self.symbol(
      #"{"type": "esriPMS", "imageData": "\#(Self.encoded(Array(svg.utf8)))", "contentType": "image/svg+xml"}"#)
    #expect(omissions.isEmpty && symbol.text().contains(#""image":"data:image/svg+xml;base64,"#), "\(omissions)")
  }

  @Test(arguments: [
    ("", [UInt8]()), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]), ("TWFuTQ", [77, 97, 110, 77]),
    ("-_-_", [251, 255, 191]), ("T W\nFu", [77, 97, 110]),
  ])
  func base64IsReadAsRFC4648HasIt(_ text: String, _ bytes: [UInt8]) {
    #expect(DataAddress.base64(text.utf8) == bytes)
  }

  @Test(arguments: ["A", "TQ=", "TQ==TQ==", "T$==", "TWFu====", "==="])
  func otherTextIsNoBase64(_ text: String) { #expect(DataAddress.base64(text.utf8) == nil) }

  /// The pictures of real services.
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [("us-ca-carson-metadata", 1), ("terria_water_network_layer", 1), ("us-esri-test-metadata", 1)])
  func picturesOfRealServicesAreTakenOver(_ name: String, _ least: Int) throws {
    let json = try JSONElement(of: Fixtures.bytes("arcgis-service-json/\(name).json"), source: name)
    let look = ServiceLook(json)
    let renderer = try #require(look.renderer, "\(look.omissions)")
    let pictures = renderer.symbols.count { symbol in
      if case .marker(let marker) = symbol, case .bytes = marker.form { true } else { false }
    }
    #expect(pictures >= least, "\(look.omissions)")
  }
}
