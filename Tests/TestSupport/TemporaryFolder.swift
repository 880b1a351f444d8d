import FoundationEssentials
import Glibc
import Synchronization

/// An empty folder that is removed with its content when the last reference to it goes.
///
/// One that is still referred to when the process ends is removed then; what a killed process left behind, by the next one
/// that makes such a folder.
package final class TemporaryFolder: Sendable {
  /// Absolute, without a slash at the end.
  package let path: String

  package init() throws {
    path = LivingFolders.root + "/" + LivingFolders.prefix + "\(getpid())-\(UUID().uuidString)"
    try LivingFolders.make(path)
  }

  deinit { LivingFolders.remove(path) }

  /// Writes a file below the folder, with the folders on its way.
  /// - Returns: Its absolute path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  package func read(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  /// The names of what lies in a folder below it, sorted.
  package func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }
}

/// The temporary folders of this process, named by its number: `mapdoc-test-PROCESS-UUID`.
package enum LivingFolders {
  static let prefix = "mapdoc-test-"

  static let root: String = {
    let root = FileManager.default.temporaryDirectory.path
    return root.hasSuffix("/") ? String(root.dropLast()) : root
  }()

  private static let paths = Mutex<Set<String>>([])

  /// Done once: folders of static properties have no last reference.
  private static let cleaning: Void = {
    removeAbandoned()
    atexit { for path in LivingFolders.paths.withLock({ $0 }) { LivingFolders.take(path) } }
  }()

  static func make(_ path: String) throws {
    _ = cleaning
    paths.withLock { _ = $0.insert(path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  static func remove(_ path: String) {
    take(path)
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes the folders of processes that are no more, with the small disks that are mounted on them.
  package static func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for name in names where name.hasPrefix(prefix) {
      // A number as processes have it: eight digits are the start of a UUID.
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard number.count < 8, let process = pid_t(number), process > 0, kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      let path = root + "/" + name
      umount2(path, SmallDisk.detachFlag)  // where it is no disk, nothing happens
      take(path)
    }
  }

  /// A server that a test stops may still write into its folder: then it is not empty, and is emptied again.
  private static func take(_ path: String) {
    for _ in 0..<5 {
      do {
        try FileManager.default.removeItem(atPath: path)
        return
      } catch {
        if access(path, F_OK) != 0 { return }
        usleep(10_000)
      }
    }
  }
}
