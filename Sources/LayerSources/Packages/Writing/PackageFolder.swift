import DocumentModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Moves, syncs and removes packages: files, and the folders of caches.
package enum PackageFolder {
  /// Makes the folders on the way to a file.
  package static func makeParents(of path: String) throws(PackageError) {
    let folder = PathResolution.folder(of: path)
    if folder.isEmpty || LocalFile.kind(of: folder) == .folder { return }
    try makeParents(of: folder)
    try make(folder, for: path)
  }

  /// Why a file cannot be written, as far as is known before; `nil` where nothing speaks against it.
  package static func reasonAgainst(writing path: String) -> String? {
    if isFolder(path) { return "it is a folder" }
    var folder = PathResolution.folder(of: PathResolution.absolute(path))
    while LocalFile.kind(of: folder) == nil, folder != "/" { folder = PathResolution.folder(of: folder) }
    guard isFolder(folder) else { return "`\(PathResolution.shown(folder))` is not a folder" }
    return access(folder, W_OK) == 0 ? nil : SystemReason.words(errno)
  }

  static func make(_ folder: String, for path: String) throws(PackageError) {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw PackageError(path, errno) }
  }

  /// Takes away a file with SQLite's journal beside it, or a folder with all in it; nothing happens where there is none.
  package static func remove(_ path: String) throws(PackageError) {
    unlink(path + "-journal")
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard unlink(path) == 0 else { throw PackageError(path, errno) }
      return
    }
    for name in names(in: path) { try remove(path + "/" + name) }
    guard rmdir(path) == 0 else { throw PackageError(path, errno) }
  }

  /// Puts a finished package in its place, with all that was written on the disk.
  package static func put(_ path: String, at target: String) throws(PackageError) {
    try syncAll(path)
    if LocalFile.kind(of: target) == .folder {
      // A folder that is not empty cannot be replaced in one step.
      let old = target + ".old"
      try remove(old)
      guard rename(target, old) == 0 else { throw PackageError(target, errno) }
      guard rename(path, target) == 0 else {
        let code = errno
        _ = rename(old, target)
        throw PackageError(target, code)
      }
      try remove(old)
    } else {
      guard rename(path, target) == 0 else { throw PackageError(target, errno) }
    }
    let parent = PathResolution.folder(of: target)
    try syncOne(parent.isEmpty ? "." : parent)
  }

  /// Waits until all that was written is on the disk.
  package static func syncAll(_ path: String) throws(PackageError) {
    if LocalFile.kind(of: path) == .folder {
      // One call for all, in place of one for each of a hundred thousand files.
      sync()
    } else {
      try syncOne(path)
    }
  }

  private static func syncOne(_ path: String) throws(PackageError) {
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { throw PackageError(path, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw PackageError(path, errno) }
  }

  /// What lies in a folder, without a bound: it is our own.
  private static func names(in folder: String) -> [String] { (try? LocalFile.names(in: folder, limit: .max)) ?? [] }

  /// Whether a path is something that a new package may take the place of: nothing, a file, an empty folder, or an Esri
  /// cache and nothing else.
  package static func isReplaceable(_ path: String) -> Bool {
    switch LocalFile.kind(of: path) {
    case nil, .file: true
    case .other: false
    case .folder:
      names(in: path).allSatisfy { ["conf.xml", "conf.cdi", "_alllayers"].contains($0.lowercased()) }
    }
  }

  package static func isFolder(_ path: String) -> Bool { LocalFile.kind(of: path) == .folder }

  /// Whether something is there that a new package would replace.
  package static func isTaken(_ path: String) -> Bool {
    LocalFile.kind(of: path).map { $0 != .folder || !names(in: path).isEmpty } ?? false
  }
}

private func openForReading(_ path: String) -> CInt { open(path, O_RDONLY | O_CLOEXEC) }

/// A small text beside a package: written aside and renamed.
package enum PackageText {
  package static func write(_ bytes: [UInt8], to path: String) throws(PackageError) {
    try PackageFolder.makeParents(of: path)
    let aside = path + ".new"
    do throws(PackageError) {
      let file = try PackageFile(aside)
      try file.append(bytes)
      try file.flush()
      try PackageFolder.put(aside, at: path)
    } catch {
      unlink(aside)
      throw error
    }
  }
}
