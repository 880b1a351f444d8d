import DocumentModel
import Glibc
import Synchronization

/// A file that is there whole or not at all: written beside its place under another name, synced, and renamed.
///
/// Dropping it without ``commit()`` removes what was written. A device or pipe is written to directly.
package final class OutputFile {
  let path: String
  private(set) var bytesWritten = 0
  private var descriptor: Int32
  /// `nil` when nothing has to be renamed or removed.
  private var temporary: String?

  private static let serial = Atomic<Int>(0)
  private static let unfinished = Mutex<Set<String>>([])

  /// Takes away what is being written, for a process that must end at once; safe from any thread.
  package static func removeUnfinished() {
    unfinished.withLock { files in
      for file in files { unlink(file) }
    }
  }

  /// Creates the folders on the way and the file beside its place.
  init(_ path: String) throws(OutputError) {
    self.path = path
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR { throw .cannotCreate(path: path, reason: SystemReason.words(EISDIR)) }
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.creationError(path, errno) }
      return
    }
    let (folder, name) = Self.split(path)
    try Self.makeFolders(folder, for: path)
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    AbandonedFiles.remove(of: name, in: folder)
    let aside = folder + AsideName.of(name, process: getpid(), serial: number)
    _ = unlink(aside)  // left behind by a process of the same number that was killed
    descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.creationError(path, errno) }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)  // says that it is being written, see `AbandonedFiles`
    temporary = aside
    Self.unfinished.withLock { _ = $0.insert(aside) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary {
      unlink(temporary)
      Self.unfinished.withLock { _ = $0.remove(temporary) }
    }
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw writingError(errno)
      }
      rest = rest.dropFirst(count)
    }
    bytesWritten += bytes.count
  }

  /// Puts the file in its place; after it nothing more is written.
  func commit() async throws(OutputError) {
    guard let temporary else { return }
    // Some file systems report a full disk only now.
    let problem = await DiskSync.sync(descriptor)
    guard problem == 0 else { throw writingError(problem) }
    let status = close(descriptor)
    descriptor = -1
    guard status == 0 || errno == EINTR else { throw writingError(errno) }
    guard rename(temporary, path) == 0 else { throw writingError(errno) }
    self.temporary = nil
    Self.unfinished.withLock { _ = $0.remove(temporary) }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  private static func makeFolders(_ folder: String, for path: String) throws(OutputError) {
    var status = stat()
    if folder.isEmpty || stat(folder, &status) == 0 { return }
    for end in folder.indices where folder[end] == "/" && end != folder.startIndex {
      if mkdir(String(folder[..<end]), 0o777) != 0, errno != EEXIST { throw creationError(path, errno) }
    }
  }

  private static func creationError(_ path: String, _ code: Int32) -> OutputError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    default: .cannotCreate(path: path, reason: SystemReason.words(code))
    }
  }

  private func writingError(_ code: Int32) -> OutputError {
    code == ENOSPC || code == EDQUOT
      ? .diskFull(path: path) : .cannotWrite(path: path, reason: SystemReason.words(code))
  }
}
