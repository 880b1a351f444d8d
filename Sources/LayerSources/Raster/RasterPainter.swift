import DocumentModel
import Geodesy

/// Makes colours of the numbers of a raster.
///
/// Each number becomes a level, 0 to 255 or an index of a palette, by what its band is stretched by; one band's levels are looked
/// up in a table of colours, three are red, green and blue.
struct RasterPainter: Sendable {
  let choice: RasterChoice
  /// How a band's numbers become levels.
  struct Channel: Sendable, Hashable {
    let band: Int
    let isByte: Bool
    /// The number that stands for nothing.
    let empty: Double?
    /// What becomes of numbers: `nil` for indexes of a palette.
    let range: ClosedRange<Double>?
    /// The smaller a stored number the larger the one that is meant.
    var isReversed = false
    /// Which pixels hold something is said of this band alone.
    var isMasked = false

    /// - Returns: `nil` for what is no number.
    @inline(__always)
    func level(_ value: Double) -> UInt16? {
      guard value == value else { return nil }
      guard let range else { return value >= 0 && value < 65_535 ? UInt16(value) : RasterPainter.nothing }
      let width = range.upperBound - range.lowerBound
      let place = width > 0 ? (value - range.lowerBound) * 255 / width : 0
      return UInt16(max(0, min(255, (isReversed ? 255 - place : place) + 0.5)))
    }
  }

  let channels: [Channel]
  /// Of one channel: premultiplied colours by level.
  let colors: [UInt32]
  /// The band of alpha, and its value at which nothing shines through.
  let alpha: (band: Int, opaque: Double)?
  /// The band whose mask says which pixels hold something.
  let masked: Int?

  /// A level that stands for nothing.
  fileprivate static let nothing = UInt16.max

  /// The premultiplied colours of a box of a stored level.
  /// - Parameter size: Of the result: that of the box, or a smaller one, of the nearest pixels.
  /// - Throws: What reading throws.
  func colors(
    of box: PixelBox, as size: PixelSize, _ stored: RasterLevels.Stored, in file: RasterFile
  ) throws(SourceError) -> [UInt32] {
    let first = try shown(channels[0], box, size, stored, file)
    var pixels: [UInt32]
    if channels.count == 1 {
      pixels = first.map { Int($0) < colors.count ? colors[Int($0)] : 0 }
    } else {
      let second = try shown(channels[1], box, size, stored, file)
      let third = try shown(channels[2], box, size, stored, file)
      pixels = joined(first, second, third)
    }
    if let alpha {
      let values = try file.read(alpha.band, overview: stored.overview, box, as: size, Double.self)
      let scale = 255 / alpha.opaque
      for index in pixels.indices { pixels[index].fade(to: UInt32(max(0, min(255, values[index] * scale + 0.5)))) }
    }
    if let masked {
      let values = try mask(of: masked, box, size, stored, file)
      for index in pixels.indices where values[index] != 255 { pixels[index].fade(to: UInt32(values[index])) }
    }
    return pixels
  }

  /// Which pixels of a stored level hold something: 0 to 255. Of an overview without a mask, that of the raster itself.
  func mask(
    of band: Int, _ box: PixelBox, _ size: PixelSize, _ stored: RasterLevels.Stored, _ file: RasterFile
  ) throws(SourceError) -> [UInt8] {
    if stored.hasMask { return try file.read(band, overview: stored.overview, isMask: true, box, as: size, UInt8.self) }
    let (columns, rows) = (file.size.width, file.size.height)
    let x = box.x * columns / stored.size.width
    let y = box.y * rows / stored.size.height
    let full = PixelBox(
      x: x, y: y, width: max(1, (box.x + box.width) * columns / stored.size.width - x),
      height: max(1, (box.y + box.height) * rows / stored.size.height - y))
    return try file.read(band, overview: nil, isMask: true, full, as: size, UInt8.self)
  }

  /// The levels of a band, of which those that its own mask leaves out stand for nothing.
  private func shown(
    _ channel: Channel, _ box: PixelBox, _ size: PixelSize, _ stored: RasterLevels.Stored, _ file: RasterFile
  ) throws(SourceError) -> [UInt16] {
    var levels = try levels(channel, box, size, stored, file)
    guard channel.isMasked else { return levels }
    let mask = try mask(of: channel.band, box, size, stored, file)
    for index in levels.indices where mask[index] == 0 { levels[index] = Self.nothing }
    return levels
  }

  private func levels(
    _ channel: Channel, _ box: PixelBox, _ size: PixelSize, _ stored: RasterLevels.Stored, _ file: RasterFile
  ) throws(SourceError) -> [UInt16] {
    if channel.isByte {
      var table = (0...255).map { channel.level(Double($0)) ?? Self.nothing }
      if let empty = channel.empty, let index = UInt8(exactly: empty) { table[Int(index)] = Self.nothing }
      let values = try file.read(channel.band, overview: stored.overview, box, as: size, UInt8.self)
      return values.map { table[Int($0)] }
    }
    let values = try file.read(channel.band, overview: stored.overview, box, as: size, Double.self)
    guard let empty = channel.empty, empty == empty else { return values.map { channel.level($0) ?? Self.nothing } }
    return values.map { $0 == empty ? Self.nothing : channel.level($0) ?? Self.nothing }
  }

  /// A pixel is empty where all three bands are: black, say, may well be a value of one of them.
  private func joined(_ red: [UInt16], _ green: [UInt16], _ blue: [UInt16]) -> [UInt32] {
    // What an empty value shows beside others that are not.
    let shown = channels.map { $0.empty.flatMap($0.level) ?? 0 }
    func level(_ value: UInt16, _ channel: Int) -> UInt32 { UInt32(value == Self.nothing ? shown[channel] : value) }
    return red.indices.map { index in
      let (r, g, b) = (red[index], green[index], blue[index])
      if r & g & b == Self.nothing { return 0 }
      return level(r, 0) | level(g, 1) << 8 | level(b, 2) << 16 | 0xff00_0000
    }
  }
}

extension UInt32 {
  /// Makes a premultiplied colour so much more transparent.
  @inline(__always)
  fileprivate mutating func fade(to alpha: UInt32) {
    if alpha == 255 { return }
    if alpha == 0 {
      self = 0
      return
    }
    func level(_ shift: UInt32) -> UInt32 { ((((self >> shift) & 255) * alpha + 127) / 255) << shift }
    self = level(0) | level(8) | level(16) | level(24)
  }
}
