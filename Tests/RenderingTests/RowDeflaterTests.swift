import Geodesy
import Testing

@testable import Rendering

/// Streams are unpacked by zlib, through libspng.
@Suite struct RowDeflaterTests {
  /// - Parameter parts: The bytes of one row of a grey picture, the first one being its filter's.
  private func check(_ parts: [[UInt8]], stride: Int, step: Int) throws {
    var (stream, checksum) = (PNGChunks.zlibHead, Adler32())
    for (number, part) in parts.enumerated() {
      var deflater = RowDeflater(stride: stride, step: step)
      stream += deflater.compressed(part[...], isLast: number == parts.count - 1)
      checksum.append(Adler32(part))
    }
    let whole = parts.flatMap { $0 }
    #expect(checksum.value == Adler32(whole).value)
    let head = PNGChunks.head(
      size: PixelSize(width: whole.count - 1, height: 1), form: .rgb, options: EncodingOptions(dpi: 96))
    var file = head
    file[25] = 0  // grey
    file.replaceSubrange(8..<33, with: PNGChunks.chunk("IHDR", Array(file[16..<29])))
    file += PNGChunks.chunk("IDAT", stream) + PNGChunks.tail(checksum)
    let layout = try PNGLayout(file)
    let limit = PictureLimit(side: 1 << 24, pixels: 1 << 24)
    let picture = try PNGReader.pictureByLibrary(in: file, layout: layout, limit: limit)
    let greys = Swift.stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
    #expect(greys == Array(whole.dropFirst()), "\(parts.map(\.count)) with rows of \(stride)")
  }

  /// Noise, runs, rows like the one above, few bytes that come in no order.
  private func bytes(_ kind: Int, _ count: Int, seed: UInt64) -> [UInt8] {
    var random = Randomness(seed: seed)
    return switch kind {
    case 0: random.bytes(count)
    case 1: [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: count)
    case 2: (0..<count).map { UInt8($0 % 7 * ($0 / 50 % 5)) }
    case 3: (0..<count).map { $0 % 97 == 0 ? UInt8(truncatingIfNeeded: random.next()) : UInt8($0 % 301 / 4) }
    default: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() % (random.next() % 30 + 1)) }
    }
  }

  @Test(arguments: [(301, 3), (401, 4), (97, 1), (32_768, 3), (32_769, 3), (2, 1)])
  func joinedPartsUnpackToTheWhole(_ stride: Int, _ step: Int) throws {
    let counts = [2, 1, 3, 15, 16, 17, 18, 100, 5, 40_000, 33, 70_000, 1000]
    for kind in 0..<5 {
      // The first byte is the filter of the row: none.
      let parts = counts.enumerated().map { bytes((kind + $0.0) % 5, $0.1, seed: UInt64($0.0)) }
      try check([[0]] + parts, stride: stride, step: step)
    }
    try check([[0, 1], [], [2], []], stride: stride, step: step)
  }

  @Test func aPartMayHaveSeveralBlocks() throws {
    // Copies of few bytes only, far more than a block takes.
    let many = bytes(4, 900_000, seed: 1).map { $0 % 3 }
    try check([[0] + many, bytes(2, 700_000, seed: 2)], stride: 3001, step: 3)
  }

  @Test func everyLengthAndDistanceOfACopyIsWritten() throws {
    var random = Randomness(seed: 5)
    for distance in [1, 2, 3, 4, 5, 6, 8, 9, 100, 257, 258, 4096, 16_385, 24_577, 32_767, 32_768] {
      var part: [UInt8] = [0]
      let before = random.bytes(distance)
      let lengths = [
        3, 4, 5, 10, 11, 12, 18, 19, 34, 35, 66, 67, 114, 115, 130, 131, 162, 226, 227, 256, 257, 258, 600,
      ]
      for length in lengths {
        part += before
        for _ in 0..<length { part.append(part[part.count - distance]) }
        part += random.bytes(3)
      }
      try check([part], stride: distance, step: distance == 1 ? 1 : 3)
    }
  }

  @Test func rareBytesDoNotMakeCodesTooLong() throws {
    // Counts as Fibonacci's numbers make the deepest tree: 25 levels without the limit of 15.
    var (counts, part) = ([1, 1], [UInt8](repeating: 0, count: 1))
    while counts.count < 25 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    var all = counts.enumerated().flatMap { [UInt8](repeating: UInt8($0.0 * 9 + 1), count: $0.1) }
    var random = Randomness(seed: 9)
    for place in all.indices.reversed() { all.swapAt(place, Int(random.next() % UInt64(place + 1))) }
    part += all
    try check([part], stride: 40_000, step: 1)
    let code = PrefixCode(counts: counts.map(UInt32.init), limit: 15)
    #expect(code.lengths.max() == 15)
    #expect(code.lengths.reduce(0) { $0 + 1 << (15 - Int($1)) } == 1 << 15)
  }

  @Test func emptyPaperTakesAlmostNothing() {
    var deflater = RowDeflater(stride: 3001, step: 3)
    let rows = (0..<500).flatMap { _ in [0] + [UInt8](repeating: 255, count: 3000) }
    #expect(deflater.compressed(rows[...]).count < rows.count / 700)
  }
}
