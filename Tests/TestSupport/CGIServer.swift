import FoundationEssentials
import Glibc

/// A program of the Common Gateway Interface behind an HTTP server on the loopback: MapServer and QGIS Server, which draw what
/// others wrote.
///
/// It is ended when the last reference goes, and by itself when the process of the tests is no more.
package final class CGIServer {
  /// A program that draws maps, as Debian has it.
  package enum MapProgram: String, Sendable, CaseIterable {
    case mapserver, qgis

    fileprivate var path: String { "/usr/lib/cgi-bin/" + (self == .mapserver ? "mapserv" : "qgis_mapserv.fcgi") }
    package var isHere: Bool { ChildProcess.has(path) && PythonServer.isHere }
    package var absence: String { "\(rawValue) is not here (\(path))" }
  }

  /// With what the program draws, and its log.
  package let folder: TemporaryFolder
  private let server: PythonServer

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - files: By name; what the program reads as its map is the one in `environment`.
  ///   - environment: Of the program; `FOLDER` in a value stands for ``folder``.
  package init(
    _ program: MapProgram, _ files: [String: String], environment: [String: String], within seconds: Double = 60
  ) async throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    for (name, text) in files {
      try folder.write(text.replacing("FOLDER", with: folder.path), to: name)
    }
    let variables = environment.map { "\($0.key)=" + $0.value.replacing("FOLDER", with: folder.path) }.sorted()
    server = try await PythonServer(Self.program, [program.path] + variables, in: folder, within: seconds)
  }

  /// `http://127.0.0.1:PORT`.
  package var address: String { server.address }
  /// What went wrong; the last of it.
  package var log: String { server.log }

  /// Starts the program for each request.
  private static let program = """
    import http.server, subprocess

    program = sys.argv[2]
    variables = dict(pair.split("=", 1) for pair in sys.argv[3:])

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            path, _, query = self.path.partition("?")
            environment = dict(
                os.environ, QUERY_STRING=query, REQUEST_METHOD="GET", SCRIPT_NAME=path, SERVER_PROTOCOL="HTTP/1.1",
                SERVER_NAME="127.0.0.1", SERVER_PORT=str(self.server.server_port), GATEWAY_INTERFACE="CGI/1.1",
                HTTP_HOST=self.headers.get("Host", ""), REQUEST_URI=self.path, **variables)
            answer = subprocess.run(
                [program], env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
            end = b"\\r\\n\\r\\n" if b"\\r\\n\\r\\n" in answer[:8192] else b"\\n\\n"
            head, _, body = answer.partition(end)
            status, fields = 200, []
            for line in head.decode("latin-1").splitlines():
                name, _, value = line.partition(":")
                if name.lower() == "status":
                    status = int(value.split()[0])
                elif value and name.lower() not in ("content-length", "connection"):
                    fields.append((name, value.strip()))
            self.send_response(status)
            for name, value in fields:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True
        request_queue_size = 64

    server = Server(("127.0.0.1", 0), Handler)
    """
}
