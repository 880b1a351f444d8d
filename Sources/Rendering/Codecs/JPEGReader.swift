internal import CTurboJPEG
import Geodesy

/// JPEG: baseline and progressive, grey, YCbCr, RGB and CMYK.
enum JPEGReader {
  /// - Parameter isAsStored: The EXIF orientation is not followed.
  static func picture(
    in bytes: [UInt8], limit: PictureLimit, isAsStored: Bool = false
  ) throws(DecodingError) -> Picture {
    var shape = Shape()
    try read(bytes, pixels: nil, shape: &shape)
    let size = PixelSize(width: Int(shape.width), height: Int(shape.height))
    try limit.check(size, of: .jpeg)
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    try read(bytes, pixels: &pixels, shape: &shape)
    if shape.isCMYK != 0 { convertInks(&pixels) }
    let picture = Picture(size: size, bytes: pixels)
    return isAsStored ? picture : picture.turned(EXIFOrientation.find(in: bytes))
  }

  private struct Shape {
    var width: UInt32 = 0
    var height: UInt32 = 0
    var isCMYK: Int32 = 0
  }

  private static func read(
    _ bytes: [UInt8], pixels: UnsafeMutablePointer<UInt8>?, shape: inout Shape
  ) throws(DecodingError) {
    var text = [CChar](repeating: 0, count: MAPDOC_JPEG_TEXT)
    if mapdoc_jpeg_read(bytes, bytes.count, pixels, &shape.width, &shape.height, &shape.isCMYK, &text) != 0 { return }
    let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The library's one message for input that ends too soon.
    if reason.hasPrefix("Premature end") { throw .cutShort(.jpeg, at: bytes.count) }
    throw .broken(.jpeg, reason: reason, at: nil)
  }

  /// As every program that writes CMYK does since Adobe's, a byte is 255 where there is no ink: r = c·k/255.
  private static func convertInks(_ pixels: inout [UInt8]) {
    var span = pixels.mutableSpan
    for place in stride(from: 0, to: span.count, by: 4) {
      let black = span[place + 3]
      span[place] = scaled(span[place], by: black)
      span[place + 1] = scaled(span[place + 1], by: black)
      span[place + 2] = scaled(span[place + 2], by: black)
      span[place + 3] = 255
    }
  }
}
