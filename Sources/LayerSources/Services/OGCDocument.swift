import DocumentModel
import Transport

/// Where the capabilities of a service of OGC come from: a file, or the service that is asked.
struct OGCDocument: Sendable {
  /// As the parameter `SERVICE` names it: `WMTS`.
  let service: String
  /// The version that is asked for.
  let version: String

  var expected: String { "the capabilities of a \(service)" }

  /// Reads capabilities; a service is asked once for all layers that want the same.
  ///
  /// - Parameter reading: Makes them out of the root element; the second argument is the file or address, for messages.
  /// - Throws: `notFound`, `unreadable`, `otherKind`; `mayNotAsk`, `notAnswered`.
  func capabilities<Capabilities: Sendable>(
    at address: ServiceAddress, _ request: AddressedTiles.RequestTemplate, in context: SourceContext,
    reading: @escaping @Sendable (XMLElement, String) throws(SourceError) -> Capabilities
  ) async throws(SourceError) -> Capabilities {
    if address.isFile {
      guard let bytes = try LocalFile.bytes(of: address.text, limit: XMLElement.Limit.ofServices.bytes) else {
        throw .notFound(path: address.text)
      }
      return try reading(root(of: bytes, source: address.text), address.text)
    }
    let asked = question(for: address)
    let shown = Address.redacted(asked)
    return try await context.ask(request.request(forDescriptionAt: asked), expecting: expected) {
      response throws(UnusableAnswer) -> Result<Capabilities, SourceError> in
      do throws(SourceError) {
        return .success(try reading(root(of: response.body, source: shown), shown))
      } catch {
        if case .unreadable = error { throw UnusableAnswer(reason: error.placeAndReason) }
        return .failure(error)
      }
    }.get()
  }

  /// The question that gives capabilities: an address of a file as it stands, else `GetCapabilities` of a service.
  func question(for address: ServiceAddress) -> String {
    let (path, query) = address.withoutRequest(of: service)
    if path.lowercased().hasSuffix(".xml") { return query.isEmpty ? path : path + "?" + query }
    var parts = query.split(separator: "&").map(String.init)
    let names = parts.map { $0.prefix { $0 != "=" }.lowercased() }
    let needed = [("SERVICE", service), ("REQUEST", "GetCapabilities"), ("VERSION", version)]
    for (name, value) in needed where !names.contains(name.lowercased()) { parts.append("\(name)=\(value)") }
    return path + "?" + parts.joined(separator: "&")
  }

  private func root(of bytes: [UInt8], source: String) throws(SourceError) -> XMLElement {
    let format = PictureFormat(of: bytes)
    if format == .html { throw .unreadable(path: source, place: nil, reason: "\(format.words), not \(expected)") }
    do throws(XMLElement.Failure) {
      return try XMLElement.root(of: bytes, limit: .ofServices)
    } catch {
      let isXML = [.xml, .empty, .text].contains(format)
      throw .unreadable(
        path: source, place: error.line.map { "line \($0)" },
        reason: isXML ? error.reason : "\(format.words), not \(expected)")
    }
  }
}

extension ServiceAddress {
  /// The service behind an address of its capabilities: its query without what asks for them.
  func withoutQuestion(of service: String) -> (path: String, query: [String]) {
    let (path, query) = withoutRequest(of: service)
    let kept = query.split(separator: "&").filter {
      !["service", "request", "version"].contains($0.prefix { $0 != "=" }.lowercased())
    }
    return (path, kept.map(String.init))
  }
}
