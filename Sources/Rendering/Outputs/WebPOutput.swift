internal import CWebP
import DocumentModel
import Geodesy

/// WebP, lossy with alpha; the library takes only whole pictures.
struct WebPOutput: OutputFormatWriter {
  let format = OutputFormat.webp
  let largestSide = 16_383
  let keepsTransparency = true

  private static let defaultQuality = 85

  func write(_ job: OutputJob, into file: OutputFile) async throws(OutputError) -> RenderStatistics {
    let sink = PictureCollector(size: job.scene.size)
    let statistics = try await job.render(bandHeight: Self.bandHeight, into: sink)
    if Task.isCancelled { throw .cancelled }
    let encoded = try encode(sink.picture, quality: Float(min(100, max(1, job.options.quality ?? Self.defaultQuality))))
    try file.write(
      WebPContainer.adding(
        exif: ExifBlock.resolution(dpi: job.options.dpi), xmp: XMPPacket.text(job.options), to: encoded,
        size: job.scene.size))
    return statistics
  }

  /// The whole picture, once more with its colours not multiplied, and what the library makes of it.
  func memory(for size: PixelSize, jobs: Int) -> Int {
    size.width * size.height * 11 + bandMemory(rows: Self.bandHeight, width: size.width, jobs: jobs)
  }

  private static let bandHeight = 128

  private func encode(_ picture: Picture, quality: Float) throws(OutputError) -> [UInt8] {
    var configuration = WebPConfig()
    var image = WebPPicture()
    guard WebPConfigPreset(&configuration, WEBP_PRESET_DEFAULT, quality) != 0, WebPPictureInit(&image) != 0 else {
      throw .encoder(.webp, reason: "libwebp is of another version than its headers")
    }
    defer { WebPPictureFree(&image) }
    (image.width, image.height) = (Int32(picture.size.width), Int32(picture.size.height))
    guard WebPPictureImportRGBA(&image, picture.straightBytes, Int32(picture.size.width * 4)) != 0 else {
      throw .encoder(.webp, reason: "out of memory")
    }
    let target = UnsafeMutablePointer<WebPMemoryWriter>.allocate(capacity: 1)
    WebPMemoryWriterInit(target)
    defer {
      WebPMemoryWriterClear(target)
      target.deallocate()
    }
    image.writer = WebPMemoryWrite
    image.custom_ptr = UnsafeMutableRawPointer(target)
    guard WebPEncode(&configuration, &image) != 0 else {
      throw .encoder(.webp, reason: "libwebp reports error \(image.error_code.rawValue)")
    }
    return Array(UnsafeBufferPointer(start: target.pointee.mem, count: target.pointee.size))
  }
}

/// The file around a WebP picture (RIFF).
enum WebPContainer {
  /// - Parameters:
  ///   - exif: A block as TIFF has it.
  ///   - xmp: A packet; nothing is added for an empty one.
  static func adding(exif: [UInt8], xmp: String, to file: [UInt8], size: PixelSize) -> [UInt8] {
    guard file.count >= 20 else { return file }
    var chunks = Array(file[12...])
    let (hasExif, hasXMP, hasAlpha): (UInt8, UInt8, UInt8) = (0x08, 0x04, 0x10)
    let flags = hasExif | (xmp.isEmpty ? 0 : hasXMP)
    if chunks.starts(with: Array("VP8X".utf8)) {
      chunks[8] |= flags
    } else {
      // The lossless form says in its head whether it has alpha; the simple lossy form has none.
      let alpha = chunks.starts(with: Array("VP8L".utf8)) && chunks.count > 12 && chunks[12] & 0x10 != 0
      var head: [UInt8] = [flags | (alpha ? hasAlpha : 0), 0, 0, 0]
      head += littleEndian(size.width - 1, bytes: 3) + littleEndian(size.height - 1, bytes: 3)
      chunks = chunk("VP8X", head) + chunks
    }
    chunks += chunk("EXIF", exif)
    if !xmp.isEmpty { chunks += chunk("XMP ", Array(xmp.utf8)) }
    return Array("RIFF".utf8) + littleEndian(chunks.count + 4, bytes: 4) + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(body.count, bytes: 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func littleEndian(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Facts of a picture as Exif (CIPA DC-008), which is a TIFF file without pixels.
enum ExifBlock {
  /// XResolution, YResolution and ResolutionUnit, in one directory.
  /// - Parameter dpi: Device pixels per inch, kept to a thousandth.
  static func resolution(dpi: Double) -> [UInt8] {
    let number = WebPContainer.littleEndian
    let (short, rational, inch) = (3, 5, 2)
    let head = Array("II".utf8) + number(42, 2) + number(8, 4)
    let (count, entrySize) = (3, 12)
    let values = head.count + 2 + count * entrySize + 4
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
    }
    let directory =
      number(count, 2) + entry(0x011a, rational, values) + entry(0x011b, rational, values + 8)
      + entry(0x0128, short, inch) + number(0, 4)
    let thousandths = Int((min(max(dpi, 0), 1e6) * 1000).rounded())
    let isWhole = thousandths % 1000 == 0
    let value = number(isWhole ? thousandths / 1000 : thousandths, 4) + number(isWhole ? 1 : 1000, 4)
    return head + directory + value + value
  }
}

/// Texts as XMP (ISO 16684-1).
enum XMPPacket {
  /// Empty when there is nothing to say.
  static func text(_ options: EncodingOptions) -> String {
    guard !options.texts.isEmpty else { return "" }
    let properties = options.texts.map { text in
      let value = escaped(text.value)
      return switch text.key {
      case "Title": "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt></dc:title>"
      case "Description":
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt></dc:description>"
      case "Copyright": "<dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt></dc:rights>"
      case "Software": "<xmp:CreatorTool>\(value)</xmp:CreatorTool>"
      // Keys of a document need not be names of XML.
      default: "<dc:relation><rdf:Bag><rdf:li>\(escaped(text.key)): \(value)</rdf:li></rdf:Bag></dc:relation>"
      }
    }
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">\
      \(properties.joined())</rdf:Description></rdf:RDF></x:xmpmeta>
      """
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r", "\u{20}"...: result.unicodeScalars.append(scalar)
      default: continue  // XML has no other control characters
      }
    }
    return result
  }
}
