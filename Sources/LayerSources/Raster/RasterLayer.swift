import Diagnostics
import DocumentModel
import Geodesy

/// `type: raster`: GeoTIFF and what else GDAL reads.
struct RasterLayer: DynamicLayerKind {
  static let typeName = "raster"
  static let summary = """
    a raster that lies on the ground: GeoTIFF, COG, VRT, JPEG 2000, Erdas Imagine, netCDF, GRIB, HDF, grids of heights and \
    other files that GDAL reads, by its overviews; turned, warped and reprojected as the map asks for
    """
  static let fields: [any FieldDeclaration] = [
    Keys.path, Keys.subdataset, Keys.bands, Keys.stretch, Keys.ramp, Keys.noData,
  ]

  static let example: String? = """
    mapdoc: 1
    layers:
      - id: heights
        type: raster
        path: data/heights.tif
        bands: 1
        stretch: [0, 1200]          # metres
        ramp: -YlGn
        nodata: -9999
    """

  private enum Keys {
    static let path = RequiredField<FilePath>(
      "path",
      "the file; where it lies and in which reference is read in it or beside it (`.tfw`, `.prj`, `.aux.xml`), or given by "
        + "`srs`. What it says by ground control points is followed. A VRT may name files of "
        + "its own folder, HDF and netCDF none")
    static let subdataset = OptionalField<NonEmptyText>(
      "subdataset", written: "the only one, or the file itself",
      "of a file that holds several rasters, the one that is drawn: the name of a netCDF variable or of a data set of HDF, the "
        + "number of a further picture of a TIFF; `inspect` lists them. Steps of time or height are `bands`")
    static let bands = OptionalField<OneOrMany<BoundedInteger<RasterBandBounds>>>(
      "bands", written: "as the file says",
      "which bands are drawn, counted from 1: one as grey; two, the second as alpha; three as red, green and blue; four, the "
        + "last as alpha. Without it red, green and blue where the file has them, a palette, or the first three bands or one; of "
        + "netCDF, GRIB and HDF the first"
    )
    static let stretch = OptionalField<RasterStretch>(
      "stretch", written: "`none` of 8-bit numbers; else `minmax` of one band, `{percent: 2}` of three",
      "which numbers are black and white, or the ends of the `ramp`: `none` takes them as colours, 0 to 255; `minmax` the "
        + "smallest and largest; `[low, high]` these, or a list of such for each band; `{percent: 2}` cuts off so much at each "
        + "end; `{deviations: 2}` so many standard deviations about the mean. They are measured on an overview, or on a "
        + "sample of a large file, each band by itself. They are the numbers that are meant: what is stored times the band's scale plus its offset"
    )
    static let ramp = OptionalField<RampName>(
      "ramp", written: "black to white",
      "colours for one band: a ramp of class breaks, such as `viridis`; `-` turns it round")
    static let noData = OptionalField<RasterNoData>(
      "nodata", written: "as the file says",
      "the stored number of pixels that hold nothing, one for each band that is drawn, or `none`; a pixel of three bands is empty "
        + "where all of them are")
  }

  let path: String
  private let part: String?
  let look: RasterLook
  var localFiles: [String] { [path] }

  init?(from reader: MappingReader) {
    let path = reader.read(Keys.path)
    part = reader.read(Keys.subdataset)?.text
    let bands = reader.read(Keys.bands)
    let stretch = reader.read(Keys.stretch)
    let ramp = reader.read(Keys.ramp)
    let noData = reader.read(Keys.noData)
    if let bands, !(1...4).contains(bands.values.count) {
      reader.context.report(
        Diagnostic(
          .outOfRange, "`bands` has one to four bands, here are \(bands.values.count)", at: reader.range(of: Keys.bands)
        ))
      return nil
    }
    guard let path, bands != nil || !reader.has(Keys.bands), part != nil || !reader.has(Keys.subdataset),
      stretch != nil || !reader.has(Keys.stretch),
      ramp != nil || !reader.has(Keys.ramp), noData != nil || !reader.has(Keys.noData)
    else { return nil }
    if let finding = Diagnostic.partForFile(path.text, at: reader.range(of: Keys.path)) {
      reader.context.report(finding)
      return nil
    }
    self.path = path.resolved
    look = RasterLook(bands: bands?.values.map(\.value) ?? [], stretch: stretch, ramp: ramp, noData: noData)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try RasterTiles.opened(
      path, part: part, look, reference: layer.reference?.value, isNearest: layer.resampling == .nearest)
  }
}

