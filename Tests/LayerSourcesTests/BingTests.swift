import Diagnostics
import DocumentModel
import Geodesy
import Synchronization
import Testing
import Transport

@testable import LayerSources

/// A service that gives one answer to everything.
final class OneAnswer: ServiceAsking {
  private let asked = Mutex<[Request]>([])
  private let response: Response

  init(_ body: String, status: Int = 200) {
    response = Response(
      status: status, contentType: "application/json; charset=utf-8", body: Array(body.utf8),
      origin: .network(requests: 1), digest: "")
  }

  var requests: [Request] { asked.withLock { $0 } }

  func ask<Answer: Sendable>(
    _ request: Request, expecting expected: String,
    reading: @escaping @Sendable (Response) throws(UnusableAnswer) -> Answer
  ) async throws(SourceError) -> Answer {
    asked.withLock { $0.append(request) }
    do { return try reading(response) } catch {
      throw .notAnswered(
        .unusable(address: Address.redacted(request.address), contentType: response.contentType, reason: error.reason),
        expected: expected)
    }
  }
}

@Suite struct BingTests {
  private static let credentials = #"mine: {type: key, key: "${env:MAPDOC_TEST_KEY}"}"#
  private static let tiles = "https://ecn.{subdomain}.tiles.virtualearth.net/tiles/a{quadkey}.jpeg?g=1234&mkt={culture}"

  /// In the form of "Imagery Metadata", Bing Maps REST Services.
  private static func metadata(
    _ address: String = tiles, subdomains: String = #"["t0","t1","t2","t3"]"#, zoomMax: String = "21"
  ) -> String {
    """
    {"authenticationResultCode":"ValidCredentials","brandLogoUri":"https:\\/\\/dev.virtualearth.net\\/Branding\\/logo.png",
    "copyright":"Copyright © Microsoft and its suppliers.","resourceSets":[{"estimatedTotal":1,"resources":[{
    "__type":"ImageryMetadata:http:\\/\\/schemas.microsoft.com\\/search\\/local\\/ws\\/rest\\/v1","imageHeight":256,
    "imageUrl":"\(address.replacing("/", with: "\\/"))","imageUrlSubdomains":\(subdomains),"imageWidth":256,
    "imageryProviders":[
    {"attribution":"© Microsoft Corporation","coverageAreas":[{"bbox":[-90,-180,90,180],"zoomMax":21,"zoomMin":1}]},
    {"attribution":"© Kartverket","coverageAreas":[{"bbox":[57,4,72,32],"zoomMax":21,"zoomMin":14}]},
    {"attribution":"© CNES","coverageAreas":[{"bbox":[-50,-75,10,-30],"zoomMax":13,"zoomMin":1}]}],
    "vintageEnd":null,"vintageStart":null,"zoomMax":\(zoomMax),"zoomMin":1}]}],
    "statusCode":200,"statusDescription":"OK","traceId":"x"}
    """
  }

  private func opened(_ keys: String = "", _ answer: String = metadata()) async throws -> (any TileSource, [Request]) {
    let service = OneAnswer(answer)
    let layer = try LayerInDocument("type: bing\ncredentials: mine\n" + keys, credentials: Self.credentials)
    return (try await layer.open(services: service), service.requests)
  }

