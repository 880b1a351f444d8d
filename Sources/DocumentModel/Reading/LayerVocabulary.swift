import Diagnostics

/// The kinds of layer that a run knows, with all their keys; made once and shared by its documents.
package final class LayerVocabulary: Sendable {
  let kinds: [any LayerKind.Type]
  private let entries: [String: Entry]
  /// The keys of a group.
  let group: FieldSet
  /// The same with the keys of sources, which a group refuses with a reason of its own.
  let groupWithSources: FieldSet
  /// The keys of any layer, for one whose type is given elsewhere.
  let any: FieldSet
  /// What `type:` may be, in the manual's order.
  let typeNames: [String]

  static let groupName = "group"

  struct Entry: Sendable {
    let kind: any LayerKind.Type
    let fields: FieldSet
  }

  package init(kinds: [any LayerKind.Type]) {
    self.kinds = kinds
    var entries: [String: Entry] = [:]
    for kind in kinds {
      entries[kind.typeName] = Entry(kind: kind, fields: FieldSet(Self.fields(of: kind)))
    }
    self.entries = entries
    let ofSources = LayerKeys.ofSources.map(\.name)
    group = FieldSet(LayerKeys.common.filter { !ofSources.contains($0.name) } + [LayerKeys.layers])
    groupWithSources = FieldSet(LayerKeys.common + [LayerKeys.layers])
    // A group's layers, or the names of layers that a service draws.
    let names = kinds.lazy.flatMap { $0.fields }.first { $0.name == LayerKeys.layers.name }
    let layers: any FieldDeclaration = names.map { EitherField(LayerKeys.layers, $0) } ?? LayerKeys.layers
    var all: [any FieldDeclaration] = LayerKeys.common + LayerKeys.tiled + [layers]
    let ofFeatures = kinds.contains { $0.family == .features } ? FeatureLayerKeys.all : []
    for field in kinds.flatMap({ $0.fields }) + ofFeatures where !all.contains(where: { $0.name == field.name }) {
      all.append(field)
    }
    any = FieldSet(all)
    typeNames = kinds.map { $0.typeName } + [Self.groupName]
  }

  func entry(_ typeName: String) -> Entry? { entries[typeName] }

  /// The keys of a kind: its own, where it says something else, in place of those that all have.
  static func fields(of kind: any LayerKind.Type) -> [any FieldDeclaration] {
    let own = kind.fields
    let shared =
      switch kind.family {
      case .tiled: LayerKeys.common + LayerKeys.tiled
      case .dynamic: LayerKeys.common
      case .features: LayerKeys.common + FeatureLayerKeys.all
      // Each of the layers that it stands for has a reference of its own.
      case .composite: LayerKeys.common.filter { $0.name != LayerKeys.srs.name }
      }
    return shared.filter { field in !own.contains { $0.name == field.name } } + own
  }
}
