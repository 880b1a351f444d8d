import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// What becomes of a layer: every relation of its reference to the map's, with each `reproject`, with and without
/// `wrapAround`, for each kind of layer that there is.
@Suite struct ReferenceMatrixTests {
  enum Relation: String, Sendable, CaseIterable {
    case same, alias, otherDatum, otherProjection, unknown, offset, unmeasuredDatum
  }

  /// The action, and the code of the decision; the same with and without `wrapAround`.
  struct Expected: Sendable, Equatable {
    var action: ResolvedLayer.Action
    var code: String?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let relation: Relation
    let map: String
    /// `nil`: a service that may not be asked.
    let layer: String?
    let auto: Expected
    let always: Expected
    let never: Expected
    var testDescription: String { "\(relation.rawValue): \(layer ?? "?") on \(map)" }

    init(
      _ relation: Relation, _ layer: String?, on map: String, auto: (ResolvedLayer.Action, String?),
      always: (ResolvedLayer.Action, String?), never: (ResolvedLayer.Action, String?)
    ) {
      (self.relation, self.map, self.layer) = (relation, map, layer)
      self.auto = Expected(action: auto.0, code: auto.1)
      self.always = Expected(action: always.0, code: always.1)
      self.never = Expected(action: never.0, code: never.1)
    }

    func expected(_ reproject: Reproject) -> Expected {
      switch reproject {
      case .auto: auto
      case .always: always
      case .never: never
      }
    }
  }