  @Test(arguments: [
    ("Aerial", "en-US", "Aerial"), ("AerialWithLabels", "de-DE", "AerialWithLabelsOnDemand"),
    ("Road", "zh-CN", "RoadOnDemand"),
  ])
  func asksForTheDescriptionOfItsStyle(_ style: String, _ culture: String, _ set: String) async throws {
    let (_, requests) = try await opened("style: \(style)\nculture: \(culture)\ntimeout: 7")
    #expect(
      requests.map(\.address) == [
        "https://dev.virtualearth.net/REST/v1/Imagery/Metadata/\(set)?key={key}&culture=\(culture)"
          + "&include=ImageryProviders&uriScheme=https"
      ])
    #expect(requests.first?.credential?.secrets.first == "s3cret")
    #expect(requests.first?.timeout == .seconds(7))
    #expect(requests.first?.absentStatuses == [])
  }

  @Test func asksForTilesByTheirQuadkeys() async throws {
    let (source, _) = try await opened()
    // "Bing Maps Tile System": tile 3, 5 of level 3 has the quadkey 213.
    let request = try #require(try source.request(3, 3, 5))
    #expect(request.address == "https://ecn.t0.tiles.virtualearth.net/tiles/a213.jpeg?g=1234&mkt=en-US")
    #expect(request.absentTileInfo == "no-tile")
    #expect(request.absentStatuses == [204, 404, 410])
    #expect(try source.address(1, 1, 0) == "https://ecn.t1.tiles.virtualearth.net/tiles/a1.jpeg?g=1234&mkt=en-US")
    #expect(try source.isAbsent(0, 0, 0) && source.isAbsent(22, 0, 0) && source.isAbsent(1, 2, 0))
    #expect(source.description.levels == 1...21)
    #expect(source.description.tilingSchemes == [.webMercator])
  }

  @Test func keepsTheKeyAndTheHeadersFromTheHostsOfTheTiles() async throws {
    let (source, _) = try await opened("headers: {X-Mine: a}")
    let request = try #require(try source.request(3, 3, 5))
    let credential = try #require(request.credential, "kept apart in the cache")
    #expect(credential.hosts == [":"])
    #expect(request.headers.isEmpty)
  }

  @Test func namesThoseWhoMadeThePictures() async throws {
    let (source, _) = try await opened()
    #expect(source.description.attribution == "Bing · © Microsoft Corporation · © Kartverket · © CNES")
    #expect(source.description.attributionIsObligatory)
    let (bounded, _) = try await opened("bounds: [9, 63, 11, 64]")
    #expect(bounded.description.attribution == "Bing · © Microsoft Corporation · © Kartverket")
  }

  @Test func drawsPicturesInThePixelsOfTheDevice() async throws {
    #expect(try await opened().0.description.defaultDetail == .device)
    #expect(try await opened("style: AerialWithLabels").0.description.defaultDetail == .screen)
  }

  @Test func saysInCheckThatTheServiceEnds() throws {
    let own = try LayerInDocument("type: bing\ncredentials: mine", credentials: Self.credentials)
    #expect(own.findings.map(\.code) == [.serviceRetired])
    let mirror = try LayerInDocument("type: bing\nurl: https://proxy.example")
    #expect(mirror.findings.isEmpty, "\(mirror.findings.map(\.message))")
  }

  @Test func asksAProxyWithoutAKey() async throws {
    let service = OneAnswer(Self.metadata("https://proxy.example/t/{quadkey}", subdomains: "[]"))
    let source = try await LayerInDocument("type: bing\nurl: https://proxy.example/\nheaders: {X-Mine: a}")
      .open(services: service)
    #expect(
      service.requests.map(\.address) == [
        "https://proxy.example/REST/v1/Imagery/Metadata/Aerial?culture=en-US&include=ImageryProviders&uriScheme=https"
      ])
    let request = try #require(try source.request(3, 3, 5))
    #expect(request.address == "https://proxy.example/t/213" && request.headers.map(\.name) == ["X-Mine"])
  }

  @Test func needsItsService() async throws {
    let layer = try LayerInDocument("type: bing\ncredentials: mine", credentials: Self.credentials)
    await #expect(
      throws: SourceError.mayNotAsk(
        address: "https://dev.virtualearth.net/REST/v1/Imagery/Metadata/Aerial?key=***&culture=en-US"
          + "&include=ImageryProviders&uriScheme=https")
    ) { try await layer.open() }
  }

  @Test(arguments: [
    (
      #"{"authenticationResultCode":"InvalidCredentials","errorDetails":["Access was denied."],"statusCode":401}"#,
      "an error of the service: `Access was denied.`"
    ),
    (
      #"{"statusCode":500,"statusDescription":"Internal Server Error"}"#,
      "an error of the service: `Internal Server Error`"
    ),
    (#"{"statusCode":200}"#, "`resourceSets` is missing"),
    (#"{"statusCode":200,"resourceSets":[]}"#, "there is no set of pictures in it"),
    ("<html>", "an HTML page, not a JSON document"), ("", "not a JSON"),
    (metadata(zoomMax: "0"), "there is no level from 1 to 0"), (metadata(zoomMax: "\"x\""), "zoomMax"),
    (metadata(subdomains: #"["a/b"]"#), "its subdomains are not names"),
  ])
  func saysWhatIsWrongWithAnAnswer(_ answer: String, _ reason: String) async throws {
    let error = await #expect(throws: SourceError.self) { try await opened("", answer) }
    guard case .notAnswered(.unusable(let address, _, let words), let expected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!address.contains("s3cret") && address.contains("key=***"))
    #expect(expected == "the description of Bing's pictures")
    if !answer.isEmpty { #expect(words.contains(reason), "\(words)") }
  }

  @Test(arguments: [
    "file:///etc/{quadkey}", "https://h/{z}/{x}", "https://h/{quadkey}?t={token}", "https://{subdomain}.h/{quadkey}",
  ])
  func refusesAnAddressOfTilesThatItCannotAsk(_ address: String) async throws {
    let error = await #expect(throws: SourceError.self) {
      try await opened("", Self.metadata(address, subdomains: "[]"))
    }
    guard case .unreadable(_, "element imageUrl", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
