internal import CDeflate
import Glibc

/// Makes ZIP archives, good and bad ones.
package struct ZipMaker {
  /// Each entry says its sizes and offset in the extra field of ZIP64.
  package var is64 = false
  private var data: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  /// Zeros that are not in `data`, and where they lie in it: a file may have a hole there.
  private var hole = (size: 0, place: 0)

  package init(is64: Bool = false) { self.is64 = is64 }

  package mutating func add(_ name: String, _ text: String, deflated: Bool = false) {
    add(name, Array(text.utf8), deflated: deflated)
  }

  /// - Parameters:
  ///   - size: What the directory says that it unpacks to; `nil`: the truth.
  ///   - flags: 1 says that it is encrypted.
  ///   - zeros: So many follow `bytes` in a stored entry; for one entry of an archive.
  package mutating func add(
    _ name: String, _ bytes: [UInt8], deflated: Bool = false, size: Int? = nil, flags: Int = 0, method: Int? = nil,
    offset: Int? = nil, zeros: Int = 0
  ) {
    let packed = deflated ? Self.deflated(bytes) : bytes
    let named = Array(name.utf8)
    let method = method ?? (deflated ? 8 : 0)
    let checksum = Int(bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) })
    let place = offset ?? data.count + hole.size
    let sizes = [packed.count + zeros, size ?? bytes.count + zeros]
    let shown = is64 ? [0xFFFF_FFFF, 0xFFFF_FFFF] : sizes
    let common =
      little(45, 2) + little(flags, 2) + little(method, 2) + little(0, 4) + little(checksum, 4)
      + little(shown[0], 4) + little(shown[1], 4) + little(named.count, 2)
    let extra =
      is64 ? little(1, 2) + little(24, 2) + little(sizes[1], 8) + little(sizes[0], 8) + little(place, 8) : []
    directory +=
      [0x50, 0x4B, 1, 2] + little(45, 2) + common + little(extra.count, 2) + little(0, 2) + little(0, 8)
      + little(is64 ? 0xFFFF_FFFF : place, 4) + named + extra
    // The entry's own header has another extra field than the directory, as real writers do.
    data += [0x50, 0x4B, 3, 4] + common + little(4, 2) + named + [0x99, 0x99, 0, 0] + packed
    if zeros > 0 { hole = (zeros, data.count) }
    count += 1
  }

  /// - Parameter comment: Behind the end record.
  package func bytes(comment: String = "") -> [UInt8] {
    let start = data.count + hole.size
    var end: [UInt8] = []
    if is64 {
      end += [0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      end += little(count, 8) + little(count, 8) + little(directory.count, 8) + little(start, 8)
      end += [0x50, 0x4B, 6, 7] + little(0, 4) + little(start + directory.count, 8) + little(1, 4)
    }
    let (entries, size, offset) = is64 ? (0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF) : (count, directory.count, start)
    end += [0x50, 0x4B, 5, 6] + little(0, 4) + little(entries, 2) + little(entries, 2) + little(size, 4)
    end += little(offset, 4) + little(comment.utf8.count, 2) + Array(comment.utf8)
    return data + directory + end
  }

  /// Writes the archive with a hole in place of the zeros of an entry: a large file that needs no room.
  package func write(to path: String) throws {
    let bytes = self.bytes()
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    guard file >= 0, pwrite(file, bytes, hole.place, 0) == hole.place,
      bytes.withUnsafeBytes({ all in
        let rest = UnsafeRawBufferPointer(rebasing: all[hole.place...])
        return pwrite(file, rest.baseAddress, rest.count, off_t(hole.place + hole.size)) == rest.count
      })
    else { throw NotWritten() }
  }

  package struct NotWritten: Error {}

  private func little(_ value: Int, _ count: Int) -> [UInt8] { CacheMaker.little(value, count) }

  package static func deflated(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, libdeflate_deflate_compress) }

  package static func gzip(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, libdeflate_gzip_compress) }

  private static func packed(
    _ bytes: [UInt8],
    _ work: (OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1000) { buffer, count in
      count = work(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
  }
}
