import Diagnostics
import Glibc

/// A file that cannot be read, in the system's words made ours: "there is no such file".
package struct UnreadableFile: Error, Hashable {
  package let reason: String
}

/// Reads whole files of a bounded size.
package enum FileReading {
  /// - Returns: At most `limit` + 1 bytes: one more than the limit says that there are more.
  package static func bytes(of path: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw UnreadableFile(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UnreadableFile(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw UnreadableFile(EISDIR)
    default: throw UnreadableFile(reason: "it is not a regular file")
    }
    let capacity = min(Int(status.st_size), limit) + 1
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, capacity - count)
        if got > 0 {
          count += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    if failure != 0 { throw UnreadableFile(failure) }
    return bytes
  }
}

extension UnreadableFile {
  /// There is nothing of that name, rather than something that cannot be read.
  package var isMissingFile: Bool { self == UnreadableFile(ENOENT) || self == UnreadableFile(ENOTDIR) }

  init(_ number: Int32) {
    switch number {
    case ENOENT: reason = "there is no such file"
    case EACCES, EPERM: reason = "its permissions do not allow it"
    case EISDIR: reason = "it is a folder"
    case ENOTDIR: reason = "a part of its path is not a folder"
    case ELOOP: reason = "its symbolic links go round in a circle"
    case ENAMETOOLONG: reason = "its name is too long"
    case EMFILE, ENFILE: reason = "too many files are open"
    case EIO: reason = "the disk has an error"
    default: reason = SystemReason.words(number)
    }
  }
}

extension Diagnostic {
  static func unreadable(_ path: String, _ problem: UnreadableFile, at range: SourceRange, hint: Hint? = nil)
    -> Diagnostic
  {
    Diagnostic(.unreadableFile, "`\(path)` cannot be read: \(problem.reason)", at: range, hint: hint)
  }
}
