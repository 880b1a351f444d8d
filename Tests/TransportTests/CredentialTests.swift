import DocumentModel
import FoundationEssentials
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct CredentialTests {
  static let secret = "s3cret/+ä&7"
  /// python3 -c "import urllib.parse; print(urllib.parse.quote('s3cret/+ä&7', safe=''))"
  static let escaped = "s3cret%2F%2B%C3%A4%267"

  static func credential(
    _ form: Credential.Form, hosts: [String] = [], allowsInsecure: Bool = true
  ) -> Credential {
    Credential(name: "mine", form: form, hosts: hosts, allowsInsecure: allowsInsecure)
  }

  static let key = credential(.key(secret, .query(name: "apikey")))

  @Test(arguments: [
    (Credential.KeyPlace.query(name: "apikey"), "/t", "/t?apikey=\(escaped)"),
    (.query(name: "apikey"), "/t?x=1", "/t?x=1&apikey=\(escaped)"),
    (.query(name: "apikey"), "/t?", "/t?apikey=\(escaped)"),
    (.query(name: "apikey"), "/{key}/t?x={key}", "/\(escaped)/t?x=\(escaped)"),
    (.path, "/{key}/t", "/\(escaped)/t"), (.header(name: "X-Key"), "/{key}/t", "/\(escaped)/t"),
  ])
  func putsTheKeyInItsPlace(_ place: Credential.KeyPlace, _ target: String, _ sent: String) async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(
      server.baseAddress + target, credential: Self.credential(.key(Self.secret, place)))
    #expect(server.requests.map(\.target) == [sent])
    #expect(server.requests.first?.header("X-Key") == nil)
  }

  @Test(arguments: [
    (Credential.Form.key("abc", .header(name: "X-Key")), "X-Key", "abc"),
    // python3 -c "import base64; print(base64.b64encode('maps:pä:ss'.encode()).decode())"
    (.basic(user: "maps", password: "pä:ss"), "Authorization", "Basic bWFwczpww6Q6c3M="),
    (.bearer("abc.def"), "Authorization", "Bearer abc.def"),
    (.header(name: "X-Token", value: "Token abc"), "X-Token", "Token abc"),
  ])
  func sendsAHeaderInPlaceOfTheLayersOwn(_ form: Credential.Form, _ name: String, _ value: String) async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture(hosts: [
      "127.0.0.1": HostSettings(headers: [Layer.Header(name: name, value: "of the project")])
    ])
    _ = try await fixture.get(
      server.baseAddress + "/t", headers: [Layer.Header(name: name.lowercased(), value: "of the layer")],
      credential: Self.credential(form))
    let sent = try #require(server.requests.first).headers.filter { $0.name.lowercased() == name.lowercased() }
    #expect(sent.map(\.value) == [value])
    #expect(server.requests.map(\.target) == ["/t"])
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func encodesBase64(_ text: String) {
    // RFC 4648, section 10; and Foundation's own.
    #expect(Base64.encoded(Array(text.utf8)) == Data(text.utf8).base64EncodedString())
  }

  @Test func asksNothingOverPlainHTTP() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    for form in [
      Credential.Form.key(Self.secret, .path), .bearer(Self.secret), .basic(user: "u", password: Self.secret),
    ] {
      let failure = await fixture.failure(
        server.baseAddress + "/{key}/t", credential: Self.credential(form, allowsInsecure: false))
      #expect(
        failure
          == .credentialWithheld(
            address: server.baseAddress + "/***/t",
            reason: "credential `mine` is not sent over plain HTTP, where others can read it"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func isNotSentToAHostThatIsNotItsOwn() async throws {
    let server = try ScriptedServer { _ in .ok([1]) }
    let fixture = try FetcherFixture()
    for hosts in [["maps.example.org"], ["127.0.0.1:1"]] {
      _ = try await fixture.get(
        server.baseAddress + "/\(hosts[0])", credential: Self.credential(.bearer(Self.secret), hosts: hosts))
    }
    #expect(server.requests.map { $0.header("Authorization") } == [nil, nil])
    _ = try await fixture.get(
      server.baseAddress + "/own",
      credential: Self.credential(.bearer("t"), hosts: ["a", "127.0.0.1:\(server.port)"]))
    #expect(server.requests.last?.header("Authorization") == "Bearer t")
    let failure = await fixture.failure(
      server.baseAddress + "/{key}", credential: Self.credential(.key(Self.secret, .path), hosts: ["a"]))
    #expect(
      failure
        == .credentialWithheld(
          address: server.baseAddress + "/***", reason: "it asks for a key, and none is for `127.0.0.1`"))
    #expect(server.requests.count == 3)
  }

  @Test func staysBehindWhenTheServerSendsOnToAnotherHost() async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let port = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(port)/x") }
    let fixture = try FetcherFixture()
    // Not even where the other one is among its hosts.
    let hosts = ["127.0.0.1", "localhost"]
    for form in [Credential.Form.bearer(Self.secret), .basic(user: "u", password: Self.secret), Self.key.form] {
      _ = try await fixture.get(server.baseAddress + "/", credential: Self.credential(form, hosts: hosts))
    }
    #expect(server.requests.map { $0.header("Authorization") != nil } == [true, true, false])
    #expect(other.requests.map(\.target) == ["/x", "/x", "/x"])
    #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test func doesNotComeBackFromAnotherHost() async throws {
    let target = try ScriptedServer { _ in .ok([2]) }
    let (back, port) = (target.baseAddress, target.port)
    let other = try ScriptedServer { _ in .redirect(to: back + "/end") }
    let otherPort = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(otherPort)/x") }
    let fixture = try FetcherFixture()
    _ = try await fixture.get(
      server.baseAddress + "/",
      credential: Self.credential(.bearer(Self.secret), hosts: ["127.0.0.1", "127.0.0.1:\(port)"]))
    #expect(target.requests.map { $0.header("Authorization") } == [nil])
  }

  @Test(arguments: [Self.secret.replacing("ä", with: "%C3%A4"), Self.escaped])
  func refusesARedirectThatCarriesTheKeyToAnotherHost(_ written: String) async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let port = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(port)/x?k=\(written)") }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(server.baseAddress + "/{key}", credential: Self.key)
    guard case .redirectRefused(let from, let to, let reason) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(from == server.baseAddress + "/***")
    #expect(!to.contains("s3cret"), "\(to)")
    #expect(reason == "it would carry credential `mine` to another host")
    #expect(other.requests.isEmpty)
  }

  @Test func sendsTheKeyAgainAfterARedirectOnTheSameHost() async throws {
    let escaped = Self.escaped
    let server = try ScriptedServer { request in
      switch request.target {
      case "/a?apikey=\(escaped)": .redirect(to: "/b?apikey=\(escaped)&n=1")
      case "/b?apikey=\(escaped)&n=1": .redirect(to: "/c")
      default: .status(404)
      }
    }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(server.baseAddress + "/a", credential: Self.key, absent: [])
    #expect(
      server.requests.map(\.target) == ["/a?apikey=\(escaped)", "/b?apikey=\(escaped)&n=1", "/c?apikey=\(escaped)"])
    #expect(failure == .refused(status: 404, address: server.baseAddress + "/c"))
  }

  @Test func keepsWhatWasFetchedWithOneForThoseWhoNameIt() async throws {
    let server = try ScriptedServer { _ in .ok([1], [("Cache-Control", "max-age=86400")]) }
    let folder = try TemporaryFolder()
    let address = server.baseAddress + "/t"
    let token = Self.credential(.bearer("one"))
    let askers: [Credential?] = [
      nil, token, Self.credential(.bearer("two")), Self.credential(.basic(user: "one", password: "")),
      Self.credential(.key("one", .header(name: "Authorization"))),
    ]
    for credential in askers {
      _ = try await FetcherFixture(in: folder).get(address, credential: credential)
    }
    #expect(server.requests.count == askers.count)
    // Another name or other hosts of the same secret.
    let same = Credential(name: "other", form: .bearer("one"), hosts: ["127.0.0.1"], allowsInsecure: true)
    for credential in askers + [same] {
      let fixture = try FetcherFixture(in: folder)
      #expect(try await fixture.get(address, credential: credential).origin == .cache)
      await fixture.fetcher.shutdown()
    }
    #expect(server.requests.count == askers.count)
  }

  @Test func hasAnotherDigestInEachCache() {
    #expect(Self.key.digest(salt: [1]) != Self.key.digest(salt: [2]))
    #expect(Self.key.digest(salt: [1]) == Self.key.digest(salt: [1]))
  }

  @Test func showsNoSecretInAnyErrorNorInTheCache() async throws {
    let (secret, escaped) = (Self.secret, Self.escaped)
    let server = try ScriptedServer { request in
      let page = Array("{\"error\": \"the key \(secret) (\(escaped)) is not known\"}".utf8)
      let type = [("Content-Type", "application/json")]
      let route = request.target.dropFirst(1).prefix { $0 != "/" && $0 != "?" }
      return switch route {
      case "ok": .ok([1], [("Cache-Control", "max-age=86400")])
      case "refused": .answer(status: 403, headers: type, body: page)
      case "busy": .answer(status: 503, headers: type, body: page)
      case "circle": .redirect(to: request.target)
      case "elsewhere": .redirect(to: "ftp://h/?x=\(escaped)")
      case "hang": .silence
      default: .hangUp
      }
    }
    let fixture = try FetcherFixture { $0.retries.attempts = 1 }
    _ = try await fixture.get(server.baseAddress + "/ok/{key}", credential: Self.key)
    var shown: [String] = []
    // A fetcher for each, because one gives up a host that only fails.
    let folder = fixture.folder
    await fixture.fetcher.shutdown()
    for route in ["refused", "busy", "circle", "elsewhere", "gone", "hang", "ok/more"] {
      for address in ["/\(route)/{key}", "/\(route)"] {
        let fixture = try FetcherFixture(in: folder) { $0.retries.attempts = 1 }
        let failure = await fixture.failure(
          server.baseAddress + address, timeout: route == "hang" ? .milliseconds(300) : .seconds(10),
          credential: Self.key
        ) { _ throws(UnusableAnswer) in throw UnusableAnswer(reason: "a page that says \(secret) and \(escaped)") }
        shown.append("\(try #require(failure))")
        await fixture.fetcher.shutdown()
      }
    }
    #expect(shown.count == 14)
    #expect(server.requests.count { $0.target.contains(escaped) } >= 14, "the secret was on its way")
    #expect(shown.first?.contains("the key *** (***) is not known") == true, "\(shown[0])")
    var dumped = ""
    dump(Self.key, to: &dumped)
    dump(Request(address: "http://a/{key}", credential: Self.key), to: &dumped)
    for text in shown + ["\(Self.key)", String(reflecting: Self.key), dumped] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
    var files = 0
    let cache = folder.path + "/cache"
    for name in try FileManager.default.contentsOfDirectory(atPath: cache) {
      let bytes = try #require(FileManager.default.contents(atPath: cache + "/" + name))
      files += 1
      #expect(bytes.firstRange(of: Data("s3cret".utf8)) == nil, "\(name)")
    }
    #expect(files > 0)
  }
}

