internal import CTurboJPEG
import DocumentModel
import Geodesy

/// JPEG, streamed row by row: density in JFIF, texts in a comment. Transparent pixels are laid on white.
struct JPEGOutput: OutputFormatWriter {
  let format = OutputFormat.jpg
  let largestSide = 65_500
  let keepsTransparency = false

  private static let defaultQuality = 85
  /// From this quality on colour is kept at full resolution, for the sake of thin coloured lines and text.
  private static let fullColorQuality = 90

  func write(_ job: OutputJob, into file: OutputFile) async throws(OutputError) -> RenderStatistics {
    let quality = min(100, max(1, job.options.quality ?? Self.defaultQuality))
    let comment = job.options.texts.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    let sink = try JPEGSink(
      size: job.scene.size, quality: quality, fullColor: quality >= Self.fullColorQuality, dpi: job.options.dpi,
      comment: comment, file: file)
    let statistics = try await job.render(bandHeight: Self.bandHeight, into: sink)
    try sink.finish()
    return statistics
  }

  func memory(for size: PixelSize, jobs: Int) -> Int {
    bandMemory(rows: Self.bandHeight, width: size.width, jobs: jobs)
  }

  private static let bandHeight = 64
}

/// Owns an encoder of libjpeg.
private final class JPEGSink: PictureSink {
  let encoder = FlatteningEncoder()
  private let writer: UnsafeMutablePointer<mapdoc_jpeg_writer>
  private let file: OutputFile

  init(
    size: PixelSize, quality: Int, fullColor: Bool, dpi: Double, comment: String, file: OutputFile
  ) throws(OutputError) {
    let density = UInt32(min(65535, max(1, dpi.rounded())))
    // A marker of JPEG has at most 65,533 bytes.
    let text = comment.utf8.count <= 65_000 ? comment : String(decoding: comment.utf8.prefix(65_000), as: UTF8.self)
    guard
      let writer = mapdoc_jpeg_writer_new(
        UInt32(size.width), UInt32(size.height), Int32(quality), fullColor ? 1 : 0, density, text)
    else { throw .encoder(.jpg, reason: "libjpeg cannot begin") }
    self.writer = writer
    self.file = file
  }

  deinit { mapdoc_jpeg_writer_free(writer) }

  func append(_ band: PictureBand) throws(OutputError) {
    try check(mapdoc_jpeg_writer_rows(writer, band.picture.bytes, band.picture.size.height))
    try drain()
  }

  func finish() throws(OutputError) {
    try check(mapdoc_jpeg_writer_finish(writer))
    try drain()
  }

  private func drain() throws(OutputError) {
    try file.write(Array(UnsafeBufferPointer(start: writer.pointee.bytes, count: writer.pointee.count)))
    mapdoc_jpeg_writer_emptied(writer)
  }

  private func check(_ status: Int32) throws(OutputError) {
    guard status == 0 else { return }
    let text = withUnsafeBytes(of: &writer.pointee.text) { Array($0.prefix { $0 != 0 }) }
    throw .encoder(.jpg, reason: String(decoding: text, as: UTF8.self))
  }
}

/// Lays bands on white.
private struct FlatteningEncoder: BandEncoder {
  func encode(_ band: PictureBand) -> PictureBand {
    var band = band
    for row in 0..<band.picture.size.height {
      band.picture.withMutableRow(row) { pixels in
        for place in 0..<pixels.count {
          // White adds what alpha lacks to each channel, which is premultiplied: no channel can pass 255.
          pixels[place] &+= (255 &- pixels[place] >> 24) &* 0x0101_0101
        }
      }
    }
    return band
  }
}
