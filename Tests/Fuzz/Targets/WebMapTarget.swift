import Diagnostics
import DocumentModel

@testable import LayerSources

/// An ArcGIS web map: its layers as drafts, and as the readers of documents take them.
struct WebMapTarget: FuzzTarget {
  static let name = "webmap"

  func run(_ bytes: [UInt8]) {
    guard let json = try? JSONElement(of: bytes, source: "fuzz"), let draft = try? WebMapReader.draft(of: json) else {
      return
    }
    let place = SourceRange(startOf: SourceFile(path: "fuzz", bytes: []))
    let checked = draft.checked(kinds: layerKinds)
    let composition = LayerComposition(checked.layers, in: .init(at: place), kinds: layerKinds)
    let leaves = draft.layers.flatMap(\.leaves)
    if Set(leaves.map(\.id)).count < leaves.count { broken("ids are unique") }
    for leaf in leaves {
      guard case .string(let type)? = leaf["type"], !type.isEmpty else { broken("layers have a kind") }
      if case .string(let url)? = leaf["url"], !url.lowercased().hasPrefix("http") {
        broken("nothing of this computer is named")
      }
    }
    for layer in composition.layers.flatMap(\.leaves) where layer.problem != nil {
      broken("what is refused is left out")
    }
  }
}
