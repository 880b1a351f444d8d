import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentModel
@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct SecretsTests {
  private static let secret = "s3cret/+\"<&> wörd"

  /// The forms by python3: urllib.parse.quote(s, safe=''), quote_plus, json.dumps(s, ensure_ascii=False), html.escape,
  /// base64.b64encode(s.encode()).
  @Test(arguments: [
    secret, "s3cret%2F%2B%22%3C%26%3E%20w%C3%B6rd", "s3cret%2f%2b%22%3c%26%3e%20w%c3%b6rd",
    "s3cret%2F%2B%22%3C%26%3E+w%C3%B6rd", "s3cret/+\\\"<&> wörd", "s3cret\\/+\\\"<&> wörd",
    "s3cret/+&quot;&lt;&amp;&gt; wörd", "czNjcmV0LysiPCY+IHfDtnJk",
  ])
  func findsASecretHoweverItIsWritten(_ form: String) {
    let credential = Credential(name: "c", form: .bearer(Self.secret))
    let secrets = Secrets(of: credential)
    #expect(secrets.hiding(in: "a \(form) b") == "a *** b")
    #expect(secrets.areTold(by: Array("a\(form)".utf8)))
    #expect(secrets.marked(in: Array("{\"a\": \"\(form)\"}".utf8)) == Array("{\"a\": \"***\"}".utf8))
  }

  @Test func findsThePairOfAUserAndTheValuesOfHeaders() {
    let request = Request(
      address: "http://a/", headers: [Layer.Header(name: "X-Key", value: "Key k3y-value", secrets: ["k3y-value"])],
      credential: Credential(name: "c", form: .basic(user: "map", password: "pä:ss")))
    let secrets = Secrets(of: request)
    // python3 -c "import base64; print(base64.b64encode('map:pä:ss'.encode()).decode())"
    #expect(secrets.hiding(in: "bWFwOnDDpDpzcw== map k3y-value pä:ss") == "***== map *** ***")
    #expect(secrets.areTold(by: Array("x bWFwOnDDpDpzcw==".utf8)))
  }

  /// Of an address that was given on the command line: a server repeats it in all the ways in which it repeats a credential's.
  @Test func hidesWhatAnAddressSaysOfItself() {
    let request = Request(
      address: "http://u:p4ss-w0rd@a.example/wms?map=city&apikey=s3cret%2F%2B%22key&code=Zm9vYmFyYmF6cXV1eA&k={key}")
    let secrets = Secrets(ofAddress: request.address)
    #expect(Secrets(of: request).isEmpty, "sources may need what an answer repeats of it")
    #expect(request.hiding(in: "p4ss-w0rd") == "***")
    #expect(secrets.hiding(in: "text/xml; apikey=s3cret%2F%2B%22key map=city") == "text/xml; apikey=*** map=city")
    // python3 -c "import base64; print(base64.b64encode(b's3cret/+\"key').decode())"
    #expect(secrets.hiding(in: "a czNjcmV0Lysia2V5 b") == "a *** b")
    #expect(secrets.hiding(in: "p4ss-w0rd Zm9vYmFyYmF6cXV1eA s3cret/+\"key") == "*** *** ***")
    #expect(Secrets(ofAddress: "http://a.example/?code=DE&map=city").isEmpty)
  }

  /// As failed tests, debuggers and crash reports write values.
  @Test func aDumpedValueShowsNone() throws {
    let grant = Credential.TokenGrant(user: "map", password: "p4ss/word", portal: "https://gis.example.org/portal")
    let token = IssuedToken(
      purpose: IssuedToken.Purpose(grant: grant, server: nil), text: "t0ken-text", isForHTTPSAlone: false, goodUntil: 1,
      issued: 0, number: 7, isRenewal: false)
    let netrc = try Netrc("machine a login b password p4ss/netrc", path: "~/.netrc")
    let header = Layer.Header(name: "X-Key", value: "Key k3y-value", secrets: ["k3y-value"])
    let forms = [Credential.Form.token(grant), .netrc(netrc), .basic(user: "u", password: "p4ss/basic")]
    let requests = forms.map {
      Request(
        address: "http://a/{key}", headers: [header], credential: Credential(name: "c", form: $0, parts: ["p4ss"]))
    }
    var dumped = "\(grant) \(token) \(netrc) \(header) \(requests)"
    dumped += String(reflecting: grant) + String(reflecting: token) + String(reflecting: header)
    dump(requests, to: &dumped)
    dump(token, to: &dumped)
    dump(grant, to: &dumped)
    #expect(dumped.contains("token 7 of https://gis.example.org/portal") && dumped.contains("credential `c`"))
    for secret in ["p4ss", "t0ken-text", "k3y-value"] { #expect(!dumped.contains(secret), "\(dumped)") }
  }

  /// A password that is a word is hidden in messages, but its letters in a description are the description's.
  @Test func aWordInADescriptionIsNoSecret() {
    let secrets = Secrets(of: Credential(name: "c", form: .basic(user: "u", password: "roads")))
    #expect(secrets.hiding(in: "no roads") == "no ***")
    #expect(!secrets.areTold(by: Array("<Layer>roads</Layer>".utf8)))
    #expect(!Secrets(of: Credential(name: "c", form: .bearer(""))).areTold(by: [1, 2]))
    var headers = AnswerHeaders()
    headers.contentType = "text/roads"
    headers.entityTag = "\"roads\""
    let answer = NetworkAnswer(status: 200, headers: headers, body: Array("roads".utf8), requests: 1)
    #expect(answer.hiding(secrets).headers == headers && answer.hiding(secrets).body == answer.body)
  }

  private static let key = Credential(
    name: "mine", form: .key("k3y/+value-of-mine", .query(name: "apikey")), allowsInsecure: true)

  @Test func aTextThatRepeatsTheKeyHasItsPlaceholder() async throws {
    let server = try ScriptedServer { request in
      .ok(
        "{\"tiles\": \"http://a/\(request.target.split(separator: "=").last ?? "")\"}", type: "application/json",
        [("Cache-Control", "max-age=3600"), ("ETag", "\"k3y/+value-of-mine\"")])
    }
    let fixture = try FetcherFixture()
    let answer = try await fixture.get(server.baseAddress + "/d", credential: Self.key)
    #expect(String(decoding: answer.body, as: UTF8.self) == "{\"tiles\": \"http://a/{key}\"}")
    #expect(answer.version == nil)
    // As if it came so: the cache has it.
    #expect(try await fixture.get(server.baseAddress + "/d", credential: Self.key).origin == .cache)
    #expect(server.requests.count == 1)
    try await expectNothing(of: "value-of-mine", in: fixture)
  }

  @Test func aPictureThatRepeatsItIsDrawnAndNotStored() async throws {
    let body: [UInt8] = [0x89, 0, 1] + Array("tEXt k3y/+value-of-mine".utf8)
    let server = try ScriptedServer { _ in .ok(body, [("Cache-Control", "max-age=3600")]) }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/t", credential: Self.key).body == body)
    #expect(try await fixture.get(server.baseAddress + "/t", credential: Self.key).body == body)
    #expect(server.requests.count == 1, "kept for the run")
    let request = Request(address: server.baseAddress + "/u", credential: Self.key)
    do {
      _ = try await fixture.fetcher.fetchUnstored(request)
      Issue.record("it would go into a package")
    } catch {
      #expect(
        error
          == .unusable(
            address: server.baseAddress + "/u", contentType: "image/png",
            reason: "a file with the secret of its credential `mine` in it"))
    }
    try await expectNothing(of: "value-of-mine", in: fixture)
  }

  @Test func wordsThatAreCutHaveNoHalfOfASecret() async throws {
    let secret = "s3cret-" + String(repeating: "x", count: 60)
    let server = try ScriptedServer { _ in
      .answer(
        status: 403, headers: [("Content-Type", "text/plain")],
        body: Array((String(repeating: "long ", count: 34) + secret).utf8))
    }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(
      server.baseAddress + "/", credential: Credential(name: "c", form: .bearer(secret), allowsInsecure: true))
    let shown = "\(try #require(failure))"
    #expect(shown.contains("long ***"), "\(shown)")
    #expect(!shown.contains("s3cret"), "\(shown)")
  }

  @Test func aPasswordOfANetrcGoesToItsHost() async throws {
    let folder = try TemporaryFolder()
    let server = try ScriptedServer { _ in .ok([1], [("Cache-Control", "max-age=3600")]) }
    func credential(_ password: String) throws -> Credential {
      let text = "machine 127.0.0.1 login map password \(password)\nmachine other.example.org login x password y"
      return Credential(
        name: "home", form: .netrc(try Netrc(text, path: "~/.netrc")), allowsInsecure: true)
    }
    _ = try await FetcherFixture(in: folder).get(server.baseAddress + "/", credential: credential("one"))
    // python3 -c "import base64; print(base64.b64encode(b'map:one').decode())"
    #expect(server.requests.map { $0.header("Authorization") } == ["Basic bWFwOm9uZQ=="])
    _ = try await FetcherFixture(in: folder).get(server.baseAddress + "/", credential: credential("two"))
    _ = try await FetcherFixture(in: folder).get(server.baseAddress + "/", credential: credential("one"))
    #expect(server.requests.count == 2, "the first and the third are one user")
    let failure = await (try FetcherFixture(in: folder)).failure(
      server.baseAddress.replacing("127.0.0.1", with: "localhost") + "/", credential: try credential("one"))
    guard case .credentialWithheld(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason == "`~/.netrc` has no password for `localhost`")
  }

  private func expectNothing(of secret: String, in fixture: FetcherFixture) async throws {
    await fixture.fetcher.shutdown()
    let cache = fixture.folder.path + "/cache"
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try #require(FileManager.default.contents(atPath: cache + "/" + name))
      #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
    }
  }
}
