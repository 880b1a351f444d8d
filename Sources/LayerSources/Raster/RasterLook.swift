import DocumentModel
import Geodesy
import Synchronization

/// What a document says of how a raster looks.
struct RasterLook: Sendable, Hashable {
  /// Count from 1; empty: those that the file says.
  let bands: [Int]
  /// `nil`: by the kind of numbers.
  let stretch: RasterStretch?
  let ramp: RampName?
  let noData: RasterNoData?

  /// - Throws: `badKey` for what does not fit the bands.
  func check(_ choice: RasterChoice) throws(SourceError) {
    let count = choice.colors.count
    if case .ranges(let ranges) = stretch, ranges.count != 1, ranges.count != count {
      throw .badKey(
        key: "stretch", reason: "\(ranges.count) ranges, and \(Self.bands(count)) drawn",
        hint: "write one range for all of them, or one for each")
    }
    if case .values(let values) = noData, values.count != 1, values.count != count {
      throw .badKey(
        key: "nodata", reason: "\(values.count) numbers, and \(Self.bands(count)) drawn",
        hint: "write one number for all of them, or one for each")
    }
    if ramp != nil, count != 1 {
      throw .badKey(
        key: "ramp", reason: "a ramp colours one band, and \(Self.bands(count)) drawn", hint: "write `bands: 1`, say")
    }
  }

  private static func bands(_ count: Int) -> String { count == 1 ? "one band is" : "\(count) bands are" }

  /// How numbers become colours, with statistics where these are asked for.
  /// - Throws: What reading throws.
  func painter(_ choice: RasterChoice, _ levels: RasterLevels, of file: RasterFile) throws(SourceError) -> RasterPainter
  {
    let first = file.bands[choice.colors[0]]
    let isPalette = choice.colors.count == 1 && ramp == nil && stretch == nil && !first.palette.isEmpty
    let rule = stretch ?? standard(choice, file)
    // Masks of one band each leave out that band alone; as with values that stand for nothing, `nodata` goes before them.
    let areMasked = choice.colors.count > 1 && choice.alpha == nil && noData == nil
    let plain = choice.colors.enumerated().map { place, number in
      let band = file.bands[number]
      return RasterPainter.Channel(
        band: number, isByte: band.kind == .byte, empty: empty(place, band),
        range: isPalette ? nil : range(place, rule, of: band), isReversed: band.scale < 0,
        isMasked: areMasked && band.hasOwnMask)
    }
    let alpha = choice.alpha.map { (band: $0, opaque: file.bands[$0].kind.opaque) }
    let hasMask =
      choice.alpha == nil && noData == nil && first.hasMask && !plain.contains { $0.isMasked }
    let colors = isPalette ? first.palette.prefix(65_535).map(\.premultiplied) : tones
    func painter(_ channels: [RasterPainter.Channel]) -> RasterPainter {
      RasterPainter(
        choice: choice, channels: channels, colors: colors, alpha: alpha, masked: hasMask ? choice.colors[0] : nil)
    }
    let unmeasured = painter(plain)
    switch rule {
    case .none, .ranges: return unmeasured
    case .minmax, .percent, .deviations:
      if isPalette { return unmeasured }
      let statistics = RasterStatistics(file, levels)
      var channels: [RasterPainter.Channel] = []
      for channel in plain {
        let range = try statistics.range(channel, of: unmeasured, by: rule)
        channels.append(
          RasterPainter.Channel(
            band: channel.band, isByte: channel.isByte, empty: channel.empty, range: range ?? RasterLook.bytes,
            isReversed: channel.isReversed, isMasked: channel.isMasked))
      }
      return painter(channels)
    }
  }

  private static let bytes = 0.0...255.0

  /// Bytes are colours as they are; of other numbers nobody knows which is white.
  private func standard(_ choice: RasterChoice, _ file: RasterFile) -> RasterStretch {
    if ramp != nil { return .minmax }
    if choice.colors.allSatisfy({ file.bands[$0].kind == .byte && !file.bands[$0].isScaled }) { return .none }
    return choice.colors.count == 1 ? .minmax : .percent(2)
  }

  /// As numbers are stored.
  private func range(_ place: Int, _ rule: RasterStretch, of band: RasterBand) -> ClosedRange<Double> {
    guard case .ranges(let ranges) = rule else { return Self.bytes }
    return band.stored(ranges.count == 1 ? ranges[0] : ranges[place])
  }

  private func empty(_ place: Int, _ band: RasterBand) -> Double? {
    switch noData {
    case nil: return band.emptyValue
    case RasterNoData.none?: return nil
    case .values(let values)?:
      let value = values.count == 1 ? values[0] : values[place]
      return band.kind == .float ? Double(Float(value)) : value
    }
  }

  /// Of one band: by the ramp, else from black to white.
  private var tones: [UInt32] {
    let colors =
      ramp?.colors(256).map { RasterColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha) }
      ?? (0...255).map { RasterColor(red: $0, green: $0, blue: $0) }
    return colors.map(\.premultiplied)
  }
}

/// The painter of a raster, which is made when the first tile is drawn: its statistics read pixels.
final class RasterPainting: Sendable {
  private let made = Mutex<RasterPainter?>(nil)

  /// - Throws: What `make` throws; it is then tried again.
  func painter(_ make: () throws(SourceError) -> RasterPainter) throws(SourceError) -> RasterPainter {
    let result = made.withLock { painter -> Result<RasterPainter, SourceError> in
      if let painter { return .success(painter) }
      do throws(SourceError) {
        let new = try make()
        painter = new
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
