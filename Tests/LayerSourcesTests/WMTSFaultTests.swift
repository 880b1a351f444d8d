import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// What a service does not have, and what it says wrong.
@Suite struct WMTSFaultTests {
  @Test(arguments: [
    ("layer: grund", "layer", "ground"), ("style: plai", "style", "plain"), ("matrixSet: Web", "matrixSet", "web"),
    ("format: image/pgn", "format", "image/png"), ("dimensions: {Tim: x}", "dimensions", "Time"),
  ])
  func whatIsNotOfferedIsListed(_ keys: String, _ key: String, _ near: String) async throws {
    let dimension = "<Dimension><ows:Identifier>Time</ows:Identifier><Default>now</Default></Dimension>"
    let text = Capabilities.text(
      layer: dimension + Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    guard case .badKey(key, let reason, let hint)? = try await Capabilities.failure(text, keys) else {
      Issue.record("\(keys) was taken")
      return
    }
    #expect(reason.contains("`\(near)`") && hint == "did you mean `\(near)`?", "\(reason); \(hint ?? "")")
  }

  @Test func theLayerMustBeNamedWhereThereAreSeveral() async throws {
    let other = "</Layer><Layer><ows:Identifier>snow</ows:Identifier>"
    let text = Capabilities.text(
      layer: other + Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    guard case .badKey("layer", let reason, _)? = try await Capabilities.failure(text) else {
      Issue.record("a layer was chosen")
      return
    }
    #expect(reason == "the service has 2 layers: `ground`, `snow`")
  }

  @Test(arguments: [
    (
      "<ows:ExceptionReport xmlns:ows='o'><ows:Exception exceptionCode='NoApplicableCode' locator='x'><ows:ExceptionText>no such map</ows:ExceptionText></ows:Exception></ows:ExceptionReport>",
      "an error of the service (NoApplicableCode, x): `no such map`"
    ),
    ("<html><body>hello</body></html>", "HTML"), ("", "empty"), ("<Capabilities/>", "without `Contents`"),
    ("<Other/>", "`Other` stands where `Capabilities` is expected"), ("<Capabilities><Contents/>", "line 1"),
    ("<Capabilities><Contents/></Capabilities>", "no layer"),
  ])
  func refusesWhatAreNoCapabilities(_ text: String, _ words: String) async throws {
    guard case .notAnswered(.unusable(_, _, let reason), _)? = try await Capabilities.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  /// Eastings and northings of EPSG:3035 are alike: in the wrong order the tiles still cover a corner of the ground.
  @Test(arguments: [("5500000 2000000", false), ("2000000 5500000", true)])
  func cornersWhoseNumbersAreAlikeAreReadAsTheyFit(_ corner: String, _ isTurned: Bool) async throws {
    let matrices = (0...3).map { level in
      Capabilities.matrix("\(level)", 62_779_017.857 / Double(1 << level), corner, 1 << level, 1 << level)
    }
    let text = Capabilities.text(
      layer: Capabilities.png + Capabilities.link("europe"),
      sets: Capabilities.set("europe", "urn:ogc:def:crs:EPSG::3035", matrices))
    let source = try await Capabilities.open(text)
    #expect(source.description.tilingSchemes[0].origin == Position(x: 2_000_000, y: 5_500_000))
    #expect(source.remarks.isEmpty != isTurned, "\(source.remarks)")
  }

  @Test(arguments: [(9, "go to column 9 and row 1, and it has 4 columns and 4 rows"), (-1, "no ranges of columns")])
  func limitsOutsideOfTheMatrixAreSaid(_ column: Int, _ words: String) async throws {
    let limits = """
      <TileMatrixSetLimits><TileMatrixLimits><TileMatrix>2</TileMatrix><MinTileRow>0</MinTileRow>\
      <MaxTileRow>1</MaxTileRow><MinTileCol>0</MinTileCol><MaxTileCol>\(column)</MaxTileCol></TileMatrixLimits>\
      </TileMatrixSetLimits>
      """
    let text = Capabilities.text(
      layer: Capabilities.png + Capabilities.link("web", limits), sets: Capabilities.webMercator)
    let remarks = try await Capabilities.open(text).remarks
    #expect(remarks.contains { $0.sentence.contains(words) }, "\(remarks)")
  }

  @Test(arguments: [
    ("<ScaleDenominator>x</ScaleDenominator>", "ScaleDenominator", "`x` is not a number above 0"),
    ("<ScaleDenominator>-1</ScaleDenominator>", "ScaleDenominator", "`-1` is not a number above 0"),
    ("", "TileMatrix", "`ScaleDenominator` is missing"),
    ("<ScaleDenominator>1</ScaleDenominator><TopLeftCorner>a b</TopLeftCorner>", "TopLeftCorner", "not two numbers"),
  ])
  func namesTheElementOfAMatrixThatIsWrong(_ element: String, _ place: String, _ words: String) async throws {
    let sets = Capabilities.set(
      "bad", "EPSG:3857", ["<TileMatrix><ows:Identifier>0</ows:Identifier>\(element)</TileMatrix>"])
    let text = Capabilities.text(layer: Capabilities.png + Capabilities.link("bad"), sets: sets)
    guard case .unreadable(_, let where_?, let reason)? = try await Capabilities.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(where_.contains("element \(place)") && reason.contains(words), "\(where_): \(reason)")
  }

  @Test func aMissingMatrixSetIsNamed() async throws {
    let text = Capabilities.text(layer: Capabilities.png + Capabilities.link("gone"), sets: Capabilities.webMercator)
    guard case .unreadable(_, let place, let reason)? = try await Capabilities.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(place == "layer `ground`" && reason.contains("`gone`"))
  }

  @Test func anUnknownReferenceIsNamed() async throws {
    let set = Capabilities.webMercator.replacing("EPSG::3857", with: "EPSG::999999")
    guard
      case .unknownReference(let definition, _, _)? = try await Capabilities.failure(
        Capabilities.text(layer: Capabilities.png + Capabilities.link("web"), sets: set))
    else {
      Issue.record("it was taken")
      return
    }
    #expect(definition == "urn:ogc:def:crs:EPSG::999999")
  }

  @Test func vectorTilesAreAnotherKind() async throws {
    let text = Capabilities.text(
      layer: "<Format>application/vnd.mapbox-vector-tile</Format>" + Capabilities.link("web"),
      sets: Capabilities.webMercator)
    guard case .otherKind(_, let reason)? = try await Capabilities.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.contains("vectors"))
  }

  @Test func anExceptionInPlaceOfATileIsNoPicture() async throws {
    let source = try await Capabilities.open(
      Capabilities.text(layer: Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator))
    let request = Request(address: "https://h.example/t")
    func report(_ code: String) -> Response {
      .ok(
        Array(
          """
          <?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1">
          <ows:Exception exceptionCode="\(code)"><ows:ExceptionText>sorry</ows:ExceptionText></ows:Exception>
          </ows:ExceptionReport>
          """.utf8))
    }
    #expect(throws: SourceError.noTile(reason: "an error of the service (InvalidParameterValue): `sorry`")) {
      try source.answer(to: report("InvalidParameterValue"), for: request)
    }
    #expect(try source.answer(to: report("TileOutOfRange"), for: request) == .absent)
    // GeoServer and MapProxy refuse such a tile with status 400: its words are looked at.
    guard case .remote(let asked) = try source.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("the tile is not asked for")
      return
    }
    #expect(asked.judgedStatuses == [400])
    let page = Response(status: 400, contentType: nil, body: [0x21], origin: .network(requests: 1), digest: "")
    #expect(throws: SourceError.noTile(reason: "no report of a missing tile")) {
      try source.answer(to: page, for: asked)
    }
  }
}
