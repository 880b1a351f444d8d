import Diagnostics
import Geodesy

/// A layer of a map document: the keys of all layers, and what its kind or its group adds.
package struct Layer: Sendable {
  package var id: String
  package var idRange: SourceRange
  package var typeName: String
  /// Of the value of `type:`; what is said of the layer as a whole points here.
  package var typeRange: SourceRange
  package var title: String?
  package var isVisible: Bool
  /// 0 to 1.
  package var opacity: Double
  package var blend: BlendMode
  package var zIndex: Int
  /// Drawn where `minScale` >= projected scale >= `maxScale`; 0 is no limit.
  package var minScale: Double
  package var maxScale: Double
  package var clip: Clip?
  package var attribution: Attribution
  /// What the source is said to be in by the document.
  package var reference: Located<SpatialReference>?
  package var reproject: Reproject
  package var resampling: Resampling
  package var headers: [Header]
  /// What its requests carry, its secrets filled in.
  package var credential: Credential?
  /// For one request, in seconds.
  package var timeout: Double
  package var onError: FailureMeaning
  package var content: Content
  /// Of a map of another program: what it says beside its layers.
  package var mapDefaults: MapDefaults?

  package indirect enum Content: Sendable {
    /// Drawn together; the keys above apply to the whole.
    case group([Layer])
    /// Drawn from tiles; pictures that are drawn on request are the tiles of a scheme that is made for the map.
    case tiled(any LayerKind, TiledKeys)
    /// Drawn from features: places, lines and areas with attributes.
    case features(any LayerKind, FeatureKeys)
    /// What it is made of could not be read, or is not supported yet: it stands in plans, and no map with it is drawn.
    case unusable(Problem)
  }

  /// Why nothing can be done with a layer; the finding has been reported.
  package struct Problem: Sendable {
    package let code: Code
    /// The finding's message.
    package let reason: String

    package init(code: Code, reason: String) {
      self.code = code
      self.reason = reason
    }
  }

  /// One HTTP header of a request; the value may be a secret.
  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String
    /// What of it must not be shown: the whole and the values of the environment in it; empty where it has none.
    package let secrets: [String]
    /// It goes over plain HTTP, although it has secrets.
    package let allowsInsecure: Bool

    package init(name: String, value: String, secrets: [String] = [], allowsInsecure: Bool = false) {
      self.name = name
      self.value = value
      self.secrets = secrets
      self.allowsInsecure = allowsInsecure
    }

    /// Whether its value comes from the environment, and is kept from being read on the way.
    package var needsSafety: Bool { !secrets.isEmpty && !allowsInsecure }

    package static func == (one: Header, other: Header) -> Bool {
      one.name == other.name && one.value == other.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension Layer.Header: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "header `\(name)`" }
  package var debugDescription: String { description }
  /// A value that is dumped shows its name alone.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension Layer {
  /// Why nothing can be done with it; `nil` where something can.
  package var problem: Problem? {
    if case .unusable(let problem) = content { return problem }
    return nil
  }

  /// The layers of a group, bottom first, without the groups themselves; of any other layer itself.
  package var leaves: [Layer] {
    guard case .group(let children) = content else { return [self] }
    return children.flatMap(\.leaves)
  }

  /// The layer and all in it, depth first, in the document's order.
  package var withDescendants: [Layer] {
    guard case .group(let children) = content else { return [self] }
    return [self] + children.flatMap(\.withDescendants)
  }
}

/// The further keys of all tiled layers.
package struct TiledKeys: Sendable {
  package var minLevel: Int?
  package var maxLevel: Int?
  package var bounds: Located<ExtentForm>?
  package var onMissingTile: MissingTile
  package var absentStatuses: Set<Int>
  /// In logical pixels: the size at which a tile is shown; `nil` is the scheme's.
  package var tileSize: Double?
  package var detail: Detail?

  /// Of layers that are drawn on request, which have none of these keys: what their servers do not give is an error.
  package static let ofDynamicLayers = TiledKeys(onMissingTile: .transparent, absentStatuses: [])
}

package enum MissingTile: Sendable, Hashable {
  case transparent, parent, fail
  case color(Color)
}

package enum Reproject: String, Sendable, Hashable, CaseIterable { case auto, never, always }

package enum Resampling: String, Sendable, Hashable, CaseIterable {
  case nearest, bilinear, cubic, lanczos

  /// How far the filter reaches from a place, in pixels of the source where the picture is not shrunk.
  package var radius: Double {
    switch self {
    case .nearest: 0.5
    case .bilinear: 1
    case .cubic: 2
    case .lanczos: 3
    }
  }
}

package enum FailureMeaning: String, Sendable, Hashable, CaseIterable { case fail, warn }

package enum BlendMode: String, Sendable, Hashable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion
}

package enum Attribution: Sendable, Hashable {
  /// What the source says.
  case ofSource
  case text(String)
  /// Taken away, with the document's reason.
  case none(reason: String)
}

/// Rings of positions in a reference: a point is inside where they wind round it, holes the other way than outer rings.
package struct Clip: Sendable, Hashable {
  package var rings: [[Position]]
  package var reference: SpatialReference

  package init(rings: [[Position]], reference: SpatialReference) {
    self.rings = rings
    self.reference = reference
  }
}
