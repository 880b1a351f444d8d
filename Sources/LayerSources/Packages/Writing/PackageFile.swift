internal import CDeflate

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written from its start to its end, with places in it that are filled in later. Its name is not its last
/// one: ``PackageFolder`` syncs and renames.
final class PackageFile {
  let path: String
  /// Where the next byte goes.
  private(set) var position = 0
  private let descriptor: CInt
  private var buffer: [UInt8] = []
  private var checksum: UInt32 = 0
  private static let bufferSize = 1 << 20

  init(_ path: String) throws(PackageError) {
    self.path = path
    descriptor = openForWriting(path)
    guard descriptor >= 0 else { throw PackageError(path, errno) }
  }

  /// A file that is there, some of whose bytes are changed.
  init(changing path: String) throws(PackageError) {
    self.path = path
    descriptor = openForChanges(path)
    guard descriptor >= 0 else { throw PackageError(path, errno) }
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(PackageError) {
    checksum = bytes.withUnsafeBytes { libdeflate_crc32(checksum, $0.baseAddress, $0.count) }
    position += bytes.count
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Starts counting the checksum (CRC-32) of what is appended from now on.
  func beginChecksum() { checksum = 0 }

  var currentChecksum: UInt32 { checksum }

  /// Writes over what was appended before.
  func overwrite(at place: Int, _ bytes: [UInt8]) throws(PackageError) {
    try flush()
    try write(bytes, at: place)
  }

  func flush() throws(PackageError) {
    guard !buffer.isEmpty else { return }
    try write(buffer, at: position - buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8], at place: Int) throws(PackageError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { source in
        pwrite(descriptor, source.baseAddress.map { $0 + done }, bytes.count - done, off_t(place + done))
      }
      if count > 0 {
        done += count
      } else if count < 0, errno != EINTR {
        throw PackageError(path, errno)
      }
    }
  }
}

/// Its own function, because a method of the same name hides the system's.
private func openForChanges(_ path: String) -> CInt { open(path, O_WRONLY | O_CLOEXEC) }
private func openForWriting(_ path: String) -> CInt { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }

/// Numbers as bytes, the lowest first.
struct LittleEndianWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: Int, bytes count: Int) {
    let bits = UInt64(bitPattern: Int64(value))
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
  }

  mutating func append(contentsOf more: [UInt8]) { bytes += more }
}

/// Packs bytes as gzip does (RFC 1952).
enum Gzip {
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else { preconditionFailure("out of memory") }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = bytes.withUnsafeBytes {
        libdeflate_gzip_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, bound)
      }
    }
  }
}
