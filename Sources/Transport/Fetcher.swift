import DocumentModel
import Glibc
import Synchronization

/// Gets answers for all maps of a run: one cache, one pool of connections, one count of what each host is asked.
package final class Fetcher: Fetching {
  package let options: FetcherOptions
  /// `nil` where there is no folder for one.
  package let cache: TileCache?
  private let engine: CurlEngine
  let client: PoliteClient
  let protected: ProtectedClient
  let tally = FetchTally()
  private let flights = SingleFlight<Request, Response>()
  private let memory: RunMemory
  let lastTicket = Atomic<UInt64>(0)

  package init(options: FetcherOptions) {
    self.options = options
    cache = CacheFolder.path(option: options.cacheFolder, settings: options.settings)
      .map { TileCache(folder: $0, limit: options.settings.cacheLimit, time: options.time) }
    engine = CurlEngine(lowSpeed: options.lowSpeed, time: options.time)
    memory = RunMemory(limit: options.memoryLimit)
    let time = options.time
    client = PoliteClient(
      engine: engine,
      hosts: Hosts(settings: options.settings.hosts, longestPause: options.retries.longestPause, time: time),
      deadlines: LayerDeadlines(time: time), probes: LayerProbes(time: time), policy: options.retries, time: time,
      tally: tally,
      userAgent: options.userAgent, bodyLimit: options.bodyLimit, certificateFile: Self.certificateFile)
    protected = ProtectedClient(client: client)
  }

  /// Says that a run begins that may have to fetch. On a machine without a cache it is likely: libcurl and all that it needs are
  /// loaded while documents are read.
  package static func expectRun(cacheFolder: String?, mode: FetchMode) {
    guard mode != .offline, let cacheFolder, !CacheFile.exists(in: cacheFolder) else { return }
    Task.detached { CurlEngine.load() }
  }

  /// Says that there will be fetches. Without a cache the network is asked for sure: libcurl and all that it needs are
  /// loaded, and the cache is made, while the caller goes on.
  /// - Parameter stores: Whether what is fetched is kept in the cache.
  package func announce(stores: Bool = true) {
    guard options.mode != .offline, cache?.isOnDisk != true else { return }
    // The cache first: who waits for libcurl, which is being loaded already, works on nothing meanwhile.
    if stores, let cache { Task.detached { _ = cache.salt() } }
    Task.detached { [engine] in engine.warmUp() }
  }

  deinit { engine.abandon() }

  /// The file of authorities that other programs use here, as curl and OpenSSL name it; `nil` is the system's.
  private static var certificateFile: String? {
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return nil
  }

  package var statistics: FetchStatistics { tally.snapshot }

  /// What a user should know of the cache, each once.
  package var warnings: [TransportWarning] {
    cache?.warnings ?? [.cacheUnavailable(path: "~/.cache/mapdoc", reason: "there is no home folder; give `--cache`")]
  }

  /// The digest of what the cache holds for a request, fresh or not: whether a picture's stamp still holds.
  package func storedDigest(for request: Request) -> String? {
    guard let cache, let address = try? Address(request.address) else { return nil }
    return cache.digest(for: key(of: request, address, in: cache))?.hex
  }

  /// For programs that stay: what was asked before counts as another run's from now on.
  package func beginRun() {
    memory.forget()
    protected.tokens.forgetRefusals()
  }

  /// Stores what waits, breaks off what is on its way, and ends the threads. Later fetches are `cancelled`.
  package func shutdown() async {
    await engine.shutdown()
    await cache?.close()
  }

  package func fetch(
    _ request: Request, validate: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void
  ) async throws(FetchError) -> Response {
    let address: Address
    do { address = try Address(request.address) } catch {
      throw .badAddress(Address.redacted(request.address), reason: error.reason)
    }
    let ticket = lastTicket.add(1, ordering: .relaxed).newValue
    return try await flights.value(for: request) { [self] in
      do throws(FetchError) {
        return .success(try await answer(to: request, at: address, ticket: ticket, validate))
      } catch {
        if error != .cancelled { tally.count(\.failures) }
        return .failure(error)
      }
    }
  }
}

