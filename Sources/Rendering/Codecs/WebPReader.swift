internal import CWebP
import Geodesy

/// WebP, lossy and lossless, with and without alpha.
enum WebPReader {
  static func picture(in bytes: [UInt8], limit: PictureLimit) throws(DecodingError) -> Picture {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else {
      throw .unsupported(.webp, "by the libwebp that is installed")
    }
    try check(WebPGetFeatures(bytes, bytes.count, &configuration.input), of: bytes)
    let features = configuration.input
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    try limit.check(size, of: .webp)
    guard features.has_animation == 0 else { throw .unsupported(.webp, "an animation") }
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let status = pixels.withUnsafeMutableBufferPointer { target in
      configuration.output.colorspace = MODE_RGBA
      configuration.output.is_external_memory = 1
      configuration.output.u.RGBA.rgba = target.baseAddress
      configuration.output.u.RGBA.stride = features.width * 4
      configuration.output.u.RGBA.size = target.count
      defer { WebPFreeDecBuffer(&configuration.output) }
      return WebPDecode(bytes, bytes.count, &configuration)
    }
    try check(status, of: bytes)
    return features.has_alpha == 0 ? Picture(size: size, bytes: pixels) : Picture(size: size, straight: pixels)
  }

  private static func check(_ status: VP8StatusCode, of bytes: [UInt8]) throws(DecodingError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .cutShort(.webp, at: bytes.count)
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp, "a feature that libwebp does not know")
    case VP8_STATUS_OUT_OF_MEMORY: throw .unsupported(.webp, "too large for the memory that is left")
    default: throw .broken(.webp, reason: "libwebp finds an error in its stream", at: nil)
    }
  }
}
