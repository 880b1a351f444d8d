import Diagnostics
import DocumentModel
import Geodesy

extension RasterLayer: InspectableKind {
  static var isAskedLast: Bool { true }

  /// Names of files that nothing else reads; a TIFF picture and a VRT are known by their bytes.
  private static let suffixes: Set<String> = [
    "vrt", "img", "jp2", "j2k", "asc", "hgt", "dem", "dt0", "dt1", "dt2", "bil", "grd", "sdat", "nc", "nc4", "hdf",
    "h4",
    "h5", "hdf5", "he5", "grib", "grb", "grib2", "grb2", "bag", "gtx", "gsb", "byn", "bt", "gxf", "kap",
  ]
  /// How netCDF, HDF and GRIB begin.
  private static let signatures: [[UInt8]] = [
    [0x43, 0x44, 0x46, 0x01], [0x43, 0x44, 0x46, 0x02], [0x43, 0x44, 0x46, 0x05], [0x0E, 0x03, 0x13, 0x01],
    [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A], [0x47, 0x52, 0x49, 0x42],
  ]

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile
      && (candidate.format == .tiff || suffixes.contains(candidate.suffix) || isBigTIFF(candidate.head)
        || signatures.contains { candidate.head.starts(with: $0) })
  }

  private static func isBigTIFF(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x49, 0x49, 0x2B, 0x00]) || head.starts(with: [0x4D, 0x4D, 0x00, 0x2B])
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    try report(of: candidate)
  }

  private static func report(of candidate: InspectionCandidate) throws(SourceError) -> InspectionReport {
    let path = candidate.source
    let parts = try RasterFile.parts(of: path)
    let part = parts.first?.title
    let file = try RasterFile(path, part: part, isNearest: false)
    let look = RasterLook(bands: [], stretch: nil, ramp: nil, noData: nil)
    var remarks = [words(of: file)]
    var keys = [("path", YAMLText.inDocument(path))]
    if let part {
      keys.append(("subdataset", YAMLText.inDocument(part)))
      remarks.append(
        "it holds \(parts.count) rasters, of which the first is described: \(RasterSubdataset.listed(parts))")
    }
    let isGuess = try file.reference() == nil
    if isGuess {
      keys.append(("srs", "EPSG:4326"))
      remarks.append("nothing names its spatial reference: `srs` is a guess; write its own")
    }
    let tiles = try RasterTiles.opened(path, part: part, look, reference: isGuess ? .wgs84 : nil, isNearest: false)
    let overviews = tiles.overviews.map { "\($0.width) x \($0.height)" }
    if !overviews.isEmpty {
      remarks.append("overviews of " + overviews.joined(separator: ", ") + " pixels")
    } else if file.size.width * file.size.height > largeWithoutOverviews {
      remarks.append("it has no overviews, so all of it is read where it is shown small; `gdaladdo` makes some")
    }
    if file.isWarped { remarks.append("ground control points say where it lies") }
    return InspectionReport(
      kind: typeName, candidate, tiles,
      .init(format: candidate.format == .unknown ? nil : candidate.format, remarks: remarks, keys: keys))
  }

  /// Pixels.
  private static let largeWithoutOverviews = 16 << 20

  /// "20000 x 20000 pixels, 3 bands of 8-bit numbers (GTiff)".
  private static func words(of file: RasterFile) -> String {
    let bands = file.bands.prefix(file.ownBandCount)
    let kinds = Set(bands.map(\.kind)).count == 1 ? "of \(bands[0].kind.words) numbers" : "of several kinds of numbers"
    var words = "\(file.size.width) x \(file.size.height) pixels, "
    words += (bands.count == 1 ? "one band " : "\(bands.count) bands ") + kinds + " (\(file.driver))"
    if bands.first?.palette.isEmpty == false { words += ", with a palette" }
    if let band = bands.first, band.isScaled {
      let offset = band.offset == 0 ? "" : " plus \(ReadableNumber.significant(band.offset, digits: 6, places: 0...6))"
      words +=
        ", what is stored times \(ReadableNumber.significant(band.scale, digits: 6, places: 0...6))\(offset) is what is meant"
    }
    if let empty = bands.first?.emptyValue { words += ", \(empty) stands for nothing" }
    return words
  }
}
