import Diagnostics
import DocumentModel
import Transport

/// Addresses of one picture or tile, pasted from a browser where that of the service is meant.
extension ServiceAddress {
  /// By service, in small letters: what the requests for its pictures say, and mapdoc says itself.
  private static let parametersOfRequests: [String: Set<String>] = [
    "WMS": [
      "layers", "styles", "crs", "srs", "bbox", "width", "height", "format", "transparent", "bgcolor", "exceptions",
      "query_layers", "info_format", "i", "j", "x", "y",
    ],
    "WMTS": ["layer", "style", "format", "tilematrixset", "tilematrix", "tilerow", "tilecol"],
    "ArcGIS": ["bbox", "bboxsr", "imagesr", "size", "dpi", "format", "transparent", "layers", "layerdefs"],
  ]

  /// Parameters of its query that are those of one picture, as they are written; what asks for capabilities is none.
  func parametersOfRequest(of service: String) -> [String] {
    isFile ? [] : split(of: service).taken
  }

  /// Address and query without those.
  func withoutRequest(of service: String) -> (path: String, query: String) {
    let (path, _) = parts
    return (path, split(of: service).kept.joined(separator: "&"))
  }

  private func split(of service: String) -> (kept: [Substring], taken: [String]) {
    let reserved = Self.parametersOfRequests[service] ?? []
    var (kept, taken): ([Substring], [String]) = ([], [])
    let query = parts.query
    for part in query.split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      let value = part.dropFirst(name.count + 1).lowercased()
      let isOfPicture = name.lowercased() == "request" && value != "getcapabilities"
      if reserved.contains(name.lowercased()) || isOfPicture && service != "ArcGIS" {
        taken.append(String(name))
      } else {
        kept.append(part)
      }
    }
    return (kept, taken)
  }

  /// Warns of parameters that are taken away.
  func report(requestOf service: String, at range: SourceRange, in context: ReadingContext) {
    let names = parametersOfRequest(of: service)
    guard !names.isEmpty else { return }
    let listed = names.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
    context.report(
      Diagnostic(
        .addressOfOnePicture,
        "\(listed) in this address \(names.count == 1 ? "says" : "say") of one picture what keys of the layer and the "
          + "map say of each, and \(names.count == 1 ? "is" : "are") not sent",
        at: range, hint: Hint("take what stands behind the `?` out, but for what the service itself needs")))
  }
}
