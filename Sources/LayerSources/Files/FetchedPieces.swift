import Synchronization
import Transport

/// The pieces of a file on the web that have been fetched so far, read like a file.
///
/// A reader that comes to a piece that is not there fails, and the piece is noted; whoever opens the file fetches it and
/// reads anew from the start. So one walk through a format serves files and the web, and nothing in it waits.
final class FetchedPieces: ByteReading {
  private struct State {
    var pieces: [(offset: Int, bytes: [UInt8])] = []
    var missing: ByteRange?
    var end: Int?
  }

  /// Without secrets.
  let path: String
  private let state = Mutex(State())

  init(path: String) { self.path = path }

  /// Far above any file until its end has been seen.
  var size: Int { state.withLock { $0.end } ?? 1 << 60 }

  /// - Parameter bytes: Fewer than asked for where the file ends.
  func add(_ bytes: [UInt8], for range: ByteRange) {
    state.withLock { state in
      state.pieces.append((range.offset, bytes))
      if bytes.count < range.count { state.end = min(state.end ?? .max, range.offset + bytes.count) }
    }
  }

  /// What a reader came to and did not find; it is forgotten.
  func takeMissing() -> ByteRange? {
    state.withLock { state in
      defer { state.missing = nil }
      return state.missing
    }
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    let count = buffer.count
    guard count > 0 else { return 0 }
    let found = state.withLock { state -> [UInt8]? in
      for piece in state.pieces where piece.offset <= offset && offset + count <= piece.offset + piece.bytes.count {
        return Array(piece.bytes[(offset - piece.offset)..<(offset - piece.offset + count)])
      }
      state.missing = state.missing ?? ByteRange(offset: offset, count: count)
      return nil
    }
    guard let found else {
      throw .unreadable(path: path, place: "byte \(offset)", reason: "these bytes have not been fetched")
    }
    buffer.copyBytes(from: found)
    return count
  }
}
