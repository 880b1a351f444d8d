import DocumentModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads files and folders of the disk without trusting them: nothing but plain files, and no more than a bound.
enum LocalFile {
  /// The largest tile: 64 MiB.
  static let tileLimit = 64 << 20

  /// What stands at a path, after following links.
  enum Kind: Equatable {
    case file(size: Int)
    case folder
    case other
  }

  /// `nil` where there is nothing, or nothing that may be looked at.
  static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(size: Int(status.st_size))
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// - Parameter expected: What the folder should be, in words.
  /// - Throws: `notFound` where nothing has that name, `unreadable` where it is no folder.
  static func requireFolder(_ path: String, _ expected: String) throws(SourceError) {
    switch kind(of: path) {
    case .folder: return
    case nil: throw .notFound(path: path)
    case .file: throw .unreadable(path: path, place: nil, reason: "a file stands where \(expected) is expected")
    case .other:
      throw .unreadable(path: path, place: nil, reason: "a device or a pipe stands where \(expected) is expected")
    }
  }

  /// All bytes of a file; `nil` where there is none of that name.
  ///
  /// - Throws: `unreadable` for a folder or device, for a file above `limit` bytes, and with the system's reason.
  static func bytes(of path: String, limit: Int) throws(SourceError) -> [UInt8]? {
    guard let file = try FileBytes.open(path) else { return nil }
    guard file.size <= limit else {
      throw .unreadable(path: path, place: nil, reason: "\(file.size) bytes, more than the \(limit) that are read")
    }
    return try file.bytes(at: 0, count: file.size, of: "the file")
  }

  /// The first bytes of a file, fewer where it is shorter; `nil` where there is none that can be read.
  static func head(of path: String, count: Int, from offset: Int = 0) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var got = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      got = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      filled = max(0, got)
    }
    return got < 0 ? nil : bytes
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`; at most `limit`.
  ///
  /// - Throws: `unreadable` with the system's reason.
  static func names(in folder: String, limit: Int = 100_000) throws(SourceError) -> [String] {
    guard let stream = opendir(folder) else {
      throw .unreadable(path: folder, place: nil, reason: SystemReason.words(errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// True when files can be made in the folder.
  static func isWritable(folder: String) -> Bool { access(folder, W_OK) == 0 }

  /// The path with its links resolved, absolute; the path itself where that fails.
  static func resolved(_ path: String) -> String {
    guard let full = realpath(path, nil) else { return path }
    defer { free(full) }
    return String(cString: full)
  }

  /// The folder that holds a file, for calls of the system: `.` for the working folder.
  static func folder(of path: String) -> String {
    let folder = PathResolution.folder(of: path)
    return folder.isEmpty ? "." : folder
  }
}