extension Fetcher {
  private typealias Validator = @Sendable (Response) throws(UnusableAnswer) -> Void

  /// Headers that change nothing of what an answer is do not matter.
  private static let immaterialHeaders: Set<String> = ["accept-encoding", "connection", "user-agent"]

  func key(of request: Request, _ address: Address, in cache: TileCache?) -> CacheKey {
    var headers = (client.hosts.headers(of: address) + request.headers)
      .filter { !Self.immaterialHeaders.contains($0.name.lowercased()) }
    if let range = request.range { headers.append(Layer.Header(name: "range", value: range.text)) }
    if let version = request.version { headers.append(Layer.Header(name: "if-match", value: version)) }
    return TileCache.key(
      address: address.text, headers: headers, credential: request.credential, host: address.host,
      salt: cache?.salt() ?? [])
  }

  private func answer(
    to request: Request, at address: Address, ticket: UInt64, _ validate: @escaping Validator
  ) async throws(FetchError) -> Response {
    let key = key(of: request, address, in: cache)
    if let kept = memory.answer(for: key), (try? checked(kept, request, validate)) != nil {
      tally.found(address, layer: request.layer)
      return kept
    }
    var known = cache?.entry(for: key)
    if let entry = known, isUsable(entry, key, request) {
      let response = response(entry, .cache)
      if (try? checked(response, request, validate)) != nil {
        tally.found(address, layer: request.layer)
        return response
      }
      cache?.remove(key)  // an older version let it in
      known = nil
    }
    if options.mode == .offline { return try offline(known, request, validate) }
    do throws(FetchError) {
      return try await ask(request, at: address, ticket: ticket, key, known, validate)
    } catch {
      guard let known, let reason = Self.excuse(error), Int(options.time.date()) < known.freshness.staleUntil else {
        throw error
      }
      let response = response(known, .stale(reason: reason))
      guard (try? checked(response, request, validate)) != nil else { throw error }
      tally.count(\.stale)
      return response
    }
  }

  /// Whether what is stored needs no question.
  func isUsable(_ entry: CacheEntry, _ key: CacheKey, _ request: Request) -> Bool {
    if memory.wasAsked(key) { return true }
    // Of a version that is known to be the file's, its bytes cannot have changed.
    if request.version != nil, options.mode != .refresh { return true }
    return options.mode != .refresh && !request.isAskedInEachRun
      && Int(options.time.date()) < entry.freshness.freshUntil
  }

  private func offline(
    _ known: CacheEntry?, _ request: Request, _ validate: Validator
  ) throws(FetchError) -> Response {
    guard let known else { throw .notInCache(address: Address.redacted(request.address)) }
    let response = response(known, .stale(reason: "it is too old, and `--offline` forbids asking again"))
    try checked(response, request, validate)
    tally.count(\.stale)
    return response
  }

  /// Asks the network, and stores what it says.
  private func ask(
    _ request: Request, at address: Address, ticket: UInt64, _ key: CacheKey, _ known: CacheEntry?,
    _ validate: Validator
  ) async throws(FetchError) -> Response {
    let conditions = Self.conditions(known)
    let answer = try await protected.answer(to: request, at: address, ticket: ticket, conditions: conditions)
    let now = options.time.date()
    if answer.status == 304 {
      guard let known, !conditions.isEmpty else {
        throw .refused(status: 304, address: Address.redacted(request.address))
      }
      return try revalidated(known, by: answer, request, key, validate)
    }
    let (status, body) = try content(of: answer, to: request)
    let isAbsent = request.absentStatuses.contains(status) || request.isJudged(status)
    let digest = SHA256.digest(of: body)
    let response = Response(
      status: status, contentType: answer.headers.contentType, body: body,
      origin: .network(requests: answer.requests), digest: digest.hex, version: answer.headers.version)
    try checked(response, request, validate)
    memory.note(key)
    let freshness = Freshness.of(answer.headers, isAbsent: isAbsent, now: now, defaults: options.lifetimes)
    if let cache, cache.isWritable, let freshness, !answer.tellsSecrets {
      cache.store(
        CacheEntry(
          status: status, contentType: answer.headers.contentType, entityTag: answer.headers.entityTag,
          lastModified: answer.headers.lastModified, stored: Int(now), freshness: freshness, body: body,
          digest: digest, layer: request.layer, host: address.host, address: Address.redacted(request.address),
          usedHour: Int(now / 3600)),
        for: key)
    } else {
      if known != nil { cache?.remove(key) }
      memory.keep(response, for: key)
    }
    return response
  }

