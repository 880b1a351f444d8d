import DocumentModel
import Transport

/// An address whose name does not say what is there: it is asked for, and what comes is looked at.
enum AskedAddress {
  /// So much of an answer is looked at: capabilities may begin with a long comment.
  private static let head = ByteRange(offset: 0, count: 16 << 10)

  /// The address with the beginning of what it answers: as it stands, asked for the capabilities of a WMTS and a WMS, and for
  /// the description of an ArcGIS service, whichever `isKnown` first.
  ///
  /// - Returns: The answer to the address as it stands where none of them is known.
  /// - Throws: `mayNotAsk`; `notAnswered` where nothing answers.
  static func answered(
    _ candidate: InspectionCandidate, in context: SourceContext, isKnown: (InspectionCandidate) -> Bool
  ) async throws(SourceError) -> InspectionCandidate {
    let address = try ServiceAddress(of: candidate)
    let template = AddressedTiles.RequestTemplate.ofInspection
    let requests = [
      template.request(for: head, of: address.text, isAskedInEachRun: true),
      template.request(forDescriptionAt: OGCDocument(service: "WMTS", version: "1.0.0").question(for: address)),
      template.request(forDescriptionAt: OGCDocument(service: "WMS", version: "1.3.0").question(for: address)),
      template.request(forDescriptionAt: ArcGISTiles.question(for: address)),
    ]
    var first: Result<InspectionCandidate, SourceError>?
    for request in requests {
      let answer = await answer(to: request, candidate, in: context)
      if case .success(let asked) = answer, isKnown(asked) { return asked }
      first = first ?? answer
      // A server that is not there is not asked twice more.
      if case .failure(.mayNotAsk) = answer { break }
      if case .failure(.notAnswered(let error, _)) = answer, !error.isOfStatus { break }
    }
    guard let first else { return candidate }
    return try first.get()
  }

  private static func answer(
    to request: Request, _ candidate: InspectionCandidate, in context: SourceContext
  ) async -> Result<InspectionCandidate, SourceError> {
    do throws(SourceError) {
      let head = try await context.ask(request, expecting: "a source of tiles") {
        response throws(UnusableAnswer) in Array(response.body.prefix(Self.head.count))
      }
      return .success(candidate.answering(head))
    } catch {
      return .failure(error)
    }
  }
}

extension FetchError {
  /// The server is there, and does not like the question.
  fileprivate var isOfStatus: Bool {
    if case .refused = self { true } else { false }
  }
}

extension InspectionCandidate {
  /// For an address that looks like that of one tile, the address of all: the last three whole numbers of its path are level,
  /// column and row, or as ArcGIS has them below `tile`, level, row and column.
  var guessedTemplate: String? {
    let path = source.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard isAddress, parts.count >= 6, let last = parts.last else { return nil }
    let number = last.prefix { $0.isASCII && $0.isNumber }
    let rest = last.dropFirst(number.count)
    let three = [parts[parts.count - 3], parts[parts.count - 2], String(number)]
    guard three.allSatisfy({ Int($0) != nil }), rest.isEmpty || rest.first == "." || rest.first == "@" else {
      return nil
    }
    let isArcGIS = parts[parts.count - 4] == "tile"
    let names = isArcGIS ? ["{z}", "{y}", "{x}"] : ["{z}", "{x}", "{y}"]
    parts.replaceSubrange((parts.count - 3)..., with: [names[0], names[1], names[2] + rest])
    return parts.joined(separator: "/") + source.dropFirst(path.count)
  }
}
