internal import CGDAL
import DocumentModel
import Geodesy

/// Owns one raster that GDAL has opened.
///
/// It is used by one task at a time: whoever has taken it out of ``RasterFiles``, which holds no other reference; the locks of
/// that carry what one task has done over to the next.
final class RasterFile: @unchecked Sendable {
  let path: String
  /// `GTiff`, `VRT`.
  let driver: String
  let size: PixelSize
  let bands: [RasterBand]
  /// Where the pixels lie, as `ImageTransform` takes it; `nil` where nothing says so.
  let affine: [Double]?
  /// It was placed by ground control points, and is read as it lies on the ground.
  let isWarped: Bool
  /// Ground control points that it has; fewer than three place nothing.
  let pointCount: Int
  /// Bands that the file has: `bands` may have one more, which says where the ground is covered.
  let ownBandCount: Int
  /// What it is made of, where it holds several rasters.
  let subdatasets: [RasterSubdataset]
  /// What is read: the file itself, or that on the ground.
  private let dataset: OpaquePointer
  private let original: OpaquePointer
  private let functions: mapdoc_gdal
  private let log: GDALLog

  /// Those that read files of this disk, and nothing that names an address.
  private static let drivers = [
    "GTiff", "VRT", "HFA", "JP2OpenJPEG", "PNG", "JPEG", "GIF", "BMP", "WEBP", "AAIGrid", "ENVI", "EHdr", "SRTMHGT",
    "DTED",
    "USGSDEM", "XYZ", "SAGA", "GSAG", "GSBG", "GS7BG", "netCDF", "HDF4", "HDF4Image", "BAG", "HDF5", "HDF5Image",
    "GRIB",
    "GRASSASCIIGrid", "GTX", "NTv2", "BYN", "NGSGEOID", "BT", "GXF", "ZMap", "NWT_GRD", "NWT_GRC", "PNM", "BSB",
  ]

  /// - Parameters:
  ///   - isNearest: What lies crooked on the ground is read without mixing pixels.
  ///   - part: Of a file that holds several rasters, the one that is read; `nil`: the file itself.
  ///   - isChecked: It has been opened before, and ``RasterGuard`` has looked at what it is made of.
  /// - Throws: `libraryMissing`, `notFound`, `otherKind`, `unreadable`; `badKey` for a part that the file does not have, and
  ///   where one has to be chosen.
  init(
    _ path: String, part: String? = nil, isNearest: Bool, isChecked: Bool = false
  ) throws(SourceError) {
    guard let table = mapdoc_gdal_open() else {
      throw .libraryMissing(
        reason: "`\(path)` is read by GDAL, and \(String(cString: mapdoc_gdal_open_error()))",
        hint: "`make deps` installs it (Debian: `gdal-bin`)")
    }
    if !isChecked { try RasterGuard.check(path) }
    self.path = path
    functions = table.pointee
    log = GDALLog(functions)
    // Not behind links: files beside it are found by its name.
    let name = PathResolution.absolute(path)
    let (functions, log) = (functions, log)
    let (whole, said) = Self.opened(name, functions, log)
    guard let whole else { throw Self.notOpened(path, said) }
    let parts = RasterSubdataset.all(in: whole, of: name, functions)
    let opened: OpaquePointer
    do throws(SourceError) {
      let isEmpty = functions.GDALGetRasterCount(whole) == 0
      let chosen = try RasterSubdataset.chosen(part, of: parts, isNeeded: isEmpty, path: path)
      let (own, said) = chosen.map { Self.opened($0.name, functions, log) } ?? (whole, nil)
      guard let own else { throw Self.notOpened(path, said) }
      opened = own
      if !isChecked {
        do throws(SourceError) {
          // What is looked at with sidecars now is read with them later.
          try Self.withSidecars(functions) { () throws(SourceError) in
            try RasterGuard.check(own, of: path, functions, log)
          }
        } catch {
          if own != whole { _ = log.listening { functions.GDALClose(own) } }
          throw error
        }
      }
    } catch {
      _ = log.listening { functions.GDALClose(whole) }
      throw error
    }
    if opened != whole { _ = log.listening { functions.GDALClose(whole) } }
    let (columns, rows) = (functions.GDALGetRasterXSize(opened), functions.GDALGetRasterYSize(opened))
    guard columns > 0, rows > 0 else {
      _ = log.listening { functions.GDALClose(opened) }
      // What a damaged header says is handed on as it is by some of GDAL's readers.
      throw .unreadable(path: path, place: nil, reason: "it says that it has \(columns) x \(rows) pixels")
    }
    original = opened
    subdatasets = parts
    driver =
      functions.GDALGetDatasetDriver(opened).flatMap { functions.GDALGetDriverShortName($0) }
      .map { String(cString: $0) } ?? ""
    var numbers = [0.0, 1, 0, 0, 0, 1]
    let (isPlaced, _) = log.listening { functions.GDALGetGeoTransform(opened, &numbers) == 0 }
    pointCount = max(0, Int(functions.GDALGetGCPCount(opened)))
    ownBandCount = min(Self.mostBands, Int(functions.GDALGetRasterCount(opened)))
    let hasPoints = !isPlaced && pointCount >= 3
    let ground = hasPoints ? Self.onGround(opened, isNearest: isNearest, functions, log) : .some(opened)
    guard let ground else {
      _ = log.listening { functions.GDALClose(opened) }
      throw .unreadable(
        path: path, place: nil, reason: "its ground control points cannot be followed; `gdalwarp` may say why")
    }
    dataset = ground
    isWarped = hasPoints
    if hasPoints { _ = log.listening { functions.GDALGetGeoTransform(ground, &numbers) } }
    affine = isPlaced || hasPoints ? [numbers[1], numbers[4], numbers[2], numbers[5], numbers[0], numbers[3]] : nil
    size = PixelSize(
      width: Int(functions.GDALGetRasterXSize(ground)), height: Int(functions.GDALGetRasterYSize(ground)))
    let count = min(Self.mostBands, Int(functions.GDALGetRasterCount(ground)))
    // What a mask beside it says of itself may stand beside that.
    bands = Self.withSidecars(functions) {
      (0..<count).compactMap { number in
        functions.GDALGetRasterBand(ground, Int32(number + 1)).map { RasterBand($0, functions, log) }
      }
    }
  }

