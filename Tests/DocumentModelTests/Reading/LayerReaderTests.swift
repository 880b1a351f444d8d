import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel

@Suite struct LayerReaderTests {
  private func layer(_ keys: String, environment: [String: String] = [:]) throws -> Layer {
    let (read, findings) = document(small(layer: keys), environment: environment)
    try #require(findings.isEmpty, "\(findings.map(\.message))")
    return try #require(read?.layers.first)
  }

  private func tiled(_ keys: String) throws -> TiledKeys {
    guard case .tiled(_, let tiled) = try layer(keys).content else { throw Absent() }
    return tiled
  }

  private struct Absent: Error {}

  @Test func hasTheDefaultsOfTheFormat() throws {
    let layer = try layer("")
    #expect(layer.isVisible && layer.opacity == 1 && layer.blend == .normal && layer.zIndex == 0)
    #expect(layer.minScale == 0 && layer.maxScale == 0 && layer.clip == nil && layer.attribution == .ofSource)
    #expect(layer.reproject == .auto && layer.resampling == .bilinear && layer.timeout == 30 && layer.onError == .fail)
    let tiled = try tiled("")
    #expect(tiled.absentStatuses == [204, 404, 410] && tiled.onMissingTile == .transparent && tiled.detail == nil)
  }

  @Test func readsTheKeysOfAllLayers() throws {
    let layer = try layer(
      """
      title: Streets
          visible: false
          opacity: 0.5
          blend: soft-light
          zIndex: -3
          minScale: 100000
          maxScale: 1000
          srs: 25832
          reproject: never
          resampling: lanczos
          timeout: 2.5
          onError: warn
          attribution: Somebody
      """)
    #expect(layer.title == "Streets" && !layer.isVisible && layer.opacity == 0.5 && layer.blend == .softLight)
    #expect(layer.zIndex == -3 && layer.minScale == 100_000 && layer.maxScale == 1000)
    #expect(layer.reference?.value.definition == "EPSG:25832")
    #expect(layer.reproject == .never && layer.resampling == .lanczos && layer.timeout == 2.5 && layer.onError == .warn)
    #expect(layer.attribution == .text("Somebody"))
  }

  @Test func readsTheKeysOfTiledLayers() throws {
    let keys = try tiled(
      "{minLevel: 2, maxLevel: 9, bounds: [0, 0, 1, 1], onMissingTile: red, absentStatus: 403, tileSize: 256, detail: device}"
        .inLines)
    #expect(keys.minLevel == 2 && keys.maxLevel == 9 && keys.tileSize == 256 && keys.detail == .device)
    #expect(keys.bounds?.value == .box(xmin: 0, ymin: 0, xmax: 1, ymax: 1, reference: .wgs84))
    #expect(keys.onMissingTile == .color(Color(red: 255, green: 0, blue: 0)) && keys.absentStatuses == [403])
    #expect(try tiled("detail: 7").detail == .level(7))
    #expect(try tiled("absentStatus: [404, 500]").absentStatuses == [404, 500])
  }

