import DocumentModel

/// What is of use in the archive of a tile package: its descriptions, and the files of its tiles by number.
///
/// Names serve to find files, and for nothing else: a name with `..` or a drive in it leads nowhere.
struct PackageContents {
  let archive: ZipArchive
  /// By name, with `/` between folders; those that a package may be described by.
  let documents: [String: ZipEntry]
  /// By the folder that holds the levels.
  let storage: [String: [CachePart: ZipEntry]]

  /// The last names of the files that describe a package, in lower case.
  private static let names: Set<String> = [
    "conf.xml", "conf.cdi", "root.json", "iteminfo.json", "iteminfo.xml",
  ]
  private static let mostDocuments = 64
  private static let mostFolders = 16

  /// Reads the archive's directory, and no entry.
  /// - Throws: `unreadable`.
  init(of file: any ByteReading) throws(SourceError) {
    archive = ZipArchive(file)
    var documents: [String: ZipEntry] = [:]
    var storage: [String: [CachePart: ZipEntry]] = [:]
    try ZipDirectory(of: archive.file).visit { bytes, entry throws(SourceError) in
      // Some writers of Windows put its own sign between folders.
      let name = Substring(bytes).contains("\\") ? Substring(bytes).replacing("\\", with: "/") : Substring(bytes)
      var folder: Substring = ""
      if let part = CachePart(path: name, folder: &folder) {
        let folder = String(folder)
        if storage[folder] != nil || storage.count < Self.mostFolders { storage[folder, default: [:]][part] = entry }
      } else if documents.count < Self.mostDocuments,
        Self.names.contains(PathResolution.lastComponent(of: String(name)).lowercased())
      {
        documents[String(name)] = entry
      }
    }
    (self.documents, self.storage) = (documents, storage)
  }

  /// The files of a name that ends so, in any case: those that lie least deep first, then in the order of their names.
  func documents(named name: String) -> [String] {
    documents.keys.filter { PathResolution.lastComponent(of: $0).lowercased() == name }
      .sorted { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
  }

  /// The bytes of a description with the name that messages call it by.
  func document(_ name: String, limit: Int) throws(SourceError) -> (bytes: [UInt8], path: String)? {
    guard let entry = documents[name] else { return nil }
    return (try archive.bytes(of: entry, limit: limit), "\(archive.path)!\(name)")
  }

  /// The tiles below a folder of the archive, in any case.
  func parts(in folder: String) -> ArchiveParts {
    let found = storage[folder] != nil ? folder : storage.keys.first { $0.lowercased() == folder.lowercased() }
    return ArchiveParts(archive: archive, folder: found ?? folder, entries: storage[found ?? folder] ?? [:])
  }
}