  /// What an answer of the network means to the one who asked, and the bytes that belong to it.
  func content(of answer: NetworkAnswer, to request: Request) throws(FetchError) -> (status: Int, body: [UInt8]) {
    if let problem = request.partProblem(of: answer) {
      throw .unusable(
        address: Address.redacted(request.address), contentType: answer.headers.contentType,
        reason: request.hiding(in: problem))
    }
    let saysAbsent = request.absentTileInfo.map { $0 == answer.headers.tileInfo?.lowercased() } ?? false
    let status = saysAbsent ? Request.noContent : answer.status
    // A page that says "not found" is not kept: the status is the answer, but where the page is.
    return (status, request.isContent(status) || request.isJudged(status) ? answer.body : [])
  }

  private func revalidated(
    _ known: CacheEntry, by answer: NetworkAnswer, _ request: Request, _ key: CacheKey, _ validate: Validator
  ) throws(FetchError) -> Response {
    let response = response(known, .revalidated)
    try checked(response, request, validate)
    memory.note(key)
    let now = options.time.date()
    let isAbsent = request.absentStatuses.contains(known.status) || request.isJudged(known.status)
    let isSilent = answer.headers.cacheControl == nil && answer.headers.expires == nil
    // A 304 that says nothing of a lifetime leaves the one that was stored.
    let freshness =
      isSilent
      ? known.freshness.moved(from: known.stored, to: Int(now))
      : Freshness.of(answer.headers, isAbsent: isAbsent, now: now, defaults: options.lifetimes)
    if let freshness {
      cache?.refresh(
        freshness, entityTag: answer.headers.entityTag, lastModified: answer.headers.lastModified, for: key)
    }
    tally.count(\.revalidated)
    return response
  }

  private static func conditions(_ known: CacheEntry?) -> [Layer.Header] {
    var conditions: [Layer.Header] = []
    if let tag = known?.entityTag { conditions.append(Layer.Header(name: "If-None-Match", value: tag)) }
    if let modified = known?.lastModified {
      conditions.append(Layer.Header(name: "If-Modified-Since", value: modified))
    }
    return conditions
  }

  private func response(_ entry: CacheEntry, _ origin: Response.Origin) -> Response {
    Response(
      status: entry.status, contentType: entry.contentType, body: entry.body, origin: origin, digest: entry.digest.hex,
      version: entry.entityTag ?? entry.lastModified)
  }

  /// Absent tiles have nothing to be looked at.
  @discardableResult
  private func checked(
    _ response: Response, _ request: Request, _ validate: Validator
  ) throws(FetchError) -> Response {
    guard !request.absentStatuses.contains(response.status) else { return response }
    do { try validate(response) } catch {
      if request.isJudged(response.status) {
        throw .refused(
          status: response.status, address: Address.redacted(request.address),
          says: ServerWords.words(
            of: response.body, contentType: response.contentType, hiding: request.hiding))
      }
      throw .unusable(
        address: Address.redacted(request.address), contentType: response.contentType.map(request.hiding),
        reason: request.hiding(in: error.reason))
    }
    return response
  }

  /// Why an old answer may stand in; `nil` for failures that would be hidden by it.
  private static func excuse(_ error: FetchError) -> String? {
    switch error {
    case .unavailable(let status, _, _, _): "the server answers with status \(status)"
    case .connectionFailed(_, let reason, _): reason
    case .timedOut: "the server does not answer in time"
    default: nil
    }
  }
}
