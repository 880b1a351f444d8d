import Diagnostics
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct NetrcTests {
  /// What Python's reader makes of the same text:
  /// python3 -c "import netrc; print(netrc.netrc('f').hosts)"
  @Test func readsWhatOtherProgramsRead() throws {
    let text = """
      # of the survey
      machine maps.example.org login ada password s3cret#1
      machine Tiles.Example.org
        login bob
        account x
        password "two words"
      macdef init
      cd /pub
      machine no.example.org login no password no

      machine maps.example.org login second password later
      machine nothing.example.org login only
      default login anonymous password guest
      """
    let netrc = try Netrc(text, path: "~/.netrc")
    #expect(netrc.login(for: "maps.example.org") == Netrc.Login(user: "ada", password: "s3cret#1"))
    #expect(netrc.login(for: "tiles.example.org") == Netrc.Login(user: "bob", password: "two words"))
    for host in ["no.example.org", "nothing.example.org", "example.com"] {
      #expect(netrc.login(for: host) == Netrc.Login(user: "anonymous", password: "guest"))
    }
    #expect(netrc.passwords.sorted() == ["guest", "s3cret#1", "two words"])
    var dumped = "\(netrc) \(String(reflecting: netrc))"
    dump(netrc, to: &dumped)
    #expect(!dumped.contains("s3cret") && !dumped.contains("guest"), "\(dumped)")
  }

  @Test(
    arguments: [
      ("machine a\nlogin", 2, "nothing behind `login`"), ("machine a password \"x", 1, "a quote without its partner"),
      ("machine a password \"x\n\"", 1, "a quote without its partner on the line"),
      ("machine a\npassord s3cret", 2, "a word that is none of `machine`"),
    ] as [(String, Int, String)])
  func saysWhatIsWrongAndShowsNothingOfIt(_ text: String, _ line: Int, _ reason: String) {
    do {
      _ = try Netrc(text, path: "f")
      Issue.record("it was read")
    } catch {
      #expect(error.line == line && error.reason.hasPrefix(reason), "\(error)")
      #expect(!error.reason.contains("s3cret"))
    }
  }

  @Test func isReadOnlyForALayerThatNamesIt() throws {
    let folder = try TemporaryFolder()
    let document = """
      mapdoc: 1
      credentials: {home: {type: netrc}}
      layers:
        - {id: a, type: xyz, url: "https://maps.example.org/{z}/{x}/{y}", credentials: home}
      """
    func codes(_ environment: [String: String]) throws -> [Code] {
      try folder.write(document, to: "map.yaml")
      let loader = DocumentLoader(kinds: [], environment: environment)
      return loader.load(folder.path + "/map.yaml").findings.map(\.code).filter { $0 != .unknownValue }
    }
    #expect(try codes([:]) == [.undefinedVariable])
    #expect(try codes(["HOME": folder.path]) == [.sourceNotFound])
    try folder.write("machine maps.example.org login a password b", to: ".netrc")
    try folder.write("machine", to: "broken")
    #expect(try codes(["HOME": folder.path, "NETRC": folder.path + "/broken"]) == [.sourceUnreadable])
    #expect(try codes(["HOME": folder.path]) == [])
  }
}
