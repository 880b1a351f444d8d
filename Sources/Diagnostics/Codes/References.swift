/// MD2xx: what one part says of another.
extension Code {
  static let references: [Code] = [
    .duplicateIdentifier, .unknownBookmark, .unknownItem, .undefinedParameter, .extendsCycle,
    .extendsOutside, .extendsDepth, .bookmarkCycle, .undefinedVariable, .misplacedVariable,
    .reservedParameter, .unusedParameter, .parameterCycle, .unknownCredential, .credentialOfOtherHost,
    .credentialNotSent, .keyWithoutCredential,
  ]

  package static let duplicateIdentifier = Code(
    201, .error, "an id or name used twice",
    """
    Layers, bookmarks and outputs are found by their id or name, by `extends`, by `fit` and on the command line.
    Two with one name cannot be told apart. The ids of layers in groups count too.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -   - id: world
      +   - id: tiles
            type: debug
      """))

  package static let unknownBookmark = Code(
    202, .error, "a bookmark that does not exist",
    """
    An extent or an output names a bookmark that neither the document nor its templates have. The message lists
    the nearest name.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        bookmarks:
          - name: europe
            extent: [-10, 35, 30, 60]
      - initialExtent: {bookmark: europa}
      + initialExtent: {bookmark: europe}
      """))

  package static let unknownItem = Code(
    203, .error, "an item that does not exist",
    """
    A part of the document refers to a layer, or to another item of a list, by an id that nothing has: in `fit`,
    or in the `before`, `after` and `remove` of a document that extends another.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: {fit: wrold}
      + initialExtent: {fit: world}
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let undefinedParameter = Code(
    204, .error, "a parameter without a value",
    """
    `${name}` takes its value from `--set name=value` or from `params:` of the document or of a template, and
    none of them has it. Write `$${` for a literal `${`.
    """,
    Example(
      """
        mapdoc: 1
        title: The harbour of ${city}
      + params:
      +   city: Køge
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let extendsCycle = Code(
    205, .error, "templates that extend one another",
    """
    Following `extends` from file to file leads back to a file that is being read, so that none of them could be
    finished. The message shows the way round.
    """,
    Example(
      """
        mapdoc: 1
      - extends: \(Example.documentName)
      + extends: base.yaml
      """,
      files: ["base.yaml": template]))

  package static let extendsOutside = Code(
    206, .error, "a template outside the project",
    """
    A template lies outside the project: the nearest folder above with a `.mapdoc.yaml`, else the document's
    own. Such a document renders on one computer and not on the next. Copy the template into the project, or
    allow it with `--allow-outside`.
    """,
    Example(
      """
        mapdoc: 1
      - extends: ../../base.yaml
      + extends: base.yaml
      """,
      files: ["base.yaml": template]))

  package static let extendsDepth = Code(
    207, .error, "too many templates",
    """
    Templates that extend templates are nested deeper, or are more in number, than mapdoc follows. Nobody can
    say any more where a value of such a map comes from; the message names the bound.
    """,
    Example(
      """
        mapdoc: 1
      - extends: 001.yaml
      + extends: base.yaml
      """,
      files: chain))

  package static let bookmarkCycle = Code(
    208, .error, "bookmarks that refer to one another",
    """
    A bookmark's extent may be that of another bookmark, but not its own by way of others: no box would ever
    come of it.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        bookmarks:
          - name: europe
            extent: {bookmark: continent}
          - name: continent
      -     extent: {bookmark: europe}
      +     extent: [-10, 35, 30, 60]
      """))

  package static let undefinedVariable = Code(
    209, .error, "an environment variable that is not set",
    """
    `${env:NAME}` takes a secret from the environment of the process, and there is no such variable. Set it
    where mapdoc runs: in the shell, or among the secrets of the CI system.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/{z}/{x}/{y}.png
            headers:
      -       Authorization: Bearer ${env:TILE_TOKEN}
      +       Authorization: Bearer ${env:TILES_TOKEN}
      """,
      environment: ["TILES_TOKEN": "5c1b2f0e9d7a44c1"]))

  package static let misplacedVariable = Code(
    210, .error, "an environment variable where none may stand",
    """
    `${env:NAME}` is for secrets, and is read only in `credentials:` and `headers:`. Everywhere else the same
    document must give the same map on every computer; use a parameter and `--set`.
    """,
    Example(
      """
        mapdoc: 1
      - title: The harbour, drawn by ${env:TILES_TOKEN}
      + title: The harbour, drawn by ${author}
      + params:
      +   author: nobody
        layers:
          - id: world
            type: builtin
            name: world
      """,
      environment: ["TILES_TOKEN": "5c1b2f0e9d7a44c1"]))

  package static let reservedParameter = Code(
    211, .error, "a parameter with a reserved name",
    """
    `map`, `bookmark`, `sheet`, `frame` and `feature` have values of their own while a map is made: `${map}` is
    the document's file name, `${bookmark}` the bookmark that is shown. A parameter with such a name could never
    be reached.
    """,
    Example(
      """
        mapdoc: 1
      - title: The harbour of ${map}
      + title: The harbour of ${city}
        params:
      -   map: Køge
      +   city: Køge
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let unusedParameter = Code(
    212, .warning, "a parameter that nothing uses",
    """
    `--set` gives a value to a parameter that no `${name}` of the document takes, so it changes nothing; perhaps the
    name is misspelt in one of the two places. Defaults under `params:` may stay unused: a template has them for
    documents that need them.
    """,
    Example(
      """
        mapdoc: 1
        title: The harbour in ${year}
        params:
          year: 2025
        layers:
          - id: world
            type: builtin
            name: world
      """,
      shownBy: .situation("the command line says `--set yaer=2026`, and not `--set year=2026`")))

  package static let parameterCycle = Code(
    213, .error, "parameters that refer to one another",
    """
    The value of a parameter may use other parameters, but not itself by way of them. The message shows the way
    round.
    """,
    Example(
      """
        mapdoc: 1
        title: The harbour of ${city}
        params:
          city: ${region}
      -   region: ${city}
      +   region: Køge
        layers:
          - id: world
            type: builtin
            name: world
      """))

  /// A chain of templates, each extending the next, longer than anybody needs.
  private static var chain: [String: String] {
    var files = ["base.yaml": template]
    for number in 1...100 {
      files[name(number)] = "mapdoc: 1\ntemplate: true\nextends: \(number < 100 ? name(number + 1) : "base.yaml")\n"
    }
    return files
  }

  private static func name(_ number: Int) -> String {
    String(repeating: "0", count: 3 - String(number).count) + "\(number).yaml"
  }
}
