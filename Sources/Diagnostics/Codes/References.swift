/// MD2xx: what one part says of another.
extension Code {
  static let references: [Code] = [
    .duplicateIdentifier,
    .unknownBookmark,
    .unknownItem,
    .undefinedParameter,
    .extendsCycle,
    .extendsOutside,
    .extendsDepth,
    .bookmarkCycle,
    .undefinedVariable,
    .misplacedVariable,
    .reservedParameter,
    .unusedParameter,
    .parameterCycle,
  ]

  package static let duplicateIdentifier = Code(
    201, .error, "an id or name used twice",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownBookmark = Code(
    202, .error, "a bookmark that does not exist",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unknownItem = Code(
    203, .error, "an item that does not exist",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let undefinedParameter = Code(
    204, .error, "a parameter without a value",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let extendsCycle = Code(
    205, .error, "templates that extend one another",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let extendsOutside = Code(
    206, .error, "a template outside the project",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let extendsDepth = Code(
    207, .error, "too many templates",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let bookmarkCycle = Code(
    208, .error, "bookmarks that refer to one another",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let undefinedVariable = Code(
    209, .error, "an environment variable that is not set",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let misplacedVariable = Code(
    210, .error, "an environment variable where none may stand",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let reservedParameter = Code(
    211, .error, "a parameter with a reserved name",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unusedParameter = Code(
    212, .warning, "a parameter that nothing uses",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let parameterCycle = Code(
    213, .error, "parameters that refer to one another",
    """

    """,
    Example(wrong: "", mended: ""))
}
