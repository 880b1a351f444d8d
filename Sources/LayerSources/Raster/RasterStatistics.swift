import Geodesy

/// What a sample of a raster's numbers says of them all.
///
/// The sample is the smallest overview with a quarter of a million pixels, or the raster where it has up to four million; else
/// 64 squares of 128 pixels a side that lie evenly over it.
struct RasterStatistics {
  private let file: RasterFile
  private let boxes: [PixelBox]
  private let stored: RasterLevels.Stored

  private static let enough = 250_000
  private static let most = 4_000_000
  private static let squares = 8
  private static let side = 128

  init(_ file: RasterFile, _ levels: RasterLevels) {
    self.file = file
    let all = levels.levels.filter { $0.factor == 1 }
    let stored = all.last { $0.size.width * $0.size.height >= Self.enough } ?? all[0]
    self.stored = stored.stored
    let size = stored.size
    guard size.width * size.height > Self.most else {
      boxes = [PixelBox(x: 0, y: 0, width: size.width, height: size.height)]
      return
    }
    let (width, height) = (min(Self.side, size.width), min(Self.side, size.height))
    boxes = (0..<Self.squares * Self.squares).map { number in
      let (column, row) = (number % Self.squares, number / Self.squares)
      return PixelBox(
        x: (size.width - width) * column / (Self.squares - 1), y: (size.height - height) * row / (Self.squares - 1),
        width: width, height: height)
    }
  }

  /// The range of one band by a rule; `nil` where the sample holds no number.
  /// - Throws: What reading throws.
  func range(_ channel: RasterPainter.Channel, of painter: RasterPainter, by stretch: RasterStretch) throws(SourceError)
    -> ClosedRange<Double>?
  {
    let values = try values(channel, painter)
    guard !values.isEmpty else { return nil }
    switch stretch {
    case .percent(let percent):
      let sorted = values.sorted()
      func value(_ share: Double) -> Double { sorted[Int((share * Double(sorted.count - 1)).rounded())] }
      return value(percent / 100)...value(1 - percent / 100)
    case .deviations(let count):
      let mean = values.reduce(0, +) / Double(values.count)
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
      let reach = count * variance.squareRoot()
      return reach.isFinite ? mean - reach...mean + reach : nil
    case .none, .minmax, .ranges:
      guard let low = values.min(), let high = values.max() else { return nil }
      return low...high
    }
  }

  /// The numbers of a band that stand for something.
  private func values(_ channel: RasterPainter.Channel, _ painter: RasterPainter) throws(SourceError) -> [Double] {
    var all: [Double] = []
    for box in boxes {
      let size = PixelSize(width: box.width, height: box.height)
      let values = try file.read(channel.band, overview: stored.overview, box, as: size, Double.self)
      var alpha: [Double]?
      if let band = painter.alpha?.band {
        alpha = try file.read(band, overview: stored.overview, box, as: size, Double.self)
      }
      var mask: [UInt8]?
      if let band = painter.masked ?? (channel.isMasked ? channel.band : nil) {
        mask = try painter.mask(of: band, box, size, stored, file)
      }
      for (index, value) in values.enumerated() where value.isFinite && value != channel.empty {
        if let alpha, alpha[index] == 0 { continue }
        if let mask, mask[index] == 0 { continue }
        all.append(value)
      }
    }
    return all
  }
}
