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
  /// It takes long to draw: it is drawn once for a size and a turn, and stands on whole pixels.
  let isCostly: Bool

  /// The bytes of a file; pictures of pixels are as large as tiles may be.
  static let byteLimit = 16 << 20
  private static let vectorByteLimit = 4 << 20
  /// Elements that are drawn at once for each of 64 places within a pixel.
  private static let costLimit = 1000

  /// - Throws: ``SymbolPictureError`` where it is neither.
  package init(_ bytes: [UInt8]) throws(SymbolPictureError) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(bytes: bytes.count, limit: Self.byteLimit) }
    if Self.looksLikeSVG(bytes) {
      guard bytes.count <= Self.vectorByteLimit else {
        throw .tooLarge(bytes: bytes.count, limit: Self.vectorByteLimit)
      }
      let (document, cost) = try Self.document(bytes)
      content = .vectors(document)
      (width, height, isCostly) = (document.width, document.height, cost > Self.costLimit)
      // What librsvg finds only as it draws is found now, on a few pixels.
      do throws(DrawingError) {
        _ = try picture(of: PixelSize(width: 16, height: 16))
      } catch {
        throw .notAPicture(error.words)
      }
    } else {
      do {
        let picture = try PictureDecoder.decode(bytes)
        content = .pixels(picture)
        (width, height, isCostly) = (Double(picture.size.width), Double(picture.size.height), false)
      } catch {
        throw .notAPicture(String(describing: error))
      }
    }
  }

  /// What can be drawn in bounded time, and how many elements that takes.
  private static func document(_ bytes: [UInt8]) throws(SymbolPictureError) -> (SVGDocument, cost: Int) {
    let cost: Result<Int, SVGScan.Refusal>
    do throws(SVGScan.Refusal) { cost = .success(try SVGCost.total(of: SVGScan(bytes))) } catch {
      cost = .failure(error)
    }
    if case .failure(let refusal) = cost, !refusal.isOfXML { throw .notAPicture(refusal.reason) }
    // Of broken XML librsvg says where it is broken.
    let document = try SVGDocument(bytes)
    do throws(SVGScan.Refusal) { return (document, try cost.get()) } catch { throw .notAPicture(error.reason) }
  }

  /// Height for a width of 1.
  package var aspect: Double { min(height / width, 1000) }

  /// What keeps it from being drawn at that width in device pixels.
  func problem(width: Double) -> SymbolPictureError? {
    let height = width * self.height / self.width
    if max(width, height) <= Double(SymbolPictureError.sideLimit) { return nil }
    return .tooLargeToDraw(width: width, height: height)
  }

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
  case missing
  case notAPicture(String)
  case tooLarge(bytes: Int, limit: Int)
  case unreadable(reason: String)
  /// In device pixels.
  case tooLargeToDraw(width: Double, height: Double)

  /// What goes on behind the file's name.
  package var words: String {
    switch self {
    case .libraryMissing(let reason): "cannot be drawn: \(reason); `make deps` installs it"
    case .missing: "does not exist"
    case .notAPicture(let reason): "cannot be drawn: \(reason)"
    case .tooLarge(let bytes, let limit): "has \(bytes) bytes; at most \(limit) are read of such a file"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLargeToDraw(let width, let height):
      "would be \(Self.shown(width)) x \(Self.shown(height)) pixels; a marker has at most \(Self.sideLimit) a side"
    }
  }

  /// The largest side of a marker's picture, in device pixels.
  static let sideLimit = 4096

  private static func shown(_ side: Double) -> String { String(Int(min(side.rounded(), 1e15))) }
}