/// The number of a band.
enum RasterBandBounds: NumberBounds {
  static let lower = 1.0
  static let upper: Double? = 65_536
}

extension RasterTiles {
  /// - Parameter declared: The layer's `srs`.
  /// - Throws: ``SourceError``.
  static func opened(
    _ path: String, part: String?, _ look: RasterLook, reference declared: SpatialReference?, isNearest: Bool
  ) throws(SourceError) -> RasterTiles {
    let file = try RasterFile(path, part: part, isNearest: isNearest)
    let choice = try RasterChoice(look.bands, of: file)
    try look.check(choice)
    var place = file.affine
    if place == nil {
      if let missing = SourceError.fewPoints(file) { throw missing }
      // What GDAL could not read is read once more, for what is wrong with it.
      place = try ImageSidecars.place(of: path)?.affine
    }
    guard let affine = place else { throw .withoutPlace(file) }
    let own: SpatialReference?
    if let declared { own = declared } else { own = try file.reference() }
    guard let reference = own else {
      throw .badKey(
        key: "path",
        reason:
          "nothing says in which spatial reference `\(path)` lies: the layer has no `srs`, and neither the file nor a "
          + "`.prj` or `.aux.xml` beside it names one",
        hint: "add `srs:` to the layer, such as `EPSG:4326` for numbers in degrees")
    }
    let transform = try ImagePlacing.transform(file.size, affine, in: path, reference)
    return RasterTiles(file, look, choice, at: transform, in: reference, part: part, isNearest: isNearest)
  }
}

extension Diagnostic {
  /// GDAL's name of a part of a file, `NETCDF:"a.nc":t2m`, where the file is expected; `nil` for anything else.
  fileprivate static func partForFile(_ text: String, at range: SourceRange) -> Diagnostic? {
    let parts = text.split(separator: ":").map { String($0.filter { $0 != "\"" }) }
    guard parts.count > 2, let format = parts.first, RasterSubdataset.formats.contains(format.uppercased()) else {
      return nil
    }
    return Diagnostic(
      .wrongType, "`\(text.prefix(100))` is GDAL's name for a part of a file, and the path of the file is expected",
      at: range, hint: Hint("write the file as `path`, and the part as `subdataset`"))
  }
}

extension SourceError {
  /// Of a raster that lies nowhere, where it has ground control points, and too few.
  fileprivate static func fewPoints(_ file: RasterFile) -> SourceError? {
    guard file.pointCount > 0 else { return nil }
    let words = file.pointCount == 1 ? "one ground control point" : "\(file.pointCount) ground control points"
    return .badKey(
      key: "path", reason: "`\(file.path)` has \(words), and at least three say where a picture lies",
      hint: "add points with `gdal_translate -gcp`, or give it a world file")
  }

  fileprivate static func withoutPlace(_ file: RasterFile) -> SourceError {
    if file.hasPlacesOfPixels {
      return .badKey(
        key: "path",
        reason: "`\(file.path)` says of each pixel by itself where it lies, so it is no grid of even steps",
        hint: "`gdalwarp -geoloc` makes a raster of it that lies on the ground")
    }
    let reason =
      file.hasCameraModel
      ? "`\(file.path)` says by a model of its camera alone (RPC) where it lies, which needs the heights of the ground"
      : "nothing says where `\(file.path)` lies: neither the file nor a world file or `.aux.xml` beside it does"
    return .badKey(
      key: "path", reason: reason,
      hint: file.hasCameraModel
        ? "`gdalwarp -rpc` makes a raster of it that lies on the ground"
        : "give it a world file, say with `gdal_edit.py -a_ullr`; `type: image` lays a picture into a `bbox`")
  }
}
