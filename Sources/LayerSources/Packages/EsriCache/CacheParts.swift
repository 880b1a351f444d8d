import DocumentModel
import Synchronization

/// The files of an Esri cache's storage, wherever they are kept.
protocol CacheParts: Sendable {
  /// For messages: the folder or the archive.
  var path: String { get }
  /// The bytes of a file; `nil` where there is none of that name.
  func bytes(of part: CachePart) throws(SourceError) -> (any ByteReading)?
  /// The levels that have at least one file of a kind.
  func levels(with contents: Set<CachePart.Content>) throws(SourceError) -> Set<Int>
  /// Of a level, in the order of rows and columns; at most 100,000.
  func parts(_ content: CachePart.Content, of level: Int) throws(SourceError) -> [CachePart]
  /// Where a file lies, for messages.
  func place(of part: CachePart) -> String
}

/// Files in the folders of the disk: below `_alllayers`, or `tile` of an unpacked TPKX.
final class FolderParts: CacheParts {
  let path: String
  /// By level number: `L07`.
  private let folders: [Int: String]
  private let open = Mutex(OpenFiles())

  init(in path: String) throws(SourceError) {
    var folders: [Int: String] = [:]
    for name in try LocalFile.names(in: path) {
      guard let level = CachePart.level(of: name.utf8), folders[level] == nil else { continue }
      folders[level] = name
    }
    (self.path, self.folders) = (path, folders)
  }

  func bytes(of part: CachePart) throws(SourceError) -> (any ByteReading)? {
    if let file = open.withLock({ $0.take(part) }) { return file }
    guard let place = located(part), let file = try FileBytes.open(place) else { return nil }
    open.withLock { $0.keep(file, as: part) }
    return file
  }

  func levels(with contents: Set<CachePart.Content>) throws(SourceError) -> Set<Int> {
    var levels: Set<Int> = []
    for (level, folder) in folders {
      let names = try LocalFile.names(in: PathResolution.joined(path, folder), limit: 64)
      if names.contains(where: { name in part(named: name, in: folder).map { contents.contains($0.content) } ?? false })
      {
        levels.insert(level)
      }
    }
    return levels
  }

  func parts(_ content: CachePart.Content, of level: Int) throws(SourceError) -> [CachePart] {
    guard let folder = folders[level] else { return [] }
    var parts: [CachePart] = []
    for name in try LocalFile.names(in: PathResolution.joined(path, folder)) {
      if let part = part(named: name, in: folder), part.content == content { parts.append(part) }
    }
    return parts.sorted()
  }

  func place(of part: CachePart) -> String { located(part) ?? "\(path)/\(part.name)" }

  private func part(named name: String, in folder: String) -> CachePart? {
    var rest: Substring = ""
    return CachePart(path: "\(folder)/\(name)", folder: &rest)
  }

  /// The levels' folders may be named otherwise than Esri's software does: `l7`.
  private func located(_ part: CachePart) -> String? {
    guard let folder = folders[Int(part.level)] else { return nil }
    return "\(path)/\(folder)" + part.name.drop { $0 != "/" }
  }

  /// Files that stay open, because the next tile most often lies in the same; the one that was used last at the end.
  private struct OpenFiles {
    private var files: [(part: CachePart, file: FileBytes)] = []
    private static let most = 32

    mutating func take(_ part: CachePart) -> FileBytes? {
      guard let index = files.lastIndex(where: { $0.part == part }) else { return nil }
      if index != files.count - 1 { files.append(files.remove(at: index)) }
      return files[files.count - 1].file
    }

    mutating func keep(_ file: FileBytes, as part: CachePart) {
      if files.count >= Self.most { files.removeFirst() }
      files.append((part, file))
    }
  }
}

/// Entries of an archive.
struct ArchiveParts: CacheParts {
  let archive: ZipArchive
  /// The folder of the archive that holds the levels.
  let folder: String
  let entries: [CachePart: ZipEntry]

  var path: String { archive.path }

  func bytes(of part: CachePart) throws(SourceError) -> (any ByteReading)? {
    guard let entry = entries[part] else { return nil }
    switch part.content {
    case .bundle, .bundleIndex: return try archive.content(of: entry)
    case .png, .jpeg: return try archive.content(of: entry, limit: LocalFile.tileLimit)
    }
  }

  func levels(with contents: Set<CachePart.Content>) -> Set<Int> {
    Set(entries.keys.lazy.filter { contents.contains($0.content) }.map { Int($0.level) })
  }

  func parts(_ content: CachePart.Content, of level: Int) -> [CachePart] {
    Array(entries.keys.filter { $0.content == content && Int($0.level) == level }.sorted().prefix(100_000))
  }

  func place(of part: CachePart) -> String { "\(path)!\(folder.isEmpty ? "" : folder + "/")\(part.name)" }
}
