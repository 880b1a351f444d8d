import FoundationEssentials
import Glibc

/// MapProxy, a tile server that others wrote, with a configuration of the test, on a free port of the loopback.
///
/// It is ended when the last reference goes, and by itself when the process of the tests is no more.
package final class MapProxyServer {
  private static let python = "/usr/bin/python3"
  private static let package = "/usr/bin/mapproxy-util"
  package static var isHere: Bool { ChildProcess.has(python) && ChildProcess.has(package) }
  package static let absence = "mapproxy is not here"

  /// With its configuration, its cache and its log.
  package let folder: TemporaryFolder
  /// `http://127.0.0.1:PORT`.
  package let address: String
  private let process: ChildProcess

  /// It did not begin to answer; the log says why.
  package struct NotReady: Error, CustomStringConvertible {
    let reason: String
    let log: String
    package var description: String { "MapProxy \(reason); it says:\n\(log)" }
  }

  /// Starts it and waits until it answers.
  ///
  /// - Parameters:
  ///   - configuration: The text of `mapproxy.yaml`; paths in it are relative to ``folder``.
  ///   - seconds: It imports much, and other tests keep the processors busy.
  package init(_ configuration: String, within seconds: Double = 90) async throws {
    folder = try TemporaryFolder()
    let arguments = [try folder.write(Self.program, to: "serve.py"), folder.path]
    try folder.write(configuration, to: "mapproxy.yaml")
    process = try ChildProcess(Self.python, arguments, output: folder.path + "/log")
    let end = ContinuousClock.now + .seconds(seconds)
    var port: String?
    while port == nil {
      port = (try? folder.read("port")).map { String(decoding: $0, as: UTF8.self) }
      if port != nil { break }
      guard process.isRunning else { throw NotReady(reason: "ended", log: Self.log(in: folder)) }
      guard ContinuousClock.now < end else {
        throw NotReady(reason: "did not answer within \(seconds) s", log: Self.log(in: folder))
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    address = "http://127.0.0.1:" + (port ?? "")
  }

  /// A line for each request that was answered, and what went wrong; the last of them.
  package var log: String { Self.log(in: folder) }

  /// The last lines, each cut short: it writes whole pictures that it does not understand.
  private static func log(in folder: TemporaryFolder) -> String {
    let text = String(decoding: (try? folder.read("log")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").suffix(60).map { $0.prefix(240) }.joined(separator: "\n")
  }

  /// A layer `tiles` on the grid `webmercator` from the tiles that another server has under `LEVEL/COLUMN/ROW.png`, rows
  /// counted from the north; kept in MapProxy's cache and given out by its TMS and WMTS services.
  package static func configuration(tilesAt address: String) -> String {
    """
    services:
      tms: {use_grid_names: true}
      wmts: {restful: true, kvp: true}
    layers: [{name: tiles, title: Tiles, sources: [tiles]}]
    caches:
      tiles: {grids: [webmercator], sources: [server], format: image/png, cache: {type: file, directory: cache}}
    sources:
      server: {type: tile, grid: webmercator, url: "\(address)/%(z)s/%(x)s/%(y)s.png"}
    grids:
      webmercator: {base: GLOBAL_WEBMERCATOR}

    """
  }

  /// Serves MapProxy's application by the server of Python's library. The port is taken by the server itself, so that no
  /// other can have it, and told by a file when it listens.
  private static let program = """
    import os, socketserver, sys, threading, time
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]

    def end_with(parent):
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()

    from mapproxy.wsgiapp import make_wsgi_app

    class Server(socketserver.ThreadingMixIn, WSGIServer):
        daemon_threads = True
        request_queue_size = 64

    class Handler(WSGIRequestHandler):
        def address_string(self):
            return self.client_address[0]

    folder = sys.argv[1]
    server = make_server("127.0.0.1", 0, make_wsgi_app(folder + "/mapproxy.yaml"), Server, Handler)
    with open(folder + "/port.new", "w") as file:
        file.write(str(server.server_port))
    os.rename(folder + "/port.new", folder + "/port")
    server.serve_forever()

    """
}
