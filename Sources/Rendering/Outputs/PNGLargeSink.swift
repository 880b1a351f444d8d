internal import CDeflate
import Geodesy
import Synchronization

/// Writes a picture that is too large to be kept: its bands as they come, but as long as no more than 256 colours were seen the
/// bands are kept packed, so that a flat map has a palette whatever its size.
final class PNGLargeSink: PictureSink {
  /// Packed bands that are kept at most, in bytes: those of a flat map of a billion pixels.
  static let keptBytes = 64 << 20

  let encoder: Encoder
  private let sink: PNGSink
  private let head: (PNGForm) -> [UInt8]
  private let keptBytes: Int
  private var kept: [PackedBand] = []
  private var bytes = 0
  private var colors = PNGPalette()

  /// - Parameters:
  ///   - form: That of a picture of many colours.
  ///   - head: What stands before the pixels.
  init(
    _ form: PNGForm, _ size: PixelSize, into file: OutputFile, keptBytes: Int = PNGLargeSink.keptBytes,
    head: @escaping (PNGForm) -> [UInt8]
  ) {
    encoder = Encoder(plain: PNGBandEncoder(form: form, height: size.height), progress: Progress())
    sink = PNGSink(encoder: encoder.plain, file: file)
    self.keptBytes = keptBytes
    self.head = head
  }

  func append(_ piece: Encoder.Piece) throws(OutputError) {
    switch piece {
    case .encoded(let piece):
      try writeKept()
      try sink.append(piece)
    case .packed(let band):
      if !encoder.progress.hasManyColors, bytes + band.indexes.count <= keptBytes,
        colors.insert(contentsOf: band.colors)
      {
        kept.append(band)
        bytes += band.indexes.count
      } else {
        try writeKept()
        try sink.append(encoder.plain.encode(band.unpacked))
      }
    }
  }

  /// The bands with a palette for all of them; `nil` where the picture has been written.
  /// - Throws: What writing throws.
  func finish() throws(OutputError) -> (bands: [PackedBand], palette: PNGPalette)? {
    if !encoder.progress.hasManyColors { return (kept, colors.sorted) }
    try sink.finish()
    return nil
  }

  /// From here on bands are written as they come.
  private func writeKept() throws(OutputError) {
    // A band that is still to come may have found it out.
    encoder.progress.findManyColors()
    if !hasHead { try sink.write(head(encoder.plain.form)) }
    hasHead = true
    for band in kept { try sink.append(encoder.plain.encode(band.unpacked)) }
    kept = []
  }

  private var hasHead = false

  /// What the threads that encode know of the whole picture.
  final class Progress: Sendable {
    private let found = Atomic(false)

    var hasManyColors: Bool { found.load(ordering: .relaxed) }

    func findManyColors() { found.store(true, ordering: .relaxed) }
  }

  struct Encoder: BandEncoder {
    enum Piece: Sendable {
      case packed(PackedBand)
      case encoded(PNGBandEncoder.Piece)
    }

    let plain: PNGBandEncoder
    let progress: Progress

    func encode(_ band: PictureBand) -> Piece {
      if !progress.hasManyColors {
        if let packed = PackedBand(band) { return .packed(packed) }
        progress.findManyColors()
      }
      return .encoded(plain.encode(band))
    }
  }
}

/// A band of at most 256 colours: the place of each pixel's colour in a byte, compressed.
struct PackedBand: Sendable {
  let colors: PNGPalette
  /// A deflate stream.
  let indexes: [UInt8]
  private let top: Int
  private let size: PixelSize

  /// `nil` where the band has more colours.
  init?(_ band: PictureBand) {
    let size = band.picture.size
    var colors = PNGPalette()
    for row in 0..<size.height {
      guard band.picture.withRow(row, columns: 0..<size.width, { colors.insert($0) }) else { return nil }
    }
    let samples = [UInt8](unsafeUninitializedCapacity: size.width * size.height) { samples, count in
      for row in 0..<size.height {
        band.picture.withRow(row, columns: 0..<size.width) { pixels in
          var (last, place): (UInt32?, UInt8) = (nil, 0)
          for column in 0..<pixels.count {
            if pixels[unchecked: column] != last {
              last = pixels[unchecked: column]
              place = colors.index(of: pixels[unchecked: column]) ?? 0
            }
            samples.initializeElement(at: count + column, to: place)
          }
        }
        count += size.width
      }
    }
    var deflater = RowDeflater(stride: size.width, step: 1)
    // Copied, because the compressor reserves far more than it uses.
    indexes = Array(deflater.compressed(samples[...])[...])
    (self.colors, self.size, top) = (colors, size, band.top)
  }

  var unpacked: PictureBand {
    let count = size.width * size.height
    let places = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      guard let decompressor = libdeflate_alloc_decompressor() else { return }
      defer { libdeflate_free_decompressor(decompressor) }
      let result = indexes.withUnsafeBytes {
        libdeflate_deflate_decompress(decompressor, $0.baseAddress, $0.count, target.baseAddress, count, &filled)
      }
      if result != LIBDEFLATE_SUCCESS { filled = 0 }
    }
    precondition(places.count == count, "a band that was packed here and cannot be unpacked")
    let bytes = [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, filled in
      let pixels = UnsafeMutableRawBufferPointer(bytes).bindMemory(to: UInt32.self)
      for (place, index) in places.enumerated() { pixels[place] = colors.colors[Int(index)] }
      filled = count * 4
    }
    return PictureBand(top: top, picture: Picture(size: size, bytes: bytes))
  }
}
