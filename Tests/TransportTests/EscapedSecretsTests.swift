import DocumentModel
import TestSupport
import Testing

@testable import Transport

/// Secrets that servers repeat in other ways of writing than those of one program.
@Suite(.timeLimit(.minutes(10))) struct EscapedSecretsTests {
  private static let secret = "SEKRETKEY/ab+cd=="
  private static let key = Credential(
    name: "mine", form: .key(secret, .query(name: "apikey")), allowsInsecure: true)
  private static let secrets = Secrets(of: Credential(name: "c", form: .bearer(secret)))

  /// By python3's urllib.parse.quote with and without `safe`, twice, html.escape with numbers, json.dumps, base64, hex, and
  /// these in one another.
  @Test(arguments: [
    "SEKRETKEY%2Fab%2Bcd%3D%3D", "SEKRETKEY/ab%2Bcd%3D%3D", "SEKRETKEY%2fab%2Bcd%3d%3D",
    "SEKRETKEY%252Fab%252Bcd%253D%253D", "SEKRETKEY%252fab%25252bcd==", "%53EKRETKEY/ab+cd==",
    "SEKRETKEY&#47;ab&#x2B;cd&#61;&#x3d;", "SEKRETKEY&#37;2Fab+cd==", "SEKRETKEY\\/ab\\u002bcd\\u003D=",
    "SEKRETKEY%26%2347%3Bab+cd==", "sekretkey/ab+cd==", "SEKRETKEY/AB%2BCD%3D%3D", "SEKRETKEY\\u00252Fab+cd==",
    "U0VLUkVUS0VZL2FiK2NkPT0", "53454b5245544b45592f61622b63643d3d", "53454B5245544B45592F61622B63643D3D",
  ])
  func areFoundInAnyMixtureOfEscapes(_ form: String) {
    #expect(Self.secrets.hiding(in: "a <\(form)> b") == "a <***> b")
    let text = Array("{\"a\": <\(form)>, \"b\": 1}".utf8)
    #expect(Self.secrets.areTold(by: text))
    #expect(Self.secrets.marked(in: text) == Array("{\"a\": <***>, \"b\": 1}".utf8))
    #expect(Self.secrets.isIn("https://a.example/\(form)?x"))
  }

  /// python3: base64 of `GET /t?apikey=…` with one to three more bytes in front, and of the escaped key.
  @Test(arguments: [
    "L3Q/YXBpa2V5PVNFS1JFVEtFWS9hYitjZD09", "eC90P2FwaWtleT1TRUtSRVRLRVkvYWIrY2Q9PSY=",
    "eHgvdD9hcGlrZXk9U0VLUkVUS0VZL2FiK2NkPT0mYQ", "L3Q_YXBpa2V5PVNFS1JFVEtFWSUyRmFiJTJCY2QlM0QlM0Q",
  ])
  func areFoundInBase64OfWhatHoldsThem(_ text: String) {
    #expect(Self.secrets.areHinted(at: text) && Self.secrets.isIn(text))
    #expect(!Self.secrets.hiding(in: text).contains("FS1JF") && !Self.secrets.hiding(in: text).contains("U0VLUkVUS0VZ"))
  }

  @Test func partsAreHiddenInMessages() {
    #expect(Self.secrets.hiding(in: "no key SEKRETKEY/a here") == "no key *** here")
    #expect(Self.secrets.hiding(in: "S E K R E T K E Y / a b + c d = = ?") == "*** ?")
    #expect(Self.secrets.hiding(in: "SEKRET\nKEY/ab+cd==") == "***")
    // A word that a description uses is none, and the answer itself keeps what is no whole secret.
    #expect(Self.secrets.hiding(in: "SEKRE") == "SEKRE" && Self.secrets.hiding(in: "100 % & more") == "100 % & more")
    #expect(!Self.secrets.areTold(by: Array("SEKRETKEY/a".utf8)))
  }

  @Test func whatLooksEscapedItselfIsFoundAsItIsAndEscaped() {
    let secrets = Secrets(of: Credential(name: "c", form: .bearer("a%41\\u0041&amp;b%2Gc!")))
    for form in ["a%41\\u0041&amp;b%2Gc!", "a%2541%5Cu0041%26amp%3Bb%252Gc%21", "a%41\\\\u0041&amp;amp;b%2Gc!"] {
      #expect(secrets.hiding(in: "x \(form) y") == "x *** y", "\(form)")
    }
  }

  /// What is made to take long takes no longer than its length.
  @Test(arguments: ["&", "%", "\\", "%25", "&#38;", "&amp;", "\\u0026", "SEKRETKEY/ab", "%53%45%4b"])
  func hostileTextsTakeNoLongerThanTheirLength(_ piece: String) {
    let bytes = Array(String(repeating: piece, count: 5_000).utf8)
    let clock = ContinuousClock()
    let time = clock.measure { _ = Self.secrets.marked(in: bytes) }
    #expect(time < .seconds(60) && Self.secrets.marked(in: bytes) == nil)
  }

  @Test func aTextInUTF16LosesThemToo() {
    let text = "\u{FEFF}<a>\(Self.secret)</a>"
    let body = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let answer = NetworkAnswer(status: 200, headers: AnswerHeaders(), body: body, requests: 1).hiding(Self.secrets)
    #expect(answer.body == "\u{FEFF}<a>***</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(!answer.tellsSecrets)
  }

  @Test(arguments: [
    "continue=http%3A%2F%2F127.0.0.1%2Ft%3Fapikey%3DSEKRETKEY%252Fab%252Bcd%253D%253D", "k=SEKRETKEY%2fab%2Bcd%3d%3d",
    "k=%2553EKRETKEY/ab+cd==", "k=sekretkey/ab+cd==", "k=SEKRETK", "k=U0VLUkVUS0VZL2FiK2NkPT0",
    "p=L3Q/YXBpa2V5PVNFS1JFVEtFWS9hYitjZD09", "k=53454b5245544b45592f61622b63643d3d",
  ])
  func noRedirectCarriesAKeyToAnotherHost(_ query: String) async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let port = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(port)/page?\(query)") }
    let fixture = try FetcherFixture()
    let failure = await fixture.failure(server.baseAddress + "/t", credential: Self.key)
    guard case .redirectRefused(_, let to, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason == "it would carry credential `mine` to another host" && other.requests.isEmpty)
    #expect(!to.lowercased().contains("sekret") && !to.contains("U0VL"), "\(to)")
  }

  @Test func aRedirectWithoutTheKeyIsFollowed() async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let port = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(port)/page?continue=%2Ft") }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/t", credential: Self.key).body == [2])
  }

  @Test func theSecretOfAHeaderGoesToNoOtherHostEither() async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let port = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(port)/?k=k3y%252Dvalue") }
    let fixture = try FetcherFixture()
    let header = Layer.Header(name: "X-Key", value: "k3y-value", secrets: ["k3y-value"], allowsInsecure: true)
    guard case .redirectRefused? = await fixture.failure(server.baseAddress + "/t", headers: [header]) else {
      Issue.record("followed")
      return
    }
    #expect(other.requests.isEmpty)
  }

  /// The same rule as that of credentials; also of the headers that the project gives a host.
  @Test func theSecretOfAHeaderGoesOverPlainHTTPOnlyWhereItMay() async throws {
    let server = try ScriptedServer { _ in .ok([2]) }
    let fixture = try FetcherFixture()
    let header = Layer.Header(name: "X-Key", value: "k3y-value", secrets: ["k3y-value"])
    guard
      case .credentialWithheld(_, let reason)? = await fixture.failure(server.baseAddress + "/t", headers: [header])
    else {
      Issue.record("sent")
      return
    }
    #expect(reason.contains("header `X-Key`") && !reason.contains("k3y") && server.requests.isEmpty)
    let plain = Layer.Header(name: "X-Key", value: "no secret")
    #expect(try await fixture.get(server.baseAddress + "/p", headers: [plain]).body == [2])
    let allowed = Layer.Header(name: "X-Key", value: "k3y-value", secrets: ["k3y-value"], allowsInsecure: true)
    #expect(try await fixture.get(server.baseAddress + "/a", headers: [allowed]).body == [2])
    #expect(server.requests.map { $0.header("X-Key") } == ["no secret", "k3y-value"])
    let project = try FetcherFixture(hosts: ["127.0.0.1": HostSettings(headers: [header])])
    guard case .credentialWithheld? = await project.failure(server.baseAddress + "/h") else {
      Issue.record("the project's was sent")
      return
    }
    #expect(server.requests.count == 2)
  }
}
