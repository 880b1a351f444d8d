import Diagnostics
import DocumentModel

/// Kinds of layer that stand in for those of LayerSources.
let standInKinds: [any LayerKind.Type] = [
  StandInXYZ.self, StandInPackage.self, StandInDebug.self, StandInFeatures.self,
]

struct StandInXYZ: LayerKind {
  static let typeName = "xyz"
  static let summary = "tiles by address"
  static let family = LayerFamily.tiled
  static let fields: [any FieldDeclaration] = [url, subdomains]

  private static let url = RequiredField<String>("url", "the address of a tile")
  private static let subdomains = OptionalField<OneOrMany<String>>("subdomains", "what `{s}` stands for")

  let url: String

  init?(from reader: MappingReader) {
    let url = reader.read(Self.url)
    _ = reader.read(Self.subdomains)
    guard let url else { return nil }
    self.url = url
  }
}

struct StandInPackage: LayerKind {
  static let typeName = "mbtiles"
  static let summary = "tiles in a package"
  static let family = LayerFamily.tiled
  static let fields: [any FieldDeclaration] = [path]

  private static let path = RequiredField<FilePath>("path", "the package")

  let path: FilePath

  init?(from reader: MappingReader) {
    guard let path = reader.read(Self.path) else { return nil }
    self.path = path
  }
}

struct StandInDebug: LayerKind {
  static let typeName = "debug"
  static let summary = "the edges of tiles"
  static let family = LayerFamily.tiled
  static let fields: [any FieldDeclaration] = []

  init?(from reader: MappingReader) {}
}

/// A layer of features with a symbol of its own beside those of all.
struct StandInFeatures: LayerKind {
  static let typeName = "features"
  static let summary = "features of a file"
  static let family = LayerFamily.features
  static let fields: [any FieldDeclaration] = [path]

  private static let path = RequiredField<FilePath>("path", "the file")

  init?(from reader: MappingReader) {
    if reader.read(Self.path) == nil { return nil }
  }
}
