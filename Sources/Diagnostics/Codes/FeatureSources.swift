/// MD44x: files of features.
extension Code {
  static let featureSources: [Code] = [
    .libraryMissing, .coordinatesOutOfRange, .conditionUndecided, .symbolValueMissing,
    .symbolCut, .symbolPictureUnusable, .encodingGuessed, .geometryOverAntimeridian, .symbolOfOtherShapes,
  ]

  package static let libraryMissing = Code(
    441, .error, "a library that is not installed",
    """
    mapdoc reads GeoJSON and GPX itself; all other files of features are read by GDAL, which is opened when a document
    first needs it, and which is not on this machine. `make deps` installs it (Debian: `libgdal32`), or convert the file
    once with another program.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
      -     path: harbours.kml
      +     path: harbours.geojson
      """,
      shownBy: .situation("the file is not GeoJSON or GPX, and GDAL is not installed")))

  package static let coordinatesOutOfRange = Code(
    442, .error, "coordinates that are none of their reference",
    """
    A file says that its numbers are degrees, or says nothing, which means degrees in GeoJSON, and has a number that is
    no latitude or longitude. Mostly they are metres of a projected reference: say which with `srs` of the layer. Or x and y
    have changed places: in every file of features x (longitude) comes first.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:25832
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
      +     srs: EPSG:25832
      """,
      shownBy: .situation("a GeoJSON file holds metres and does not say so")))

  package static let conditionUndecided = Code(
    443, .error, "a condition that cannot be decided",
    """
    The layer's `where` compares what cannot be compared: a text with a number, in the attributes of at least one
    feature. Such features are not drawn. Ask for what the field is, or compare with a value of its own type.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
      -     where: berths > 10
      +     where: kind == 'marina'
      """,
      shownBy: .situation("an attribute is a text in some features and a number in others")))

  package static let symbolValueMissing = Code(
    444, .warning, "a symbol's value that cannot be worked out",
    """
    A number, a colour or a class of a symbol is worked out of the attributes of each feature, and for some of them nothing
    comes of it: they have no such attribute, or one of another type. They are drawn with the symbol's default instead, or
    not at all where they fall into no class. `coalesce(field, 0)` gives a value to features that have none.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
            symbol:
              type: marker
      -       size: "=berths / 10"
      +       size: "=coalesce(berths, 20) / 10"
      """,
      shownBy: .situation("a feature lacks an attribute that its symbol names")))

  package static let symbolCut = Code(
    445, .warning, "more of a symbol than is drawn",
    """
    The text of a label has more than 2,000 letters: what comes after them is left out, with `…` in its place. Or the lines of
    one feature have room for more than 100,000 `markers`, and those beyond them are left out; or they would have more than
    1,000,000 dashes, and are drawn unbroken. No reader of a map would miss them; mostly a text names a field that was meant
    for something else, or a `spacing` or `dash` lacks its unit.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
      -     labels: {text: "{description}"}
      +     labels: {text: "{name}"}
      """,
      shownBy: .situation("the field that a label writes holds a whole page")))

  package static let symbolPictureUnusable = Code(
    446, .error, "a picture of a symbol that cannot be drawn",
    """
    The file that `image` of a symbol names does not exist, is no PNG, JPEG, WebP or SVG, is broken, or is too large: at most
    16 MiB, of SVG 4 MiB, and 4096 pixels a side as a marker. Of SVG, what would take too long to draw is refused: more than
    20,000 elements, each counted as often as it is drawn; filters that look at each pixel's neighbourhood, as
    `feTurbulence`; style sheets and entities that hide what they name. With `onError: warn` of the layer the features are
    drawn without it.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
      -     symbol: {type: marker, image: anker.svg}
      +     symbol: {type: marker, image: anchor.svg}
      """,
      shownBy: .situation("the file of a symbol's picture is not there, or broken")))

  package static let symbolOfOtherShapes = Code(
    449, .warning, "a symbol that draws none of a layer's features",
    """
    A `fill` draws areas, a `line` lines and the outlines of areas, a `marker` points, and lines and areas that have no other
    symbol. The layer's symbols are of kinds that draw none of its features on this map, so that nothing of it is seen. Give it
    a symbol of the kind that its features are, or a list of symbols, of which each feature takes those that fit it.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: harbours
            type: features
            path: harbours.geojson
      -     symbol: {type: fill, color: "#3388ff"}
      +     symbol: {type: marker, color: "#3388ff"}
      """,
      shownBy: .situation("a symbol that fills areas, of features that are points")))

  package static let encodingGuessed = Code(
    447, .info, "texts of which nobody says what they are written in",
    """
    A Shapefile says in a `.cpg` file beside it, or in its table, what its texts are written in. This one does not, and its
    texts are no UTF-8: they are read as CP1252, which most such files in western Europe and America are in. Of others, letters
    with accents and other scripts come out wrong: `encoding` says what they are.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: lakes
            type: features
            path: lakes.shp
      +     encoding: CP1250
      """,
      shownBy: .situation("the table of a Shapefile without a `.cpg` has a letter in CP1250")))

  package static let geometryOverAntimeridian = Code(
    448, .warning, "a geometry that goes over the antimeridian",
    """
    Between two positions of a geometry that the document has for `clip` or `fit` lie more than 180 degrees of longitude. That
    is read as in files of features: the short way, over the antimeridian. RFC 7946, 3.1.9, asks that such a geometry is cut
    there, which says the same without a doubt. The outline of most of the world needs places in between on its long sides.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: [-180, -60, 180, 75]
        layers:
          - id: world
            type: builtin
            clip:
              type: Polygon
      -       coordinates: [[[-99, 0], [99, 0], [99, 9], [-99, 9], [-99, 0]]]
      +       coordinates: [[[-99, 0], [0, 0], [99, 0], [99, 9], [0, 9], [-99, 9], [-99, 0]]]
      """))
}
