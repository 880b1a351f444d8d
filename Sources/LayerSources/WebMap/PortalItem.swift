import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// An item of a portal of ArcGIS.
package struct PortalItem: Sendable, Hashable {
  package static let defaultPortal = "https://www.arcgis.com"

  /// Of 32 hexadecimal digits, in lower case.
  package let id: String
  /// In front of `/sharing/rest`, without a slash at the end.
  package var portal: String

  /// - Parameter text: An id, or the address of an item: of its page, of an application that shows it, or of its data.
  package init?(_ text: String) {
    if Self.isID(text[...]) {
      (id, portal) = (text.lowercased(), Self.defaultPortal)
      return
    }
    guard let address = try? Address(text) else { return nil }
    let (stripped, _) = SecretRule.stripped(text)
    let place = stripped.prefix { $0 != "?" && $0 != "#" }
    let parts = place.split(separator: "/")
    let query = stripped.dropFirst(place.count + 1).prefix { $0 != "#" }
    let values = query.split(separator: "&").compactMap { pair -> Substring? in
      guard let equals = pair.firstIndex(of: "="), ["id", "webmap", "webmapid"].contains(pair[..<equals].lowercased())
      else { return nil }
      return pair[pair.index(after: equals)...]
    }
    // `/sharing/rest/content/items/ID/data`
    let named = parts.indices.dropFirst().first { parts[$0 - 1] == "items" }.map { parts[$0] }
    guard let found = ([named] + values.map { $0 }).compactMap({ $0 }).first(where: { Self.isID($0) }),
      !address.host.isEmpty
    else { return nil }
    id = found.lowercased()
    portal = Self.base(stripped)
  }

  private static func isID(_ text: Substring) -> Bool { text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) }

  /// A portal's address without what its pages and its interface add.
  package static func base(_ address: String) -> String {
    var text = String(address.prefix { $0 != "?" && $0 != "#" })
    for word in ["/sharing", "/home", "/apps", "/webapps"] {
      if let place = text.firstRange(of: word + "/") ?? (text.hasSuffix(word) ? text.firstRange(of: word) : nil) {
        text = String(text[..<place.lowerBound])
      }
    }
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  package var isOfDefaultPortal: Bool { portal == Self.defaultPortal }

  /// The host that a credential for the portal is for; `nil` where the address is none.
  package var host: String? { try? Address(portal).host }
  package var address: String { "\(portal)/sharing/rest/content/items/\(id)" }
  var dataAddress: String { address + "/data?f=json" }

  /// Asks for the web map that the item is.
  /// - Throws: `otherKind` for an item that is none.
  func map(_ request: AddressedTiles.RequestTemplate, in context: SourceContext) async throws(SourceError) -> PortalMap
  {
    let shown = Address.redacted(dataAddress)
    return try await context.ask(
      request.request(forDescriptionAt: dataAddress), expecting: "the data of a web map"
    ) { response throws(UnusableAnswer) -> Result<PortalMap, SourceError> in
      let json = try ArcGISAnswer.description(in: response, source: shown)
      do throws(SourceError) {
        let draft = try WebMapReader.draft(of: json)
        return .success(PortalMap(draft: draft, text: SourceFile(path: shown, bytes: response.body)))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// What the portal says of the item: its title, a sentence about it, its extent. Where it says nothing of use, nothing.
  func describe(
    _ map: inout MapDraft, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async {
    let shown = Address.redacted(address)
    let answer: JSONElement?
    do throws(SourceError) {
      answer = try await context.ask(
        request.request(forDescriptionAt: address + "?f=json"), expecting: "the description of an item"
      ) { response throws(UnusableAnswer) in try ArcGISAnswer.description(in: response, source: shown) }
    } catch {
      // The web map itself has been read, and is drawn without it.
      answer = nil
    }
    map.title = map.title ?? answer?.child("title")?.plainText
    map.summary = map.summary ?? answer?.child("snippet")?.plainText
    if map.initialExtent == nil { map.initialExtent = answer?.child("extent").flatMap(WebMapViews.extent(ofItem:)) }
  }
}
