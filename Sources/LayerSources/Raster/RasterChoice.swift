import DocumentModel

/// Which bands of a raster are drawn, and as what.
struct RasterChoice: Sendable, Hashable {
  /// One, or red, green and blue; they count from 0.
  let colors: [Int]
  /// The band that says how much shines through.
  let alpha: Int?

  /// - Parameter written: The document's, which count from 1; empty: what the file says of its bands.
  /// - Throws: `badKey` for bands that the file does not have, `otherKind` for what cannot be drawn.
  init(_ written: [Int], of file: RasterFile) throws(SourceError) {
    let bands = file.bands
    guard !bands.isEmpty else { throw .empty(path: file.path, reason: "it has no bands") }
    let count = file.ownBandCount
    if let missing = written.first(where: { $0 > count }) {
      throw .badKey(
        key: "bands",
        reason:
          "there is no band \(missing); `\(file.path)` has \(count == 1 ? "one band" : "\(count) bands")",
        hint: count == 1 ? "write `bands: 1`, or take the key out" : "write numbers from 1 to \(count)")
    }
    let chosen = written.map { $0 - 1 }
    let own = bands.firstIndex { $0.role == .alpha }
    switch chosen.count {
    case 0:
      (colors, alpha) = (try Self.colors(of: file), own)
    case 2, 4: (colors, alpha) = (Array(chosen.dropLast()), chosen.last)
    default: (colors, alpha) = (chosen, own.flatMap { chosen.contains($0) ? nil : $0 })
    }
    if let complex = colors.first(where: { bands[$0].kind == .complex || bands[$0].kind == .unknown }) {
      throw .otherKind(
        path: file.path,
        reason:
          "its band \(complex + 1) is \(bands[complex].kind.words), which is not drawn; `gdal_translate` makes numbers of it"
      )
    }
    try Self.checkWhole(file)
    for band in colors where bands[band].block.width * bands[band].block.height > Self.largestBlock {
      throw .otherKind(
        path: file.path,
        reason: "it is stored in blocks of \(bands[band].block.width) x \(bands[band].block.height) pixels, at most "
          + "\(Self.largestBlock) pixels are read at once; `gdal_translate -co TILED=YES` makes smaller ones")
    }
  }

  private static func checkWhole(_ file: RasterFile) throws(SourceError) {
    let size = file.size
    guard ofWholeBands.contains(file.driver), size.width * size.height > largestBlock else { return }
    throw .otherKind(
      path: file.path,
      reason: "it has \(size.width) x \(size.height) pixels, which \(file.driver) unpacks at once; at most "
        + "\(largestBlock) are; `gdal_translate -co TILED=YES` makes a GeoTIFF of it")
  }

  /// Pixels of a block, each of which takes up to 8 bytes.
  private static let largestBlock = 64 << 20

  /// Whose bands are steps of time or height, not colours.
  private static let ofSteps: Set<String> = ["netCDF", "GRIB", "HDF4", "HDF4Image", "HDF5", "HDF5Image", "BAG"]
  /// That unpack a band as a whole, whatever box of it is asked for.
  private static let ofWholeBands: Set<String> = ["GRIB", "HDF4Image", "NGSGEOID", "GXF"]

  private static func colors(of file: RasterFile) throws(SourceError) -> [Int] {
    let bands = file.bands
    let primaries = [RasterBand.Role.red, .green, .blue].compactMap { role in bands.firstIndex { $0.role == role } }
    if primaries.count == 3 { return primaries }
    if bands.contains(where: { $0.role == .ink }) {
      throw .otherKind(
        path: file.path,
        reason: "its bands are printing inks (CMYK), which are not drawn; `gdal_translate` makes RGB of them")
    }
    let plain = bands.indices.filter { bands[$0].role != .alpha }
    guard let first = plain.first else { return [0] }
    if ofSteps.contains(file.driver) { return [first] }
    return plain.count >= 3 && bands[first].palette.isEmpty ? Array(plain.prefix(3)) : [first]
  }
}
