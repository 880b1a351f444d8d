internal import CUnpack

/// How a piece of an archive is packed, as PMTiles numbers it.
enum Packing: UInt8, Sendable {
  case unknown, none, gzip, brotli, zstd

  struct Failure: Error, Equatable {
    let reason: String
  }

  /// The bytes that are packed.
  /// - Parameter limit: The most they may unpack to.
  /// - Throws: In words: damaged, too large, a library that is not installed.
  func unpacked(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    switch self {
    case .none:
      guard packed.count <= limit else { throw Self.tooLarge(limit) }
      return packed
    case .gzip:
      do { return try Inflate.gzip(packed, limit: limit) } catch {
        throw error == .tooLarge ? Self.tooLarge(limit) : Failure(reason: "its gzip data are damaged")
      }
    case .brotli: return try Self.brotli(packed, limit)
    case .zstd: return try Self.zstd(packed, limit)
    case .unknown: throw Failure(reason: "how it is packed is not said")
    }
  }

  private static func tooLarge(_ limit: Int) -> Failure {
    Failure(reason: "it unpacks to more than the \(limit) bytes that are read")
  }

  private static func brotli(_ packed: [UInt8], _ limit: Int) throws(Failure) -> [UInt8] {
    guard let library = mapdoc_brotli_open() else { throw Failure(reason: String(cString: mapdoc_brotli_open_error())) }
    let unpack = library.pointee.BrotliDecoderDecompress
    guard !packed.isEmpty else { throw Failure(reason: "its Brotli data are damaged") }
    return try growing(packed, from: packed.count, limit, "Brotli") { source, target in
      guard let from = source.bindMemory(to: UInt8.self).baseAddress, let to = target.baseAddress else { return nil }
      var count = target.count
      return unpack(source.count, from, &count, to) == 1 ? count : nil
    }
  }

  private static func zstd(_ packed: [UInt8], _ limit: Int) throws(Failure) -> [UInt8] {
    guard let library = mapdoc_zstd_open() else { throw Failure(reason: String(cString: mapdoc_zstd_open_error())) }
    let table = library.pointee
    // All bits set: it does not say; one less: it is no frame.
    let said = packed.withUnsafeBytes { bytes in
      bytes.baseAddress.map { table.ZSTD_getFrameContentSize($0, bytes.count) } ?? .max - 1
    }
    guard said != .max - 1 else { throw Failure(reason: "its Zstandard data are damaged") }
    if said != .max, said > limit { throw tooLarge(limit) }
    return try growing(packed, from: said == .max ? packed.count : Int(said) / 4, limit, "Zstandard") {
      source, target in
      guard let from = source.baseAddress, let to = target.baseAddress else { return nil }
      let count = table.ZSTD_decompress(to, target.count, from, source.count)
      return table.ZSTD_isError(count) == 0 ? count : nil
    }
  }

  /// Tries with room for four times the size, then eight, up to the limit: neither format must say how large it is.
  private static func growing(
    _ packed: [UInt8], from size: Int, _ limit: Int, _ name: String,
    _ work: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>) -> Int?
  ) throws(Failure) -> [UInt8] {
    var room = min(max(4 * size, 1 << 16), limit)
    while true {
      var isDone = false
      let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        let count = packed.withUnsafeBytes { work($0, UnsafeMutableBufferPointer(rebasing: buffer[..<room])) }
        isDone = count != nil
        filled = count ?? 0
      }
      if isDone { return bytes }
      guard room < limit else {
        throw Failure(reason: "its \(name) data are damaged, or unpack to more than the \(limit) bytes that are read")
      }
      room = min(2 * room, limit)
    }
  }
}
