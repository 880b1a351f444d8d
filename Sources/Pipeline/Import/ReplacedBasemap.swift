import Diagnostics
import DocumentModel
import LayerSources

/// `--basemap`: a layer of the user's in place of a web map's basemap.
struct ReplacedBasemap {
  private let members: [JSONValue.Member]
  private let id: String
  private let layer: Layer
  private var known: KnownTiles?

  /// - Parameter word: The name of a kind of layer that needs no keys, such as `builtin`; or a layer in YAML.
  /// - Throws: ``Problem`` for what is no layer.
  init(_ word: String) throws(Problem) {
    var members: [JSONValue.Member] = []
    if layerKinds.contains(where: { $0.typeName == word }) {
      members = [.init(key: "type", value: .string(word))]
    } else {
      let file = SourceFile(path: "--basemap", bytes: Array(word.utf8))
      let read = YAMLReader.read(file)
      if let finding = read.findings.first(where: { $0.severity == .error }) { throw Problem(reason: finding.message) }
      guard case .mapping(var entries)? = read.node?.content else {
        throw Problem(
          reason:
            "it is neither a kind of layer, such as `builtin`, nor a layer in YAML, such as `{type: xyz, url: ...}`")
      }
      if entries.count == 1, entries[0].key == "layers" || entries[0].key == "layer",
        case .mapping(let inner) = entries[0].value.content
      {
        entries = inner
      }
      members = entries.map { .init(key: $0.key, value: $0.value.json) }
    }
    var id = "basemap"
    if let member = members.first(where: { $0.key == "id" }), case .string(let text) = member.value { id = text }
    members.removeAll { $0.key == "id" }
    self.members = members
    self.id = id
    var draft = LayerDraft(id: id, way: "--basemap", title: nil, keys: members)
    draft.isGround = true
    let place = SourceRange(startOf: SourceFile(path: "--basemap", bytes: []))
    let composition = LayerComposition([draft], in: .init(at: place), kinds: layerKinds)
    guard let layer = composition.layers.first else {
      throw Problem(reason: composition.omissions.first?.reason ?? "it is no layer")
    }
    self.layer = layer
  }

  /// Finds out what its tiles are in, as far as no service has to be asked.
  /// - Parameter context: That asks no services.
  mutating func find(in context: SourceContext) async { known = await KnownTiles(of: [layer], in: context) }

  struct Problem: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - reference: Of the map, as a document writes it.
  ///   - taken: The ids of the layers above it.
  func write(to text: inout DocumentText, reference: String?, taken: Set<String>) {
    text.comment("In place of the web map's own basemap.", indent: 2)
    var (name, number) = (id, 1)
    while taken.contains(name) {
      number += 1
      name = "\(id)-\(number)"
    }
    text.key("id", .string(name), indent: 4, isFirstOfItem: true)
    for member in members { text.key(member.key, member.value, indent: 4) }
    if known?.needWarping(layer.id, onto: reference) == true { text.key("reproject", "always", indent: 4) }
  }
}
