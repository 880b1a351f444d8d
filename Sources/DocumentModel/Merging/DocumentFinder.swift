import Diagnostics
import Glibc

/// Finds the map documents that the paths of a command line stand for.
package enum DocumentFinder {
  package struct Found: Sendable {
    /// In the order of the command line, within a folder by name; none twice.
    package var documents: [Document] = []
    /// Paths that do not exist or cannot be read: wrong usage.
    package var missing: [MissingPath] = []
    /// Folders that hold no document, and folders below those named that cannot be listed.
    package var findings: [Diagnostic] = []
  }

  package struct Document: Sendable, Hashable {
    /// Relative to the working folder where it lies below it.
    package let path: String
    /// The path itself stands on the command line; else it was found in a folder.
    package let isNamed: Bool
  }

  package struct MissingPath: Sendable, Hashable {
    /// As written.
    package let path: String
    /// "there is no such file".
    package let reason: String
  }

  static let greatestDepth = 64
  static let greatestCount = 1_000_000

  /// - Parameters:
  ///   - paths: A file is always taken; a folder gives every `*.yaml` and `*.yml` below it but hidden ones.
  ///   - passesOverTemplates: Leaves files with `template: true` in folders out.
  package static func find(_ paths: [String], passesOverTemplates: Bool = true) -> Found {
    var found = Found()
    var places: [String: Int] = [:]
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        found.missing.append(MissingPath(path: path, reason: UnreadableFile(errno).reason))
        continue
      }
      let shown = PathResolution.shown(path)
      var documents: [Document]
      if status.st_mode & S_IFMT == S_IFDIR {
        var walk = FolderWalk()
        let files = walk.files(below: shown)
        documents = files.filter { !passesOverTemplates || !isTemplate($0) }.map { Document(path: $0, isNamed: false) }
        if let reason = walk.problem { found.missing.append(MissingPath(path: path, reason: reason)) }
        found.findings += walk.findings
        if documents.isEmpty, walk.problem == nil, walk.findings.isEmpty {
          found.findings.append(.noDocuments(shown, templates: files))
        }
      } else {
        documents = [Document(path: shown, isNamed: true)]
      }
      for document in documents {
        if let place = places[document.path] {
          if document.isNamed { found.documents[place] = document }
        } else {
          places[document.path] = found.documents.count
          found.documents.append(document)
        }
      }
    }
    return found
  }

  /// Whether a file says `template: true` at its top; only one in which the word stands is parsed.
  private static func isTemplate(_ path: String) -> Bool {
    let limits = YAMLReader.Limits()
    do throws(UnreadableFile) {
      let bytes = try FileReading.bytes(of: path, limit: limits.bytes)
      guard bytes.holds("template") else { return false }
      let node = YAMLReader.read(SourceFile(path: path, bytes: bytes), limits: limits).node
      return node?["template"]?.content == .scalar(.bool(true))
    } catch {
      // Whoever reads it as a document reports that it cannot be read.
      return false
    }
  }
}

/// Lists a folder with all below it.
private struct FolderWalk {
  /// Why the topmost folder cannot be listed.
  private(set) var problem: String?
  /// The folders below it that cannot be listed.
  private(set) var findings: [Diagnostic] = []
  /// Device and number of the folders on the way down: a symbolic link may lead back up.
  private var open: [(UInt64, UInt64)] = []
  private var count = 0

  mutating func files(below folder: String) -> [String] {
    var files: [String] = []
    visit(folder, &files)
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func visit(_ folder: String, _ files: inout [String]) {
    var status = stat()
    guard open.count < DocumentFinder.greatestDepth, stat(folder, &status) == 0 else { return }
    let own = (UInt64(status.st_dev), UInt64(status.st_ino))
    if open.contains(where: { $0 == own }) { return }
    guard let names = names(in: folder) else {
      let error = UnreadableFile(errno)
      if open.isEmpty {
        problem = error.reason
      } else {
        findings.append(
          .unreadable(folder, error, at: SourceRange(startOf: SourceFile(path: folder, bytes: []))))
      }
      return
    }
    open.append(own)
    for name in names where count < DocumentFinder.greatestCount {
      count += 1
      let path = PathResolution.joined(folder == "." ? "" : folder, name)
      // A link that leads nowhere is taken for a document: whoever reads it says why it cannot be read.
      let isReached = stat(path, &status) == 0
      if !isReached, lstat(path, &status) != 0, errno == ENOENT { continue }
      if isReached, status.st_mode & S_IFMT == S_IFDIR {
        visit(path, &files)
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        files.append(path)
      }
    }
    open.removeLast()
  }

  /// Without hidden ones; `nil` when the folder cannot be listed.
  private func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }
}

extension [UInt8] {
  /// Whether a word stands in a text.
  fileprivate func holds(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, count >= word.count else { return false }
    return withUnsafeBufferPointer { bytes in
      var at = 0
      while at + word.count <= bytes.count {
        if bytes[at] == first, bytes[at..<(at + word.count)].elementsEqual(word) { return true }
        at += 1
      }
      return false
    }
  }
}

extension Diagnostic {
  fileprivate static func noDocuments(_ folder: String, templates: [String]) -> Diagnostic {
    Diagnostic(
      .noDocuments, "the folder `\(folder)` holds no map document",
      at: SourceRange(startOf: SourceFile(path: folder, bytes: [])),
      hint: Hint(
        templates.first.map { "the templates in it are passed over: name one to check it, as in `mapdoc check \($0)`" }
          ?? "name a folder with `*.yaml` files that begin with `mapdoc: 1`"))
  }
}
