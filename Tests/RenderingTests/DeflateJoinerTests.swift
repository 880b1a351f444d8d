import Geodesy
import Testing

@testable import Rendering

@Suite struct DeflateJoinerTests {
  /// Rows of a grey picture: what the joined stream must unpack to, asked of zlib through libspng.
  private func check(_ parts: [[UInt8]], level: Int) throws {
    var (stream, checksum) = (PNGChunks.zlibHead, Adler32())
    let deflater = Deflater(level: level)
    for part in parts {
      let deflated = deflater.part(part)
      stream += deflated.bytes
      checksum.append(deflated.checksum)
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
    let greys = stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
    #expect(greys == Array(whole.dropFirst()))
  }

  /// Bytes that lead to blocks of every kind: noise is stored, runs and text have codes.
  private func bytes(_ kind: Int, _ count: Int, seed: UInt64) -> [UInt8] {
    var random = Randomness(seed: seed)
    return switch kind {
    case 0: random.bytes(count)
    case 1: [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: count)
    case 2: (0..<count).map { UInt8($0 % 7 * ($0 / 50 % 5)) }
    default: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() % (random.next() % 30 + 1)) }
    }
  }

  @Test(arguments: [1, 3, 6, 9, 12])
  func joinedPartsUnpackToTheWhole(_ level: Int) throws {
    let counts = [2, 1, 3, 100, 5, 40_000, 17, 70_000, 1000]
    for kind in 0..<4 {
      // The first byte is the filter of the row: none.
      let parts = counts.enumerated().map { bytes((kind + $0.0) % 4, $0.1, seed: UInt64($0.0)) }
      try check([[0]] + parts, level: level)
    }
    try check([[0, 1], [], [2], []], level: level)
  }

  @Test func severalBlocksInAPartAreJoined() throws {
    // Blocks of libdeflate end at 300,000 bytes at the latest.
    try check([[0] + bytes(3, 900_000, seed: 1), bytes(2, 700_000, seed: 2)], level: 1)
  }

  @Test func leavesBytesThatAreNoStreamAlone() {
    var random = Randomness(seed: 13)
    let deflater = Deflater(level: 6)
    for round in 0..<300 {
      var stream = round % 2 == 0 ? random.bytes(round) : deflater.compressed(bytes(3, 200, seed: UInt64(round)))
      if round % 2 == 1 {
        stream[Int(random.next() % UInt64(stream.count))] ^= UInt8(truncatingIfNeeded: random.next())
      }
      if round % 3 == 0, !stream.isEmpty { stream.removeLast() }
      let before = stream
      if !DeflateJoiner.leaveOpen(&stream) { #expect(stream == before) }
    }
    var nothing: [UInt8] = []
    #expect(!DeflateJoiner.leaveOpen(&nothing))
  }

  @Test func fixedAndEmptyBlocksAreOpened() {
    var stream: [UInt8] = [0x03, 0x00]
    #expect(DeflateJoiner.leaveOpen(&stream))
    // Its last mark is gone; ten bits are used, the stored block's head fits behind them.
    #expect(stream == [0x02, 0x00, 0x00, 0x00, 0xff, 0xff])
  }
}