  /// More than that are not looked at: GDAL's own bound.
  private static let mostBands = 65_536

  deinit {
    _ = log.listening {
      if isWarped { functions.GDALClose(dataset) }
      functions.GDALClose(original)
    }
  }

  /// Read only, rasters, and with a word about what is wrong.
  private static func opened(
    _ name: String, _ functions: mapdoc_gdal, _ log: GDALLog
  ) -> (OpaquePointer?, String?) {
    log.listening {
      CStrings.withPointers(drivers) { drivers in
        withSidecars(functions) { functions.GDALOpenEx(name, 0x02 | 0x40, drivers, nil, nil) }
      }
    }
  }

  private static func notOpened(_ path: String, _ said: String?) -> SourceError {
    guard let said, !said.contains("not recognized as") else {
      let head = LocalFile.head(of: path, count: 1024) ?? []
      return .otherKind(path: path, reason: "it is \(PictureFormat(of: head).words), and no reader of rasters takes it")
    }
    return .unreadable(path: path, place: nil, reason: said)
  }

  /// The rasters that a file holds which is none by itself; empty for one that is.
  /// - Throws: What opening it throws.
  static func parts(of path: String) throws(SourceError) -> [RasterSubdataset] {
    guard let table = mapdoc_gdal_open() else { return [] }
    try RasterGuard.check(path)
    let (functions, name) = (table.pointee, PathResolution.absolute(path))
    let log = GDALLog(functions)
    let (dataset, said) = opened(name, functions, log)
    guard let dataset else { throw notOpened(path, said) }
    defer { _ = log.listening { functions.GDALClose(dataset) } }
    guard functions.GDALGetRasterCount(dataset) == 0 else { return [] }
    return RasterSubdataset.all(in: dataset, of: name, functions)
  }

