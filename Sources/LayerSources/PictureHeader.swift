import Geodesy

/// What bytes that should be a picture are, found from the bytes: their format, and the size that their header gives.
package struct PictureHeader: Sendable, Hashable {
  package let format: PictureFormat
  /// `nil` for what is not a picture, and for a header that is cut short or gives no size.
  package let size: PixelSize?

  /// Reads the head of `bytes`; never more than the markers before a JPEG's size.
  package init(of bytes: [UInt8]) {
    format = PictureFormat(of: bytes)
    size =
      switch format {
      case .png: Self.sizeOfPNG(bytes)
      case .jpeg: Self.sizeOfJPEG(bytes)
      case .webp: Self.sizeOfWebP(bytes)
      case .gif: Self.sizeOfGIF(bytes)
      default: nil
      }
  }
}

/// The formats that come in place of a tile.
package enum PictureFormat: Sendable, Hashable {
  case png, jpeg, webp, gif
  case gzip, html, xml, json, sqlite, zip, tiff, text, empty
  case unknown

  /// Finds the format from the first bytes; names and content types lie.
  package init(of bytes: [UInt8]) {
    let head = bytes.prefix(1024)
    self =
      if head.isEmpty {
        .empty
      } else if let known = Self.signatures.first(where: { head.starts(with: $0.bytes) }) {
        known.format
      } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
        .webp
      } else {
        Self.textFormat(of: head)
      }
  }

  private static let signatures: [(bytes: [UInt8], format: PictureFormat)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    ([0xFF, 0xD8, 0xFF], .jpeg),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    ([0x1F, 0x8B], .gzip),
    (Array("SQLite format 3\0".utf8), .sqlite),
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    ([0x49, 0x49, 0x2A, 0x00], .tiff),
    ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
  ]

  private static func textFormat(of head: ArraySlice<UInt8>) -> PictureFormat {
    guard !head.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }) else { return .unknown }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = String(decoding: head.starts(with: mark) ? head.dropFirst(3) : head, as: UTF8.self).lowercased()
    let body = text.drop { $0.isWhitespace }
    if body.hasPrefix("<!doctype html") || body.hasPrefix("<html") { return .html }
    if body.hasPrefix("<?xml") || body.hasPrefix("<") {
      return ["<html", "<head", "<body"].contains { body.contains($0) } ? .html : .xml
    }
    if body.hasPrefix("{") || body.hasPrefix("[") { return .json }
    return text.contains("\u{FFFD}") ? .unknown : .text
  }

  /// True for the formats that tiles are drawn from.
  package var isPicture: Bool { self == .png || self == .jpeg || self == .webp }

  /// For messages: "an HTML page".
  package var words: String {
    switch self {
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .webp: "a WebP picture"
    case .gif: "a GIF picture"
    case .gzip: "gzip-compressed data"
    case .html: "an HTML page"
    case .xml: "an XML document"
    case .json: "a JSON document"
    case .sqlite: "an SQLite database"
    case .zip: "a ZIP archive"
    case .tiff: "a TIFF picture"
    case .text: "plain text"
    case .empty: "no bytes"
    case .unknown: "bytes of an unknown format"
    }
  }

  /// As HTTP names it; `nil` for what is not a picture.
  package var mediaType: String? {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .tiff: "image/tiff"
    default: nil
    }
  }
}

extension PictureHeader {
  private static func sizeOfPNG(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 24 else { return nil }
    let (width, height) = (bigEndian(bytes, at: 16, count: 4), bigEndian(bytes, at: 20, count: 4))
    return size(width, height)
  }

  /// The first frame header (SOF) holds the size; the segments before it are stepped over.
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> PixelSize? {
    var place = 2
    while place + 9 < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      switch marker {
      case 0xFF: place += 1  // fill byte
      case 0x01, 0xD0...0xD8: place += 2  // no length
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return size(bigEndian(bytes, at: place + 7, count: 2), bigEndian(bytes, at: place + 5, count: 2))
      case 0xD9, 0xDA: return nil
      default:
        let length = bigEndian(bytes, at: place + 2, count: 2)
        guard length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  /// Lossy (`VP8 `), lossless (`VP8L`) and extended (`VP8X`) files each have their own place for it (RFC 9649).
  private static func sizeOfWebP(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 30 else { return nil }
    if bytes[12...].starts(with: "VP8 ".utf8) {
      return size(littleEndian(bytes, at: 26, count: 2) & 0x3FFF, littleEndian(bytes, at: 28, count: 2) & 0x3FFF)
    }
    if bytes[12...].starts(with: "VP8L".utf8) {
      let bits = littleEndian(bytes, at: 21, count: 4)
      return size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    if bytes[12...].starts(with: "VP8X".utf8) {
      return size(littleEndian(bytes, at: 24, count: 3) + 1, littleEndian(bytes, at: 27, count: 3) + 1)
    }
    return nil
  }

  private static func sizeOfGIF(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 10 else { return nil }
    return size(littleEndian(bytes, at: 6, count: 2), littleEndian(bytes, at: 8, count: 2))
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize? {
    width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
  }

  private static func bigEndian(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
