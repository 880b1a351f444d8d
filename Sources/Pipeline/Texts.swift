import DocumentModel
import Resolving

extension OpenedDocument {
  /// The texts that a picture carries: PNG text chunks, JPEG comment, XMP.
  func texts(of map: ResolvedMap) -> [(key: String, value: String)] {
    var texts: [(key: String, value: String)] = []
    func filled(_ text: String) -> String {
      ReservedParameter.replaced(in: text, by: ["bookmark": map.bookmark ?? ""])
    }
    if let title = document.title { texts.append(("Title", filled(title))) }
    if let summary = document.summary { texts.append(("Description", filled(summary))) }
    let credits = attributions(of: map.layers).joined(separator: "; ")
    if !credits.isEmpty { texts.append(("Copyright", credits)) }
    for (key, value) in document.metadata.sorted(by: { $0.key < $1.key }) { texts.append((key, filled(value))) }
    texts.append(("Software", "mapdoc \(Version.text)"))
    return texts
  }
}
