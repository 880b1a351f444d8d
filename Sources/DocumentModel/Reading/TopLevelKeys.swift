import Diagnostics
import Geodesy

/// The keys of a map document.
enum TopLevelKeys {
  static let mapdoc = RequiredField<FormatVersion>("mapdoc", "the version of the format")
  static let template = DefaultedField<Bool>(
    "template", default: false, written: "false",
    "`true` in a file that is only there to be extended: it is not rendered")
  static let title = OptionalField<String>("title", "the map's title, carried into its pictures")
  static let description = OptionalField<String>("description", "what the map shows, carried into its pictures")
  static let metadata = OptionalField<TextMap>("metadata", "further texts that are carried into the pictures, by name")
  static let extends = OptionalField<OneOrMany<FilePath>>(
    "extends", "templates that this document builds on, merged in order, this document last")
  static let params = OptionalField<ParameterMap>("params", "values of `${name}` where `--set` gives none")
  static let canvas = OptionalField<CanvasOverride>("canvas", "the picture: its size, its pixels and its ground")
  static let layers = RequiredField<LayerList>(
    "layers", "bottom first; the first is the basemap, which fixes the map's spatial reference")
  static let srs = OptionalField<Located<SpatialReference>>(
    "srs", written: "the basemap's",
    "the map's spatial reference: one of those that the basemap offers, or any with `reproject: always` on the basemap")
  static let initialExtent = OptionalField<Located<ExtentForm>>(
    "initialExtent", written: "the basemap's",
    "what the map shows; of a warped basemap, without it, the part that the map's reference is meant for")
  static let rotation = DefaultedField<BoundedNumber<RotationBounds>>(
    "rotation", default: BoundedNumber(0), written: "0",
    "degrees by which the ground is turned clockwise: with 30, north points 30° right of up")
  static let wrapAround = DefaultedField<Bool>(
    "wrapAround", default: false, written: "false",
    "`true` repeats the world beyond its left and right edges; for maps in EPSG:4326 and EPSG:3857 of the whole world")
  static let bookmarks = DefaultedField<BookmarkList>(
    "bookmarks", default: BookmarkList(), written: "[]", "named extents")
  static let grids = DefaultedField<GridList>(
    "grids", default: GridList(), written: "[]", "coordinate grids over the map, the first one undermost")
  static let outputs = DefaultedField<OutputList>(
    "outputs", default: OutputList(), written: "one PNG", "the pictures that are written")

  static let credentials = OptionalField<CredentialMap>(
    "credentials", "keys, passwords and tokens by name, their values taken from the environment; layers name them")

  static let all = FieldSet([
    mapdoc, template, title, description, metadata, extends, params, canvas,
    LaterField("frame", "where the main map lies in the canvas"), layers, srs, initialExtent, rotation, wrapAround,
    bookmarks, grids, LaterField("location", "a moving position"),
    LaterField("furniture", "what stands around the map"), LaterField("atlas", "a document that makes many sheets"),
    outputs, credentials,
  ])
}

/// `mapdoc: 1`.
struct FormatVersion: DocumentValue {
  static let words = "the version of the format, `1`"
  static var schema: JSONValue { ["const": 1] }

  static func read(_ node: Node, in context: ReadingContext) -> FormatVersion? {
    switch node.content {
    case .scalar(.int(1)), .scalar(.double(1, _)): return FormatVersion()
    case .scalar(.int), .scalar(.double):
      context.report(
        Diagnostic(
          .unsupportedVersion, "\(node.shown) is not a version of the format that mapdoc knows, which is `1`",
          at: node.range, hint: .write("1", at: node.range)))
    case .scalar(.text(let text)) where Double(text) == 1:
      context.report(.notANumber(node, expected: words))
    default: context.report(.wrongType(node, expected: words))
    }
    return nil
  }
}

/// `params`: any value by name. The merger fills them in; here they are only described.
struct ParameterMap: DocumentValue {
  static let words = "a map of values"
  static var schema: JSONValue {
    ["type": "object"]
  }
  static func read(_ node: Node, in context: ReadingContext) -> ParameterMap? { ParameterMap() }
}
