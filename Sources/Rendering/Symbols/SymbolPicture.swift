import DocumentModel
import Geodesy

/// A picture of a symbol: pixels or an SVG file.
package final class SymbolPicture: Sendable {
  private enum Content: Sendable {
    case pixels(Picture)
    case vectors(SVGDocument)
  }

  private let content: Content
  /// Its own size at 96 dpi, in logical pixels.
  package let width: Double
  package let height: Double

  /// The bytes of a file; pictures of pixels are as large as tiles may be.
  static let byteLimit = 16 << 20

  /// - Throws: ``SymbolPictureError`` where it is neither.
  package init(_ bytes: [UInt8]) throws(SymbolPictureError) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(bytes: bytes.count, limit: Self.byteLimit) }
    if Self.looksLikeSVG(bytes) {
      let document = try SVGDocument(bytes)
      content = .vectors(document)
      (width, height) = (document.width, document.height)
    } else {
      do {
        let picture = try PictureDecoder.decode(bytes)
        content = .pixels(picture)
        (width, height) = (Double(picture.size.width), Double(picture.size.height))
      } catch {
        throw .notAPicture(String(describing: error))
      }
    }
  }

  /// Height for a width of 1.
  package var aspect: Double { min(height / width, 1000) }

  /// Whether its pixels are drawn one by one at that width in device pixels.
  func isNatural(width: Double) -> Bool {
    if case .pixels = content { width == self.width } else { false }
  }

  /// Text that begins an SVG file, behind what may stand before its root.
  private static func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }), first == 0x3c
    else { return false }
    return String(decoding: bytes.prefix(65_536), as: UTF8.self).contains("<svg")
  }

  /// Drawn to be so large.
  ///
  /// - Throws: ``DrawingError``.
  func picture(of size: PixelSize) throws(DrawingError) -> Picture {
    if case .pixels(let picture) = content, picture.size == size { return picture }
    return try drawn(
      PictureTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0), width: Double(size.width),
      height: Double(size.height), on: size)
  }

  /// Drawn into the box from 0, 0 of a transparent canvas, which is turned and moved before.
  ///
  /// - Throws: ``DrawingError``.
  func drawn(
    _ transform: PictureTransform, width: Double, height: Double, on size: PixelSize
  ) throws(DrawingError) -> Picture {
    let canvas = try DrawingCanvas(size: size)
    canvas.transform(transform)
    switch content {
    case .pixels(let picture): try canvas.draw(picture, width: width, height: height)
    case .vectors(let document): try canvas.draw(document, width: width, height: height)
    }
    return canvas.picture()
  }
}

extension SymbolPicture: Hashable {
  package static func == (one: SymbolPicture, other: SymbolPicture) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Where a position goes: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
struct PictureTransform {
  var xx, yx, xy, yy, x0, y0: Double
}

/// What keeps a file from being a picture of a symbol.
package enum SymbolPictureError: Error, Sendable, Hashable {
  case libraryMissing(reason: String)
  case notAPicture(String)
  case tooLarge(bytes: Int, limit: Int)
  case unreadable(reason: String)

  package var words: String {
    switch self {
    case .libraryMissing(let reason): "\(reason); `make deps` installs it"
    case .notAPicture(let reason): reason
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, and a symbol's picture may have \(limit)"
    case .unreadable(let reason): reason
    }
  }
}
