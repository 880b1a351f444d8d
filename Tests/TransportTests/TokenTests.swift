import DocumentModel
import TestSupport
import Testing

@testable import Transport

/// Tokens of ArcGIS, against a scripted portal and its server.
@Suite(.timeLimit(.minutes(10))) struct TokenTests {
  static let password = "pass/+wörd9"
  /// python3 -c "import urllib.parse; print(urllib.parse.quote('pass/+wörd9', safe=''))"
  static let escaped = "pass%2F%2Bw%C3%B6rd9"

  let time = VirtualTime()
  let portal: ScriptedPortal

  init() throws {
    let time = time
    portal = try ScriptedPortal { VirtualTime.start + time.elapsed }
  }

  func credential(
    password: String = Self.password, user: String = "map", place: Credential.TokenPlace = .asUnderstood,
    hosts: [String] = [], allowsInsecure: Bool = true, portal address: String? = nil
  ) -> Credential {
    let grant = Credential.TokenGrant(
      user: user, password: password, portal: address ?? portal.address, referer: "https://maps.example.org",
      place: place)
    return Credential(name: "gis", form: .token(grant), hosts: hosts, allowsInsecure: allowsInsecure)
  }

  private func sent(_ request: ScriptedServer.Request) -> String? { request.header("X-Esri-Authorization") }

  @Test func isAskedForOnceAndChangedForTheServerOfItsPortal() async throws {
    let fixture = try FetcherFixture(time: time)
    let (credential, service) = (credential(), portal.service)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { try await fixture.get("\(service)/tile/\(number)", credential: credential).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(portal.served.count == 40)
    #expect(Set(portal.served.map(sent)) == ["Bearer t0ken/+map-2=="])
    #expect(portal.served.allSatisfy { $0.header("Referer") == "https://maps.example.org" })
    let common = "client=referer&referer=https%3A%2F%2Fmaps.example.org&expiration=60&f=json"
    let server = PercentEncoding.encoded(portal.server.baseAddress + "/server")
    #expect(
      portal.grants == [
        "username=map&password=\(Self.escaped)&\(common)", "token=t0ken%2F%2Bmap-1%3D%3D&serverUrl=\(server)&\(common)",
      ])
    // Nothing but the two POSTs has anything of the secrets; each place of information is asked once.
    #expect(portal.server.requests.count == 44)
    #expect(portal.server.requests.allSatisfy { !$0.target.contains("t0ken") && !$0.target.contains("pass") })
  }

  @Test func goesAsItIsToItsPortalAndToAServerThatStandsAlone() async throws {
    portal.change { $0.owner = nil }
    let fixture = try FetcherFixture(time: time)
    _ = try await fixture.get(portal.service, credential: credential())
    _ = try await fixture.get(portal.address + "/rest/services/x", credential: credential())
    #expect(portal.served.map(sent) == ["Bearer t0ken/+map-1==", "Bearer t0ken/+map-1=="])
    #expect(portal.grants.count == 1)
  }

  @Test func goesToAHostThatAServiceNamesOnlyWhereThePortalCallsItItsOwn() async throws {
    let fixture = try FetcherFixture(time: time)
    _ = try await fixture.get(portal.service + "/1", credential: credential().away)
    #expect(portal.served.map(sent) == ["Bearer t0ken/+map-2=="])
    // One that only says so, at a place that the portal does not know.
    let liar = try ScriptedServer { [address = portal.address] request in
      request.target.hasSuffix("/info?f=json") ? .ok("{\"owningSystemUrl\": \"\(address)\"}") : .ok([1])
    }
    _ = try await fixture.get(liar.baseAddress + "/other/rest/services/x", credential: credential().away)
    // One that says nothing, and hosts that are written down without it.
    portal.change { $0.owner = nil }
    let alone = try FetcherFixture(time: time)
    _ = try await alone.get(liar.baseAddress + "/tiles/1", credential: credential().away)
    _ = try await alone.get(liar.baseAddress + "/tiles/2", credential: credential(hosts: ["maps.example.org"]))
    #expect(liar.requests.allSatisfy { sent($0) == nil && !$0.target.contains("t0ken") })
    #expect(liar.requests.count == 4)
    let failure = await fixture.failure(liar.baseAddress + "/other/rest/services/y", credential: credential())
    guard case .tokenRefused(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.hasPrefix("gives no token for `\(liar.baseAddress)/other` (code 400): the server says"), "\(reason)")
  }

  @Test func isRenewedBeforeItEndsHoweverShortItIs() async throws {
    portal.change {
      $0.owner = nil
      $0.lifetime = 300
    }
    let fixture = try FetcherFixture(time: time)
    for (number, step) in [0.0, 200, 69, 2, 200].enumerated() {
      time.advance(step)
      _ = try await fixture.get("\(portal.service)/\(number)", credential: credential())
    }
    // A tenth before its end, at 270 seconds.
    #expect(portal.served.map(sent) == [1, 1, 1, 2, 2].map { "Bearer t0ken/+map-\($0)==" })
    #expect(portal.grants.count == 2)
  }

  @Test(arguments: [-5.0, 5.0]) func isKeptWhateverTheClocksShow(_ hours: Double) async throws {
    let time = time
    portal.change {
      $0.owner = nil
      $0.clock = { VirtualTime.start + time.elapsed + hours * 3600 }
      // VirtualTime.start and so many hours.
      $0.date = "Thu, 15 Jan 2026 \(hours < 0 ? "07" : "17"):00:00 GMT"
    }
    let fixture = try FetcherFixture(time: time)
    for number in 0..<3 {
      _ = try await fixture.get("\(portal.service)/\(number)", credential: credential())
      time.advance(1000)
    }
    #expect(portal.grants.count == 1)
    time.advance(600)
    _ = try await fixture.get("\(portal.service)/last", credential: credential())
    #expect(portal.grants.count == 2)
  }

  @Test(arguments: [true, false]) func isRenewedOnceForAllWhenAServerDoesNotTakeIt(_ hasStatus: Bool) async throws {
    portal.change { $0.errorsHaveStatus = hasStatus }
    let fixture = try FetcherFixture(time: time)
    let (credential, service) = (credential(), portal.service)
    _ = try await fixture.get("\(service)/first", credential: credential)
    portal.endTokens()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<12 {
        group.addTask { try await fixture.get("\(service)/\(number)", credential: credential).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    // Of the portal and of the server, twice; the change of the old one was refused in between.
    #expect(portal.grants.count == 5)
    #expect(portal.tokens.count == 4)
  }

  @Test(arguments: [true, false]) func isRefusedForGoodWhenTheNewOneIsRefusedToo(_ hasStatus: Bool) async throws {
    portal.change {
      $0.owner = nil
      $0.refusesAll = true
      $0.errorsHaveStatus = hasStatus
    }
    let fixture = try FetcherFixture(time: time)
    for number in 0..<5 {
      let failure = await fixture.failure("\(portal.service)/\(number)", credential: credential())
      let details = "the server says `Invalid Token" + (hasStatus ? "" : " token *** is not known`")
      guard case .tokenRefused(let address, let reason)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(address == "\(portal.service)/\(number)")
      #expect(reason.hasPrefix("does not take the token of `\(portal.address)` (code 498): \(details)"), "\(reason)")
    }
    #expect(portal.grants.count == 2)
    #expect(portal.served.count == 6)
  }

  /// Some servers forget tokens in the midst of a run.
  @Test func isRenewedAgainWhenItWasTakenInBetween() async throws {
    portal.change { $0.owner = nil }
    let fixture = try FetcherFixture(time: time)
    for number in 0..<4 {
      _ = try await fixture.get("\(portal.service)/\(number)", credential: credential())
      portal.endTokens()
    }
    #expect(portal.grants.count == 4)
  }

  @Test func aWrongPasswordIsTriedOnceInARun() async throws {
    let fixture = try FetcherFixture(time: time)
    for number in 0..<5 {
      let wrong = credential(password: "wr0ng/+word")
      let failure = await fixture.failure("\(portal.service)/\(number)", credential: wrong)
      #expect(
        failure
          == .tokenRefused(
            address: portal.address + "/sharing/rest/generateToken",
            reason: "gives no token (code 400): the server says "
              + "`Unable to generate token. Invalid username or password: ***`"
          ))
    }
    #expect(portal.grants.count == 1)
    #expect(portal.served.isEmpty)
    fixture.fetcher.beginRun()
    _ = await fixture.failure(portal.service, credential: credential(password: "wr0ng/+word"))
    #expect(portal.grants.count == 2)
  }

  @Test func goesIntoTheQueryOfAServerThatDoesNotSeeTheHeader() async throws {
    portal.change { $0.readsHeader = false }
    let fixture = try FetcherFixture(time: time)
    for number in 0..<3 { _ = try await fixture.get("\(portal.service)/\(number)", credential: credential()) }
    let target = "/server/rest/services/Ground/MapServer"
    let query = "?token=t0ken%2F%2Bmap-2%3D%3D"
    #expect(
      portal.served.map(\.target) == [
        target + "/0", target + "/0" + query, target + "/1" + query, target + "/2" + query,
      ])
    #expect(portal.served.map { sent($0) != nil } == [true, false, false, false])
    // Where the document says so, from the start, and never where it says the other.
    let strict = try FetcherFixture(time: time)
    _ = try await strict.get(portal.service + "/q?x=1", credential: credential(place: .query))
    #expect(portal.served.last?.target.hasPrefix(target + "/q?x=1&token=t0ken") == true)
    let failure = await strict.failure(portal.service + "/h", credential: credential(place: .header))
    guard case .tokenRefused(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("(code 499): the server says `Token Required`"), "\(reason)")
  }

  @Test func twoUsersOfOneHostHaveATokenEach() async throws {
    portal.change { $0.passwords["other"] = "0ther-word" }
    let fixture = try FetcherFixture(time: time)
    let other = credential(password: "0ther-word", user: "other")
    for number in 0..<3 {
      _ = try await fixture.get("\(portal.service)/\(number)", credential: credential())
      _ = try await fixture.get("\(portal.service)/\(number)", credential: other)
    }
    #expect(portal.served.filter { sent($0)?.contains("/+map-") == true }.count == 3)
    #expect(portal.served.filter { sent($0)?.contains("/+other-") == true }.count == 3)
    #expect(portal.grants.count == 4)
  }

  @Test func staysBehindWhenTheServerSendsOnToALoginHost() async throws {
    let login = try ScriptedServer { _ in .ok("<!DOCTYPE html>Log in", type: "text/html") }
    let place = "http://ip6-localhost.localhost:\(login.port)/login"
    portal.change { $0.content = { _ in .redirect(to: place) } }
    let fixture = try FetcherFixture(time: time)
    _ = try await fixture.get(portal.service, credential: credential())
    #expect(login.requests.map(sent) == [nil])
    #expect(login.requests.first?.header("Referer") == nil)
    // A portal that does: its password goes nowhere else.
    portal.change { $0.instead = .redirect(307, to: place) }
    let failure = await (try FetcherFixture(time: time)).failure(portal.service, credential: credential())
    #expect(
      failure
        == .redirectRefused(
          address: portal.address + "/sharing/rest/generateToken", to: place,
          reason: "a password goes to the address that is asked alone"))
    #expect(login.requests.count == 1)
  }

  @Test(
    arguments: [
      (ScriptedServer.Reply.ok("<!DOCTYPE html><title>Log in</title>", type: "text/html"), "an HTML page, as those do"),
      (.ok("no"), "something else than an object of JSON"), (.ok("[]"), "something else than an object of JSON"),
      (.ok("{}"), "it answers without one"), (.ok("{\"token\": \"\"}"), "it answers without one"),
      (.ok("{\"token\": \"a b\"}"), "it answers without one"), (.ok("{\"error\": {}}"), "its server gives no reason"),
      (.status(404), "HTTP status 404"),
      (.ok("{\"status\": \"error\", \"messages\": [\"No such user\"]}"), "the server says `No such user`"),
    ] as [(ScriptedServer.Reply, String)])
  func saysWhatAPortalAnswersInPlaceOfAToken(_ reply: ScriptedServer.Reply, _ words: String) async throws {
    portal.change { $0.instead = reply }
    let failure = await (try FetcherFixture(time: time)).failure(portal.service, credential: credential())
    guard case .tokenRefused(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.hasPrefix("gives no token") && reason.contains(words), "\(reason)")
    #expect(portal.served.isEmpty)
  }

  @Test func asksNothingWhereOthersCouldRead() async throws {
    let fixture = try FetcherFixture(time: time)
    let failure = await fixture.failure(portal.service, credential: credential(allowsInsecure: false))
    #expect(
      failure
        == .credentialWithheld(
          address: portal.address, reason: "credential `gis` is not sent over plain HTTP, where others can read it"))
    #expect(portal.server.requests.isEmpty)
    // What the portal says of its tokens goes before what the document allows.
    portal.change { $0.wantsTokensOverHTTPS = true }
    let other = await fixture.failure(portal.service, credential: credential())
    #expect(
      other
        == .credentialWithheld(
          address: portal.service, reason: "its portal wants tokens to be sent over HTTPS alone"))
    #expect(portal.served.isEmpty)
  }

  @Test func thePasswordGoesToNoOtherHostThanThePortals() async throws {
    let thief = try ScriptedServer { _ in .ok("{\"token\": \"x\"}") }
    let service = "http://ip6-localhost.localhost:\(thief.port)/generateToken"
    portal.change { $0.info = "{\"authInfo\": {\"tokenServicesUrl\": \"\(service)\"}}" }
    _ = try await FetcherFixture(time: time).get(portal.service, credential: credential())
    #expect(thief.requests.isEmpty)
    #expect(portal.grants.count == 2)
  }

  /// `name:port` is a host: another port of it may be anybody's.
  @Test func thePasswordAndTheTokenGoToNoOtherPort() async throws {
    let other = try ScriptedServer { _ in .ok("{\"token\": \"x\"}") }
    let service = "http://localhost:\(other.port)/generateToken"
    portal.change { $0.info = "{\"authInfo\": {\"tokenServicesUrl\": \"\(service)\"}}" }
    let fixture = try FetcherFixture(time: time)
    _ = try await fixture.get(portal.service, credential: credential())
    #expect(other.requests.isEmpty && portal.grants.count == 2)
    let credentials = [credential().away, credential(hosts: ["localhost:\(portal.server.port)"])]
    for (number, credential) in credentials.enumerated() {
      _ = try await fixture.get("http://localhost:\(other.port)/out/\(number).png", credential: credential)
    }
    let pictures = other.requests.filter { $0.target.hasPrefix("/out/") }
    #expect(pictures.count == 2 && pictures.allSatisfy { sent($0) == nil })
  }

  /// As servers before 10.1 do, whatever was asked for.
  @Test func aTokenMayComeAsPlainText() async throws {
    let token = "OLD_t0ken.of-100_letters.0123456789abcdef.."
    portal.change { $0.instead = .ok(" \(token)\r\n", type: "text/plain") }
    let service = try ScriptedServer { _ in .ok([1]) }
    let credential = credential(hosts: ["127.0.0.1:\(service.port)"])
    _ = try await FetcherFixture(time: time).get(service.baseAddress + "/a", credential: credential)
    #expect(service.requests.map(sent) == ["Bearer \(token)"])
    for text in ["no", "Invalid user name", "<b>OLD_t0ken.of-100_letters.0123456789abcdef</b>"] {
      portal.change { $0.instead = .ok(text, type: "text/plain") }
      let failure = await (try FetcherFixture(time: time)).failure(service.baseAddress + "/b", credential: credential)
      guard case .tokenRefused? = failure else {
        Issue.record("taken for a token: \(text)")
        continue
      }
    }
  }

  @Test func aServerWithoutAPortalGivesTokensItself() async throws {
    portal.change {
      $0.owner = nil
      $0.info = "{}"
    }
    let fixture = try FetcherFixture(time: time)
    let alone = portal.server.baseAddress + "/server"
    _ = try await fixture.get(portal.service, credential: credential(portal: alone))
    #expect(portal.grants.count == 1)
    // One that belongs to a portal says to which.
    portal.change { $0.owner = "https://gis.example.org/portal" }
    let failure = await (try FetcherFixture(time: time))
      .failure(portal.service, credential: credential(portal: alone + "/"))
    #expect(
      failure
        == .tokenRefused(
          address: alone,
          reason: "gives no tokens: it is a server of the portal `https://gis.example.org/portal`, which is to be named"
        ))
  }
}

