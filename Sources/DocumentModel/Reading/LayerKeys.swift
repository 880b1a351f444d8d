import Diagnostics
import Geodesy

/// The keys of all layers, and of all tiled ones.
enum LayerKeys {
  static let id = RequiredField<Located<Identifier>>("id", "what messages and other parts of the document call it")
  static let type = RequiredField<String>("type", "the kind of the layer")
  static let title = OptionalField<String>("title", "the same for people: in a legend, in reports")
  static let visible = DefaultedField<Bool>("visible", default: true, written: "true", "`false` leaves it out")
  static let opacity = DefaultedField<BoundedNumber<UnitBounds>>(
    "opacity", default: BoundedNumber(1), written: "1", "0 is not seen at all, 1 hides what is below")
  static let blend = DefaultedField<BlendMode>(
    "blend", default: .normal, written: "normal", "how its colours are mixed with what is below")
  static let zIndex = DefaultedField<Int>(
    "zIndex", default: 0, written: "0", "draws later when higher, whatever the order of the list")
  static let minScale = DefaultedField<BoundedNumber<NaturalBounds>>(
    "minScale", default: BoundedNumber(0), written: "0",
    "drawn at this projected scale and larger ones; the larger number of the two; 0 is no limit")
  static let maxScale = DefaultedField<BoundedNumber<NaturalBounds>>(
    "maxScale", default: BoundedNumber(0), written: "0", "drawn at this projected scale and smaller ones; 0 is no limit"
  )
  static let clip = OptionalField<Clip>(
    "clip", "drawn only inside it: a GeoJSON polygon, or the path of a file with one")
  static let attribution = OptionalField<Attribution>(
    "attribution", written: "what the source says",
    "who is to be named: stands in the picture's texts, and on it where a provider's terms ask for that; `none` needs a `reason`"
  )
  static let reason = OptionalField<NonEmptyText>("reason", "why `attribution: none` is right")
  static let srs = OptionalField<Located<SpatialReference>>(
    "srs", written: "what the source says", "what the source is in, where it says nothing or lies")
  static let reproject = DefaultedField<Reproject>(
    "reproject", default: .auto, written: "auto",
    "what may be done when it is in another spatial reference than the map: with `always`, tiles are warped into it, out of "
      + "that of the source's references which holds the most of the picture")
  static let resampling = DefaultedField<Resampling>(
    "resampling", default: .bilinear, written: "bilinear", "how pixels between pixels are found")
  static let credentials = OptionalField<Located<NonEmptyText>>(
    "credentials", "the name of a credential, which its requests carry; `{key}` in its `url` stands for that of a key")
  static let headers = OptionalField<HeaderMap>(
    "headers",
    "HTTP headers of its requests; `${env:NAME}` is taken from the environment, and such a header does not go over plain "
      + "`http://` unless it is written `NAME: {value: ..., allowInsecure: true}`")
  static let timeout = DefaultedField<BoundedNumber<SecondsBounds>>(
    "timeout", default: BoundedNumber(30), written: "30", "seconds that one request may take")
  static let onError = OptionalField<FailureMeaning>(
    "onError", written: "fail",
    "`fail`: when it cannot be drawn no picture is written; `warn`: the picture is written without it")
  static let legend = LaterField("legend", "how it stands in a legend")
  static let layers = RequiredField<LayerList>("layers", "the layers that are drawn together, bottom first")

  static let minLevel = OptionalField<BoundedInteger<LevelBounds>>("minLevel", "below this level it is not drawn")
  static let maxLevel = OptionalField<BoundedInteger<LevelBounds>>(
    "maxLevel", "above this level its tiles are enlarged")
  static let bounds = OptionalField<Located<BoundsForm>>(
    "bounds", "where it has tiles; nothing is asked for or drawn outside")
  static let onMissingTile = DefaultedField<MissingTile>(
    "onMissingTile", default: .transparent, written: "transparent",
    "what stands for a tile that does not exist: nothing, its `parent` enlarged, a colour, or `fail`")
  static let absentStatus = DefaultedField<OneOrMany<BoundedInteger<StatusBounds>>>(
    "absentStatus", default: OneOrMany([204, 404, 410].map { BoundedInteger($0) }), written: "[204, 404, 410]",
    "the HTTP statuses that mean: there is no such tile")
  static let tileSize = OptionalField<BoundedNumber<TileSideBounds>>(
    "tileSize", written: "what its scheme says",
    "size in logical pixels at which a tile is shown: a 512-pixel tile at 256 is a HiDPI tile")
  static let detail = OptionalField<Detail>(
    "detail", written: "screen",
    "which level is drawn: the one that fits 96 dpi, the one that fits the output, or a level's number")

  /// Of every kind of layer.
  static let common: [any FieldDeclaration] = [
    id, type, title, visible, opacity, blend, zIndex, minScale, maxScale, clip, attribution, reason, srs, reproject,
    resampling, credentials, headers, timeout, onError, legend,
  ]
  /// Of the common ones those that say something of a source, which a group has not.
  static let ofSources: [any FieldDeclaration] = [srs, reproject, resampling, credentials, headers, timeout]
  static let tiled: [any FieldDeclaration] = [
    minLevel, maxLevel, bounds, onMissingTile, absentStatus, tileSize, detail,
  ]
}
