/// The examples of the manual. A test checks each: documents as files of a folder beside `data` and `../templates`.
enum ManualExamples {
  static let document = """
    mapdoc: 1
    title: Around the North Sea
    canvas: {size: [800, 600], background: "#e8eef2"}
    initialExtent: {center: [3.5, 56], zoom: 5}
    layers:                      # bottom first
      - {id: world, type: builtin, name: world}
    bookmarks:
      - {name: channel, title: The Channel, extent: [-3, 49, 4, 52]}
    outputs:
      - path: build/north-sea.png
      - {path: "build/north-sea-${bookmark}.webp", bookmarks: all}
    """

  static let extents = """
    mapdoc: 1
    initialExtent: [-12, 34, 32, 62]           # degrees: xmin, ymin, xmax, ymax
    layers:
      - {id: world, type: builtin}
    bookmarks:
      - {name: box, extent: {bbox: [500000, 5900000, 1500000, 6900000], srs: EPSG:3857}}
      - {name: ground-scale, extent: {center: [10.4, 63.4], scale: 5000000}}
      - {name: web-zoom, extent: {center: [10.4, 63.4], zoom: 5.5}}
      - {name: sharp, extent: {center: [10.4, 63.4], level: 5, snap: level}}   # tiles are copied pixel by pixel
      - {name: alps, extent: {fit: {type: Polygon, coordinates: [[[5, 44], [16, 44], [16, 48], [5, 48], [5, 44]]]}, padding: 24}}
      - {name: again, extent: {bookmark: alps}, canvas: {size: A4 landscape, dpi: 150}}
    """

  static let grids = """
    mapdoc: 1
    canvas: {size: [900, 700]}
    initialExtent: {center: [6.2, 60.4], scale: 2500000}
    layers:
      - {id: world, type: builtin}
    grids:
      - id: graticule
        type: latlong
        style: ticks
        labels: {position: topRight, format: degreesDecimalMinutes}
      - id: squares
        type: mgrs
        maxLevel: 2                # not finer than 10 km
        labels: {position: bottomLeft, angle: along}
        levels:                    # the coarsest first
          - line: {color: "#b0413e", width: 2.5}
            text: {color: "#b0413e", size: 18}
          - line: {color: "#b0413e99", width: 1.5}
          - line: {color: "#b0413e66", width: 0.75, dash: [6, 2]}
    """

  static let outputs = """
    mapdoc: 1
    layers:
      - {id: world, type: builtin}
    bookmarks:
      - {name: iberia, extent: [-10, 35.5, 4, 44.5]}
    outputs:
      - {path: build/world.png, georeference: worldfile}
      - {path: build/world@2x.png, canvas: {pixelRatio: 2}}
      - {path: "build/${map}-${bookmark}.jpg", bookmarks: [iberia], quality: 85, canvas: {size: A5, dpi: 150}}
    """

  static let layers = """
    mapdoc: 1
    initialExtent: {center: [60, -12], zoom: 2.5}
    layers:
      - {id: islands, type: mbtiles, path: data/archipelago.mbtiles, attribution: Survey of the Isles}
      - id: outlines
        type: builtin
        title: Coasts for comparison
        opacity: 0.5
        blend: multiply
        minScale: 200000000        # not drawn at smaller scales than 1:200,000,000
        clip: {type: Polygon, coordinates: [[[20, -40], [100, -40], [100, 20], [20, 20], [20, -40]]]}
        onError: warn
    """

  static let credentials = """
    mapdoc: 1
    initialExtent: {center: [10.4, 63.43], zoom: 11}
    credentials:
      tiles: {type: key, key: "${env:TILES_KEY}"}
      survey: {type: basic, user: maps, password: "${env:SURVEY_PASSWORD}", hosts: [maps.example.net]}
      gis: {type: token, user: maps, password: "${env:GIS_PASSWORD}", portal: https://gis.example.org/portal}
    layers:
      - id: streets
        type: xyz
        url: https://tiles.example.org/{z}/{x}/{y}.png?apikey={key}
        credentials: tiles
        attribution: © Example Maps
      - id: survey
        type: xyz
        url: https://maps.example.net/{z}/{x}/{y}.png
        credentials: survey
        attribution: Survey of the Isles
      - id: parcels
        type: xyz
        url: https://gis.example.org/server/rest/services/Parcels/MapServer/tile/{z}/{y}/{x}
        credentials: gis
        attribution: Land Registry
    """

  static let group = """
    mapdoc: 1
    initialExtent: {center: [60, -12], zoom: 2.5}
    layers:
      - {id: islands, type: mbtiles, path: data/archipelago.mbtiles}
      - id: survey
        type: group
        opacity: 0.6
        layers:
          - {id: world, type: builtin, opacity: 0.3}
          - {id: tiles, type: debug}
    """

  static let template = """
    mapdoc: 1
    template: true                 # drawn only by what extends it
    title: ${region}
    canvas: {size: A5 landscape, dpi: 150}
    params: {region: the world, west: -180, south: -60, east: 180, north: 75}
    initialExtent: ["${west}", "${south}", "${east}", "${north}"]
    layers:
      - {id: world, type: builtin}
    """

  static let merging = """
    mapdoc: 1
    extends: ../templates/plain-sheet.yaml
    params: {region: Iberia, west: -10, south: 35, east: 5, north: 45}
    layers:
      - {id: world, opacity: 0.8}                       # the template's layer, with another opacity
      - {id: tiles, type: debug}                        # a further one, on top
      - {id: under, type: builtin, before: world}       # and one below
    """

  static let project = """
    # .mapdoc.yaml
    contact: maps@example.org                # who to write to about our requests
    cache: {folder: .mapdoc/cache, limit: 500MiB}
    hosts:
      tiles.example.org: {connections: 4, requestsPerSecond: 20}
    defaults:
      canvas: {size: [800, 600]}
      layers: {resampling: lanczos}
    limits: {pictureSide: 100000, picturePixels: 5000000000}   # for posters
    lint: {MD310: off, MD331: error}
    """
}
