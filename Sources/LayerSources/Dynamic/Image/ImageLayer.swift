import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: image`: one picture that lies on the ground.
struct ImageLayer: DynamicLayerKind {
  static let typeName = "image"
  static let summary = """
    one picture that lies on the ground: in a box, between four corners, or where its world file says; turned, warped and \
    reprojected as the map asks for
    """
  static let fields: [any FieldDeclaration] = [
    Keys.path, Keys.url, Keys.bbox, Keys.rotation, Keys.corners, Keys.worldFile,
  ]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [60, -12], zoom: 2.5}
    layers:
      - {id: islands, type: mbtiles, path: data/archipelago.mbtiles}
      - id: survey                  # in degrees, warped onto the map
        type: image
        path: data/hatching.png
        srs: EPSG:4326
        bbox: [50, -20, 66, -8]
        rotation: 15
        opacity: 0.7
    """

  private enum Keys {
    static let path = OptionalField<FilePath>(
      "path", "the picture: PNG, JPEG, WebP or GIF; one of `path` and `url` is needed")
    static let url = OptionalField<WebService>("url", "the picture on the web, with `bbox`, `corners` or `worldFile`")
    static let bbox = OptionalField<Box>(
      "bbox",
      "the edges of the picture in the layer's `srs`, as `[xmin, ymin, xmax, ymax]`; in degrees xmin may be above xmax, "
        + "across the antimeridian")
    static let rotation = DefaultedField<BoundedNumber<TurnBounds>>(
      "rotation", default: BoundedNumber(0), written: "0",
      "degrees by which the picture is turned clockwise about the middle of `bbox`, in the plane of `srs` (KML counts the "
        + "other way)")
    static let corners = OptionalField<ImageCorners>(
      "corners",
      "the four corners of the picture in the layer's `srs`, each `[x, y]`: its top left, top right, bottom right, bottom "
        + "left one; any four that a flat picture can have (projective); in degrees the right ones may lie across the "
        + "antimeridian")
    static let worldFile = OptionalField<FilePath>(
      "worldFile", written: "`NAME.png.aux.xml`, `NAME.pgw`, `NAME.pngw`, `NAME.wld` beside `path`",
      "six numbers that place the picture (the centre of its top left pixel), or GDAL's `.aux.xml`; without `srs` the "
        + "reference is that of the `.aux.xml` or of the `.prj` beside `path`")
  }

  /// Where the picture comes from.
  enum Place: Sendable {
    case file(path: String)
    case web(ServiceAddress)
  }

  /// What the document says of where it lies.
  enum Georeference: Sendable {
    case box(Box, rotation: Double)
    case corners([Position])
    case worldFile(path: String)
    /// Files beside the picture say it.
    case beside
  }

  let place: Place
  let georeference: Georeference

  var localFiles: [String] {
    var files: [String] = []
    if case .file(let path) = place { files.append(path) }
    if case .worldFile(let path) = georeference { files.append(path) }
    return files
  }
  var addresses: [String] { if case .web(let address) = place { [address.text] } else { [] } }

  init?(from reader: MappingReader) {
    let (path, url) = (reader.read(Keys.path), reader.read(Keys.url))
    let (box, corners, worldFile) = (reader.read(Keys.bbox), reader.read(Keys.corners), reader.read(Keys.worldFile))
    let rotation = reader.read(Keys.rotation).value
    guard Self.isConsistent(reader) else { return nil }
    if let path {
      place = .file(path: path.resolved)
    } else if let url {
      place = .web(url.address)
    } else {
      return nil
    }
    if let box {
      georeference = .box(box, rotation: rotation)
    } else if let corners {
      georeference = .corners(corners.positions)
    } else if let worldFile {
      georeference = .worldFile(path: worldFile.resolved)
    } else if Self.placing.contains(where: reader.has) {
      return nil
    } else {
      georeference = .beside
    }
  }

  private static let placing: [any FieldDeclaration] = [Keys.bbox, Keys.corners, Keys.worldFile]

  /// Reports keys that exclude one another, and those that are missing.
  private static func isConsistent(_ reader: MappingReader) -> Bool {
    var isSound = true
    if reader.has(Keys.path), reader.has(Keys.url) {
      reader.reportConflict(Keys.path, Keys.url)
      isSound = false
    }
    let given = placing.filter(reader.has)
    for other in given.dropFirst() {
      reader.reportConflict(given[0], other)
      isSound = false
    }
    if reader.has(Keys.rotation), !reader.has(Keys.bbox) {
      reader.context.report(
        Diagnostic(
          .conflictingKeys, "`rotation` turns a `bbox`, and there is none", at: reader.keyRange(of: Keys.rotation),
          hint: Hint("take it out: corners and world files say how the picture is turned")))
      isSound = false
    }
    guard !reader.context.isPartial else { return isSound }
    let range = reader.value("type")?.range ?? reader.node.range
    if !reader.has(Keys.path), !reader.has(Keys.url) {
      reader.context.report(
        Diagnostic(
          .missingKey, "`path` is missing: nothing says which picture is drawn", at: range,
          hint: Hint("name a file with `path`, or an address with `url`")))
      isSound = false
    } else if reader.has(Keys.url), given.isEmpty {
      reader.context.report(
        Diagnostic(
          .missingKey, "nothing says where the picture at `url` lies", at: range,
          hint: Hint("add `bbox`, `corners` or `worldFile`")))
      isSound = false
    }
    return isSound
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    let request = AddressedTiles.RequestTemplate(layer, keys)
    let picture = try await ImagePicture.opened(at: place, request, in: context)
    let placed = try ImagePlacing(picture, georeference, reference: layer.reference?.value)
    return GroundImage(picture, placed)
  }
}

/// Degrees of a turn.
enum TurnBounds: NumberBounds {
  static let lower = -360.0
  static let upper: Double? = 360
  static let unit = "degrees"
}

/// Four positions.
struct ImageCorners: DocumentValue, Hashable {
  let positions: [Position]

  static func read(_ node: Node, in context: ReadingContext) -> ImageCorners? {
    guard let places = ListOf<Place>.read(node, in: context) else { return nil }
    guard places.values.count == 4 else {
      context.report(
        Diagnostic(
          .badExtent, "a picture has four corners; here are \(places.values.count)", at: node.range,
          hint: Hint("write its top left, top right, bottom right and bottom left corner, each as `[x, y]`")))
      return nil
    }
    return ImageCorners(positions: places.values.map(\.position))
  }

  static var schema: JSONValue { ["type": "array", "items": Place.schema, "minItems": 4, "maxItems": 4] }
  static var words: String { "four corners, each `[x, y]`" }
}
