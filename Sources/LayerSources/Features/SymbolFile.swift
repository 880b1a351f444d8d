/// The file of a picture that a symbol names.
package enum SymbolFile {
  /// The largest that is read: 16 MiB.
  private static let limit = 16 << 20

  /// `nil` where there is none.
  /// - Throws: ``SourceError``.
  package static func bytes(of path: String) throws(SourceError) -> [UInt8]? {
    try LocalFile.bytes(of: path, limit: limit)
  }
}
