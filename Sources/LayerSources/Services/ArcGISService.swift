import DocumentModel
import Geodesy

/// What a cached map or image service of ArcGIS says of itself (`?f=json`; "Map Service" of the ArcGIS REST API).
struct ArcGISService: Sendable {
  let tileInfo: TileInfo
  /// The levels that hold tiles; `nil`: all.
  let levels: ClosedRange<Int>?
  /// Both in the reference of the tiles.
  let fullExtent: Extent?
  let initialExtent: Extent?
  let copyright: String?
  let title: String?
  /// Addresses of services with the same tiles, to be asked in turn; mostly none.
  let tileServers: [String]
  let remarks: [SourceRemark]

  /// - Throws: `otherKind` for a service without a cache of pictures, `unknownReference`, `unreadable` with the element.
  init(_ json: JSONElement) throws(SourceError) {
    let isMapped = json.child("singleFusedMapCache")?.flag
    if isMapped == false {
      throw .otherKind(
        path: json.source,
        reason:
          "the service draws each picture when it is asked (`singleFusedMapCache: false`); that is `arcgis-dynamic`")
    }
    guard let written = json.child("tileInfo") else { throw Self.withoutTiles(json) }
    let fallback = try json.child("spatialReference")?.spatialReference()
    let info = try TileInfo(written, fallback: fallback)
    try Self.checkFormat(info.format, path: json.source)
    var remarks: [SourceRemark] = []
    tileInfo = info
    levels = Self.levels(json, info, &remarks)
    fullExtent = Self.extent(json, "fullExtent", in: info.scheme.reference)
    initialExtent = Self.extent(json, "initialExtent", in: info.scheme.reference)
    copyright = json.child("copyrightText")?.text.map { PlainText.ofHTML($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let titles = [json.child("documentInfo")?.child("Title"), json.child("name")]
    title = titles.lazy.compactMap { $0?.text?.trimmingSpaces }.first { !$0.isEmpty }
    tileServers = (json.child("tileServers")?.items ?? []).prefix(64).compactMap(\.text)
    self.remarks = remarks
  }

  /// Why a description has no `tileInfo`.
  private static func withoutTiles(_ json: JSONElement) -> SourceError {
    let path = json.source
    if json.child("pixelSizeX") != nil || json.child("bandCount") != nil {
      return .otherKind(path: path, reason: "an image service without tiles (no `tileInfo`); that is `arcgis-image`")
    }
    if json.child("singleFusedMapCache") == nil, json.child("layers") == nil || json.child("capabilities") == nil {
      if json.child("services") != nil || json.child("folders") != nil {
        return .otherKind(path: path, reason: "a list of services; add the name of one and `/MapServer`")
      }
      return .unreadable(
        path: path, place: nil, reason: "a JSON document without `tileInfo`, which is not that of a map service")
    }
    return .otherKind(path: path, reason: "the service has no tiles (no `tileInfo`); that is `arcgis-dynamic`")
  }

  private static func checkFormat(_ format: String?, path: String) throws(SourceError) {
    switch format?.lowercased() {
    case "pbf": throw .otherKind(path: path, reason: "its tiles hold vectors (`pbf`), not pictures")
    case "lerc", "lerc2d": throw .otherKind(path: path, reason: "its tiles are elevations (LERC), not pictures")
    default: return
    }
  }

  private static func extent(_ json: JSONElement, _ name: String, in reference: SpatialReference) -> Extent? {
    guard let written = json.child(name), let box = try? EsriExtent(written) else { return nil }
    return box.projected(to: reference)
  }

  /// The levels between the service's `minScale` and `maxScale`, and between `minLOD` and `maxLOD` of hosted services.
  private static func levels(
    _ json: JSONElement, _ info: TileInfo, _ remarks: inout [SourceRemark]
  ) -> ClosedRange<Int>? {
    let coarsest = json.child("minScale")?.number.flatMap { $0 > 0 ? $0 : nil } ?? .infinity
    let finest = json.child("maxScale")?.number.flatMap { $0 > 0 ? $0 : nil } ?? 0
    let numbers = (json.child("minLOD")?.whole ?? .min, json.child("maxLOD")?.whole ?? .max)
    let metres = info.scheme.reference.facts.metresPerUnit
    let held = info.scheme.levels.filter { level in
      let scale =
        info.scales[level.number]
        ?? PixelPitch.dots(info.dpi).scale(resolution: level.resolution, metresPerUnit: metres)
      return scale <= coarsest * (1 + sameness) && scale >= finest * (1 - sameness) && numbers.0 <= level.number
        && level.number <= numbers.1
    }.map(\.number)
    guard let first = held.min(), let last = held.max() else {
      remarks.append(
        .metadataDisagrees(
          "no level of the service lies between its `minScale` and `maxScale`, or its `minLOD` and `maxLOD`; "
            + "all are taken"))
      return nil
    }
    return held.count == info.scheme.levels.count ? nil : first...last
  }

  /// Scales are written with few digits: 9028 for 9027.977411.
  private static let sameness = 0.002
}

extension JSONElement {
  /// A truth value; `nil` for anything else.
  var flag: Bool? {
    if case .scalar(.bool(let value)) = node.content { value } else { nil }
  }
}
