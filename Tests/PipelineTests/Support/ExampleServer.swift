import TestSupport

/// The tile server of the catalogue's examples: it answers by the first part of the path.
struct ExampleServer {
  private let server: ScriptedServer

  init() throws {
    let good = PlainPicture.tile(level: 0, column: 0, row: 0).png
    let small = PlainPicture.tile(level: 0, column: 0, row: 0, size: 128).png
    server = try ScriptedServer { request in
      switch request.target.split(separator: "/").first {
      case "tiles": .ok(good)
      case "service": request.target.contains("f=json") ? .ok(MapService.world, type: "application/json") : .ok(good)
      case "small": .ok(small)
      case "missing": .status(404)
      case "forbidden": .status(403)
      case "busy": .status(503)
      case "html": .ok("<!doctype html><html><body>please log in</body></html>", type: "text/html")
      case "hang": .silence
      case "big": .endless(headers: [("Content-Type", "image/png")])
      case "redirect": .redirect(to: request.target)
      // The new password of the example; the script has no other.
      case "portal":
        request.method == "POST"
          ? .ok(
            request.body.contains("password=7e1f33b9d0&")
              ? "{\"token\": \"t1\", \"expires\": 4102444800000}"
              : "{\"error\": {\"code\": 400, \"message\": \"Unable to generate token.\", \"details\": []}}")
          : .status(404)
      default: .status(400)
      }
    }
  }

  /// A document of the catalogue with this server in place of its own.
  func adapted(_ text: String) -> String { text.replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.port)") }
}