  static let table: [Row] = [
    Row(.same, "EPSG:3857", on: "EPSG:3857", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(.same, "EPSG:4326", on: "EPSG:4326", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(
      .same, "EPSG:25832", on: "EPSG:25832", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(
      .same, "GCJ02:3857", on: "GCJ02:3857", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(.alias, "102100", on: "EPSG:3857", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(.alias, "CRS:84", on: "EPSG:4326", auto: (.resample, nil), always: (.resample, nil), never: (.resample, nil)),
    Row(
      .alias, TiledReferenceRuleTests.mercatorText, on: "900913", auto: (.resample, nil), always: (.resample, nil),
      never: (.resample, nil)),
    Row(
      // PROJ knows no operation between the two, which agree within a metre or two.
      .otherDatum, "EPSG:4490", on: "EPSG:4326", auto: (.reject, "MD303"), always: (.warp, "MD312"),
      never: (.reject, "MD304")),
    Row(
      .otherDatum, "EPSG:32632", on: "EPSG:25832", auto: (.reject, "MD303"), always: (.warp, nil),
      never: (.reject, "MD304")),
    Row(
      .otherProjection, "EPSG:4326", on: "EPSG:3857", auto: (.reject, "MD301"), always: (.warp, nil),
      never: (.reject, "MD304")),
    Row(
      .otherProjection, "EPSG:3857", on: "EPSG:4326", auto: (.reject, "MD301"), always: (.warp, nil),
      never: (.reject, "MD304")),
    Row(
      .otherProjection, "EPSG:25833", on: "EPSG:25832", auto: (.reject, "MD301"), always: (.warp, nil),
      never: (.reject, "MD304")),
    Row(.unknown, nil, on: "EPSG:3857", auto: (.skip, "MD400"), always: (.skip, "MD400"), never: (.skip, "MD400")),
    Row(
      .offset, "EPSG:3857", on: "GCJ02:3857", auto: (.reject, "MD301"), always: (.warp, nil), never: (.reject, "MD304")),
    Row(
      .offset, "GCJ02:3857", on: "EPSG:3857", auto: (.reject, "MD301"), always: (.warp, nil), never: (.reject, "MD304")),
    Row(
      .offset, "BD09:mercator", on: "EPSG:4326", auto: (.reject, "MD301"), always: (.warp, nil),
      never: (.reject, "MD304")),
    Row(
      .offset, "GCJ02:4326", on: "BD09:4326", auto: (.reject, "MD301"), always: (.warp, nil), never: (.reject, "MD304")),
    Row(
      .unmeasuredDatum, "+proj=utm +zone=50 +ellps=bessel", on: "EPSG:3857", auto: (.reject, "MD301"),
      always: (.warp, "MD312"), never: (.reject, "MD304")),
  ]

  static let cases: [(Row, Reproject, Bool)] = table.flatMap { row in
    Reproject.allCases.flatMap { reproject in [(row, reproject, false), (row, reproject, true)] }
  }

  /// Tiles of the whole world where the reference has one, else from an origin of its own.
  private static func source(_ text: String) -> LayerDescription {
    let reference = SpatialReference.code(text)
    guard let edge = reference.worldEdge else {
      // Far enough for UTM in the zone of the map, west or east.
      return Sources.described(
        Sources.scheme(reference, origin: Position(x: -2_000_000, y: 9_000_000), coarsest: 4000, levels: 0...8))
    }
    let coarsest = edge.width / 300
    return Sources.described(
      Sources.scheme(reference, origin: Position(x: edge.xmin, y: edge.ymax), coarsest: coarsest, levels: 0...8),
      full: edge)
  }

  private static func resolve(_ row: Row, _ reproject: Reproject, wrapsAround: Bool, in group: Bool) -> Resolution {
    let over = Documents.tiled("over", line: 20) { layer, _ in layer.reproject = reproject }
    let center = row.map.contains("258") ? Position(x: 9, y: 50) : Position(x: 116.4, y: 39.9)
    let document = Documents.map(
      [Documents.tiled("base"), group ? Documents.group("group", [over]) : over],
      extent: .center(center, reference: .wgs84, .scale(3_000_000), snapsToLevel: false), wrapsAround: wrapsAround)
    let knowledge: [String: LayerKnowledge] = [
      "base": .described(source(row.map)), "over": row.layer.map { .described(source($0)) } ?? .unknown,
    ]
    return Resolver(document: document, knowledge: knowledge).resolve(ViewChoice())
  }

  @Test(arguments: cases) func decidesByTheRelationOfTheReferences(
    _ row: Row, _ reproject: Reproject, _ wrapsAround: Bool
  ) throws {
    let expected = row.expected(reproject)
    let resolution = Self.resolve(row, reproject, wrapsAround: wrapsAround, in: false)
    let layer = try #require(resolution.layer("over"))
    #expect(Expected(action: layer.action, code: layer.code?.name) == expected, "\(layer.reason)")
    let canRepeat = ["EPSG:3857", "EPSG:4326", "900913"].contains(row.map)
    let ofMap = wrapsAround && !canRepeat ? ["MD320"] : []
    #expect(Set(resolution.codes) == Set(ofMap + [expected.code].compactMap { $0 }))
    #expect(resolution.map?.wrapAround == (!wrapsAround ? .disabled : canRepeat ? .enabled : .unsupported))
    #expect(!layer.reason.isEmpty && layer.reason.last != ".")
    // In a group it is the same.
    let inner = try #require(Self.resolve(row, reproject, wrapsAround: wrapsAround, in: true).layer("over"))
    #expect(Expected(action: inner.action, code: inner.code?.name) == expected)
  }

  /// The kinds without tiles of their own take the basemap's, in whatever reference.
  @Test(arguments: ["EPSG:3857", "EPSG:25832", "GCJ02:3857"], Reproject.allCases)
  func drawsTheBasemapsTilesInItsReference(_ map: String, _ reproject: Reproject) throws {
    let over = Documents.tiled("edges", line: 20) { layer, _ in layer.reproject = reproject }
    let center = map.contains("258") ? Position(x: 9, y: 50) : Position(x: 116.4, y: 39.9)
    let document = Documents.map(
      [Documents.tiled("base"), over],
      extent: .center(center, reference: .wgs84, .scale(3_000_000), snapsToLevel: false))
    let resolution = Resolver(document, ["base": Self.source(map), "edges": Sources.described()]).resolve()
    #expect(resolution.findings.isEmpty && resolution.layer("edges")?.action == .resample)
  }

  @Test func saysHowFarAChineseMapLiesBesideOthers() throws {
    let row = try #require(Self.table.first { $0.relation == .offset })
    let finding = try #require(Self.resolve(row, .auto, wrapsAround: false, in: false).findings.first)
    // Beijing's shift, as published: 116.377817, 39.911954 becomes 116.38404722455657, 39.91334545536069.
    let metres = try #require(finding.message.split(separator: "they lie ").last?.split(separator: " ").first)
    #expect(abs((Double(metres) ?? 0) - 553) < 30, "\(finding.message)")
    #expect(finding.message.hasSuffix("m apart at the map's centre"))
  }
}
