/// Reads encoded pictures of every kind that tile sources send.
///
/// Pixels are taken as sRGB: ICC profiles and gAMA chunks are not applied, as map servers mean none. Of animations
/// the first frame is read. Colours are premultiplied exactly, c·a/255 rounded to the nearest.
package enum PictureDecoder {
  /// The kind is told by the bytes alone; what a server says of them is not asked.
  ///
  /// - Parameters:
  ///   - limit: Checked before memory for the pixels is taken.
  ///   - isAsStored: Rows and columns stay as they are stored, whatever orientation EXIF gives: for pictures whose place on
  ///     the ground is told of their stored pixels.
  package static func decode(
    _ bytes: [UInt8], limit: PictureLimit = .standard, isAsStored: Bool = false
  ) throws(DecodingError) -> Picture {
    switch try kind(of: bytes) {
    case .png: try PNGReader.picture(in: bytes, limit: limit)
    case .jpeg: try JPEGReader.picture(in: bytes, limit: limit, isAsStored: isAsStored)
    case .webp: try WebPReader.picture(in: bytes, limit: limit)
    case .gif: try GIFReader.picture(in: bytes, limit: limit)
    }
  }

  /// - Throws: ``DecodingError/notAPicture(_:)``, saying what the bytes look like.
  package static func kind(of bytes: [UInt8]) throws(DecodingError) -> PictureKind {
    if has("PNG", at: 1, in: bytes) || has("IHDR", at: 12, in: bytes) { return .png }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if has("RIFF", at: 0, in: bytes) && has("WEBP", at: 8, in: bytes) { return .webp }
    if has("GIF87a", at: 0, in: bytes) || has("GIF89a", at: 0, in: bytes) { return .gif }
    throw .notAPicture(look(of: bytes))
  }

  /// What bytes that are no picture seem to be, as a person would say it.
  private static func look(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing (0 bytes)" }
    let signatures: [(bytes: [UInt8], look: String)] = [
      ([0x1f, 0x8b], "gzip-compressed bytes"), ([0x49, 0x49, 0x2a, 0], "a TIFF file"),
      ([0x4d, 0x4d, 0, 0x2a], "a TIFF file"), (Array("BM".utf8), "a BMP file"), (Array("%PDF".utf8), "a PDF file"),
      (Array("PK".utf8), "a ZIP file"), (Array("SQLite format 3".utf8), "an SQLite file"),
    ]
    if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.look }
    if has("ftypavif", at: 4, in: bytes) { return "an AVIF file" }
    let head = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
      .drop { $0.isWhitespace || $0 == "\u{feff}" }
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { return "an HTML page" }
    if head.hasPrefix("<") && head.contains("serviceexception") { return "a service exception in XML" }
    if head.hasPrefix("<svg") { return "an SVG file" }
    if head.hasPrefix("<") { return "an XML document" }
    if head.hasPrefix("{") || head.hasPrefix("[") { return "a JSON document" }
    let isText = bytes.prefix(64).allSatisfy { $0 >= 0x20 && $0 < 0x7f || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    return isText ? "text" : "\(bytes.count) bytes of an unknown kind"
  }

  private static func has(_ text: StaticString, at place: Int, in bytes: [UInt8]) -> Bool {
    text.withUTF8Buffer { text in
      bytes.count >= place + text.count && bytes[place..<place + text.count].elementsEqual(text)
    }
  }
}

/// Reading of numbers out of bytes; the caller has checked that they are there.
extension [UInt8] {
  func bigEndian32(at place: Int) -> Int {
    Int(self[place]) << 24 | Int(self[place + 1]) << 16 | Int(self[place + 2]) << 8 | Int(self[place + 3])
  }

  func bigEndian16(at place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }

  func littleEndian16(at place: Int) -> Int { Int(self[place]) | Int(self[place + 1]) << 8 }
}
