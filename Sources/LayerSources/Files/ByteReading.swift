import DocumentModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that are read in place, a piece at a time and from any thread: a file, or a part of one.
///
/// Whatever is found by walking from piece to piece is written apart from the reading itself, so that an archive behind
/// range requests can take the same walk.
protocol ByteReading: Sendable {
  /// For messages: the path.
  var path: String { get }
  /// How many bytes there are.
  var size: Int { get }
  /// Where byte 0 lies in the file of `path`, for messages.
  var start: Int { get }
  /// Fills a buffer from `offset` on.
  /// - Returns: How many bytes were there; fewer than asked for at the end.
  /// - Throws: `unreadable` with the system's reason.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
}

extension ByteReading {
  var start: Int { 0 }

  /// All of a piece.
  /// - Parameter what: Names it in the message: "the index".
  /// - Throws: `unreadable` with the byte where it should be, when any of it lies beyond the end.
  func bytes(at offset: Int, count: Int, of what: @autoclosure () -> String) throws(SourceError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw beyondEnd(offset, count, what())
    }
    var failure: SourceError?
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SourceError) {
        got = try read(
          at: offset, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
      } catch { failure = error }
      filled = got
    }
    if let failure { throw failure }
    guard got == count else { throw beyondEnd(offset, count, what()) }
    return bytes
  }

  /// A number of at most 8 bytes, the lowest byte first, without an array.
  func number(at offset: Int, bytes count: Int, of what: @autoclosure () -> String) throws(SourceError) -> Int {
    guard offset >= 0, offset <= size, count <= size - offset else { throw beyondEnd(offset, count, what()) }
    var value: UInt64 = 0
    let got = try withUnsafeMutableBytes(of: &value) { buffer throws(SourceError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }
    guard got == count else { throw beyondEnd(offset, count, what()) }
    return Int(truncatingIfNeeded: UInt64(littleEndian: value))
  }

  private func beyondEnd(_ offset: Int, _ count: Int, _ what: String) -> SourceError {
    .unreadable(
      path: path, place: "byte \(start.addingReportingOverflow(offset).partialValue)",
      reason: "\(what) of \(count) bytes is expected there, and there are \(size) bytes"
        + (start > 0 ? " from byte \(start) on" : "") + " in all")
  }
}

/// An open file.
final class FileBytes: ByteReading {
  let path: String
  let size: Int
  private let descriptor: CInt

  /// - Returns: `nil` where there is none of that name.
  /// - Throws: `unreadable` for a folder or device, and with the system's reason.
  static func open(_ path: String) throws(SourceError) -> FileBytes? {
    let descriptor = openForReading(path)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, place: nil, reason: SystemReason.words(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device or a pipe"
      throw .unreadable(path: path, place: nil, reason: "\(what) stands where a file is expected")
    }
    return FileBytes(path: path, size: Int(status.st_size), descriptor: descriptor)
  }

  /// - Throws: `notFound` where there is none of that name, and as ``open(_:)``.
  static func existing(_ path: String) throws(SourceError) -> FileBytes {
    guard let file = try open(path) else { throw .notFound(path: path) }
    return file
  }

  private init(path: String, size: Int, descriptor: CInt) {
    (self.path, self.size, self.descriptor) = (path, size, descriptor)
  }

  deinit { close(descriptor) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    var count = 0
    while count < buffer.count {
      let got = pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(offset + count))
      if got > 0 {
        count += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw .unreadable(path: path, place: "byte \(offset + count)", reason: SystemReason.words(errno))
      }
    }
    return count
  }
}

/// A part of other bytes.
struct BytesPart: ByteReading {
  let whole: any ByteReading
  let start: Int
  let size: Int

  var path: String { whole.path }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    guard offset >= 0, offset < size else { return 0 }
    let count = min(buffer.count, size - offset)
    return try whole.read(at: start + offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
  }
}

/// Bytes in memory: what was packed in a file.
struct MemoryBytes: ByteReading {
  let path: String
  let bytes: [UInt8]

  var size: Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
    }
    return count
  }
}

/// Its own function, because a method of the same name hides the system's.
private func openForReading(_ path: String) -> CInt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
