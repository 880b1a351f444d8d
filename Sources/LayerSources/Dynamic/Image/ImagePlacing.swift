import DocumentModel
import Geodesy

/// Where a picture lies, and in which reference.
struct ImagePlacing: Sendable {
  let transform: ImageTransform
  let reference: SpatialReference
  /// The file that says so; `nil` where the document does.
  let file: String?

  /// - Parameter declared: The layer's `srs`.
  /// - Throws: `badKey`, `unreadable`, `unknownReference`.
  init(
    _ picture: ImagePicture, _ georeference: ImageLayer.Georeference, reference declared: SpatialReference?
  ) throws(SourceError) {
    let size = picture.size
    var beside: String?
    if case .file(let path) = picture.place { beside = path }
    switch georeference {
    case .box(let box, let rotation):
      reference = try Self.reference(declared, beside: beside, key: "bbox")
      file = nil
      let corners = try Self.corners(of: box, turned: rotation, in: reference)
      transform = try Self.checked(key: "bbox") { () throws(ImageTransform.Problem) in
        try ImageTransform(size: size, corners: corners)
      }
    case .corners(let corners):
      reference = try Self.reference(declared, beside: beside, key: "corners")
      file = nil
      transform = try Self.checked(key: "corners") { () throws(ImageTransform.Problem) in
        try ImageTransform(size: size, corners: corners)
      }
    case .worldFile(let path):
      guard let found = try ImageSidecars.affine(in: path) else {
        throw .badKey(
          key: "worldFile", reason: "`\(path)` does not exist, or says nothing of where the picture lies", hint: nil)
      }
      reference = try Self.reference(declared, beside: beside, and: path, key: "worldFile")
      file = path
      transform = try Self.transform(size, found, in: path)
    case .beside:
      guard let beside, let found = try ImageSidecars.place(of: beside) else {
        let names = beside.map { ImageSidecars.worldFiles(of: $0).map { PathResolution.lastComponent(of: $0) } } ?? []
        throw .badKey(
          key: "path",
          reason: "nothing says where `\(beside ?? "")` lies: there is no "
            + names.prefix(4).map { "`\($0)`" }.joined(separator: ", ") + " beside it",
          hint: "add `bbox` or `corners` with `srs`, or name its world file with `worldFile`")
      }
      reference = try Self.reference(declared, beside: beside, key: "path")
      file = found.path
      transform = try Self.transform(size, found.affine, in: found.path)
    }
  }

  /// The corners of a box whose picture is turned clockwise about its middle.
  private static func corners(
    of box: Box, turned degrees: Double, in reference: SpatialReference
  ) throws(SourceError) -> [Position] {
    var (xmin, xmax) = (box.xmin, box.xmax)
    let width = reference.facts.isGeographic ? reference.facts.worldWidth : nil
    if let width, xmin > xmax { xmax += width }
    guard xmin < xmax, box.ymin < box.ymax else {
      let isX = xmin >= xmax
      let (low, high) = isX ? (box.xmin, box.xmax) : (box.ymin, box.ymax)
      let name = isX ? "x" : "y"
      throw .badKey(
        key: "bbox", reason: "\(name)min `\(low)` is not below \(name)max `\(high)`",
        hint: low > high ? "swap the two; a mirrored picture is placed by its `corners`" : nil)
    }
    let axes = PageAxes(rotation: degrees)
    let middle = Position(x: (xmin + xmax) / 2, y: (box.ymin + box.ymax) / 2)
    let edges = [(xmin, box.ymax), (xmax, box.ymax), (xmax, box.ymin), (xmin, box.ymin)]
    if axes.areUpright { return edges.map { Position(x: $0.0, y: $0.1) } }
    return edges.map { x, y in
      let (dx, dy) = (x - middle.x, y - middle.y)
      return Position(
        x: middle.x + dx * axes.cosine + dy * axes.sine, y: middle.y + dy * axes.cosine - dx * axes.sine)
    }
  }

  private static func transform(
    _ size: PixelSize, _ affine: [Double], in path: String
  ) throws(SourceError) -> ImageTransform {
    do throws(ImageTransform.Problem) {
      return try ImageTransform(size: size, affine: affine)
    } catch {
      throw .unreadable(path: path, place: nil, reason: "by its numbers \(error.words)")
    }
  }

  private static func checked(
    key: String, _ make: () throws(ImageTransform.Problem) -> ImageTransform
  ) throws(SourceError) -> ImageTransform {
    do throws(ImageTransform.Problem) {
      return try make()
    } catch {
      throw .badKey(key: key, reason: error.words, hint: error.hint)
    }
  }

  /// The document's reference, else that of a file.
  private static func reference(
    _ declared: SpatialReference?, beside path: String?, and other: String? = nil, key: String
  ) throws(SourceError) -> SpatialReference {
    if let declared { return declared }
    if let other, let found = try ImageSidecars.reference(in: other) { return found }
    if let path, let found = try ImageSidecars.reference(of: path) { return found }
    throw .badKey(
      key: key,
      reason: "nothing says in which spatial reference the picture lies: the layer has no `srs`, and no `.aux.xml` or "
        + "`.prj` beside the picture names one",
      hint: "add `srs:` to the layer, such as `EPSG:4326` for numbers in degrees")
  }
}

extension ImageTransform.Problem {
  fileprivate var words: String {
    switch self {
    case .notFinite: "the picture's corners are not finite numbers"
    case .withoutArea: "the picture's corners lie on one line, or on one point"
    case .notConvex:
      "the picture's corners are not those of a flat picture: its sides cross, or a corner is flat or points inwards"
    }
  }

  fileprivate var hint: String? {
    self == .notConvex ? "write them in order round the picture: top left, top right, bottom right, bottom left" : nil
  }
}
