/// MD30x to MD32x: spatial references of layers and extents, and fields of features.
extension Code {
  static let spatial: [Code] = [
    .tiledLayerInOtherReference, .ambiguousReference, .nearlyEqualReference, .neverReprojected,
    .unknownReference,
    .noReferenceFromBasemap, .extentNotProjectable, .unknownLevel, .otherGrid, .askedForInOther, .inaccurateOperation,
    .nearlyEqualDrawn, .cannotWrapAround, .coordinatesWithoutReference, .unknownField,
  ]

  package static let tiledLayerInOtherReference = Code(
    301, .error, "a tiled layer in another spatial reference",
    """
    Tiles were drawn once, in one spatial reference, and lie right only on a map in that reference; the map's is
    that of the first layer, the basemap. Laid over a map in another one they would be shifted and squeezed, by
    hundreds of kilometres at worst. Take a source in the map's reference, or a basemap in the layer's.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: relief
            type: xyz
            url: https://tiles.example.org/relief/{z}/{x}/{y}.png
      -     tilingScheme: wgs84
      +     tilingScheme: webmercator
      """))

  package static let ambiguousReference = Code(
    302, .error, "a basemap with several spatial references",
    """
    The basemap's source offers its tiles in several spatial references, and nothing says which of them the map
    is in. Write one of them as `srs` of the layer or of the document.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      +     srs: EPSG:3857
      """,
      shownBy: .situation("the source of the first layer offers several spatial references")))

  package static let nearlyEqualReference = Code(
    303, .error, "a tiled layer in a nearly equal spatial reference",
    """
    The layer and the map use the same projection on different datums or realisations of one, so that the layer
    lies beside its place by the shift that the message gives: nothing on a small-scale map, the wrong side of
    the street on a plan. If the shift does not matter, say so with the map's reference as `srs` of the layer.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9, 54], resolution: 1000}
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/streets/{z}/{x}/{y}.png
            tilingScheme:
              srs: EPSG:25832
              origin: [0, 7000000]
              levels: [{level: 0, resolution: 1000}]
          - id: relief
            type: xyz
            url: https://tiles.example.org/relief/{z}/{x}/{y}.png
      +     srs: EPSG:25832
            tilingScheme:
              srs: EPSG:32632
              origin: [0, 7000000]
              levels: [{level: 0, resolution: 1000}]
      """))

  package static let neverReprojected = Code(
    304, .error, "a layer that would have to be reprojected and must not be",
    """
    The layer is in another spatial reference than the map, and says `reproject: never`: it lies right on no map
    but one in its own reference. Put a basemap in that reference first, or take a source in the map's.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: relief
            type: xyz
            url: https://tiles.example.org/relief/{z}/{x}/{y}.png
            reproject: never
      -     tilingScheme: wgs84
      +     tilingScheme: webmercator
      """))

  package static let unknownReference = Code(
    305, .error, "a spatial reference that is not known",
    """
    A spatial reference is a code of an authority (`EPSG:25832`, `ESRI:102003`, or a bare WKID), WKT, a PROJ
    string or one of mapdoc's own (`GCJ02:3857`). This one is none that PROJ's database knows, so nothing says
    where its numbers lie.
    """,
    Example(
      """
        mapdoc: 1
      - srs: EPSG:38577
      + srs: EPSG:3857
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let noReferenceFromBasemap = Code(
    306, .error, "a basemap that fixes no spatial reference",
    """
    The first layer gives the map its spatial reference. A `debug` layer takes the tiles of the basemap, so it
    can be first only with a `tilingScheme` of its own, and a group without layers has nothing to give.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: tiles
            type: debug
      +     tilingScheme: webmercator
      """))

  package static let extentNotProjectable = Code(
    307, .error, "an extent that the map cannot show",
    """
    The place has no counterpart in the map's spatial reference, or no box can be made of it: the poles are
    infinitely far away in Web Mercator, and a map is cut at the antimeridian. Coordinates are always longitude,
    then latitude, and in EPSG:4326 unless `srs` stands beside them.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: [150, -50, -150, 0]
      + initialExtent: [150, -50, 180, 0]
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let unknownLevel = Code(
    308, .error, "a level that the basemap does not have",
    """
    `level` is one of the basemap's own tiling scheme, by the number that its source gives it. A size between
    levels, or past them, is written as `scale`, `zoom` or `resolution`.
    """,
    Example(
      """
        mapdoc: 1
      - initialExtent: {center: [10, 50], level: 40}
      + initialExtent: {center: [10, 50], level: 4}
        layers:
          - id: world
            type: builtin
            name: world
      """))

  package static let otherGrid = Code(
    310, .info, "a tiled layer on another grid",
    """
    The layer is in the map's spatial reference, but its origin, tile size or resolutions are not the basemap's.
    It is resampled, which costs a little sharpness; nothing needs to be mended.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: relief
            type: xyz
            url: https://tiles.example.org/relief/{z}/{x}/{y}.png
      -     tilingScheme:
      -       srs: EPSG:3857
      -       origin: [-20000000, 20000000]
      -       levels: [{level: 0, resolution: 50000}]
      """))

  package static let askedForInOther = Code(
    311, .info, "a layer that is asked for in another reference than the map's",
    """
    The layer's server draws on request, but not in the map's spatial reference. The best of those that it offers is asked
    for, and the pictures are warped into the map's, which costs a little sharpness, of letters most of all. Which one is
    asked for can be said with the layer's `srs`. Or the layer is one picture, which lies in a reference of its own and is
    warped likewise. Nothing needs to be mended.
    """,
    Example(
      """
        mapdoc: 1
      + srs: EPSG:4326
        layers:
          - id: world
            type: builtin
            name: world
          - id: rain
            type: wms
            url: capabilities.xml
            layers: rain
      """, files: ["capabilities.xml": capabilities()]))

  package static let inaccurateOperation = Code(
    312, .warning, "a layer whose place is not known well",
    """
    The layer is moved from its own datum to the map's by one operation of PROJ, and that operation is none to rely on:
    either nothing is known of how the two datums lie to each other, and they are taken for the same, or a grid of
    corrections is not on this machine that would give more than half a pixel of accuracy. `plan` names the operation
    and its accuracy.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9, 54], resolution: 1000}
        layers:
          - id: world
            type: builtin
            name: world
          - id: survey
            type: xyz
            url: https://tiles.example.org/survey/{z}/{x}/{y}.png
            reproject: always
            tilingScheme:
      -       srs: +proj=utm +zone=32 +ellps=bessel
      +       srs: +proj=utm +zone=32 +datum=potsdam
              origin: [0, 7000000]
              levels: [{level: 0, resolution: 1000}]
      """))

  package static let nearlyEqualDrawn = Code(
    313, .warning, "a layer in a spatial reference that is nearly the map's",
    """
    The layer is drawn on request, or is one picture, in a reference that has the map's projection but another datum or
    another realisation of it. It is warped, and moved by what the two datums lie apart: a few decimetres, which nobody
    sees, or a hundred metres. The message says how much it is at the map's centre, and how well that is known. Mostly both
    are meant to be the same; then the layer's `srs` says so, and nothing is moved.
    """,
    Example(
      """
        mapdoc: 1
        initialExtent: {center: [9, 54], resolution: 0.01}
        layers:
          - id: ground
            type: xyz
            url: https://tiles.example.org/ground/{z}/{x}/{y}.png
            tilingScheme:
      -       srs: EPSG:4258
      +       srs: EPSG:4326
              origin: [-180, 90]
              levels: [{level: 0, resolution: 0.01}]
          - id: rain
            type: wms
            url: capabilities.xml
            layers: rain
      """, files: ["capabilities.xml": capabilities()]))

  package static let cannotWrapAround = Code(
    320, .error, "a map that cannot go on beyond the edge of its world",
    """
    With `wrapAround` the world is repeated to the left and to the right, which needs a map in EPSG:4326 or Web Mercator
    (EPSG:3857 under any of its numbers), and a basemap that covers the whole world in x, within one pixel of its
    coarsest level: else the copies would not meet. The message says which of the two fails.
    """,
    Example(
      """
        mapdoc: 1
        wrapAround: true
        layers:
          - id: europe
            type: xyz
            url: https://tiles.example.org/europe/{z}/{x}/{y}.png
            tilingScheme:
      -       srs: EPSG:3035
      -       origin: [2500000, 5500000]
      -       levels: [{level: 0, resolution: 16000}]
      """))

  package static let coordinatesWithoutReference = Code(
    321, .error, "coordinates of which nobody says what they are in",
    """
    The file has numbers and does not say in which spatial reference: a CSV never does, nor does a Shapefile without a
    `.prj` beside it. Neither the layer nor the document says it either, so nobody knows where the features lie.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: harbours
            type: features
            path: harbours.csv
      +     srs: EPSG:4326
      """,
      shownBy: .situation("a file of features does not say what its numbers are in, nor does the document")))

  package static let unknownField = Code(
    322, .warning, "a field that no feature has",
    """
    An expression, a label or a symbol of the layer names a field that its source does not have. It is null for every
    feature, so that a condition holds for none, and a label stays empty. Mostly the name is misspelt; upper and lower
    case count.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - {id: world, type: builtin, name: world}
          - id: harbours
            type: graphics
            graphics:
              - {point: [8.58, 53.54], attributes: {name: Bremerhaven, berths: 20}}
      -     labels: {text: "{nmae}"}
      +     labels: {text: "{name}"}
      """))
}
