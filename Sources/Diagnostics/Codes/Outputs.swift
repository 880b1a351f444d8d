/// MD5xx: outputs.
extension Code {
  static let outputs: [Code] = [
    .sameOutput,
    .unknownFormat,
    .tooLargeForFormat,
    .unwritable,
    .transparencyLost,
    .pictureTooLarge,
  ]

  package static let sameOutput = Code(
    501, .error, "two renderings with one path",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownFormat = Code(
    502, .error, "a path whose suffix names no format",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tooLargeForFormat = Code(
    503, .error, "a picture too large for its format",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unwritable = Code(
    504, .error, "a file that cannot be written",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let transparencyLost = Code(
    505, .warning, "a format that has no transparency",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let pictureTooLarge = Code(
    508, .error, "a picture past the bounds",
    """

    """,
    Example(wrong: "", mended: ""))
}
