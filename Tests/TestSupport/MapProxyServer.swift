import FoundationEssentials
import Glibc

/// MapProxy, a tile server that others wrote, with a configuration of the test, on a free port of the loopback.
///
/// It is ended when the last reference goes, and by itself when the process of the tests is no more.
package final class MapProxyServer {
  private static let package = "/usr/bin/mapproxy-util"
  package static var isHere: Bool { PythonServer.isHere && ChildProcess.has(package) }
  package static let absence = "mapproxy is not here"

  /// With its configuration, its cache and its log.
  package let folder: TemporaryFolder
  private let server: PythonServer

  /// Starts it and waits until it answers.
  ///
  /// - Parameters:
  ///   - configuration: The text of `mapproxy.yaml`; paths in it are relative to ``folder``.
  ///   - seconds: It imports much, and other tests keep the processors busy.
  package init(_ configuration: String, within seconds: Double = 90) async throws {
    folder = try TemporaryFolder()
    try folder.write(configuration, to: "mapproxy.yaml")
    server = try await PythonServer(Self.program, [], in: folder, within: seconds)
  }

  /// `http://127.0.0.1:PORT`.
  package var address: String { server.address }
  /// A line for each request that was answered, and what went wrong; the last of them.
  package var log: String { server.log }

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

  /// Serves MapProxy's application by the server of Python's library.
  private static let program = """
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
    from mapproxy.wsgiapp import make_wsgi_app

    class Server(socketserver.ThreadingMixIn, WSGIServer):
        daemon_threads = True
        request_queue_size = 64

    class Handler(WSGIRequestHandler):
        def address_string(self):
            return self.client_address[0]

    server = make_server("127.0.0.1", 0, make_wsgi_app(folder + "/mapproxy.yaml"), Server, Handler)
    """
}
