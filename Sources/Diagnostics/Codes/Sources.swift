/// MD4xx: files, sources and network.
extension Code {
  static let sources: [Code] = [
    .notKnownOffline,
    .sourceNotFound,
    .sourceUnreadable,
    .sourceOfOtherKind,
    .requestRefused,
    .serverUnavailable,
    .connectionFailed,
    .secureConnectionFailed,
    .timedOut,
    .redirectRefused,
    .tileUndecodable,
    .tileOfOtherSize,
    .tileMissing,
    .notInCache,
    .answerTooLarge,
    .cacheRebuilt,
    .levelWithoutTiles,
    .sourceWithoutTiles,
    .staleTile,
    .metadataDisagrees,
    .policyNotMet,
  ]

  package static let notKnownOffline = Code(
    400, .info, "what only the service knows",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let sourceNotFound = Code(
    401, .error, "a file that does not exist",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let sourceUnreadable = Code(
    402, .error, "a file that is damaged",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let sourceOfOtherKind = Code(
    403, .error, "a file of another kind",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let requestRefused = Code(
    404, .error, "a request that the server refused",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let serverUnavailable = Code(
    405, .error, "a server that cannot answer now",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let connectionFailed = Code(
    406, .error, "a server that cannot be reached",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let secureConnectionFailed = Code(
    407, .error, "a server that cannot prove who it is",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let timedOut = Code(
    408, .error, "a server that did not answer in time",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let redirectRefused = Code(
    409, .error, "a redirect that was not followed",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tileUndecodable = Code(
    410, .error, "a tile that is not a picture",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tileOfOtherSize = Code(
    411, .warning, "a tile of another size than the scheme's",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tileMissing = Code(
    412, .error, "a tile that is missing",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let notInCache = Code(
    413, .error, "a tile that is not in the cache",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let answerTooLarge = Code(
    414, .error, "an answer that is too large",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let cacheRebuilt = Code(
    415, .warning, "a cache that was damaged",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let levelWithoutTiles = Code(
    416, .warning, "a level that is declared and has no tiles",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let sourceWithoutTiles = Code(
    417, .error, "a package without tiles",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let staleTile = Code(
    418, .warning, "a tile older than its server allows",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let metadataDisagrees = Code(
    419, .warning, "a package whose metadata is wrong",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let policyNotMet = Code(
    420, .warning, "a provider whose policy asks for more",
    """

    """,
    Example(wrong: "", mended: ""))
}
