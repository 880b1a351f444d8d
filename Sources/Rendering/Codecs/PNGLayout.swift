internal import CDeflate
import Geodesy

/// Where the parts of a PNG lie in its bytes; made with every checksum that matters checked.
struct PNGLayout {
  enum ColorType: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6
  }

  let size: PixelSize
  let depth: Int
  let colorType: ColorType
  let isInterlaced: Bool
  private(set) var palette: Range<Int>?
  private(set) var transparency: Range<Int>?
  private(set) var data: [Range<Int>] = []

  /// The first bytes of every PNG.
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  init(_ bytes: [UInt8]) throws(DecodingError) {
    guard bytes.count > 8 else { throw .cutShort(.png, at: bytes.count) }
    guard bytes.starts(with: Self.signature) else {
      throw .broken(.png, reason: "its first 8 bytes were altered, as a transfer in text mode does", at: 0)
    }
    var chunks = ChunkReader(bytes: bytes, place: Self.signature.count)
    let header = try chunks.next()
    guard header.type == "IHDR", header.body.count == 13 else {
      throw .broken(.png, reason: "it does not begin with an IHDR chunk of 13 bytes", at: 8)
    }
    (size, depth, colorType, isInterlaced) = try Self.header(bytes, at: header.body.lowerBound)
    while true {
      let chunk = try chunks.next()
      switch chunk.type {
      case "IDAT": data.append(chunk.body)
      case "PLTE":
        guard palette == nil, chunk.body.count % 3 == 0, 3...768 ~= chunk.body.count else {
          throw .broken(
            .png, reason: "a second palette, or one of \(chunk.body.count) bytes", at: chunk.body.lowerBound)
        }
        palette = chunk.body
      case "tRNS": transparency = chunk.body
      case "IEND":
        try checkParts(end: chunk.body.lowerBound)
        return
      default:
        guard chunk.isAncillary else { throw .unsupported(.png, "with a chunk `\(chunk.type)`") }
      }
    }
  }

  private func checkParts(end: Int) throws(DecodingError) {
    guard !data.isEmpty else { throw .broken(.png, reason: "it has no pixel data", at: end) }
    guard colorType != .palette || palette != nil else {
      throw .broken(.png, reason: "it has no palette", at: end)
    }
  }

  private static func header(
    _ bytes: [UInt8], at place: Int
  ) throws(DecodingError) -> (PixelSize, Int, ColorType, Bool) {
    let depth = Int(bytes[place + 8])
    let depths: [ColorType: [Int]] = [
      .grey: [1, 2, 4, 8, 16], .rgb: [8, 16], .palette: [1, 2, 4, 8], .greyAlpha: [8, 16], .rgba: [8, 16],
    ]
    guard let type = ColorType(rawValue: bytes[place + 9]), depths[type]?.contains(depth) == true else {
      throw .broken(
        .png, reason: "there is no colour type \(bytes[place + 9]) of \(depth) bits", at: place + 8)
    }
    guard bytes[place + 10] == 0, bytes[place + 11] == 0, bytes[place + 12] < 2 else {
      throw .unsupported(.png, "another compression, filter or interlacing than the standard's")
    }
    let size = PixelSize(width: bytes.bigEndian32(at: place), height: bytes.bigEndian32(at: place + 4))
    return (size, depth, type, bytes[place + 12] == 1)
  }

  var samples: Int {
    switch colorType {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Bytes of a row without its filter's byte, in a picture that is not interlaced.
  var rowBytes: Int { (size.width * samples * depth + 7) / 8 }
}

/// Steps through the chunks of a PNG.
private struct ChunkReader {
  struct Chunk {
    let type: String
    let body: Range<Int>
    let isAncillary: Bool
  }

  let bytes: [UInt8]
  var place: Int

  mutating func next() throws(DecodingError) -> Chunk {
    guard place + 8 <= bytes.count else { throw .cutShort(.png, at: bytes.count) }
    let length = bytes.bigEndian32(at: place)
    let name = bytes[place + 4..<place + 8]
    guard length <= Int(Int32.max), name.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
      throw .broken(.png, reason: "there is no chunk where one should begin", at: place)
    }
    let type = String(decoding: name, as: UTF8.self)
    let body = place + 8..<place + 8 + length
    defer { place = body.upperBound + 4 }
    // Nothing is lost with the checksum of a chunk that has no content.
    if type == "IEND" { return Chunk(type: type, body: body, isAncillary: false) }
    guard body.upperBound + 4 <= bytes.count else { throw .cutShort(.png, at: bytes.count) }
    let isAncillary = bytes[place + 4] & 0x20 != 0
    if !isAncillary || type == "tRNS", checksum(place + 4..<body.upperBound) != bytes.bigEndian32(at: body.upperBound) {
      throw .broken(.png, reason: "the checksum of chunk `\(type)` is wrong", at: place)
    }
    return Chunk(type: type, body: body, isAncillary: isAncillary)
  }

  private func checksum(_ range: Range<Int>) -> Int {
    bytes.withUnsafeBytes { Int(libdeflate_crc32(0, $0.baseAddress?.advanced(by: range.lowerBound), range.count)) }
  }
}
