import Glibc
import Synchronization
import Transport

/// The digest of a file, which may be larger than what one would like to hold in memory.
enum FileDigest {
  /// - Parameter chunk: How many bytes are read at once.
  /// - Returns: 64 hex digits; `nil` for what is no file that can be read: a pipe or a device might never come to an end.
  static func sha256(of path: String, chunk: Int = 1 << 20) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = SHA256()
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
        count = read(descriptor, buffer.baseAddress, chunk)
        filled = max(0, count)
      }
      if count == 0 { return hash.finish().hex }
      if count > 0 {
        hash.update(bytes)
      } else if errno != EINTR {
        return nil
      }
    }
  }
}

/// Digests of the files that pictures of a run are made of: one that many maps draw is read once, as long as it does not change.
final class FileDigests: Sendable {
  private let known = Mutex<[String: (state: FileState, digest: String)]>([:])

  /// The digest of a file of moderate size; of a larger one its size and time of change, for reading it would take as long as
  /// drawing it.
  func fingerprint(of path: String) -> String? {
    guard let state = FileState(of: path) else { return nil }
    return state.bytes <= Self.most ? sha256(of: path) : "\(state.bytes) \(state.changed)"
  }

  /// 256 MiB.
  private static let most = 256 << 20

  /// - Returns: As ``FileDigest/sha256(of:chunk:)``.
  func sha256(of path: String) -> String? {
    guard let state = FileState(of: path) else { return nil }
    if let found = known.withLock({ $0[path] }), found.state == state { return found.digest }
    guard let digest = FileDigest.sha256(of: path) else { return nil }
    known.withLock { $0[path] = (state, digest) }
    return digest
  }
}
