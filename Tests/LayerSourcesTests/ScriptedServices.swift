import DocumentModel
import LayerSources
import Transport

/// Services that answer from a table, without a network.
final class ScriptedServices: ServiceAsking {
  private let answer: @Sendable (Request) -> [UInt8]

  init(_ answer: @escaping @Sendable (Request) -> [UInt8]) { self.answer = answer }

  convenience init(_ body: [UInt8]) { self.init { _ in body } }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }

  func ask<Answer: Sendable>(
    _ request: Request, expecting expected: String,
    reading: @escaping @Sendable (Response) throws(UnusableAnswer) -> Answer
  ) async throws(SourceError) -> Answer {
    let response = Response.ok(answer(request))
    do throws(UnusableAnswer) {
      return try reading(response)
    } catch {
      throw .notAnswered(
        .unusable(address: request.address, contentType: nil, reason: error.reason), expected: expected)
    }
  }
}

extension Response {
  static func ok(_ body: [UInt8]) -> Response {
    Response(status: 200, contentType: nil, body: body, origin: .network(requests: 1), digest: "")
  }
}
