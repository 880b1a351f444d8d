/// MD5xx: outputs.
extension Code {
  static let outputs: [Code] = [
    .sameOutput, .unknownFormat, .tooLargeForFormat, .unwritable, .transparencyLost,
    .referenceWithoutDefinition, .pictureTooLarge,
  ]

  package static let sameOutput = Code(
    501, .error, "two renderings with one path",
    """
    Two pictures would be written to the same file, and the later one would replace the earlier. Give each
    output a path of its own; `${bookmark}` in the path tells the bookmarks apart.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        outputs:
          - path: build/world.png
      -   - path: build/world.png
      +   - path: build/world-large.png
            canvas: {pixelRatio: 2}
      """))

  package static let unknownFormat = Code(
    502, .error, "a path whose suffix names no format",
    """
    The format of an output is taken from the suffix of its path: `.png`, `.jpg`, `.jpeg` or `.webp`. For
    another suffix say it with `format`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        outputs:
      -   - path: build/world.bmp
      +   - path: build/world.png
      """))

  package static let tooLargeForFormat = Code(
    503, .error, "a picture too large for its format",
    """
    The format cannot hold a picture of this size: WebP ends at 16,383 pixels a side, JPEG at 65,535. Choose
    PNG, a smaller canvas or fewer dots per inch.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
          size: [8200, 8200]
          pixelRatio: 2
        layers:
          - id: world
            type: builtin
            name: world
        outputs:
      -   - path: build/world.webp
      +   - path: build/world.png
      """))

  package static let unwritable = Code(
    504, .error, "a file that cannot be written",
    """
    The picture could not be put in its place: the folder may not be written to, a file stands where a folder is
    needed, or the disk is full. What stood there before is as it was; pictures are written aside and renamed at
    the end.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        outputs:
      -   - path: \(Example.documentName)/world.png
      +   - path: build/world.png
      """,
      shownBy: .render))

  package static let transparencyLost = Code(
    505, .warning, "a format that has no transparency",
    """
    The canvas is transparent, and JPEG has no transparency: the picture is drawn on white. Choose PNG or WebP,
    or a background.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
          background: transparent
        layers:
          - id: world
            type: builtin
            name: world
        outputs:
      -   - path: build/world.jpg
      +   - path: build/world.png
      """))

  package static let referenceWithoutDefinition = Code(
    506, .error, "a world file for a reference that other programs do not know",
    """
    A world file comes with a `.prj` that says which spatial reference its numbers are in. The references of Chinese map
    providers (`GCJ02:3857`, `BD09:mercator`) have no definition that other programs read; and under that of WGS 84 the
    picture would lie hundreds of metres off.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/streets/{z}/{x}/{y}.png
            srs: GCJ02:3857
        outputs:
          - path: map.png
      -     georeference: worldfile
      """))

  package static let pictureTooLarge = Code(
    508, .error, "a picture past the bounds",
    """
    A picture has at most 65,535 device pixels a side and 2,147,483,648 in all; past that, most programs cannot open
    it. Device pixels are the canvas's logical pixels times dpi / 96: a poster of one metre at 300 dpi has
    11,811 a side. A project that needs more says so in `.mapdoc.yaml`: `limits: {pictureSide: 100000,
    picturePixels: 5000000000}`; only PNG holds so large a side.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
      -   size: [100000, 100000]
      +   size: [1000, 1000]
        layers:
          - id: world
            type: builtin
            name: world
      """))
}
