import Diagnostics
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
      try Self.requireDegrees([box.xmin, box.xmax], [box.ymin, box.ymax], in: reference, key: "bbox")
      let corners = try Self.corners(of: box, turned: rotation, in: reference)
      transform = try Self.checked(key: "bbox") { () throws(ImageTransform.Problem) in
        try ImageTransform(size: size, corners: corners)
      }
    case .corners(let corners):
      reference = try Self.reference(declared, beside: beside, key: "corners")
      file = nil
      try Self.requireDegrees(corners.map(\.x), corners.map(\.y), in: reference, key: "corners")
      let unwrapped = Self.unwrapped(corners, in: reference)
      transform = try Self.checked(key: "corners") { () throws(ImageTransform.Problem) in
        try ImageTransform(size: size, corners: unwrapped)
      }
    case .worldFile(let path):
      guard let found = try ImageSidecars.affine(in: path) else {
        throw .badKey(
          key: "worldFile", reason: "`\(path)` does not exist, or says nothing of where the picture lies", hint: nil)
      }
      reference = try Self.reference(declared, beside: beside, and: path, key: "worldFile")
      file = path
      transform = try Self.transform(size, found, in: path, reference)
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
      transform = try Self.transform(size, found.affine, in: found.path, reference)
    }
  }

  /// Corners of which the right ones lie beyond the antimeridian: as written they would be a mirrored picture of more than half
  /// the world.
  private static func unwrapped(_ corners: [Position], in reference: SpatialReference) -> [Position] {
    guard reference.facts.isGeographic, let width = reference.facts.worldWidth,
      corners[0].x - corners[1].x > width / 2, corners[3].x - corners[2].x > width / 2
    else { return corners }
    return corners.enumerated().map { index, corner in
      index == 1 || index == 2 ? Position(x: corner.x + width, y: corner.y) : corner
    }
  }

  /// - Throws: `badKey` for numbers that are none of degrees, where they should be.
  private static func requireDegrees(
    _ x: [Double], _ y: [Double], in reference: SpatialReference, key: String
  ) throws(SourceError) {
    guard reference.isInDegrees, let objection = Degrees.objection(to: x, y, in: reference) else { return }
    throw .badKey(key: key, reason: objection.0, hint: objection.hint)
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

  /// - Parameter affine: As `ImageTransform` takes it.
  /// - Throws: `unreadable` for numbers that place nothing.
  static func transform(
    _ size: PixelSize, _ affine: [Double], in path: String, _ reference: SpatialReference
  ) throws(SourceError) -> ImageTransform {
    let transform: ImageTransform
    do throws(ImageTransform.Problem) {
      transform = try ImageTransform(size: size, affine: affine)
    } catch {
      throw .unreadable(path: path, place: nil, reason: "by its numbers \(error.words)")
    }
    // Mostly the numbers are metres, and the reference was guessed. Edges a pixel beyond a pole are common.
    let box = transform.outline
    let numbers = [box.xmin, box.xmax, box.ymin, box.ymax]
    if reference.isInDegrees, let far = numbers.first(where: { abs($0) > 1000 }) {
      throw .unreadable(
        path: path, place: nil,
        reason: "by its numbers the picture reaches to \(ReadableNumber.fixed(far, places: 3)), which is no number of "
          + "degrees, and it is in \(reference)")
    }
    return transform
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
