#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a whole file, up to a bound that is checked before memory is taken.
enum BoundedFile {
  enum Answer {
    case bytes([UInt8])
    case missing
    /// `reason`: the system's own words, lower case.
    case failed(reason: String)
  }

  static func read(_ path: String, limit: Int) -> Answer {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .failed(reason: lastError)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failed(reason: lastError) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failed(reason: "it is no file") }
    guard status.st_size <= limit else { return .failed(reason: "it is larger than \(limit) bytes") }
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let got = Self.read(descriptor, into: buffer, from: count)
        if got < 0 { failure = lastError }
        if got <= 0 { break }
        count += got
      }
    }
    return failure.map { .failed(reason: $0) } ?? .bytes(bytes)
  }

  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    while true {
      #if canImport(Glibc)
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      #else
        let got = Darwin.read(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      #endif
      if got >= 0 || errno != EINTR { return got }
    }
  }

  private static var lastError: String { String(cString: strerror(errno)).lowercased() }
}
