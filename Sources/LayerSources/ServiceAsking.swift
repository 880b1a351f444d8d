import Transport

/// Asks services what they hold: the pipeline does it, over the same connections and cache as tiles.
package protocol ServiceAsking: Sendable {
  /// Asks for a description and reads it; only an answer that can be read enters the cache.
  ///
  /// - Parameters:
  ///   - request: With the layer's headers and time-out, and without absent statuses: a service that is not there is an
  ///     error.
  ///   - expected: What the answer should be, for the message: "the description of a map service".
  ///   - reading: Called with an answer of status 200 or 203, also with one out of the cache. What it throws says what
  ///     the answer is instead, lower case.
  /// - Throws: ``SourceError/notAnswered(_:expected:)``.
  func ask<Answer: Sendable>(
    _ request: Request, expecting expected: String,
    reading: @escaping @Sendable (Response) throws(UnusableAnswer) -> Answer
  ) async throws(SourceError) -> Answer
  /// Asks for something large, which is read once: only the cache keeps it, no run does.
  ///
  /// - Parameter checking: Called with the answer before it enters the cache; what it throws says what it is instead.
  /// - Throws: ``SourceError/notAnswered(_:expected:)``.
  func fetch(
    _ request: Request, expecting expected: String,
    checking: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void
  ) async throws(SourceError) -> Response
}

extension ServiceAsking {
  package func fetch(
    _ request: Request, expecting expected: String,
    checking: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void
  ) async throws(SourceError) -> Response {
    try await ask(request, expecting: expected) { response throws(UnusableAnswer) in
      try checking(response)
      return response
    }
  }
}

extension SourceContext {
  /// Asks for a description where services may be asked.
  ///
  /// - Throws: ``SourceError/mayNotAsk(address:)``, ``SourceError/notAnswered(_:expected:)``.
  func ask<Answer: Sendable>(
    _ request: Request, expecting expected: String,
    reading: @escaping @Sendable (Response) throws(UnusableAnswer) -> Answer
  ) async throws(SourceError) -> Answer {
    guard let services else { throw .mayNotAsk(address: Address.redacted(request.address)) }
    return try await services.ask(request, expecting: expected, reading: reading)
  }
}
