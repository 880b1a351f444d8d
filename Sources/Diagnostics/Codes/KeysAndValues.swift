/// MD1xx: keys and values.
extension Code {
  static let keysAndValues: [Code] = [
    .unknownKey,
    .missingKey,
    .wrongType,
    .outOfRange,
    .unknownValue,
    .badColour,
    .badLength,
    .badCanvasSize,
    .badExtent,
    .unsupportedVersion,
    .conflictingKeys,
    .notYetSupported,
    .badURLTemplate,
    .badGeometry,
    .attributionWithoutReason,
    .badIdentifier,
    .literalSecret,
  ]

  package static let unknownKey = Code(
    101, .error, "a key that the format does not know",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let missingKey = Code(
    102, .error, "a required key that is missing",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let wrongType = Code(
    103, .error, "a value of another type than expected",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let outOfRange = Code(
    104, .error, "a number outside its range",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownValue = Code(
    105, .error, "a word that is not one of the choices",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badColour = Code(
    106, .error, "a text that is not a colour",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badLength = Code(
    107, .error, "a text that is not a length",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badCanvasSize = Code(
    108, .error, "a canvas size that cannot be read",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badExtent = Code(
    109, .error, "an extent that cannot be read",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unsupportedVersion = Code(
    110, .error, "a version of the format that mapdoc does not know",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let conflictingKeys = Code(
    111, .error, "keys that exclude one another",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let notYetSupported = Code(
    112, .error, "a part of the format that mapdoc does not support yet",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badURLTemplate = Code(
    113, .error, "an address template that cannot be used",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badGeometry = Code(
    115, .error, "a geometry that cannot be read",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let attributionWithoutReason = Code(
    117, .error, "an attribution taken away without a reason",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badIdentifier = Code(
    118, .error, "an id or name that cannot be used",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let literalSecret = Code(
    130, .error, "a secret written into a document",
    """

    """,
    Example(wrong: "", mended: ""))
}
