/// Gets answers: from the cache while they are fresh, else from the network, politely.
package protocol Fetching: Sendable {
  /// - Parameters:
  ///   - validate: Called with a 2xx answer before it may enter the cache, also with one out of the cache; throws
  ///     ``UnusableAnswer`` when the bytes are not what was asked for. Called once for equal requests that run at the same time.
  /// - Throws: ``FetchError``.
  func fetch(
    _ request: Request, validate: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void
  ) async throws(FetchError) -> Response
}

/// What a validator throws: `reason` says what the bytes are, lower case: "an HTML page, not a picture".
package struct UnusableAnswer: Error, Sendable, Hashable {
  package let reason: String
  package init(reason: String) { self.reason = reason }
}
