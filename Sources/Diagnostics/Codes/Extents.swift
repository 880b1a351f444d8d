/// MD33x: what a map shows of its layers, and at which scales.
extension Code {
  static let extents: [Code] = [
    .extentOutside, .scaleOutsideLevels, .bookmarkOutside, .layerNeverShown, .belowMinimumLevel,
    .floodOfTiles, .tooManyTiles, .endsBeforePole, .outsideServiceScales,
  ]

  package static let extentOutside = Code(
    330, .warning, "an extent outside the basemap",
    """
    The map shows ground that the basemap does not cover: that part of the picture, or all of it, stays empty.
    Mostly x and y are exchanged, or the numbers are in another spatial reference than `srs` says.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: [-20, 86, 20, 88]
      + initialExtent: [-20, 70, 20, 78]
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let scaleOutsideLevels = Code(
    331, .warning, "a scale outside the basemap's levels",
    """
    The map is larger than the basemap's finest level or smaller than its coarsest one, so that its tiles are
    drawn blurred or far too small. Choose a scale within its levels, or a basemap that has this one.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: {center: [12.5, 55.7], zoom: 14}
      + initialExtent: {center: [12.5, 55.7], zoom: 5}
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let bookmarkOutside = Code(
    332, .warning, "a bookmark that the map cannot show",
    """
    The bookmark's extent lies outside the basemap's, so that a picture of it would be empty. Mostly x and y are
    exchanged, or the numbers are in another spatial reference than `srs` says.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
        bookmarks:
          - name: north
      -     extent: [-20, 86, 20, 88]
      +     extent: [-20, 70, 20, 78]
      """))

  package static let layerNeverShown = Code(
    333, .warning, "a layer that the document never shows",
    """
    `minScale` and `maxScale` hide the layer at the projected scale of the initial extent and of every bookmark,
    or its `clip` lies outside them all. A layer is drawn where `minScale` >= scale >= `maxScale`: the smaller
    scale, with the larger number, is `minScale`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: tiles
            type: debug
      -     minScale: 1000
      +     maxScale: 1000
      """))

  package static let belowMinimumLevel = Code(
    334, .warning, "a layer not drawn below its lowest level",
    """
    The map is so small in scale that it needs a coarser level than the layer's `minLevel`. The layer is left
    out, because drawing it from finer levels would ask the server for a great many tiles.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: streets
            type: xyz
            url: https://tiles.example.org/{z}/{x}/{y}.png
      -     minLevel: 12
      +     minLevel: 0
      """))

  package static let floodOfTiles = Code(
    335, .warning, "a layer that takes far more tiles than the picture needs",
    """
    More than a thousand tiles of the layer would be fetched, each to be drawn more than four times smaller than it is:
    mostly the layer has no level as coarse as the map, as a cache of a town that is shown with the whole country. Each
    such tile costs its server as much as one that is looked at. Hide the layer at small scales with `minScale`, keep
    it to a part of the map with `bounds`, write a lower `detail`, or show less ground.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: [-20, 35, 40, 65]
        layers:
          - id: world
            type: builtin
            name: world
          - id: parcels
            type: xyz
            url: https://tiles.example.org/parcels/{z}/{x}/{y}.png
      +     minScale: 9200000
            tilingScheme:
              srs: EPSG:3857
              origin: [-20037508.342787, 20037508.342787]
              levels: [{level: 8, resolution: 611.4962262814}]
      """))

  package static let tooManyTiles = Code(
    336, .error, "a layer that takes more tiles than any picture needs",
    """
    The layer would take more than 250,000 tiles in one picture, and none is fetched: it has no level that is anywhere
    near as coarse as the map. Hide it at small scales with `minScale`, keep it to a part of the map with `bounds`,
    write a lower `detail`, or show less ground. Of a server that draws on request at most 10,000 pictures are asked for:
    one that says it draws no larger ones than a few pixels says so by mistake.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: [-20, 35, 40, 65]
        layers:
          - id: world
            type: builtin
            name: world
          - id: parcels
            type: xyz
            url: https://tiles.example.org/parcels/{z}/{x}/{y}.png
      +     minScale: 72000
            tilingScheme:
              srs: EPSG:3857
              origin: [-20037508.342787, 20037508.342787]
              levels: [{level: 15, resolution: 4.777314267823516}]
      """))

  package static let endsBeforePole = Code(
    337, .info, "a warped layer that ends before the pole",
    """
    Tiles of the whole world in Web Mercator end at 85.05 degrees, and the map shows a pole: the layer leaves a hole there.
    A source that is also offered in a reference with the poles is taken in that one by itself, unless the layer's `srs`
    says otherwise.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:3995
        initialExtent: {center: [0, 90], scale: 50000000}
        layers:
          - id: world
            type: builtin
            name: world
      -     srs: EPSG:3857
            reproject: always
      """))

  package static let outsideServiceScales = Code(
    338, .warning, "a layer whose server draws nothing at the map's scale",
    """
    The server of the layer says from which scale to which it draws something, and the map lies far outside. The layer is
    not asked for, and stands in the picture nowhere. Say with `minScale` and `maxScale` where it is meant to be shown, and
    the warning goes.
    """,
    Example(
      """
        mapdoc: 1
        srs: EPSG:4326
        layers:
          - id: world
            type: builtin
            name: world
          - id: parcels
            type: wms
            url: capabilities.xml
            layers: rain
      +     minScale: 10000
      """, files: ["capabilities.xml": capabilities(below: 10_000)]))
}
