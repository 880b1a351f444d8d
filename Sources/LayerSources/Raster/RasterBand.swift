internal import CGDAL
import Geodesy

/// A band of a raster, and what it says of its numbers.
struct RasterBand {
  let kind: Kind
  let role: Role
  /// Of a stored block.
  let block: PixelSize
  /// The value of pixels that hold nothing.
  let emptyValue: Double?
  /// What is meant is what is stored times this, plus ``offset``; never 0.
  let scale: Double
  let offset: Double
  /// The mask is of this band alone.
  let hasOwnMask: Bool
  /// Of a palette, by index.
  let palette: [RasterColor]
  /// Beside `emptyValue` and a band of its own for alpha, another band says which pixels hold something.
  let hasMask: Bool
  /// In the file's order.
  let overviews: [Overview]
  /// Its numbers have a sign, and GDAL before 3.7 reads them as if they had none.
  let hasHiddenSign: Bool
  private let band: OpaquePointer

  init(_ band: OpaquePointer, _ functions: mapdoc_gdal, _ log: GDALLog) {
    self.band = band
    let stored = Kind(functions.GDALGetRasterDataType(band))
    hasHiddenSign = stored == .byte && Self.hasHiddenSign(band, functions)
    let kind = hasHiddenSign ? .integer(bits: 8, isSigned: true) : stored
    self.kind = kind
    role = Role(functions.GDALGetRasterColorInterpretation(band))
    var (width, height): (Int32, Int32) = (0, 0)
    functions.GDALGetBlockSize(band, &width, &height)
    block = PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    var isThere: Int32 = 0
    let (value, _) = log.listening { functions.GDALGetRasterNoDataValue(band, &isThere) }
    // Of numbers that have no 53 bits, what is written in decimals is mostly rounded.
    emptyValue = isThere == 0 ? nil : kind == .float ? Double(Float(value)) : value
    let scale = functions.GDALGetRasterScale(band, &isThere)
    self.scale = isThere != 0 && scale.isFinite && scale != 0 ? scale : 1
    let offset = functions.GDALGetRasterOffset(band, &isThere)
    self.offset = isThere != 0 && offset.isFinite ? offset : 0
    let flags = functions.GDALGetMaskFlags(band)
    hasMask = Self.hasMask(flags)
    hasOwnMask = hasMask && flags & 2 == 0
    palette = functions.GDALGetRasterColorTable(band).map { Self.colors(of: $0, functions) } ?? []
    let count = min(64, functions.GDALGetOverviewCount(band))
    overviews = (0..<max(0, count)).map { number in
      guard let overview = functions.GDALGetOverview(band, number) else {
        return Overview(size: PixelSize(width: 0, height: 0), hasMask: false)
      }
      let (width, height) = (functions.GDALGetRasterBandXSize(overview), functions.GDALGetRasterBandYSize(overview))
      return Overview(
        size: PixelSize(width: Int(width), height: Int(height)),
        hasMask: Self.hasMask(functions.GDALGetMaskFlags(overview)))
    }
  }

  private static func hasHiddenSign(_ band: OpaquePointer, _ functions: mapdoc_gdal) -> Bool {
    let items = functions.GDALGetMetadata(UnsafeMutableRawPointer(band), "IMAGE_STRUCTURE")
    return CStrings.texts(of: items, most: 64).contains("PIXELTYPE=SIGNEDBYTE")
  }

  /// Its numbers are not meant as they are stored.
  var isScaled: Bool { scale != 1 || offset != 0 }

  /// What is stored for numbers that are meant; the ends change places where the scale is below 0.
  func stored(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let ends = ((range.lowerBound - offset) / scale, (range.upperBound - offset) / scale)
    return min(ends.0, ends.1)...max(ends.0, ends.1)
  }

  /// A smaller picture of the band.
  struct Overview {
    let size: PixelSize
    let hasMask: Bool
  }

  /// GDAL's flags: 1 all is valid, 2 one mask for all bands, 4 alpha, 8 the value that stands for nothing.
  private static func hasMask(_ flags: Int32) -> Bool {
    flags & 1 == 0 && flags & 4 == 0 && (flags & 8 == 0 || flags & 2 != 0)
  }

  private static func colors(of table: OpaquePointer, _ functions: mapdoc_gdal) -> [RasterColor] {
    (0..<min(65_536, functions.GDALGetColorEntryCount(table))).map { number in
      var color = mapdoc_gdal_color()
      _ = functions.GDALGetColorEntryAsRGB(table, number, &color)
      func level(_ value: Int16) -> UInt8 { UInt8(max(0, min(255, value))) }
      return RasterColor(
        red: level(color.red), green: level(color.green), blue: level(color.blue), alpha: level(color.alpha))
    }
  }

  /// The band, or one of its overviews.
  func handle(_ overview: Int?, _ functions: mapdoc_gdal) -> OpaquePointer? {
    overview.map { functions.GDALGetOverview(band, Int32($0)) } ?? band
  }

  /// GDALDataType.
  enum Kind: Sendable, Hashable {
    case byte
    /// Of 8 bits with a sign, or of 16 or 32 bits.
    case integer(bits: Int, isSigned: Bool)
    case float, double
    case complex
    case unknown

    init(_ type: Int32) {
      self =
        switch type {
        case 1: .byte
        case 2: .integer(bits: 16, isSigned: false)
        case 3: .integer(bits: 16, isSigned: true)
        case 4: .integer(bits: 32, isSigned: false)
        case 5: .integer(bits: 32, isSigned: true)
        case 6: .float
        case 7: .double
        case 8...11: .complex
        case 12: .integer(bits: 64, isSigned: false)
        case 13: .integer(bits: 64, isSigned: true)
        case 14: .integer(bits: 8, isSigned: true)
        default: .unknown
        }
    }

    /// "8-bit", "16-bit with a sign", "32-bit floating point".
    var words: String {
      switch self {
      case .byte: "8-bit"
      case .integer(let bits, let isSigned): "\(bits)-bit\(isSigned ? " signed" : "")"
      case .float: "32-bit floating point"
      case .double: "64-bit floating point"
      case .complex: "complex"
      case .unknown: "of an unknown type"
      }
    }

    /// The value of alpha at which nothing shines through.
    var opaque: Double {
      if case .integer(let bits, false) = self { return bits >= 32 ? 0xffff_ffff : 0xffff }
      return 255
    }
  }

  /// GDALColorInterp.
  enum Role: Sendable, Hashable {
    case grey, palette, red, green, blue, alpha, ink, other

    init(_ interpretation: Int32) {
      self =
        switch interpretation {
        case 1: .grey
        case 2: .palette
        case 3: .red
        case 4: .green
        case 5: .blue
        case 6: .alpha
        case 10...13: .ink
        default: .other
        }
    }
  }
}

/// Not premultiplied.
struct RasterColor: Sendable, Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255

  /// R, G, B, A bytes from the lowest on.
  var premultiplied: UInt32 {
    func level(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(alpha) + 127) / 255 }
    return level(red) | level(green) << 8 | level(blue) << 16 | UInt32(alpha) << 24
  }
}
