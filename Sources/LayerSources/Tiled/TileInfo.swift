import Geodesy

/// Esri's JSON object `tileInfo`: the tiling scheme of a map or image service, and of a TPKX package's `root.json`.
///
/// Its form: "Tile info" of the ArcGIS REST API, and Esri's tile package specification 1.0. The resolutions rule; the
/// scales beside them are nominal and kept for messages only.
struct TileInfo: Sendable, Equatable {
  /// With all levels that are listed, which may be more than there are tiles of.
  let scheme: TilingScheme
  /// Dots an inch that the scales are meant at; 96 where nothing is said.
  let dpi: Double
  /// `PNG8`, `JPEG`, `MIXED`, as written; `nil` where nothing is said.
  let format: String?
  /// By level number, where they are given.
  let scales: [Int: Double]

  /// - Parameters:
  ///   - json: The object that is the value of `tileInfo`.
  ///   - fallback: The reference of the whole source, for a `tileInfo` that names none.
  /// - Throws: `unreadable` with the element; `unknownReference`.
  init(_ json: JSONElement, fallback: SpatialReference? = nil) throws(SourceError) {
    guard case .mapping = json.node.content else { throw json.failure("it is no object with `lods` and `origin`") }
    let origin = try json.required("origin")
    let position = Position(x: try origin.number("x"), y: try origin.number("y"))
    let size = PixelSize(
      width: try json.whole("cols", in: 1...SchemeLimit.tileSide),
      height: try json.whole("rows", in: 1...SchemeLimit.tileSide))
    let (levels, scales) = try Self.levels(try json.required("lods"))
    let reference: SpatialReference
    if json.child("spatialReference") == nil, let fallback {
      reference = fallback
    } else {
      reference = try json.required("spatialReference").spatialReference()
    }
    scheme = TilingScheme(reference: reference, origin: position, tileSize: size, levels: levels)
    dpi = json.child("dpi")?.number.flatMap { $0 > 0 ? $0 : nil } ?? 96
    format = json.child("format")?.text
    self.scales = scales
  }

  private static func levels(_ list: JSONElement) throws(SourceError) -> ([TilingScheme.Level], [Int: Double]) {
    guard let items = list.items, !items.isEmpty else { throw list.failure("it is no list of levels") }
    guard items.count <= SchemeLimit.levels else {
      throw list.failure("\(items.count) levels, more than the \(SchemeLimit.levels) that are read")
    }
    var levels: [TilingScheme.Level] = []
    var scales: [Int: Double] = [:]
    for item in items {
      let number = try item.whole("level", in: SchemeLimit.levelNumbers)
      let resolution = try item.number("resolution")
      guard resolution > 0 else { throw try item.required("resolution").failure("`\(resolution)` is not above 0") }
      guard !levels.contains(where: { $0.number == number }) else { throw item.failure("level \(number) stands twice") }
      levels.append(.init(number: number, resolution: resolution))
      scales[number] = item.child("scale")?.number
    }
    return (levels, scales)
  }
}

/// A box in Esri's JSON: `fullExtent`, `initialExtent`.
struct EsriExtent: Sendable, Equatable {
  let extent: Extent
  /// `nil` where it names none: that of what it belongs to.
  let reference: SpatialReference?

  /// `nil` for a box without numbers (`"NaN"`, `null`: ArcGIS writes so for "nothing") and for one without an inside.
  /// - Throws: `unreadable` for a spatial reference that says nothing, `unknownReference`.
  init?(_ json: JSONElement) throws(SourceError) {
    guard let xmin = json.child("xmin")?.number, let ymin = json.child("ymin")?.number,
      let xmax = json.child("xmax")?.number, let ymax = json.child("ymax")?.number
    else { return nil }
    extent = Extent(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax)
    if extent.isEmpty { return nil }
    reference = try json.child("spatialReference")?.spatialReference()
  }

  /// The box in another reference; `nil` where it has no counterpart there.
  func projected(to target: SpatialReference) -> Extent? {
    guard let reference, reference != target else { return extent }
    let projector = try? Projector(from: reference, to: target)
    return projector?.project(extent)
  }
}

extension JSONElement {
  /// Esri's object `spatialReference`: `latestWkid` or `wkid` where PROJ knows them, else `wkt2` or `wkt`.
  /// - Throws: `unreadable` where it says nothing; `unknownReference`.
  func spatialReference() throws(SourceError) -> SpatialReference {
    let written = EsriReference(
      wkid: child("wkid")?.whole, latest: child("latestWkid")?.whole,
      texts: [child("wkt")?.text ?? "", child("wkt2")?.text ?? ""])
    guard !written.saysNothing else { throw failure("none of `wkid`, `latestWkid`, `wkt2` and `wkt` says what it is") }
    return try written.reference(path: source)
  }
}
