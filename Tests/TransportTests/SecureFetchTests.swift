import DocumentModel
import TestSupport
import Testing

@testable import Transport

@Suite(.enabled(if: NginxServer.isHere, "nginx or openssl is not here"), .serialized, .timeLimit(.minutes(10)))
struct SecureFetchTests {
  @Test func refusesAServerThatNobodyVouchesFor() async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture()
    let address = "https://localhost:\(server.securePort)/1"
    #expect(
      await fixture.failure(address)
        == .secureConnectionFailed(address: address, reason: "its certificate is signed by itself"))
  }

  @Test func trustsTheProjectsCertificateFileForThatHostAlone() async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture(hosts: ["localhost": HostSettings(certificateFile: server.certificate)])
    let response = try await fixture.get("https://localhost:\(server.securePort)/1")
    #expect(response.body == [UInt8](repeating: UInt8(ascii: "1"), count: 15_000))
    let other = "https://127.0.0.1:\(server.securePort)/1"
    #expect(
      await fixture.failure(other)
        == .secureConnectionFailed(address: other, reason: "its certificate is signed by itself"))
  }

  @Test func refusesACertificateForAnotherName() async throws {
    let server = try NginxServer()
    // Every name below `localhost` is the loopback (RFC 6761), and curl needs no resolver for it.
    let fixture = try FetcherFixture(hosts: [
      "ip6-localhost.localhost": HostSettings(certificateFile: server.certificate)
    ])
    let address = "https://ip6-localhost.localhost:\(server.securePort)/1"
    let failure = await fixture.failure(address)
    #expect(
      failure == .secureConnectionFailed(address: address, reason: "its certificate is for another name"))
  }

  @Test func saysThatACertificateFileCannotBeRead() async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture(hosts: ["localhost": HostSettings(certificateFile: "/nothing/here.pem")])
    let address = "https://localhost:\(server.securePort)/1"
    #expect(
      await fixture.failure(address)
        == .secureConnectionFailed(address: address, reason: "the file of certificates cannot be read"))
  }

  @Test func doesNotTakePlainTextForASecureServer() async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture()
    let address = "https://127.0.0.1:\(server.port)/"
    #expect(
      await fixture.failure(address)
        == .connectionFailed(
          address: address, reason: "the server does not speak TLS there; its address may begin with `http://`",
          attempts: 1))
  }

  @Test(arguments: [nil, 2] as [Int?])
  func sharesOneConnectionOverHTTP2(limit: Int?) async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture(hosts: ["localhost": HostSettings(certificateFile: server.certificate)])
    let address = "https://localhost:\(server.securePort)/"
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<100 {
        group.addTask { try? await fixture.get(address + "\(number)", connectionLimit: limit).body.count }
      }
      for await count in group { #expect(count == 15_000) }
    }
    await fixture.fetcher.shutdown()
    let log = try server.log()
    #expect(log.count == 100)
    #expect(log.allSatisfy { $0[1] == "HTTP/2.0" })
    #expect(Set(log.map { $0[0] }).count == 1)
  }

  @Test func keepsToItsBoundWhereTLSOffersNoHTTP2() async throws {
    let server = try NginxServer()
    let fixture = try FetcherFixture(hosts: ["localhost": HostSettings(certificateFile: server.certificate)])
    let address = "https://localhost:\(server.oldSecurePort)/"
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<100 { group.addTask { try? await fixture.get(address + "\(number)").body.count } }
      for await count in group { #expect(count == 15_000) }
    }
    await fixture.fetcher.shutdown()
    let log = try server.log()
    #expect(log.count == 100)
    #expect(log.allSatisfy { $0[1] == "HTTP/1.1" })
    #expect(Set(log.map { $0[0] }).count <= 6)
  }

  @Test func asksForTheRestOfARedirectOverTLSAndLeavesHeadersBehind() async throws {
    let server = try NginxServer()
    let port = server.securePort
    let plain = try ScriptedServer { _ in .redirect(to: "https://localhost:\(port)/5") }
    let fixture = try FetcherFixture(hosts: ["localhost": HostSettings(certificateFile: server.certificate)])
    #expect(try await fixture.get(plain.baseAddress + "/").origin == .network(requests: 2))
  }
}
