import DocumentModel
import Geodesy

/// What a map or image service of ArcGIS says of itself, as far as it draws pictures on request (`?f=json`; "Map Service" and
/// "Image Service" of the ArcGIS REST API).
struct ArcGISDrawing: Sendable {
  /// Of the extents, and what it draws in of its own accord.
  let reference: SpatialReference
  let fullExtent: Extent?
  let initialExtent: Extent?
  let mostColumns: Int?
  let mostRows: Int?
  /// Of the server's software: 10.81; `nil` before 10.0, which said nothing.
  let version: Double?
  let copyright: String?
  let title: String?
  /// In its order; none in an image service.
  let sublayers: [Sublayer]
  let hasTime: Bool
  let isImageService: Bool
  /// Names of an image service's raster functions; empty where it lists none.
  let rasterFunctions: [String]
  /// 1:n at 96 dots an inch; `nil` where it draws at any.
  let scales: ClosedRange<Double>?

  struct Sublayer: Sendable, Hashable {
    let number: Int
    let name: String
  }

  /// Of one service: real ones have a few hundred.
  private static let mostSublayers = 10_000

  /// - Parameter isImageService: What the layer is for.
  /// - Throws: `otherKind` for a service of another kind, `unknownReference`, `unreadable` with the element.
  init(_ json: JSONElement, isImageService: Bool) throws(SourceError) {
    let isImage = json.child("pixelSizeX") != nil || json.child("bandCount") != nil
    let isMap = json.child("layers")?.items != nil && json.child("serviceDataType") == nil
    guard isImage || isMap else { throw Self.anotherService(json) }
    if isImage != isImageService {
      throw .otherKind(
        path: json.source,
        reason: isImage ? "an image service; that is `arcgis-image`" : "a map service; that is `arcgis-dynamic`")
    }
    self.isImageService = isImageService
    rasterFunctions = (json.child("rasterFunctionInfos")?.items ?? []).prefix(Self.mostSublayers).compactMap {
      $0.child("name")?.text
    }
    let boxes = ["fullExtent", "extent", "initialExtent"].compactMap { json.child($0) }
    guard let written = ([json] + boxes).lazy.compactMap({ $0.child("spatialReference") }).first else {
      throw json.failure("it says no `spatialReference`")
    }
    let own = try written.spatialReference()
    func extent(_ names: String...) -> Extent? {
      names.lazy.compactMap { json.child($0) }.compactMap { try? EsriExtent($0) }.compactMap { $0.projected(to: own) }
        .first
    }
    reference = own
    fullExtent = extent("fullExtent", "extent")
    initialExtent = extent("initialExtent")
    func side(_ name: String) -> Int? { json.child(name)?.whole.flatMap { $0 > 0 ? $0 : nil } }
    (mostColumns, mostRows) = (side("maxImageWidth"), side("maxImageHeight"))
    version = json.child("currentVersion")?.number
    copyright = json.child("copyrightText")?.text.map { PlainText.ofHTML($0) }?.nonEmpty
    let titles = [json.child("documentInfo")?.child("Title"), json.child("mapName"), json.child("name")]
    title = titles.lazy.compactMap { $0?.text?.trimmingSpaces }.first { !$0.isEmpty }
    sublayers = (json.child("layers")?.items ?? []).prefix(Self.mostSublayers).compactMap { layer in
      guard let number = layer.child("id")?.whole, number >= 0 else { return nil }
      return Sublayer(number: number, name: layer.child("name")?.text ?? "")
    }
    hasTime = json.child("timeInfo") != nil
    func scale(_ name: String) -> Double? { json.child(name)?.number.flatMap { $0 > 0 ? $0 : nil } }
    scales = DrawingOnRequest.scales(from: scale("maxScale"), to: scale("minScale"))
  }

  private static func anotherService(_ json: JSONElement) -> SourceError {
    if json.child("services") != nil || json.child("folders") != nil {
      return .otherKind(
        path: json.source, reason: "a list of services; add the name of one and `/MapServer` or `/ImageServer`")
    }
    return .unreadable(
      path: json.source, place: nil,
      reason: "a JSON document that is not the description of a map or image service")
  }

  /// What the resolver needs.
  func description(format: String, sublayers shown: [Sublayer]) -> LayerDescription {
    LayerDescription(
      tilingSchemes: [], fullExtent: fullExtent, initialExtent: initialExtent, attribution: copyright,
      mediaType: format.hasPrefix("jpg") && format != "jpgpng" ? "image/jpeg" : format == "jpgpng" ? nil : "image/png",
      title: shown.isEmpty ? title : shown.map(\.name).joined(separator: ", "), isRemote: true,
      drawing: DrawingOnRequest(
        references: .any, ownReference: reference, mostColumns: mostColumns, mostRows: mostRows,
        scales: scales.map { Self.ofOGC($0) },
        obstacleToWrapping: obstacleToWrapping))
  }

  /// From pixels of 1/96 inch to those of 0.28 mm.
  static func ofOGC(_ scales: ClosedRange<Double>) -> ClosedRange<Double> {
    ofOGC(scales.lowerBound)...ofOGC(scales.upperBound)
  }

  private static func ofOGC(_ scale: Double) -> Double {
    scale == .greatestFiniteMagnitude ? scale : scale * PixelPitch.dots96.metres / PixelPitch.ogc.metres
  }

  /// Servers before 10.0 do not draw across the edge of the world.
  private var obstacleToWrapping: String? {
    if isImageService { return nil }
    guard let version else { return "its server does not say its version, which those of ArcGIS do from 10.0 on" }
    return version < 10 ? "its server is ArcGIS \(version), and only from 10.0 on it can" : nil
  }
}
