/// Where a byte of a text lies, in words for people.
enum TextPlace {
  /// `line 12, column 5 (byte 345)`. The lines are counted only when something is wrong.
  static func words(_ offset: Int, in source: any ByteReading) -> String {
    var (line, start, place) = (1, 0, 0)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while place < offset {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        let wanted = UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(bytes.count, offset - place)])
        return (try? source.read(at: place, into: wanted)) ?? 0
      }
      guard count > 0 else { break }
      for index in 0..<count where buffer[index] == 0x0A { (line, start) = (line + 1, place + index + 1) }
      place += count
    }
    return "line \(line), column \(offset - start + 1) (byte \(offset))"
  }
}
