import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct TiledReferenceRuleTests {
  /// A map's reference, a layer's, and what becomes of the layer. `nil` is a source that may not be asked.
  struct Case: Sendable, CustomTestStringConvertible {
    let map: String
    let layer: String?
    let action: ResolvedLayer.Action
    let code: String?
    var testDescription: String { "\(layer ?? "unknown") on \(map)" }
  }

  static let mercatorText =
    "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"

  static let matrix: [Case] = [
    // the same
    Case(map: "EPSG:3857", layer: "EPSG:3857", action: .resample, code: nil),
    Case(map: "EPSG:4326", layer: "EPSG:4326", action: .resample, code: nil),
    Case(map: "EPSG:25832", layer: "EPSG:25832", action: .resample, code: nil),
    // an alias
    Case(map: "EPSG:3857", layer: "102100", action: .resample, code: nil),
    Case(map: "EPSG:900913", layer: "EPSG:3857", action: .resample, code: nil),
    Case(map: "EPSG:3857", layer: mercatorText, action: .resample, code: nil),
    Case(map: "EPSG:4326", layer: "urn:ogc:def:crs:OGC:1.3:CRS84", action: .resample, code: nil),
    // another datum or realisation
    Case(map: "EPSG:25832", layer: "EPSG:32632", action: .reject, code: "MD303"),
    Case(map: "EPSG:4326", layer: "EPSG:4490", action: .reject, code: "MD303"),
    Case(map: "EPSG:4326", layer: "EPSG:4258", action: .reject, code: "MD303"),
    // another projection
    Case(map: "EPSG:3857", layer: "EPSG:4326", action: .reject, code: "MD301"),
    Case(map: "EPSG:25832", layer: "EPSG:25833", action: .reject, code: "MD301"),
    Case(map: "EPSG:3857", layer: "EPSG:25832", action: .reject, code: "MD301"),
    // not known
    Case(map: "EPSG:3857", layer: nil, action: .skip, code: "MD400"),
  ]

  @Test(arguments: matrix)
  func showsTilesInTheMapsOwnReferenceOnly(_ example: Case) throws {
    func source(_ text: String) -> LayerDescription {
      let reference = SpatialReference.code(text)
      let scheme =
        reference.facts.isGeographic
        ? Sources.scheme(reference, origin: Position(x: -180, y: 90), coarsest: 0.7)
        : Sources.scheme(reference, origin: Position(x: 0, y: 7_000_000))
      return Sources.described(scheme)
    }
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over", line: 20)],
      extent: .center(Position(x: 9, y: 50), reference: .wgs84, .scale(3_000_000), snapsToLevel: false))
    let knowledge: [String: LayerKnowledge] = [
      "base": .described(source(example.map)), "over": example.layer.map { .described(source($0)) } ?? .unknown,
    ]
    let resolution = Resolver(document: document, knowledge: knowledge).resolve(ViewChoice())
    let layer = try #require(resolution.layer("over"))
    #expect(layer.action == example.action)
    #expect(layer.code?.name == example.code)
    #expect(resolution.codes == [example.code].compactMap { $0 })
    #expect(resolution.findings.allSatisfy { $0.layer == "over" && $0.range == Documents.range(20) })
  }

  @Test func saysWhatTheMapIsInAndFromWhichLayer() throws {
    let document = Documents.map([Documents.tiled("streets"), Documents.tiled("relief", line: 20)])
    let resolution = Resolver(document, ["streets": Sources.mercator, "relief": Sources.degrees]).resolve()
    let finding = try #require(resolution.findings.first)
    #expect(
      finding.message == "layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`)")
    #expect(finding.hint?.text == "use a source in EPSG:3857, or add `reproject: always` to `relief` to warp it")
  }

  /// The distance between the same numbers of two realisations.
  ///
  /// `echo 49.86 8.64 0 | cs2cs -f %.9f EPSG:4258 EPSG:4326` moves nothing (a null operation, known to 1 m).
  @Test func givesTheShiftAtTheMapsCentreAndItsAccuracy() throws {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over", line: 20)],
      extent: .center(Position(x: 8.64, y: 49.86), reference: .wgs84, .scale(100_000), snapsToLevel: false))
    let resolution = Resolver(
      document,
      [
        "base": Sources.described(Sources.scheme(.code("EPSG:25832"))),
        "over": Sources.described(Sources.scheme(.code("EPSG:32632"))),
      ]
    ).resolve()
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .nearlyEqualReference)
    #expect(finding.message.contains("moves it by 0 m at the map's centre, known to 1 m"))
    #expect(finding.hint?.text.contains("add `srs: EPSG:25832` to `over`") == true)
  }

  /// `echo "49.86 8.64" | cs2cs -f %.9f EPSG:4314 EPSG:4326` gives 49.858865959 8.639007652: 126.1 m south and 71.3 m west.
  @Test func measuresTheShiftOfAnOldDatum() throws {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over", line: 20)],
      extent: .center(Position(x: 8.64, y: 49.86), reference: .wgs84, .scale(100_000), snapsToLevel: false))
    let dhdn = Sources.scheme(.code("EPSG:4314"), origin: Position(x: -180, y: 90), coarsest: 0.7)
    let resolution = Resolver(document, ["base": Sources.degrees, "over": Sources.described(dhdn)]).resolve()
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .nearlyEqualReference)
    let shift = try #require(finding.message.split(separator: "moves it by ").last?.split(separator: " ").first)
    #expect(abs((Double(shift) ?? 0) - 145) < 3, "\(finding.message)")
  }

  @Test func takesTheOfferedSchemeThatFitsTheMap() throws {
    let document = Documents.map([Documents.tiled("base"), Documents.tiled("over")])
    let over = Sources.described(.webMercator, .wgs84, full: TilingScheme.webMercatorWorld)
    let resolution = Resolver(document, ["base": Sources.degrees, "over": over]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.layer("over")?.tiles?.scheme.reference == .wgs84)
  }

  @Test func letsTheDocumentDeclareANearlyEqualReferenceEqual() throws {
    let over = Documents.tiled("over") { layer, _ in
      layer.reference = Located(.code("EPSG:25832"), at: Documents.range(21))
    }
    let document = Documents.map(
      [Documents.tiled("base"), over],
      extent: .center(Position(x: 9, y: 50), reference: .wgs84, .scale(3_000_000), snapsToLevel: false))
    let base = Sources.described(Sources.scheme(.code("EPSG:25832"), origin: Position(x: 0, y: 7e6)))
    let source = Sources.described(Sources.scheme(.code("EPSG:32632"), origin: Position(x: 0, y: 7e6)))
    let resolution = Resolver(document, ["base": base, "over": source]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.layer("over")?.reference == .code("EPSG:25832"))
    #expect(resolution.layer("over")?.action == .resample)
  }

  @Test func followsTheBasemapsTilesWithoutASchemeOfItsOwn() throws {
    let document = Documents.map([Documents.tiled("base"), Documents.tiled("edges")])
    let resolution = Resolver(document, ["base": Sources.degrees, "edges": Sources.described()]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.layer("edges")?.tiles == resolution.layer("base")?.tiles)
  }

  @Test func judgesLayersWhereThereIsNoView() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over")],
      extent: .center(Position(x: 10, y: 50), reference: .wgs84, .level(99), snapsToLevel: false))
    let resolution = Resolver(document, ["base": Sources.mercator, "over": Sources.degrees]).resolve()
    #expect(resolution.map == nil)
    #expect(Set(resolution.codes) == ["MD301", "MD308"])
  }

  @Test func doesNotJudgeWhatTheDocumentHides() {
    let hidden = Documents.tiled("over") { layer, _ in layer.isVisible = false }
    let group = Documents.group("g", [Documents.tiled("in")]) { $0.isVisible = false }
    for extent in [nil, ExtentForm.center(Position(x: 0, y: 0), reference: .wgs84, .level(99), snapsToLevel: false)] {
      let document = Documents.map([Documents.tiled("base"), hidden, group], extent: extent)
      let resolution = Resolver(
        document, ["base": Sources.mercator, "over": Sources.degrees, "in": Sources.degrees]
      ).resolve()
      #expect(resolution.codes == (extent == nil ? [] : ["MD308"]))
      #expect(resolution.map == nil || resolution.layer("over")?.action == .skip)
      #expect(resolution.map == nil || resolution.layer("in")?.action == .skip)
    }
  }
}
