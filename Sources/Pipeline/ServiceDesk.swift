import LayerSources
import Synchronization
import Transport

/// Asks services over the fetcher of a project; what one answered is read once for the whole run.
struct ServiceDesk: ServiceAsking {
  private let answers: Answers
  /// Made when the first question is asked: most documents have none.
  private let fetcher: @Sendable () -> any Fetching

  init(answers: Answers = Answers(), fetcher: @escaping @Sendable () -> any Fetching) {
    self.answers = answers
    self.fetcher = fetcher
  }

  func ask<Answer: Sendable>(
    _ request: Request, expecting expected: String,
    reading: @escaping @Sendable (Response) throws(UnusableAnswer) -> Answer
  ) async throws(SourceError) -> Answer {
    if let known = answers.answer(to: request, as: Answer.self) { return known }
    let result = Mutex<Answer?>(nil)
    do throws(FetchError) {
      let response = try await fetcher().fetch(request) { response throws(UnusableAnswer) in
        let answer = try reading(response)
        result.withLock { $0 = answer }
      }
      // Another layer's question may have run for a shared request: then the bytes are read here.
      let answer: Answer
      if let read = result.withLock({ $0 }) {
        answer = read
      } else {
        answer = try Self.read(response, of: request, reading)
      }
      answers.keep(answer, to: request)
      return answer
    } catch {
      throw .notAnswered(error, expected: expected)
    }
  }

  func fetch(
    _ request: Request, expecting expected: String,
    checking: @escaping @Sendable (Response) throws(UnusableAnswer) -> Void
  ) async throws(SourceError) -> Response {
    do throws(FetchError) {
      return try await fetcher().fetch(request, validate: checking)
    } catch {
      throw .notAnswered(error, expected: expected)
    }
  }

  private static func read<Answer>(
    _ response: Response, of request: Request, _ reading: (Response) throws(UnusableAnswer) -> Answer
  ) throws(FetchError) -> Answer {
    do {
      return try reading(response)
    } catch {
      throw .unusable(
        address: Address.redacted(request.address), contentType: response.contentType, reason: error.reason)
    }
  }
}

extension ServiceDesk {
  /// What services have answered in this run, read: a hundred maps of one service read its description once.
  final class Answers: Sendable {
    private let known = Mutex<[Request: any Sendable]>([:])

    /// More services than this are asked again; the cache still has what they said.
    private static let bound = 256

    func answer<Answer: Sendable>(to request: Request, as type: Answer.Type) -> Answer? {
      known.withLock { $0[request] as? Answer }
    }

    func keep(_ answer: some Sendable, to request: Request) {
      known.withLock { known in
        if known.count >= Self.bound { known.removeAll() }
        known[request] = answer
      }
    }
  }
}
