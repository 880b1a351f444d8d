import Pipeline
import TestSupport

/// A document that is rendered as the command does, with a cache of its own.
struct MapOfBench {
  let folder: TemporaryFolder
  let path: String

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    path = try folder.write(text, to: "map.yaml")
  }

  /// - Parameters:
  ///   - cache: The name of its folder.
  ///   - requests: That the network must see; `nil`: any number of them.
  ///   - parameters: Values of the document's `params`.
  /// - Throws: ``WrongWork`` where anything else happens than that its one map is drawn.
  func render(cache: String, requests: Int? = nil, parameters: [(String, String)] = []) async throws {
    var settings = Run.Options()
    settings.settings = parameters
    settings.cacheFolder = "\(folder.path)/\(cache)"
    let run = Run(settings)
    var options = RenderVerb.Options()
    options.force = true
    options.renditions.outputFile = folder.path + "/map.png"
    let outcome = await RenderVerb(run, options).render([path]) { _ in }
    await run.shutdown()
    guard case .report(let report) = outcome, report.count(.rendered) == 1,
      requests.map({ $0 == report.requests }) ?? true
    else { throw WrongWork("the map was not drawn as expected: \(outcome)") }
  }

  /// The cost of rendering it with nothing in the cache.
  func costWithEmptyCache(requests: Int? = nil) async throws -> Cost {
    var number = 0
    return try await Cost.median(items: 1) {
      number += 1
      try await render(cache: "cold\(number)", requests: requests)
    }
  }
}
