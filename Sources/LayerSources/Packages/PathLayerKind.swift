import DocumentModel

/// A kind of tiled layer whose one key of its own is the `path` of a package or a cache.
protocol PathLayerKind: TiledLayerKind {
  static var pathField: RequiredField<FilePath> { get }
  var path: String { get }
  init(path: String)
}

extension PathLayerKind {
  static var fields: [any FieldDeclaration] { [pathField] }
  var localFiles: [String] { [path] }

  init?(from reader: MappingReader) {
    guard let path = reader.read(Self.pathField) else { return nil }
    self.init(path: path.resolved)
  }
}