  /// Files beside a raster (`.aux.xml`) are read, and none is ever written: nothing of a data set is changed.
  static func withSidecars<Result, Failure: Error>(
    _ functions: mapdoc_gdal, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    functions.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "YES")
    defer { functions.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nil) }
    return try body()
  }

  /// The same as it lies on the ground by its control points, worked out as it is read.
  private static func onGround(
    _ dataset: OpaquePointer, isNearest: Bool, _ functions: mapdoc_gdal, _ log: GDALLog
  ) -> OpaquePointer? {
    let band = functions.GDALGetRasterBand(dataset, 1)
    let isPalette = band.map { functions.GDALGetRasterColorTable($0) != nil } ?? false
    let words = ["-of", "VRT", "-dstalpha", "-r", isNearest || isPalette ? "near" : "bilinear"]
    let (warped, _) = log.listening { () -> OpaquePointer? in
      CStrings.withPointers(words) { words in
        let options = functions.GDALWarpAppOptionsNew(words, nil)
        defer { functions.GDALWarpAppOptionsFree(options) }
        var sources: [OpaquePointer?] = [dataset]
        return functions.GDALWarp("", nil, 1, &sources, options, nil)
      }
    }
    return warped
  }

  /// `nil` where the file does not say.
  /// - Throws: `unknownReference`.
  func reference() throws(SourceError) -> SpatialReference? {
    // A local one is what GDAL makes of a file that names none.
    guard let reference = functions.GDALGetSpatialRef(dataset), functions.OSRIsLocal(reference) == 0 else {
      return hasAxesInDegrees ? .wgs84 : nil
    }
    return try GDALReference.parsed(reference, in: path, functions)
  }

  private static let ofLongitudes: Set = [
    "degrees_east", "degree_east", "degree_E", "degrees_E", "degreeE", "degreesE",
  ]
  private static let ofLatitudes: Set = [
    "degrees_north", "degree_north", "degree_N", "degrees_N", "degreeN", "degreesN",
  ]

  /// Most netCDF files of weather and climate name no reference: their axes are longitudes and latitudes ("CF conventions",
  /// sections 4.1 and 4.2).
  private var hasAxesInDegrees: Bool {
    guard driver == "netCDF" else { return false }
    let items = CStrings.texts(of: functions.GDALGetMetadata(UnsafeMutableRawPointer(original), nil))
    let units = Set(
      items.compactMap { text in text.firstRange(of: "#units=").map { String(text[$0.upperBound...]) } })
    return !units.isDisjoint(with: Self.ofLongitudes) && !units.isDisjoint(with: Self.ofLatitudes)
  }

  /// It says by a model of its camera where it lies, which needs the heights of the ground.
  var hasCameraModel: Bool {
    let dataset = UnsafeMutableRawPointer(original)
    return functions.GDALGetMetadata(dataset, "RPC") != nil
  }

  /// It says of each pixel by itself where it lies, in other bands.
  var hasPlacesOfPixels: Bool {
    functions.GDALGetMetadata(UnsafeMutableRawPointer(original), "GEOLOCATION") != nil
  }

  /// All files that it is made of, as GDAL knows them.
  var files: [String] {
    let (list, _) = log.listening { functions.GDALGetFileList(original) }
    defer { functions.CSLDestroy(list) }
    let files = CStrings.texts(of: list)
    return files.isEmpty ? [path] : files
  }

  /// Reads a box of pixels, each by itself or, in a smaller one, the nearest ones.
  ///
  /// - Parameters:
  ///   - band: Counts from 0.
  ///   - overview: `nil` for the band itself.
  ///   - isMask: Reads what of it is valid: 0 to 255.
  ///   - box: In pixels of the level; lies within it.
  ///   - size: Of the result: that of the box, or a smaller one.
  /// - Throws: `unreadable` with the box and GDAL's words.
  func read<Number: RasterNumber>(
    _ band: Int, overview: Int?, isMask: Bool = false, _ box: PixelBox, as size: PixelSize, _ type: Number.Type
  ) throws(SourceError) -> [Number] {
    let functions = functions
    let (numbers, _) = log.listening { () -> [Number]? in
      Self.withSidecars(functions) {
        guard var handle = bands[band].handle(overview, functions) else { return nil }
        if isMask {
          guard let mask = functions.GDALGetMaskBand(handle) else { return nil }
          handle = mask
        }
        var isRead = false
        let numbers = [Number](unsafeUninitializedCapacity: size.width * size.height) { buffer, filled in
          buffer.initialize(repeating: 0)
          filled = buffer.count
          guard let start = buffer.baseAddress else { return }
          isRead =
            functions.GDALRasterIO(
              handle, 0, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height), start, Int32(size.width),
              Int32(size.height), Number.gdalType, 0, 0) == 0
        }
        return isRead ? numbers : nil
      }
    }
    if let numbers {
      guard !isMask, bands[band].hasHiddenSign, let doubles = numbers as? [Double] else { return numbers }
      return doubles.map { $0 > 127 ? $0 - 256 : $0 } as? [Number] ?? numbers
    }
    let level = overview.map { " of overview \($0 + 1)" } ?? ""
    throw .unreadable(
      path: path,
      place: "band \(band + 1), columns \(box.x) to \(box.x + box.width - 1), rows \(box.y) to "
        + "\(box.y + box.height - 1)\(level)",
      reason: log.causeAndPlace ?? "GDAL could not read them")
  }
}

/// A box of pixels: its first column and row, and how many there are.
struct PixelBox: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// Numbers that pixels are read as.
protocol RasterNumber: Sendable, Comparable, ExpressibleByIntegerLiteral {
  /// GDALDataType.
  static var gdalType: Int32 { get }
}

extension UInt8: RasterNumber { static var gdalType: Int32 { 1 } }
extension Double: RasterNumber { static var gdalType: Int32 { 7 } }
