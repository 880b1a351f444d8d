import Diagnostics
import DocumentModel
import Geodesy

extension RasterLayer: InspectableKind {
  static var isAskedLast: Bool { true }

  /// Names of files that nothing else reads; a TIFF picture and a VRT are known by their bytes.
  private static let suffixes: Set<String> = [
    "vrt", "img", "jp2", "j2k", "asc", "hgt", "dem", "dt0", "dt1", "dt2", "bil", "grd", "sdat",
  ]

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile && (candidate.format == .tiff || suffixes.contains(candidate.suffix) || isBigTIFF(candidate.head))
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
    let file = try RasterFile(path, isNearest: false)
    let look = RasterLook(bands: [], stretch: nil, ramp: nil, noData: nil)
    var remarks = [words(of: file)]
    var keys = [("path", YAMLText.scalar(path))]
    let isGuess = try file.reference() == nil
    if isGuess {
      keys.append(("srs", "EPSG:4326"))
      remarks.append("nothing names its spatial reference: `srs` is a guess; write its own")
    }
    let tiles = try RasterTiles.opened(path, look, reference: isGuess ? .wgs84 : nil, isNearest: false)
    let overviews = tiles.overviews.map { "\($0.width) x \($0.height)" }
    if !overviews.isEmpty {
      remarks.append("overviews of " + overviews.joined(separator: ", ") + " pixels")
    } else if file.size.width * file.size.height > largeWithoutOverviews {
      remarks.append("it has no overviews, so all of it is read where it is shown small; `gdaladdo` makes some")
    }
    if file.isWarped { remarks.append("ground control points say where it lies") }
    return InspectionReport(
      kind: typeName, candidate, tiles, .init(format: candidate.format, remarks: remarks, keys: keys))
  }

  /// Pixels.
  private static let largeWithoutOverviews = 16 << 20

  /// "20000 x 20000 pixels, 3 bands of 8-bit numbers (GTiff)".
  private static func words(of file: RasterFile) -> String {
    let bands = file.bands
    let kinds = Set(bands.map(\.kind)).count == 1 ? "of \(bands[0].kind.words) numbers" : "of several kinds of numbers"
    var words = "\(file.size.width) x \(file.size.height) pixels, "
    words += (bands.count == 1 ? "one band " : "\(bands.count) bands ") + kinds + " (\(file.driver))"
    if bands.first?.palette.isEmpty == false { words += ", with a palette" }
    if let empty = bands.first?.emptyValue { words += ", \(empty) stands for nothing" }
    return words
  }
}
