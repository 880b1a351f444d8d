/// Writes GeoTIFF files without compression (TIFF 6.0; OGC 19-008), with overviews and masks.
///
/// Shares no code with what is tested.
package struct TIFFMaker {
  /// One picture of the file.
  package struct Image {
    package enum Purpose: UInt32 {
      case full = 0
      case overview = 1
      case mask = 4
      case maskOfOverview = 5
    }

    package let width: Int
    package let height: Int
    /// Samples of a pixel follow each other, rows from the top; as many as `kinds` say.
    package let samples: Samples
    package let bands: Int
    package var purpose = Purpose.full
    /// 1 black is zero, 2 RGB, 3 palette, 4 mask.
    package var photometric = 1
    /// Of samples beyond those of the colour: 0 anything, 2 alpha.
    package var extra: [Int] = []
    /// 256 colours.
    package var palette: [(Int, Int, Int)] = []

    /// - Parameter value: Of a column, a row and a band.
    package init(width: Int, height: Int, bands: Int = 1, _ kind: Kind, _ value: (Int, Int, Int) -> Double) {
      self.width = width
      self.height = height
      self.bands = bands
      var samples = Samples(kind: kind)
      for y in 0..<height { for x in 0..<width { for band in 0..<bands { samples.append(value(x, y, band)) } } }
      self.samples = samples
      if bands >= 3 { photometric = 2 }
      extra = [Int](repeating: 0, count: bands >= 3 ? bands - 3 : bands - 1)
    }
  }

  package enum Kind: Sendable { case byte, uint16, int16, float }

  package struct Samples {
    let kind: Kind
    fileprivate(set) var bytes: [UInt8] = []

    fileprivate var bits: Int {
      switch kind {
      case .byte: 8
      case .uint16, .int16: 16
      case .float: 32
      }
    }

    /// SampleFormat: 1 unsigned, 2 signed, 3 floating point.
    fileprivate var format: Int {
      switch kind {
      case .byte, .uint16: 1
      case .int16: 2
      case .float: 3
      }
    }

    fileprivate mutating func append(_ value: Double) {
      switch kind {
      case .byte: bytes.append(UInt8(value))
      case .uint16: bytes += TIFFMaker.bytes(UInt32(value), 2)
      case .int16: bytes += TIFFMaker.bytes(UInt32(UInt16(bitPattern: Int16(value))), 2)
      case .float: bytes += TIFFMaker.bytes(Float(value).bitPattern, 4)
      }
    }
  }

  package var images: [Image]
  /// As GDAL's geotransform: x = t0 + t1·column + t2·row, y = t3 + t4·column + t5·row; `nil`: nothing says where it lies.
  package var transform: [Double]?
  /// Of EPSG; `nil`: none.
  package var code: Int?
  package var isGeographic = false
  /// The positions are those of pixels' centres.
  package var isPoint = false
  package var emptyValue: String?
  /// Rows of a strip.
  package var strip = 16

  package init(_ images: [Image], at transform: [Double]?, code: Int?, isGeographic: Bool = false) {
    self.images = images
    self.transform = transform
    self.code = code
    self.isGeographic = isGeographic
  }

  /// The file.
  package var bytes: [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    var link = 4
    for image in images { (file, link) = append(image, to: file, link: link) }
    return file
  }

  private func append(_ image: Image, to file: [UInt8], link: Int) -> ([UInt8], Int) {
    var file = file
    let row = image.width * image.bands * image.samples.bits / 8
    var (offsets, counts): ([UInt32], [UInt32]) = ([], [])
    for top in stride(from: 0, to: image.height, by: strip) {
      let part = image.samples.bytes[top * row..<min(image.height, top + strip) * row]
      offsets.append(UInt32(file.count))
      counts.append(UInt32(part.count))
      file += part
    }
    var fields = [
      Field(254, .long, [image.purpose.rawValue]), Field(256, .long, [UInt32(image.width)]),
      Field(257, .long, [UInt32(image.height)]),
      Field(258, .short, [UInt32](repeating: UInt32(image.samples.bits), count: image.bands)), Field(259, .short, [1]),
      Field(262, .short, [UInt32(image.photometric)]), Field(273, .long, offsets),
      Field(277, .short, [UInt32(image.bands)]), Field(278, .long, [UInt32(strip)]), Field(279, .long, counts),
      Field(284, .short, [1]),
      Field(339, .short, [UInt32](repeating: UInt32(image.samples.format), count: image.bands)),
    ]
    if !image.palette.isEmpty {
      let colors = image.palette.map(\.0) + image.palette.map(\.1) + image.palette.map(\.2)
      fields.append(Field(320, .short, colors.map { UInt32($0 * 257) }))
    }
    if !image.extra.isEmpty { fields.append(Field(338, .short, image.extra.map { UInt32($0) })) }
    if image.purpose == .full { fields += geographic }
    return Self.append(fields, to: file, link: link)
  }

  private var geographic: [Field] {
    var fields: [Field] = []
    if let t = transform {
      // Tags say where the centre of the first pixel lies where they mean points.
      let shift = isPoint ? 0.5 : 0
      let (x, y) = (t[0] + shift * (t[1] + t[2]), t[3] + shift * (t[4] + t[5]))
      fields.append(Field(34264, doubles: [t[1], t[2], 0, x, t[4], t[5], 0, y, 0, 0, 0, 0, 0, 0, 0, 1]))
    }
    var keys: [UInt32] = [1025, 0, 1, isPoint ? 2 : 1]
    if let code {
      keys = [1024, 0, 1, isGeographic ? 2 : 1] + keys + [isGeographic ? 2048 : 3072, 0, 1, UInt32(code)]
    }
    fields.append(Field(34735, .short, [1, 1, 0, UInt32(keys.count / 4)] + keys))
    if let emptyValue { fields.append(Field(42113, text: emptyValue)) }
    return fields
  }

  // MARK: - Directories

  private struct Field {
    enum Kind: UInt32 {
      case ascii = 2
      case short = 3
      case long = 4
      case double = 12
    }
    let tag: UInt32
    let kind: Kind
    let count: Int
    let bytes: [UInt8]

    init(_ tag: UInt32, _ kind: Kind, _ values: [UInt32]) {
      (self.tag, self.kind, count) = (tag, kind, values.count)
      bytes = values.flatMap { TIFFMaker.bytes($0, kind == .short ? 2 : 4) }
    }

    init(_ tag: UInt32, doubles: [Double]) {
      (self.tag, kind, count) = (tag, .double, doubles.count)
      bytes = doubles.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
      }
    }

    init(_ tag: UInt32, text: String) {
      bytes = Array(text.utf8) + [0]
      (self.tag, kind, count) = (tag, .ascii, bytes.count)
    }
  }

  private static func append(_ fields: [Field], to file: [UInt8], link: Int) -> ([UInt8], Int) {
    var file = file
    if file.count % 2 == 1 { file.append(0) }
    var entries: [UInt8] = bytes(UInt32(fields.count), 2)
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      entries += bytes(field.tag, 2) + bytes(field.kind.rawValue, 2) + bytes(UInt32(field.count), 4)
      if field.bytes.count <= 4 {
        entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
      } else {
        entries += bytes(UInt32(file.count), 4)
        file += field.bytes
        if file.count % 2 == 1 { file.append(0) }
      }
    }
    file.replaceSubrange(link..<link + 4, with: bytes(UInt32(file.count), 4))
    file += entries
    let next = file.count
    return (file + [0, 0, 0, 0], next)
  }

  fileprivate static func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
