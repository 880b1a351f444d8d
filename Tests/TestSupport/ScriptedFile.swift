extension ScriptedServer.Reply {
  /// A part of a file, as a request's `Range` asks for it; the whole where it has none, 416 behind the end.
  package static func part(
    of file: [UInt8], _ request: ScriptedServer.Request, _ headers: [(String, String)] = []
  ) -> ScriptedServer.Reply {
    if let tag = headers.first(where: { $0.0 == "ETag" })?.1, request.header("If-None-Match") == tag {
      return .status(304, headers)
    }
    guard let range = request.header("Range") else { return .ok(file, type: "application/octet-stream", headers) }
    let ends = range.split { !$0.isNumber }.compactMap { Int($0) }
    guard ends.count == 2, ends[0] < file.count else { return .status(416, headers) }
    let last = min(ends[1], file.count - 1)
    return .answer(
      status: 206,
      headers: [
        ("Content-Type", "application/octet-stream"), ("Content-Range", "bytes \(ends[0])-\(last)/\(file.count)"),
      ]
        + headers,
      body: Array(file[ends[0]...last]))
  }
}
