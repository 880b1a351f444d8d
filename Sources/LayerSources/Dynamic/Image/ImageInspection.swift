import Diagnostics
import DocumentModel
import Geodesy

extension ImageLayer: InspectableKind {
  static var isAskedLast: Bool { true }

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isFile && (candidate.format.isPicture || candidate.format == .gif)
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let path = candidate.source
    let picture = try await ImagePicture.opened(at: .file(path: path), .ofInspection, in: context)
    let size = "\(picture.size.width) x \(picture.size.height) pixels"
    var keys = [("path", YAMLText.inDocument(path))]
    guard let found = try ImageSidecars.place(of: path) else {
      keys += [("srs", "EPSG:4326"), ("bbox", "[-180, -90, 180, 90]")]
      let source = UnplacedImage(description: LayerDescription(tilingSchemes: [], pictureSize: picture.size))
      return InspectionReport(
        kind: typeName, candidate, source,
        .init(
          format: picture.format,
          remarks: [
            size, "no file beside it says where it lies: `srs` and `bbox` stand for the whole world; write its own",
          ], keys: keys))
    }
    let known = try ImageSidecars.reference(of: path)
    let placed = try ImagePlacing(picture, .beside, reference: known ?? .wgs84)
    var remarks = ["\(size), placed by `\(PathResolution.lastComponent(of: found.path))`"]
    if known == nil {
      keys.append(("srs", "EPSG:4326"))
      remarks.append("no `.aux.xml` or `.prj` beside it names its spatial reference: `srs` is a guess; write its own")
    }
    return InspectionReport(
      kind: typeName, candidate, GroundImage(picture, placed),
      .init(format: picture.format, remarks: remarks, keys: keys))
  }
}

/// A picture of which nobody says where it lies.
private struct UnplacedImage: TileSource {
  let description: LayerDescription
  var identity: String { "image" }
  func tile(_ index: TileIndex) -> TileLocation { .here(.absent) }
}
