import Geodesy
import LayerSources

@testable import Rendering

/// Small pictures only, so that many of them are tried in a second.
private let limit = PictureLimit(side: 512, pixels: 512 * 512)

private func decode(_ bytes: [UInt8]) {
  guard let picture = try? PictureDecoder.decode(bytes, limit: limit) else { return }
  if picture.bytes.count != picture.size.width * picture.size.height * 4 { broken("a pixel has four bytes") }
  if picture.size.width > limit.side || picture.size.height > limit.side { broken("the limit is kept") }
  for place in stride(from: 0, to: picture.bytes.count, by: 4) {
    let alpha = picture.bytes[place + 3]
    if picture.bytes[place] > alpha || picture.bytes[place + 1] > alpha || picture.bytes[place + 2] > alpha {
      broken("colours are premultiplied")
    }
  }
}

/// Also compares the fast path with libspng.
struct PNGTarget: FuzzTarget {
  static let name = "png"
  func run(_ bytes: [UInt8]) {
    decode(bytes)
    _ = PictureHeader(of: bytes)
    compare(bytes)
  }
}

private func compare(_ bytes: [UInt8]) {
  guard let layout = try? PNGLayout(bytes), (try? limit.check(layout.size, of: .png)) != nil,
    let fast = PlainPNG(layout)?.picture(in: bytes)
  else { return }
  guard let other = try? PNGReader.pictureByLibrary(in: bytes, layout: layout, limit: limit) else {
    // A palette longer than its indexes reach is an error to libspng; like libpng, the fast path uses what they reach.
    if let palette = layout.palette, palette.count / 3 > 1 << layout.depth { return }
    broken("what the fast path reads, libspng reads")
  }
  if other.bytes != fast.bytes { broken("the fast path gives libspng's pixels") }
}

/// Pixels behind checksums that are right: the first bytes say what form the file has, the others are its palette and its
/// filtered rows.
struct PNGRowsTarget: FuzzTarget {
  static let name = "png-rows"
  private static let forms: [(color: UInt8, depth: UInt8, samples: Int)] = [
    (0, 1, 1), (0, 2, 1), (0, 4, 1), (0, 8, 1), (0, 16, 1), (2, 8, 3), (2, 16, 3), (3, 1, 1), (3, 2, 1), (3, 4, 1),
    (3, 8, 1),
    (4, 8, 2), (4, 16, 2), (6, 8, 4), (6, 16, 4),
  ]

  func run(_ bytes: [UInt8]) {
    guard bytes.count > 8 else { return }
    let form = Self.forms[Int(bytes[0]) % Self.forms.count]
    let (width, height) = (Int(bytes[1]) % 40 + 1, Int(bytes[2]) % 20 + 1)
    var rest = bytes[4...]
    func take(_ count: Int) -> [UInt8] {
      let taken = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      return taken + [UInt8](repeating: 0, count: count - taken.count)
    }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // Every eighth is interlaced, which libspng reads alone.
    let header = word(width) + word(height) + [form.depth, form.color, 0, 0, bytes[3] % 8 == 7 ? 1 : 0]
    file += PNGChunks.chunk("IHDR", header)
    if form.color == 3 { file += PNGChunks.chunk("PLTE", take((Int(bytes[3]) % 16 + 1) * 3)) }
    if bytes[3] & 64 != 0, form.color != 4, form.color != 6 {
      file += PNGChunks.chunk("tRNS", take(form.color == 0 ? 2 : form.color == 2 ? 6 : Int(bytes[3]) % 16 + 1))
    }
    let rowBytes = (width * form.samples * Int(form.depth) + 7) / 8
    var rows: [UInt8] = []
    for _ in 0..<height { rows += [take(1)[0] % 6] + take(rowBytes) }
    var deflater = RowDeflater(stride: rowBytes + 1, step: 1)
    file += PNGChunks.chunk(
      "IDAT", [0x78, 0x01] + deflater.compressed(rows[...]) + word(Int(Adler32(rows).value)))
    file += PNGChunks.chunk("IEND", [])
    decode(file)
    compare(file)
  }

  private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
}

struct JPEGTarget: FuzzTarget {
  static let name = "jpeg"
  func run(_ bytes: [UInt8]) {
    decode([0xff, 0xd8, 0xff] + bytes.dropFirst(3))
    _ = PictureHeader(of: bytes)
  }
}

struct WebPTarget: FuzzTarget {
  static let name = "webp"
  func run(_ bytes: [UInt8]) {
    decode(bytes)
    _ = PictureHeader(of: bytes)
  }
}

struct GIFTarget: FuzzTarget {
  static let name = "gif"
  func run(_ bytes: [UInt8]) {
    decode(Array("GIF89a".utf8) + bytes.dropFirst(6))
    _ = PictureHeader(of: bytes)
  }
}
