import DocumentModel

/// How much of each pixel of a band the lines of a hatch cover, exactly: lines run along the page's axes or its diagonals, so one
/// number decides for a pixel.
struct HatchTable {
  private let hatching: Drawing.Hatching
  private let band: Range<Int>
  /// By rows of the band, and by columns.
  private var horizontal: [UInt8] = []
  private var vertical: [UInt8] = []
  /// By column + row, from the band's first row on; and by column - row, from minus the band's last row on.
  private var rising: [UInt8] = []
  private var falling: [UInt8] = []

  init(_ hatching: Drawing.Hatching, width: Int, band: Range<Int>) {
    self.hatching = hatching
    self.band = band
    let lines = HatchLines(width: hatching.width, spacing: hatching.spacing)
    switch hatching.pattern {
    case .horizontal, .vertical, .cross:
      if hatching.pattern != .vertical { horizontal = band.map { lines.share(ofPixel: $0) } }
      if hatching.pattern != .horizontal { vertical = (0..<width).map { lines.share(ofPixel: $0) } }
    case .forwardDiagonal, .backwardDiagonal, .diagonalCross:
      if hatching.pattern != .backwardDiagonal {
        rising = (band.lowerBound..<band.upperBound + width).map { lines.share(ofDiagonal: $0 + 1) }
      }
      if hatching.pattern != .forwardDiagonal {
        falling = (1 - band.upperBound..<width - band.lowerBound + 1).map { lines.share(ofDiagonal: $0) }
      }
    }
  }

  /// Takes away from a run's coverage what the lines leave free.
  func multiply(_ run: CoveredRun, _ row: Int, _ coverage: inout [UInt8]) {
    for column in run.columns {
      let share = share(column, row)
      coverage[column] = UInt8((share * Int(run.same ?? coverage[column]) + 127) / 255)
    }
  }

  @inline(__always)
  private func share(_ column: Int, _ row: Int) -> Int {
    switch hatching.pattern {
    case .horizontal: Int(horizontal[row - band.lowerBound])
    case .vertical: Int(vertical[column])
    case .cross: Self.both(horizontal[row - band.lowerBound], vertical[column])
    case .forwardDiagonal: Int(rising[column + row - band.lowerBound])
    case .backwardDiagonal: Int(falling[column - row + band.upperBound - 1])
    case .diagonalCross:
      Self.both(rising[column + row - band.lowerBound], falling[column - row + band.upperBound - 1])
    }
  }

  @inline(__always)
  private static func both(_ one: UInt8, _ other: UInt8) -> Int {
    255 - ((255 - Int(one)) * (255 - Int(other)) + 127) / 255
  }
}

/// Parallel stripes at even distances, the middle of one through the page's corner.
private struct HatchLines {
  let width: Double
  let spacing: Double

  init(width: Double, spacing: Double) {
    self.spacing = spacing
    self.width = min(width, spacing)
  }

  /// Of a pixel between two whole numbers along an axis.
  func share(ofPixel number: Int) -> UInt8 {
    let start = reduced(Double(number))
    return byte(covered(start + 1) - covered(start))
  }

  /// Of a pixel whose middle lies at number / √2 along a diagonal, on which a pixel's shadow is a triangle.
  func share(ofDiagonal number: Int) -> UInt8 {
    let reach = 0.5.squareRoot()
    let middle = reduced(Double(number) * reach)
    let sum = coveredTwice(middle + reach) - 2 * coveredTwice(middle) + coveredTwice(middle - reach)
    return byte(sum / (reach * reach))
  }

  /// In the first repetitions, where stripes begin at 0 and numbers are exact enough.
  private func reduced(_ place: Double) -> Double {
    let shifted = place + width / 2
    return shifted - (shifted / spacing).rounded(.down) * spacing + spacing * (2 / spacing).rounded(.up)
  }

  private func byte(_ share: Double) -> UInt8 { UInt8((min(1, max(0, share)) * 255).rounded()) }

  /// What is covered from 0 to a place.
  private func covered(_ place: Double) -> Double {
    let whole = (place / spacing).rounded(.down)
    return whole * width + min(place - whole * spacing, width)
  }

  /// The integral of it.
  private func coveredTwice(_ place: Double) -> Double {
    let whole = (place / spacing).rounded(.down)
    let rest = place - whole * spacing
    let period = width * spacing - width * width / 2
    let inPeriod = rest < width ? rest * rest / 2 : width * width / 2 + width * (rest - width)
    return width * spacing * whole * (whole - 1) / 2 + whole * period + whole * width * rest + inPeriod
  }
}
