import Glibc
import Synchronization

/// The names of files that are being written, and those that killed processes left behind.
///
/// A hidden name that no pattern for pictures matches, different for each process and file: `.NAME.PID-SERIAL.tmp`.
enum AsideName {
  static func of(_ name: String, process: Int32, serial: Int) -> String {
    ".\(name.prefix(200)).\(process)-\(serial).tmp"
  }

  /// What is before the process in a name of this kind, and the process; `nil` for other names.
  static func parts(of name: String) -> (stem: String, process: Int32)? {
    guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return nil }
    let inner = name.dropFirst().dropLast(4)
    guard let dot = inner.lastIndex(of: ".") else { return nil }
    let numbers = inner[inner.index(after: dot)...].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let process = Int32(numbers[0]), process > 0, dot != inner.startIndex
    else { return nil }
    return (String(inner[..<dot]), process)
  }
}

/// Removes what a killed process left beside an output: each folder is looked through once in a run.
enum AbandonedFiles {
  /// Entries of one folder that are looked at.
  private static let mostEntries = 20_000

  /// By folder, then by the name that they were to get.
  private static let found = Mutex<[String: [String: [String]]]>([:])

  /// - Parameters:
  ///   - name: Of the output that is about to be written.
  ///   - folder: Ends with a slash; empty is the working folder.
  static func remove(of name: String, in folder: String) {
    let paths = found.withLock { found in
      if found[folder] == nil { found[folder] = scan(folder) }
      return found[folder]?.removeValue(forKey: String(name.prefix(200))) ?? []
    }
    for path in paths where isUnlocked(path) { unlink(path) }
  }

  private static func scan(_ folder: String) -> [String: [String]] {
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [:] }
    defer { closedir(stream) }
    var files: [String: [String]] = [:]
    for _ in 0..<mostEntries {
      guard let entry = readdir(stream) else { break }
      // The bytes of the name follow one another, up to a 0.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let (stem, process) = AsideName.parts(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      files[stem, default: []].append(folder + name)
    }
    return files
  }

  /// Whoever writes such a file holds its lock: one in another container has a number that says nothing here.
  private static func isUnlocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}
