import Glibc

/// A real server with TLS, HTTP/2 and a certificate of its own, in a folder of its own.
package final class NginxServer {
  private static let program = "/usr/sbin/nginx"
  private static let openssl = "/usr/bin/openssl"
  package static var isHere: Bool { ChildProcess.has(program) && ChildProcess.has(openssl) }

  package let folder: TemporaryFolder
  /// HTTP/2 over TLS.
  package let securePort: Int
  /// HTTP/1.1 over TLS.
  package let oldSecurePort: Int
  /// HTTP/1.1.
  package let port: Int
  /// The certificate that a client must trust: for `localhost` and 127.0.0.1.
  package var certificate: String { folder.path + "/cert.pem" }
  private let process: ChildProcess

  package struct NotReady: Error {}

  package init() throws {
    folder = try TemporaryFolder()
    let certificate = try ChildProcess(
      Self.openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.path + "/key.pem",
        "-out", folder.path + "/cert.pem",
      ])
    guard certificate.status() == 0 else { throw NotReady() }
    (port, securePort, oldSecurePort) = try (Self.freePort(), Self.freePort(), Self.freePort())
    try folder.write(Self.configuration(port, securePort, oldSecurePort), to: "nginx.conf")
    for number in 0..<100 { try folder.write(String(repeating: "\(number % 10)", count: 15_000), to: "www/\(number)") }
    process = try ChildProcess(Self.program, ["-p", folder.path, "-e", "error.log", "-c", "nginx.conf"])
    for _ in 0..<500 where !Self.answers(oldSecurePort) { usleep(10_000) }
  }

  private static func configuration(_ port: Int, _ secure: Int, _ oldSecure: Int) -> String {
    """
    daemon off; master_process off; pid nginx.pid; error_log error.log;
    events { worker_connections 256; }
    http {
      access_log off; root www; keepalive_requests 100000; types { image/png png; }
      log_format plain "$connection $server_protocol $ssl_session_reused $uri";
      client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
      ssl_certificate cert.pem; ssl_certificate_key key.pem;
      server { listen 127.0.0.1:\(port); }
      server { listen 127.0.0.1:\(secure) ssl http2; access_log access.log plain; }
      server { listen 127.0.0.1:\(oldSecure) ssl; access_log access.log plain; }
    }
    """
  }

  /// The lines of the log of both secure servers: connection, protocol, …
  package func log() throws -> [[Substring]] {
    String(decoding: try folder.read("access.log"), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }

  private static func freePort() throws -> Int {
    // Taken and given back: free a moment later, but for bad luck.
    try ScriptedServer { _ in .hangUp }.port
  }

  private static func answers(_ port: Int) -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
