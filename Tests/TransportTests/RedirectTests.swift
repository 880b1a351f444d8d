import DocumentModel
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct RedirectTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func followsARedirectOnTheSameHost(status: Int) async throws {
    let server = try ScriptedServer { request in
      request.target == "/a/b?x=1" ? .redirect(status, to: "../c/./d?y=2") : .ok([1])
    }
    let fixture = try FetcherFixture()
    let headers = [Layer.Header(name: "X-Key", value: "k")]
    let response = try await fixture.get(server.baseAddress + "/a/b?x=1", headers: headers)
    #expect(response.origin == .network(requests: 2))
    #expect(server.requests.map(\.target) == ["/a/b?x=1", "/c/d?y=2"])
    #expect(server.requests.map { $0.header("X-Key") } == ["k", "k"])
  }

  @Test func leavesTheHeadersBehindWhenTheHostChanges() async throws {
    let other = try ScriptedServer { _ in .ok([2]) }
    let otherPort = other.port
    let server = try ScriptedServer { _ in .redirect(to: "http://localhost:\(otherPort)/x") }
    let third = try ScriptedServer { _ in .redirect(to: "http://127.0.0.1:\(otherPort)/y") }
    // `localhost` has headers of its own in the project; the port of `third` differs though its host does not.
    let own = HostSettings(headers: [Layer.Header(name: "X-Own", value: "o")])
    let fixture = try FetcherFixture(hosts: ["localhost": own])
    let headers = [Layer.Header(name: "Authorization", value: "secret"), Layer.Header(name: "X-Key", value: "k")]
    _ = try await fixture.get(server.baseAddress + "/", headers: headers)
    _ = try await fixture.get(third.baseAddress + "/", headers: headers)
    #expect(server.requests.first?.header("Authorization") == "secret")
    #expect(other.requests.map(\.target) == ["/x", "/y"])
    #expect(other.requests.map { $0.header("Authorization") } == [nil, nil])
    #expect(other.requests.map { $0.header("X-Key") } == [nil, nil])
    #expect(other.requests.map { $0.header("X-Own") } == ["o", nil])
  }

  @Test(arguments: [
    ("file:///etc/passwd", "scheme `file`, expected `http` or `https`"),
    ("ftp://127.0.0.1/x", "scheme `ftp`, expected `http` or `https`"),
    ("javascript:alert(1)", "scheme `javascript`, expected `http` or `https`"),
    ("http:///x", "no host"),
    ("http://u:p@127.0.0.1/", "a user name or password in an address; use `credentials:`"),
  ])
  func refusesARedirectThatLeadsElsewhere(location: String, reason: String) async throws {
    let server = try ScriptedServer { _ in .redirect(to: location) }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/")
        == .redirectRefused(address: server.baseAddress + "/", to: Address.redacted(location), reason: reason))
    #expect(server.requests.count == 1)
  }

  @Test func findsACircle() async throws {
    let server = try ScriptedServer { request in .redirect(to: request.target == "/a" ? "/b" : "/a") }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/a")
        == .redirectRefused(address: server.baseAddress + "/b", to: "/a", reason: "it leads round in a circle"))
  }

  @Test func followsFiveAndNotSix() async throws {
    let server = try ScriptedServer { request in
      let step = Int(request.target.dropFirst()) ?? 0
      return step == 6 ? .ok([6]) : .redirect(to: "/\(step + 1)")
    }
    let fixture = try FetcherFixture()
    #expect(try await fixture.get(server.baseAddress + "/1").origin == .network(requests: 6))
    #expect(
      await fixture.failure(server.baseAddress + "/0")
        == .redirectRefused(address: server.baseAddress + "/5", to: "/6", reason: "more than 5 redirects"))
  }

  @Test func refusesARedirectWithoutALocation() async throws {
    let server = try ScriptedServer { _ in .status(302) }
    let fixture = try FetcherFixture()
    #expect(
      await fixture.failure(server.baseAddress + "/") == .refused(status: 302, address: server.baseAddress + "/"))
  }
}