  @Test(
    arguments: [
      ("minScale: 1000\n    maxScale: 5000", Code.outOfRange, "swap the two: `minScale` is the larger number"),
      ("minLevel: 9\n    maxLevel: 5", .outOfRange, "swap the two"),
      ("attribution: none", .attributionWithoutReason, "add `reason:` with why nobody needs to be named"),
      ("reason: why not", .conflictingKeys, "take `reason` out"), ("detail: fine", .unknownValue, nil),
      ("credentials: mine", .unknownCredential, "add it under `credentials:` of the document or of `.mapdoc.yaml`"),
      ("legend: {}", .notYetSupported, nil),
      ("reproject: perhaps", .unknownValue, nil),
      ("timeout: 0", .outOfRange, nil), ("absentStatus: [404, 42]", .outOfRange, nil),
      ("tileSize: 0", .outOfRange, nil),
      ("bounds: {center: [0, 0], zoom: 1}", .badExtent, nil), ("id: {}", .duplicateKey, nil),
      ("srs: EPSG:1", .unknownReference, nil),
    ] as [(String, Code, String?)])
  func refusesWhatCannotBe(_ keys: String, _ code: Code, _ hint: String?) {
    let findings = document(small(layer: keys)).findings
    #expect(findings.map(\.code.name) == [code.name], "\(findings.map(\.message))")
    if let hint { #expect(findings.first?.hint?.text == hint) }
  }

  @Test func anAttributionIsTakenAwayWithAReason() throws {
    #expect(try layer("attribution: none\n    reason: our own data").attribution == .none(reason: "our own data"))
  }

  @Test(arguments: [
    ("\"\"", true), ("\" a\"", true), ("\"a\\tb\"", true), ("a b", false), ("relief-2", false), ("7", false),
  ])
  func idsAreNamesThatCanBeShown(_ id: String, _ isRefused: Bool) {
    let findings = document("mapdoc: 1\nlayers:\n  - {type: debug, id: \(id)}\n").findings
    #expect(findings.map(\.code) == (isRefused ? [.badIdentifier] : []))
  }

  @Test(arguments: [
    ("xyzz", Code.unknownValue), ("[]", .wrongType),
  ])
  func knowsWhichTypesThereAre(_ type: String, _ code: Code) {
    expectTyped(in: small(end: "  - {id: b, type: ↓\(type), url: x, anything: 5}\n"), [code])
  }

  @Test func aMissingTypeHidesNoOtherMistake() {
    expectTyped(
      in: small(end: "  - {↓id: b, opacity: ↓9}\n".replacing("{↓", with: "↓{")), [.missingKey, .outOfRange])
  }

  @Test func fillsHeadersFromTheEnvironment() throws {
    let layer = try layer("headers: {Authorization: \"Bearer ${env:TOKEN}\", X-Y: 5}", environment: ["TOKEN": "t0p"])
    #expect(layer.headers == [.init(name: "Authorization", value: "Bearer t0p"), .init(name: "X-Y", value: "5")])
  }

  @Test(arguments: [
    ("{Authorization: \"${env:NONE}\"}", Code.undefinedVariable), ("{authorization: Bearer abc}", .literalSecret),
    ("{X-Api-Key: abc}", .literalSecret), ("{Cookie: a=b}", .literalSecret), ("{\"a b\": c}", .wrongType),
    ("{a: \"b\\r\\nc: d\"}", .wrongType),
    ("[a]", .wrongType), ("{a: \"${env:\"}", .undefinedVariable),
  ])
  func headersAreChecked(_ headers: String, _ code: Code) {
    let findings = document(small(layer: "headers: \(headers)")).findings
    #expect(findings.map(\.code) == [code])
    #expect(!findings.contains { $0.message.contains("abc") }, "a secret is shown")
  }

  @Test func groupsHoldLayersAndPassOnWhatAFailureMeans() throws {
    let text = """
      mapdoc: 1
      layers:
        - id: g
          type: group
          opacity: 0.5
          onError: warn
          layers:
            - {id: a, type: debug}
            - {id: h, type: group, layers: [{id: b, type: debug, onError: fail}, {id: c, type: debug}]}
      """
    let (read, findings) = document(text)
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    guard case .group(let layers)? = read?.layers.first?.content, case .group(let inner)? = layers.last?.content else {
      throw Absent()
    }
    #expect(layers.map(\.id) == ["a", "h"] && inner.map(\.id) == ["b", "c"])
    #expect(layers.map(\.onError) == [.warn, .warn] && inner.map(\.onError) == [.fail, .warn])
  }

  @Test func aGroupHasNoSource() {
    expectTyped(
      in: """
        mapdoc: 1
        layers:
          - id: g
            type: group
            ↓headers: {a: b}
            ↓minLevel: 3
            layers: [{id: ↓g, type: debug}]

        """, [.conflictingKeys, .unknownKey, .duplicateIdentifier])
    expectTyped(in: "mapdoc: 1\nlayers:\n  - ↓{id: g, type: group}\n", [.missingKey])
  }

  @Test func groupsHaveABoundInDepth() {
    var text = "{id: last, type: debug}"
    for level in 0..<20 { text = "{id: g\(level), type: group, layers: [\(text)]}" }
    #expect(document("mapdoc: 1\nlayers: [\(text)]\n").findings.map(\.code) == [.outOfRange])
  }
}

extension String {
  /// The members of a flow map as lines of a layer.
  fileprivate var inLines: String {
    var depth = 0
    return dropFirst().dropLast().reduce(into: "") { text, character in
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      text += character == "," && depth == 0 ? "\n   " : String(character)
    }
  }
}
