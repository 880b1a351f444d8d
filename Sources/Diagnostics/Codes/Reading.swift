/// MD0xx: YAML and reading the text.
extension Code {
  static let reading: [Code] = [
    .unreadableFile, .notAMapDocument, .yamlSyntax, .notUTF8, .duplicateKey, .tabIndentation,
    .severalDocuments, .aliasExpansion, .tooLarge, .undefinedAlias, .badMergeKey, .unsupportedTag,
    .keyNotText, .emptyDocument, .noDocuments,
  ]

  package static let unreadableFile = Code(
    1, .error, "a file that cannot be read",
    """
    A document, or a file that it extends, is not there, is a folder, or may not be read by this user. Nothing
    of it is known, so nothing of it can be checked. The path is relative to the file that names it.
    """,
    Example(
      """
        mapdoc: 1
      - extends: templates/base.yaml
      + extends: base.yaml
        title: Harbour
      """,
      files: ["base.yaml": template]))

  package static let notAMapDocument = Code(
    2, .warning, "a YAML file that is not a map document",
    """
    A folder of documents holds a YAML file without a top-level `mapdoc:` key. It is passed over: perhaps it
    belongs to another program, perhaps the key was forgotten and a map is missing. A file that is only there to
    be extended says `template: true`.
    """,
    Example(
      """
      - title: Harbour
      + mapdoc: 1
      + title: Harbour
        layers:
          - id: world
            type: builtin
            name: world
      """,
      shownBy: .checkFolder))

  package static let yamlSyntax = Code(
    3, .error, "text that is not YAML",
    """
    The text breaks the rules of YAML 1.2, so that what follows cannot be understood; later mistakes show only
    when this one is mended. The most common cause is a text that needs quotes: one with `: ` or ` #` in it, or
    one that starts with a special character such as `[`, `{`, `*`, `&`, `@` or a backquote.
    """,
    Example(
      """
        mapdoc: 1
      - title: Harbour: the north
      + title: "Harbour: the north"
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let notUTF8 = Code(
    4, .error, "bytes that are not UTF-8",
    """
    A document is UTF-8 text. A byte that is not comes from an editor that saved the file in an older encoding,
    or from a file that is no text at all; guessing would put wrong letters on the map.
    """,
    Example(
      """
        mapdoc: 1
      - title: K\u{FFFD}ge
      + title: Køge
        layers:
          - id: world
            type: builtin
            name: world
      """,
      shownBy: .situation("the file is saved in another encoding, such as Latin-1; save it as UTF-8")))

  package static let duplicateKey = Code(
    5, .error, "a key written twice",
    """
    A map has the same key twice, and only one of the two values could be used. Many YAML readers silently take
    the last one; here it is an error, because the other was written for a reason.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
            opacity: 0.8
      -     opacity: 0.5
      """))

  package static let tabIndentation = Code(
    6, .error, "a tab in the indentation",
    """
    YAML is indented with spaces alone, because a tab has no agreed width. Set the editor to write spaces, and
    put them in place of the tab.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
      - \t    type: builtin
      +     type: builtin
            name: world
      """))

  package static let severalDocuments = Code(
    7, .error, "several documents in one file",
    """
    A line of three dashes starts a second YAML document in the same file. A file describes one map (or one
    atlas), and its name is the map's name; write the second one to a file of its own.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      - ---
      - mapdoc: 1
      - layers:
      -   - id: world
      -     type: builtin
      -     name: world
      """))

  package static let aliasExpansion = Code(
    8, .error, "aliases that expand without bound",
    """
    An alias (`*name`) stands for all that its anchor (`&name`) holds. Aliases within aliases multiply, and a
    page of text can stand for more than a computer can hold, so at most 100,000 values may come of them, nested
    at most 64 deep.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
      - x-c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
      - x-d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
      - x-e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
      - x-f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
      """))

  package static let tooLarge = Code(
    9, .error, "a text past the bounds of the reader",
    """
    A document is written by people or by a script of theirs, and is small. A text that is larger, longer in
    values or nested deeper than the reader's bounds is refused before it costs time and memory; the message
    says which bound. Put large geometries into a file of their own.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      - x-plan: \(nested)
      + x-plan: [1, 2, 3]
      """))

  package static let undefinedAlias = Code(
    10, .error, "an alias without its anchor",
    """
    An alias (`*name`) repeats a value that was marked with an anchor (`&name`) further up in the same file;
    anchors of other files are not known. A text that starts with `*` needs quotes.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      - title: *** Harbour ***
      + title: "*** Harbour ***"
      """))

  package static let badMergeKey = Code(
    11, .error, "a merge key whose value is not a map",
    """
    The merge key `<<` takes over the keys of another map, or of several in a list; its value is an alias of a
    map, or a list of them. Keys that stand beside it win.
    """,
    Example(
      """
        mapdoc: 1
        x-world: &world
          type: builtin
          name: world
        layers:
          - id: world
      -     <<: world
      +     <<: *world
      """))

  package static let unsupportedTag = Code(
    12, .error, "a tag that the format does not know",
    """
    Tags of the YAML core schema (`!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`) are
    understood; others belong to a certain program and would be read by guessing. A text that starts with `!`
    needs quotes.
    """,
    Example(
      """
        mapdoc: 1
      - title: !include title.txt
      + title: Harbour
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let keyNotText = Code(
    13, .error, "a key that is not a text",
    """
    The keys of a map are texts. A list or a map as a key mostly comes from braces without quotes: YAML reads
    `{{name}}` as a map whose key is a map.
    """,
    Example(
      """
        mapdoc: 1
      - title: {{name}}
      + title: "{{name}}"
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let emptyDocument = Code(
    14, .error, "a document without content",
    """
    The file is empty, or holds comments alone. A map document says at least which version of the format it is
    written in, and one layer.
    """,
    Example(
      """
      - # mapdoc: 1
      - # layers:
      -   # - id: world
      -     # type: builtin
      -     # name: world
      + mapdoc: 1
      + layers:
      +   - id: world
      +     type: builtin
      +     name: world
      """))

  package static let noDocuments = Code(
    15, .warning, "a folder without map documents",
    """
    No file below the folder is a map document: a `*.yaml` or `*.yml` with a top-level `mapdoc:` key that is not
    a template. A run over nothing is mostly a wrong path, and would look like a success.
    """,
    Example(
      """
        mapdoc: 1
      - template: true
        layers:
          - id: world
            type: builtin
            name: world
      """,
      shownBy: .checkFolder))

  /// A list in a list, 100 deep.
  private static let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
}