@Suite struct ServerWordsTests {
  @Test(
    arguments: [
      ("{\"msg\":\"非法Key\",\"code\":1}", "application/json", "非法Key"),
      ("{\"error\":{\"code\":498,\"message\":\"Invalid token\"}}", nil, "Invalid token"),
      ("{\"statusCode\":401,\"errorDetails\":[\"Access was denied.\", \"No.\"]}", nil, "Access was denied. No."),
      ("{\"status\":3}", nil, "{\"status\":3}"),
      ("<?xml version=\"1.0\"?>\n<E><T code='1'>No &lt;such&gt;\n  key</T></E>", "text/xml", "No <such> key"),
      ("Forbidden\r\n", nil, "Forbidden"), ("", nil, nil), ("--- \n", nil, nil), ("<a/>", nil, nil),
      ("<!DOCTYPE html><p>Log in", nil, nil), ("Log in", "text/html; charset=utf-8", nil),
    ] as [(String, String?, String?)])
  func takesTheWordsOutOfAShortAnswer(_ body: String, _ type: String?, _ words: String?) {
    #expect(ServerWords.words(of: Array(body.utf8), contentType: type) == words)
  }

  @Test func leavesOutWhatIsNoTextOrTooLong() {
    #expect(ServerWords.words(of: [0xFF, 0xD8, 0xFF], contentType: nil) == nil)
    #expect(ServerWords.words(of: [UInt8](repeating: 97, count: 4097), contentType: nil) == nil)
    #expect(ServerWords.words(of: [UInt8](repeating: 97, count: 300), contentType: nil)?.count == 201)
  }
}
