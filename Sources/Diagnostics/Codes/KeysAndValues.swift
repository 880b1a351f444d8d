/// MD1xx: keys and values.
extension Code {
  static let keysAndValues: [Code] = [
    .unknownKey, .missingKey, .wrongType, .outOfRange, .unknownValue, .badColour, .badLength,
    .badCanvasSize, .badExtent, .unsupportedVersion, .conflictingKeys, .notYetSupported,
    .badURLTemplate, .badExpression, .badGeometry, .attributionWithoutReason, .badIdentifier, .addressOfOnePicture,
    .literalSecret,
  ]

  package static let unknownKey = Code(
    101, .error, "a key that the format does not know",
    """
    A key that nothing reads would silently change nothing, so it is an error: most are misspelt, or stand one
    level too high or too low. Keys that start with `x-` are passed over and may hold whatever you like.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -     opacty: 0.5
      +     opacity: 0.5
      """))

  package static let missingKey = Code(
    102, .error, "a required key that is missing",
    """
    Some keys have no default that would be right for everybody: a layer's `id` and `type`, an address, a path.
    The message names the key and what its value is.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
      +     type: builtin
            name: world
      """))

  package static let wrongType = Code(
    103, .error, "a value of another type than expected",
    """
    A text stands where a number is expected, a map where a list is, and so on. YAML 1.2 decides the type by how
    the value is written: `no`, `off` and `yes` are texts, only `true` and `false` are booleans, and quotes make
    everything a text.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -     visible: yes
      +     visible: true
      """))

  package static let outOfRange = Code(
    104, .error, "a number outside its range",
    """
    The number has the right type but no meaning in this place: an opacity is a share from 0 to 1 and no
    percentage, a scale is above 0. The message names the range.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -     opacity: 50
      +     opacity: 0.5
      """))

  package static let unknownValue = Code(
    105, .error, "a word that is not one of the choices",
    """
    The key takes one of a few words, and this is none of them. The message lists them, or names the nearest
    one. Words are written in the letters of the manual, upper and lower case included.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -     blend: multiplied
      +     blend: multiply
      """))

  package static let badColour = Code(
    106, .error, "a text that is not a colour",
    """
    A colour is written as in CSS: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(..)`, `rgba(..)` or a name such
    as `navy`. A colour that starts with `#` needs quotes: without them YAML reads a comment, and the value is
    null.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
      -   background: "#e8f4f"
      +   background: "#e8f4ff"
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let badLength = Code(
    107, .error, "a text that is not a length",
    """
    A length is a number of logical pixels (1/96 inch), or a number with a unit: `px`, `pt`, `mm`, `cm` or `in`.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent:
          fit: {type: LineString, coordinates: [[-10, 35], [30, 60]]}
      -   padding: 5 paces
      +   padding: 5mm
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let badCanvasSize = Code(
    108, .error, "a canvas size that cannot be read",
    """
    The size of a canvas is `[width, height]` in logical pixels, a paper size such as `A4` or `A3 landscape`, or
    two lengths as in `210mm x 297mm`.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
      -   size: A44
      +   size: A4
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let badExtent = Code(
    109, .error, "an extent that cannot be read",
    """
    An extent is a list of four numbers (xmin, ymin, xmax, ymax: west, south, east, north), or a map with one of
    `bbox`, `center`, `fit` and `bookmark`. The south lies below the north, and `center` needs one of `scale`,
    `projectedScale`, `zoom`, `resolution` and `level`.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: [-10, 35, 30]
      + initialExtent: [-10, 35, 30, 60]
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let unsupportedVersion = Code(
    110, .error, "a version of the format that mapdoc does not know",
    """
    The `mapdoc:` key says which version of the format a document is written in, and this version of mapdoc
    reads format 1. A document of a later format needs a later mapdoc.
    """,
    Example(
      """
      - mapdoc: 2
      + mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let conflictingKeys = Code(
    111, .error, "keys that exclude one another",
    """
    Two keys say the same thing in two ways, as `dpi` and `pixelRatio` do, and they may disagree. Keep the one
    you think in.
    """,
    Example(
      """
        mapdoc: 1
        canvas:
          size: [800, 600]
          dpi: 192
      -   pixelRatio: 2
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let notYetSupported = Code(
    112, .error, "a part of the format that mapdoc does not support yet",
    """
    The key or the kind of layer belongs to format 1, but this version of mapdoc cannot do it yet. Drawing the
    map without it would be a wrong map, so the document is refused. Take the part out, or rename it with `x-`
    in front to keep it for later.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      - furniture:
      + x-furniture:
          - id: heading
            type: title
      """))

  package static let badURLTemplate = Code(
    113, .error, "an address template that cannot be used",
    """
    The address of a tile is an absolute `http` or `https` address with `{z}`, `{x}` and one of `{y}` and
    `{-y}`, or with `{q}`, in place of the numbers; any other name in braces comes from `values:`. An address
    without its row would ask for one and the same tile everywhere.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
      -     url: https://tiles.example.org/{z}/{x}.png
      +     url: https://tiles.example.org/{z}/{x}/{y}.png
      """))

  package static let addressOfOnePicture = Code(
    119, .warning, "an address of one picture in place of that of its service",
    """
    The address has parameters that ask for one picture or tile: `REQUEST=GetMap`, `BBOX`, `WIDTH`. Which picture
    is asked for is said by the map and by the keys of the layer, so those are not sent. Parameters of the service's
    own (`map=`) are.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:3857
        initialExtent: [9.9, 53.4, 10.1, 53.6]
        layers:
          - id: ground
            type: wms
      -     url: https://maps.example.org/wms?map=city&REQUEST=GetMap&WIDTH=256
      +     url: https://maps.example.org/wms?map=city
            layers: terrain
      """))

  package static let badExpression = Code(
    114, .error, "an expression that cannot be used",
    """
    An expression is made of the names of fields, numbers, texts between single quotes, `true`, `false` and
    `null`, with `+ - * / %`, `== != < <= > >=`, `and`, `or`, `not`, `in (..)`, `like`, `is null` and the
    functions lower, upper, length, round, abs, min, max, coalesce and concat. The finding points to the part
    that does not fit: a word that is no field here, a text where a number is expected.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: tiles
            type: debug
            tilingScheme: webmercator
          - id: hatching
            type: pattern
            image: hatching.webp
      -     where: "x % 2 = column"
      +     where: "x % 2 == 1"
      """,
      files: ["hatching.webp": headOfPicture]))

  package static let badGeometry = Code(
    115, .error, "a geometry that cannot be read",
    """
    A geometry is a GeoJSON object (RFC 7946) with `type` and `coordinates`; positions are longitude, latitude.
    A polygon is a list of rings, and each ring is a list of at least four positions, the last one equal to the
    first.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
            clip:
              type: Polygon
      -       coordinates: [8, 54, 15, 58]
      +       coordinates: [[[8, 54], [15, 54], [15, 58], [8, 58], [8, 54]]]
      """))

  package static let attributionWithoutReason = Code(
    117, .error, "an attribution taken away without a reason",
    """
    Most sources ask to be named on every map that shows them. `attribution: none` takes the name away, so it
    needs a `reason:` beside it that a colleague can check.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
            attribution: none
      +     reason: the credits stand in the imprint of the atlas
      """))

  package static let badIdentifier = Code(
    118, .error, "an id or name that cannot be used",
    """
    Ids and names of bookmarks stand in messages, on command lines and in file names: they are not empty, at
    most 128 characters long, without spaces at their ends and without control characters; the name of a
    bookmark also has no slash or backslash. A text for readers is the `title`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        bookmarks:
      -   - name: Nordic / Baltic
      +   - name: nordic-baltic
      +     title: Nordic / Baltic
            extent: [0, 50, 35, 72]
      """))

  package static let literalSecret = Code(
    130, .error, "a secret written into a document",
    """
    A password, a key or a token in a document ends up in the repository, in its history and in every copy.
    Write the name of an environment variable, `${env:NAME}`, and give its value where mapdoc runs; change the
    secret that was written down.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/{z}/{x}/{y}.png
            headers:
      -       Authorization: Bearer 5c1b2f0e9d7a44c1
      +       Authorization: Bearer ${env:TILES_TOKEN}
      """,
      environment: ["TILES_TOKEN": "5c1b2f0e9d7a44c1"]))
}