@Suite struct PortalTests {
  @Test(arguments: [
    "https://gis.example.org/portal", "https://gis.example.org/portal/home", "https://gis.example.org/portal/sharing",
    "https://GIS.example.org/portal/sharing/rest", "https://gis.example.org/portal/sharing/rest/generateToken",
  ])
  func hasOneAddressHoweverItIsWritten(_ written: String) throws {
    let portal = try Portal(written)
    #expect(portal.text == "https://gis.example.org/portal")
    #expect((portal.writtenService != nil) == written.hasSuffix("generateToken"))
    #expect(portal.isNamed(by: "https://gis.example.org/portal/"))
    #expect(!portal.isNamed(by: "https://gis.example.org/other"))
    #expect(!portal.isNamed(by: "https://portal.example.org/portal") && !portal.isNamed(by: "nonsense"))
    #expect(portal.contains(try Address("https://gis.example.org/portal/sharing/rest/content/items/a?f=json")))
    #expect(!portal.contains(try Address("https://gis.example.org/portals/x")))
    #expect(!portal.contains(try Address("https://gis.example.org:7443/portal/x")))
  }

  @Test func organisationsOfArcGISOnlineAreOnePortal() throws {
    let portal = try Portal("https://survey.maps.arcgis.com")
    #expect(portal.isNamed(by: "https://www.arcgis.com"))
    #expect(portal.mayBeAsked(at: try Address("https://www.arcgis.com/sharing/rest/generateToken")))
    #expect(!portal.mayBeAsked(at: try Address("https://www.notarcgis.com/sharing/rest/generateToken")))
    #expect(!portal.mayBeAsked(at: try Address("http://www.arcgis.com/sharing/rest/generateToken")))
  }

  @Test(
    arguments: [
      ("https://a/server/rest/services/X/MapServer/tile/1/2/3", "https://a/server"),
      ("https://a:6443/arcgis/services/X/MapServer/WMSServer?request=GetMap", "https://a:6443/arcgis"),
      ("https://a/rest/services", "https://a"), ("https://a/geoserver/wms?x=/rest/services", nil),
    ] as [(String, String?)])
  func findsTheServerInFrontOfAService(_ address: String, _ server: String?) throws {
    #expect(Portal.server(of: try Address(address)) == server)
  }
}
