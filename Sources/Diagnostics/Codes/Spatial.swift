/// MD3xx: spatial references, extents, scales.
extension Code {
  static let spatial: [Code] = [
    .tiledLayerInOtherReference,
    .ambiguousReference,
    .nearlyEqualReference,
    .unknownReference,
    .noReferenceFromBasemap,
    .extentNotProjectable,
    .unknownLevel,
    .otherGrid,
    .extentOutside,
    .scaleOutsideLevels,
    .bookmarkOutside,
    .layerNeverShown,
    .belowMinimumLevel,
  ]

  package static let tiledLayerInOtherReference = Code(
    301, .error, "a tiled layer in another spatial reference",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let ambiguousReference = Code(
    302, .error, "a basemap with several spatial references",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let nearlyEqualReference = Code(
    303, .error, "a tiled layer in a nearly equal spatial reference",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownReference = Code(
    305, .error, "a spatial reference that is not known",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let noReferenceFromBasemap = Code(
    306, .error, "a basemap that fixes no spatial reference",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let extentNotProjectable = Code(
    307, .error, "an extent that the map cannot show",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownLevel = Code(
    308, .error, "a level that the basemap does not have",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let otherGrid = Code(
    310, .info, "a tiled layer on another grid",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let extentOutside = Code(
    330, .warning, "an extent outside the basemap",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let scaleOutsideLevels = Code(
    331, .warning, "a scale outside the basemap's levels",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let bookmarkOutside = Code(
    332, .warning, "a bookmark that the map cannot show",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let layerNeverShown = Code(
    333, .warning, "a layer that the document never shows",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let belowMinimumLevel = Code(
    334, .warning, "a layer not drawn below its lowest level",
    """

    """,
    Example(wrong: "", mended: ""))
}
