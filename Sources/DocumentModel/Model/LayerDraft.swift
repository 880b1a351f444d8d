import Diagnostics
import Geodesy

/// A layer of another program's map in the keys of the format, not yet checked.
package struct LayerDraft: Sendable, Hashable {
  /// Unique among the drafts of one map.
  package var id: String
  /// Where it stands in the other map: `operationalLayers[3]`.
  package var way: String
  /// What the other map calls it; for messages.
  package var title: String?
  /// The keys behind `id`, `type` first; not `layers`.
  package var keys: [JSONValue.Member]
  /// The keys among them without which the layer is still worth drawing, the dearest first.
  package var spareKeys: [String] = []
  /// Of `type: group`.
  package var children: [LayerDraft] = []
  /// It lies below everything else, as a ground.
  package var isGround = false
  /// What it cannot do without, and what to do about it, where the other map does not bring it: a reason to leave it out.
  package var need: String?

  package init(id: String, way: String, title: String?, keys: [JSONValue.Member]) {
    self.id = id
    self.way = way
    self.title = title
    self.keys = keys
  }

  package var isGroup: Bool { self["type"] == .string(LayerVocabulary.groupName) }

  package var isVisible: Bool { self["visible"] != .bool(false) }

  package subscript(key: String) -> JSONValue? { keys.first { $0.key == key }?.value }

  /// It and all below it that draw something, in their order.
  package var leaves: [LayerDraft] { isGroup ? children.flatMap(\.leaves) : [self] }
}

/// Something of another program's map that has no counterpart here.
package struct Omission: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A whole layer.
    case layer(isVisible: Bool)
    /// Something of a layer, or of the map.
    case part
    /// What looks like a secret, which is never taken over.
    case secret
  }

  package var kind: Kind
  /// Where it stands: `operationalLayers[3].layerDefinition.drawingInfo`.
  package var way: String
  package var title: String?
  /// A sentence without a capital and full stop.
  package var reason: String
  /// It lies below everything else, as a ground.
  package var isGround = false

  package init(_ kind: Kind, _ way: String, title: String? = nil, _ reason: String, isGround: Bool = false) {
    self.kind = kind
    self.way = way
    self.title = title
    self.reason = reason
    self.isGround = isGround
  }

  package var isLayer: Bool {
    if case .layer = kind { true } else { false }
  }

  /// `operationalLayers[3]` (`Roads`).
  package var place: String { "`\(way)`" + (title.map { " (`\($0)`)" } ?? "") }
}

/// Another program's map as it was read.
package struct MapDraft: Sendable {
  /// Bottom first.
  package var layers: [LayerDraft] = []
  package var omissions: [Omission] = []
  package var title: String?
  package var summary: String?
  /// As `srs` writes it.
  package var reference: String?
  /// As `initialExtent` writes it.
  package var initialExtent: JSONValue?
  /// Degrees, as `rotation` counts them; 0 where the map is not turned.
  package var rotation = 0.0
  /// As items of `bookmarks`.
  package var bookmarks: [JSONValue] = []
  /// As `canvas.background`.
  package var background: String?

  package init() {}
}

/// What a map of another program says beside its layers, for a document in which it comes first.
package struct MapDefaults: Sendable {
  package var reference: Located<SpatialReference>?
  package var initialExtent: Located<ExtentForm>?
  package var rotation = 0.0
  package var bookmarks: [Bookmark] = []
}
