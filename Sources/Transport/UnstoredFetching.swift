/// Fetching what is kept elsewhere: tiles on their way into a package.
extension Fetcher {
  /// Gets an answer without storing it: thousands of tiles that go into a package must not push a user's cache out.
  ///
  /// A fresh answer of the cache is used all the same, and with ``FetchMode/offline`` any. Nothing is remembered, and two
  /// equal requests at a time are two requests.
  ///
  /// - Parameter isWanted: Asked before the host is: `false` ends it as `cancelled`. A request on its way goes on, so that
  ///   what stops a long work need not throw away what is about to come.
  /// - Returns: The answer as it came, with an empty ``Response/digest``: what it is, the caller has to look at.
  /// - Throws: ``FetchError``; `unusable` only for a part of a file that is another one than was asked for.
  package func fetchUnstored(
    _ request: Request, isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(FetchError) -> Response {
    let address: Address
    do { address = try Address(request.address) } catch {
      throw .badAddress(Address.redacted(request.address), reason: error.reason)
    }
    if let cache, cache.isOnDisk {
      let key = key(of: request, address, in: cache)
      if let known = cache.entry(for: key), options.mode == .offline || isUsable(known, key, request) {
        tally.found(address, layer: request.layer)
        return Response(
          status: known.status, contentType: known.contentType, body: known.body, origin: .cache, digest: "",
          version: known.entityTag ?? known.lastModified)
      }
    }
    if options.mode == .offline { throw .notInCache(address: Address.redacted(request.address)) }
    let ticket = lastTicket.add(1, ordering: .relaxed).newValue
    do throws(FetchError) {
      let answer = try await protected.answer(
        to: request, at: address, ticket: ticket, conditions: [], isWanted: isWanted)
      // Without a condition there is nothing that could be unchanged.
      guard answer.status != 304 else {
        throw FetchError.refused(status: 304, address: Address.redacted(request.address))
      }
      // What is fetched here is kept by whoever asks.
      if answer.tellsSecrets {
        throw FetchError.unusable(
          address: Address.redacted(request.address), contentType: answer.headers.contentType,
          reason: "a file with the secret of its \(request.credential?.description ?? "request") in it")
      }
      let (status, body) = try content(of: answer, to: request)
      return Response(
        status: status, contentType: answer.headers.contentType, body: body,
        origin: .network(requests: answer.requests), digest: "", version: answer.headers.version)
    } catch {
      if error != .cancelled { tally.count(\.failures) }
      throw error
    }
  }
}
