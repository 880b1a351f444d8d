import DocumentModel
import Geodesy

/// PNG: bands are filtered and compressed side by side and joined into one stream.
struct PNGOutput: OutputFormatWriter {
  let format = OutputFormat.png
  let largestSide = 0x7fff_ffff
  let keepsTransparency = true

  /// Up to so many pixels the whole picture is kept, to find out whether a palette or no alpha is enough.
  private static let wholePixels = 4 << 20
  /// Bytes of pixels of a band that stay in a processor's own memory while layer after layer is drawn on them.
  private static let bandBytes = 1 << 19
  /// Bytes of pixels that are compressed at a time; a larger part packs better, a smaller one needs less memory.
  private static let partBytes = 3 << 19

  func write(_ job: OutputJob, into file: OutputFile) async throws(OutputError) -> RenderStatistics {
    let size = job.scene.size
    let isOpaque = job.scene.background?.alpha == 255
    if size.width * size.height <= Self.wholePixels {
      let sink = PNGWholeSink()
      let height = min(size.height / (4 * job.jobs), Self.bandBytes / (size.width * 4))
      let statistics = try await job.render(bandHeight: max(16, height), into: sink)
      try await write(sink.bands, size, as: sink.form, options: job.options, jobs: job.jobs, into: file)
      return statistics
    }
    let form = isOpaque ? PNGForm.rgb : .rgba
    let sink = PNGLargeSink(form, size, into: file) { PNGChunks.head(size: size, form: $0, options: job.options) }
    let statistics = try await job.render(bandHeight: Self.rows(size, form), into: sink)
    if let (bands, palette) = try sink.finish() {
      let form = PNGForm.palette(palette)
      let encoder = PNGBandEncoder(form: form, height: size.height)
      try file.write(PNGChunks.head(size: size, form: form, options: job.options))
      try await write(bands.count, by: encoder, jobs: job.jobs, into: file) { encoder.encode(bands[$0].unpacked) }
    }
    return statistics
  }

  func memory(for size: PixelSize, jobs: Int) -> Int {
    let pixels = size.width * size.height
    let whole = pixels <= Self.wholePixels ? pixels * 8 : min(pixels, PNGLargeSink.keptBytes)
    return whole + bandMemory(rows: Self.rows(size, .rgba), width: size.width, jobs: jobs)
  }

  /// Rows in a part: parts of one picture are about equal, so that threads end together.
  private static func rows(_ size: PixelSize, _ form: PNGForm) -> Int {
    let most = min(size.height, max(16, partBytes / max(1, form.rowBytes(width: size.width))))
    let parts = (size.height + most - 1) / most
    return (size.height + parts - 1) / parts
  }

  private func write(
    _ bands: [PictureBand], _ size: PixelSize, as form: PNGForm, options: EncodingOptions, jobs: Int,
    into file: OutputFile
  ) async throws(OutputError) {
    try file.write(PNGChunks.head(size: size, form: form, options: options))
    let encoder = PNGBandEncoder(form: form, height: size.height)
    let rows = Self.rows(size, form)
    try await write((size.height + rows - 1) / rows, by: encoder, jobs: jobs, into: file) { number in
      encoder.encode(bands, rows: number * rows..<min((number + 1) * rows, size.height))
    }
  }

  /// Makes the parts of a picture side by side, and writes them in their order.
  private func write(
    _ count: Int, by encoder: PNGBandEncoder, jobs: Int, into file: OutputFile,
    _ part: @escaping @Sendable (_ number: Int) -> PNGBandEncoder.Piece
  ) async throws(OutputError) {
    let parts = await withTaskGroup(of: (Int, PNGBandEncoder.Piece).self) { group in
      var parts = [PNGBandEncoder.Piece?](repeating: nil, count: count)
      for number in 0..<count {
        if number >= jobs, let (done, part) = await group.next() { parts[done] = part }
        group.addTask { (number, part(number)) }
      }
      for await (done, part) in group { parts[done] = part }
      return parts.compactMap { $0 }
    }
    if Task.isCancelled { throw .cancelled }
    let sink = PNGSink(encoder: encoder, file: file)
    for part in parts { try sink.append(part) }
    try sink.finish()
  }
}

/// Writes parts in their order, and what ends the file.
final class PNGSink: PictureSink {
  let encoder: PNGBandEncoder
  private let file: OutputFile
  private var checksum = Adler32()

  init(encoder: PNGBandEncoder, file: OutputFile) {
    self.encoder = encoder
    self.file = file
  }

  func append(_ part: PNGBandEncoder.Piece) throws(OutputError) {
    checksum.append(part.checksum)
    try file.write(part.chunk)
  }

  /// What stands before the parts.
  func write(_ head: [UInt8]) throws(OutputError) { try file.write(head) }

  func finish() throws(OutputError) {
    try file.write(PNGChunks.tail(checksum))
  }
}

/// Keeps the bands, and what must be known of all of them.
private final class PNGWholeSink: PictureSink {
  let encoder = ColorCounter()
  private(set) var bands: [PictureBand] = []
  private var colors: PNGPalette? = PNGPalette()
  private var isOpaque = true

  func append(_ piece: ColorCounter.Piece) {
    bands.append(piece.band)
    isOpaque = isOpaque && piece.isOpaque
    guard let found = piece.colors, colors?.insert(contentsOf: found) == true else {
      colors = nil
      return
    }
  }

  /// The smallest form that loses nothing.
  var form: PNGForm {
    if let colors { return .palette(colors.sorted) }
    return isOpaque ? .rgb : .rgba
  }
}

/// Counts the colours of a band.
private struct ColorCounter: BandEncoder {
  struct Piece: Sendable {
    let band: PictureBand
    /// `nil`: more than a palette can hold.
    let colors: PNGPalette?
    let isOpaque: Bool
  }

  func encode(_ band: PictureBand) -> Piece {
    var colors: PNGPalette? = PNGPalette()
    var every = UInt32.max
    for row in 0..<band.picture.size.height {
      band.picture.withRow(row, columns: 0..<band.picture.size.width) { pixels in
        for place in 0..<pixels.count { every &= pixels[unchecked: place] }
        if colors?.insert(pixels) == false { colors = nil }
      }
    }
    return Piece(band: band, colors: colors, isOpaque: every >> 24 == 255)
  }
}
