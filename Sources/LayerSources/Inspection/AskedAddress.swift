import DocumentModel
import Transport

/// An address whose name does not say what is there: it is asked for, and what comes is looked at.
enum AskedAddress {
  /// So much of an answer is looked at: capabilities may begin with a long comment.
  private static let head = ByteRange(offset: 0, count: 16 << 10)

  /// The address with the beginning of what it answers: as it stands, asked for the capabilities of a WMTS and a WMS, and for
  /// the description of an ArcGIS service, whichever `isKnown` first.
  ///
  /// - Returns: Where none of them is known, the first that holds an error of the service in its own words, else the answer to
  ///   the address as it stands.
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
    var failed: InspectionCandidate?
    for request in requests {
      let answer = await answer(to: request, candidate, in: context)
      if case .success(let asked) = answer {
        if isKnown(asked) { return asked }
        if failed == nil, asked.serviceFailure != nil { failed = asked }
      }
      first = first ?? answer
      // A server that is not there is not asked twice more.
      if case .failure(.mayNotAsk) = answer { break }
      if case .failure(.notAnswered(let error, _)) = answer, !error.isOfStatus { break }
    }
    if let failed { return failed }
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
  /// What a service says that went wrong, where its answer is such a report: of OGC's services, or of ArcGIS.
  var serviceFailure: String? {
    guard [.xml, .html, .json, .text, .unknown].contains(format) else { return nil }
    // Of a file only its beginning has been read so far.
    let bytes = isFile ? (try? LocalFile.bytes(of: source, limit: 1 << 20)) ?? head : head
    return ServiceReport.words(in: bytes)
  }

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
