import DocumentModel
import TestSupport

@testable import Transport

/// A fetcher on a cache folder of its own and a virtual clock.
final class FetcherFixture: Sendable {
  let folder: TemporaryFolder
  let time: VirtualTime
  let fetcher: Fetcher

  init(
    in folder: TemporaryFolder? = nil, time: VirtualTime = VirtualTime(), mode: FetchMode = .normal,
    hosts: [String: HostSettings] = [:], _ adapt: (inout FetcherOptions) -> Void = { _ in }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.time = time
    var settings = ProjectSettings(root: self.folder.path)
    settings.hosts = hosts
    settings.contact = "maps@example.org"
    var options = FetcherOptions(
      settings: settings, cacheFolder: self.folder.path + "/cache", mode: mode, version: "1.2.3",
      homepage: "https://example.org/mapdoc")
    options.time = time.keeper
    adapt(&options)
    fetcher = Fetcher(options: options)
  }

  func get(
    _ address: String, headers: [Layer.Header] = [], timeout: Duration = .seconds(10), layer: String = "map/base",
    connectionLimit: Int? = nil, credential: Credential? = nil, absent: Set<Int> = [204, 404, 410],
    validate: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void = { _ in }
  ) async throws(FetchError) -> Response {
    try await fetcher.fetch(
      Request(
        address: address, headers: headers, timeout: timeout, absentStatuses: absent, layer: layer,
        connectionLimit: connectionLimit, credential: credential),
      validate: validate)
  }

  /// The failure of a fetch that is expected to fail.
  func failure(
    _ address: String, headers: [Layer.Header] = [], timeout: Duration = .seconds(10),
    credential: Credential? = nil, absent: Set<Int> = [204, 404, 410],
    validate: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void = { _ in }
  ) async -> FetchError? {
    do {
      _ = try await get(
        address, headers: headers, timeout: timeout, credential: credential, absent: absent, validate: validate)
      return nil
    } catch {
      return error
    }
  }
}
