/// MD0xx: YAML and reading the text.
extension Code {
  static let reading: [Code] = [
    .unreadableFile,
    .notAMapDocument,
    .yamlSyntax,
    .notUTF8,
    .duplicateKey,
    .tabIndentation,
    .severalDocuments,
    .aliasExpansion,
    .tooLarge,
    .undefinedAlias,
    .badMergeKey,
    .unsupportedTag,
    .keyNotText,
    .emptyDocument,
    .noDocuments,
  ]

  package static let unreadableFile = Code(
    1, .error, "a file that cannot be read",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let notAMapDocument = Code(
    2, .warning, "a YAML file that is not a map document",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let yamlSyntax = Code(
    3, .error, "text that is not YAML",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let notUTF8 = Code(
    4, .error, "bytes that are not UTF-8",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let duplicateKey = Code(
    5, .error, "a key written twice",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tabIndentation = Code(
    6, .error, "a tab in the indentation",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let severalDocuments = Code(
    7, .error, "several documents in one file",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let aliasExpansion = Code(
    8, .error, "aliases that expand without bound",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let tooLarge = Code(
    9, .error, "a text past the bounds of the reader",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let undefinedAlias = Code(
    10, .error, "an alias without its anchor",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let badMergeKey = Code(
    11, .error, "a merge key whose value is not a map",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let unsupportedTag = Code(
    12, .error, "a tag that the format does not know",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let keyNotText = Code(
    13, .error, "a key that is not a text",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let emptyDocument = Code(
    14, .error, "a document without content",
    """

    """,
    Example(wrong: "", mended: ""))

  package static let noDocuments = Code(
    15, .warning, "a folder without map documents",
    """

    """,
    Example(wrong: "", mended: ""))
}
