import Diagnostics

/// A kind of layer: how it is written in a document. What it does stands in LayerSources, in the same file.
package protocol LayerKind: Sendable {
  /// The value of `type:` that selects this kind.
  static var typeName: String { get }
  /// One sentence for the manual; no full stop.
  static var summary: String { get }
  static var family: LayerFamily { get }
  /// A document for the manual that `check` accepts; where it reads files, those of the project's `maps/data`.
  static var example: String? { get }
  /// Its own keys in the manual's order; those of all layers and of its family are added to them.
  static var fields: [any FieldDeclaration] { get }
  /// Reads its own keys. What is wrong with them goes to the reader's context; the result is then `nil`.
  init?(from reader: MappingReader)
  /// The files and folders it reads, absolute or relative to the working folder: what makes a picture out of date.
  var localFiles: [String] { get }
  /// Templates of the addresses that it asks over the network, as far as they are known without asking: `{key}` where the
  /// key of a credential goes, other placeholders for what changes from one request to another.
  var addresses: [String] { get }
}

extension LayerKind {
  package static var example: String? { nil }
  package var localFiles: [String] { [] }
  package var addresses: [String] { [] }
}

/// What layers of one family have in common.
package enum LayerFamily: String, Sendable, CaseIterable {
  /// Pre-rendered tiles on a fixed tiling scheme.
  case tiled
  /// Pictures that a server draws for the map that is made.
  case dynamic
  /// Places, lines and areas with attributes, drawn with symbols and labels.
  case features
  /// Other layers, drawn as a group.
  case composite
}

/// A kind of layer that stands for others: a map of another program, drawn as a group.
package protocol CompositeLayerKind: LayerKind {
  /// What it stands for, where the document's own files say so; `nil` where a service has to be asked.
  var draft: MapDraft? { get }
  /// The host that its credential is for, beside those that the credential lists; `nil` where it asks none.
  var ownHost: String? { get }
}
