/// MD351 to MD359: coordinate grids.
extension Code {
  static let grids: [Code] = [
    .tooManyGridLines, .gridIntervalNotOfTen, .gridInDegrees, .gridNotProjectable, .emptyGrid,
  ]

  package static let tooManyGridLines = Code(
    351, .warning, "an interval that makes too many lines of a grid",
    """
    At this scale lines of the interval would stand so close that nothing could be seen between them, or nothing but
    them; of one level, 500 are drawn at most. The next coarser interval that makes fewer is taken in its place.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        grids:
          - id: graticule
            type: latlong
      -     interval: 0.0001
      +     interval: 30
      """))

  package static let gridIntervalNotOfTen = Code(
    352, .error, "an interval that MGRS and USNG do not have",
    """
    Each level of MGRS and USNG adds a digit to its coordinates, so that its lines stand a tenth as far apart as those
    of the level before: 100 km, 10 km, 1 km, 100 m, 10 m and 1 m. Lines between them would have no digits of their own.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9, 54], scale: 2000000}
        layers:
          - id: world
            type: builtin
            name: world
        grids:
          - id: squares
            type: mgrs
      -     interval: 20000
      +     interval: 10000
      """))

  package static let gridInDegrees = Code(
    353, .error, "a grid of projected coordinates in a reference of degrees",
    """
    A `projected` grid has lines at round eastings and northings, in metres or feet. The reference that `srs` names is
    one of longitudes and latitudes; lines at round degrees, minutes and seconds are those of a `latlong` grid.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9, 54], scale: 2000000}
        layers:
          - id: world
            type: builtin
            name: world
        grids:
          - id: national
            type: projected
      -     srs: EPSG:4258
      +     srs: EPSG:25832
      """))

  package static let gridNotProjectable = Code(
    354, .error, "a grid that cannot be drawn on the map",
    """
    No operation of PROJ leads from the grid's reference to the map's, so that nobody knows where its lines lie. The
    message has PROJ's word.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        grids:
          - id: craters
            type: projected
      -     srs: IAU_2015:30110
      +     srs: EPSG:3035
      """))

  package static let emptyGrid = Code(
    355, .warning, "a grid of which the map shows nothing",
    """
    No line and no label of the grid falls into the picture: the map lies outside the area of the grid's reference, its
    interval is wider than the picture, or `minLevel` leaves out the levels that would show at this scale.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9.5, 54.5], scale: 100000}
        layers:
          - id: world
            type: builtin
            name: world
        grids:
          - id: graticule
            type: latlong
      -     interval: 10
      +     interval: 0.1
      """))
}
