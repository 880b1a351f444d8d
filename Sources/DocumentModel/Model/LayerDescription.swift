import Geodesy

/// What a source says of itself: made by LayerSources, read by Resolving.
package struct LayerDescription: Sendable, Hashable {
  /// The tiling schemes it offers, the preferred one first; empty for a kind without one of its own (`debug`).
  package var tilingSchemes: [TilingScheme]
  /// True where the first scheme is meant when nothing says which: such a source is never ambiguous.
  package var firstSchemeIsDefault: Bool
  /// In the reference of the first scheme, of a source that draws on request in its own; `nil` where the source does not say.
  package var fullExtent: Extent?
  /// Of the further schemes, in their own references and order; where one is missing, the first's is projected.
  package var furtherExtents: [Extent]
  package var initialExtent: Extent?
  /// The levels that hold tiles; `nil`: all of the scheme.
  package var levels: ClosedRange<Int>?
  /// What the source wants to be named beside the map; `nil` where it says nothing.
  package var attribution: String?
  /// The attribution is drawn on every picture, because the provider's terms ask for it.
  package var attributionIsObligatory: Bool
  /// Which level is drawn where the document does not say.
  package var defaultDetail: Detail
  /// A picture of a tile, where it is known: `image/png`.
  package var mediaType: String?
  /// What the source calls itself, for people.
  package var title: String?
  /// How many pixels a tile's picture really has, where that is known and may differ from the scheme: tiles for
  /// high-resolution screens, a picture that is stretched over its tile.
  package var pictureSize: PixelSize?
  /// True when asking for a tile means a request over the network.
  package var isRemote: Bool
  /// Set for a source that draws any part of the ground on request. It has no tiling schemes, and its extents are in
  /// ``DrawingOnRequest/ownReference``.
  package var drawing: DrawingOnRequest?
  /// Set for a source of features. It has no tiling schemes, and its extents are in ``FeatureDescription/reference``.
  package var features: FeatureDescription?

  package init(
    tilingSchemes: [TilingScheme], firstSchemeIsDefault: Bool = false, fullExtent: Extent? = nil,
    furtherExtents: [Extent] = [], initialExtent: Extent? = nil,
    levels: ClosedRange<Int>? = nil, attribution: String? = nil,
    attributionIsObligatory: Bool = false, defaultDetail: Detail = .screen,
    mediaType: String? = nil, title: String? = nil, pictureSize: PixelSize? = nil, isRemote: Bool = false,
    drawing: DrawingOnRequest? = nil, features: FeatureDescription? = nil
  ) {
    self.tilingSchemes = tilingSchemes
    self.firstSchemeIsDefault = firstSchemeIsDefault
    self.fullExtent = fullExtent
    self.furtherExtents = furtherExtents
    self.initialExtent = initialExtent
    self.levels = levels
    self.attribution = attribution
    self.attributionIsObligatory = attributionIsObligatory
    self.defaultDetail = defaultDetail
    self.mediaType = mediaType
    self.title = title
    self.pictureSize = pictureSize
    self.isRemote = isRemote
    self.drawing = drawing
    self.features = features
  }
}

/// Which level of a pyramid is drawn.
package enum Detail: Sendable, Hashable {
  /// The one that fits 96 dpi, so that labels on the tiles stay readable in print.
  case screen
  /// The one that fits the output's pixels.
  case device
  case level(Int)
}
