import DocumentModel
import Geodesy
import Pipeline
import TestSupport
import Transport

/// Getting answers from a server on this machine, and from the cache.
///
/// The server runs in this process, so its work counts too: the figures are for comparing one day with another.
struct FetchStage: Stage {
  let name = "fetch"
  private static let count = 1000

  func measure() async throws -> [Measurement] {
    let body = (0..<15_000).map { UInt8(truncatingIfNeeded: Int(Noise.at($0, 1) * 256)) }
    let server = try ScriptedServer { _ in .ok(body, [("Cache-Control", "max-age=3600")]) }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    var number = 0
    let cold = try await Cost.median(items: Self.count) {
      number += 1
      try await fetch(from: server, cache: "\(folder.path)/cold\(number)", isCached: false)
    }
    try await fetch(from: server, cache: folder.path + "/warm", isCached: false)
    let warm = try await Cost.median(items: Self.count) {
      try await fetch(from: server, cache: folder.path + "/warm", isCached: true)
    }
    return [
      Measurement("HTTP/1.1 on 8 connections, 15 kB, into an empty cache", .tile, cold, floor: 104),
      Measurement("the same out of the cache", .tile, warm),
    ]
  }

  private func fetch(from server: ScriptedServer, cache: String, isCached: Bool) async throws {
    var settings = ProjectSettings(root: cache)
    settings.hosts["127.0.0.1"] = HostSettings(connections: 8)
    let fetcher = Fetcher(
      options: FetcherOptions(settings: settings, cacheFolder: cache, version: "bench", homepage: Version.home))
    let base = server.baseAddress
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.count {
        group.addTask {
          let response = try await fetcher.fetch(Request(address: "\(base)/\(number)")) { _ in }
          guard response.body.count == 15_000, (response.origin == .cache) == isCached else {
            throw WrongWork("tile \(number) came from \(response.origin)")
          }
        }
      }
      try await group.waitForAll()
    }
    await fetcher.shutdown()
  }
}

/// A whole picture of one document, from reading it to the file in its place.
struct MapStage: Stage {
  let name = "map"

  func measure() async throws -> [Measurement] {
    let tiles = SampleTiles(.map)
    var bodies: [[UInt8]] = []
    for number in 0..<8 { bodies.append(try await tiles.encoded(number, as: .png)) }
    let server = try ScriptedServer { [bodies] request in
      .ok(bodies[request.target.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 7], [("Cache-Control", "max-age=3600")])
    }
    defer { server.stop() }
    let map = try MapOfBench(Self.text(server.baseAddress))
    let cold = try await map.costWithEmptyCache(requests: 20)
    try await map.render(cache: "warm", requests: 20)
    let warm = try await Cost.median(items: 1) { try await map.render(cache: "warm", requests: 0) }
    return [
      Measurement("1024 x 768 from 20 tiles, empty cache", .map, cold),
      Measurement("the same with a warm cache", .map, warm),
    ]
  }

  private static func text(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [1024, 768]}
    initialExtent: {center: [10.0, 50.0], zoom: 6}
    layers:
      - {id: base, type: xyz, url: "\(address)/{z}/{x}/{y}.png", maxLevel: 9, attribution: Bench data}
    """
  }
}
