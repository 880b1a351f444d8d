/// MD4xx: files, sources and network.
extension Code {
  static let sources: [Code] =
    [
      .notKnownOffline, .sourceNotFound, .sourceUnreadable, .sourceOfOtherKind, .requestRefused,
      .serverUnavailable, .connectionFailed, .secureConnectionFailed, .timedOut, .redirectRefused,
      .tileUndecodable, .tileOfOtherSize, .tileMissing, .notInCache, .answerTooLarge, .cacheRebuilt,
      .levelWithoutTiles, .sourceWithoutTiles, .staleTile, .metadataDisagrees, .policyNotMet,
      .layerWithoutTilesHere, .serviceAnswerUnusable, .tokenRefused, .serviceRetired,
    ] + featureSources

  package static let notKnownOffline = Code(
    400, .info, "what only the service knows",
    """
    Something about the layer is known to its service alone, such as its levels or spatial references, and
    `check` asks no service unless told to. Run `mapdoc check --online` to have it checked too.
    """,
    Example(
      wrong: tiles(from: "tiles"), mended: tiles(from: "tiles"),
      shownBy: .situation("what the service of a layer says matters, and it was not asked: `--online` asks it")))

  package static let sourceNotFound = Code(
    401, .error, "a file that does not exist",
    """
    A layer reads a file or folder that is not there. Paths of data are relative to the file that names them,
    also when that is a template in another folder; upper and lower case count.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
      -     clip: europa.geojson
      +     clip: europe.geojson
      """,
      files: ["europe.geojson": polygon]))

  package static let sourceUnreadable = Code(
    402, .error, "a file that is damaged",
    """
    The file is there, but it is cut short, damaged, or not what its name says. The message gives the place
    where reading stopped. Get the file again from where it came from.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
            clip: europe.geojson
      """,
      files: ["europe.geojson": String(polygon.dropLast(4)) + "\n"], mendedFiles: ["europe.geojson": polygon]))

  package static let sourceOfOtherKind = Code(
    403, .error, "a file of another kind",
    """
    The file is sound, but of a kind that this `type` does not read, such as vector tiles where pictures are
    expected, or a compact cache where an exploded one is. The message says what it is and, where there is one,
    which `type` reads it.
    """,
    Example(
      cache, files: ["cache/conf.xml": conf(levels: [2], storage: "Compact")],
      mendedFiles: ["cache/conf.xml": conf(levels: [2]), tile(level: 2): picture]))

  package static let requestRefused = Code(
    404, .error, "a request that the server refused",
    """
    The server answered that it will not give this tile, or the description of its service (403, 401 or another
    status from 400 to 499), and asking again would change nothing. Often a key is missing or has run out, or the address is wrong. A status by
    which a server says that it has no such tile belongs into `absentStatus`.
    """,
    Example(marked(from: "forbidden"), shownBy: .render))

  package static let serverUnavailable = Code(
    405, .error, "a server that cannot answer now",
    """
    The server said that it is overloaded or broken (429, or 500 and above), also after several attempts with
    growing pauses. Run the same command again later: what was fetched is kept. `hosts:` in `.mapdoc.yaml`
    bounds the requests per second, and `onError: warn` draws the map without the layer.
    """,
    Example(marked(from: "busy"), shownBy: .render))

  package static let connectionFailed = Code(
    406, .error, "a server that cannot be reached",
    """
    The name of the server is not known, or nobody listens at its address, or the connection broke off. Look for
    a slip in the address, and whether this computer reaches the server at all, perhaps through a `proxy`.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: streets
            type: xyz
      -     url: http://127.0.0.1:1/tiles/{z}/{x}/{y}.png
      +     url: http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
      """,
      shownBy: .render))

  package static let secureConnectionFailed = Code(
    407, .error, "a server that cannot prove who it is",
    """
    The server's certificate is not one that this computer trusts, has run out, belongs to another name, or the
    server does not speak TLS at this port. mapdoc never goes on without; a company's own authority is given as
    `caFile` of the host in `.mapdoc.yaml`.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: streets
            type: xyz
      -     url: https://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
      +     url: http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
      """,
      shownBy: .render))

  package static let timedOut = Code(
    408, .error, "a server that did not answer in time",
    """
    The server took the request and did not answer within `timeout` seconds, several times. A slow server may
    need a larger `timeout`; one that hangs needs patience, or `onError: warn`.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: streets
            type: xyz
            timeout: 0.5
      -     url: http://127.0.0.1:8080/hang/{z}/{x}/{y}.png
      +     url: http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
      """,
      shownBy: .render))

  package static let redirectRefused = Code(
    409, .error, "a redirect that was not followed",
    """
    The server sent the request on to another address, and mapdoc did not follow: more than five times in a row,
    in a circle, or to something that is neither `http` nor `https`. Write the address that the tiles really
    have.
    """,
    Example(marked(from: "redirect"), shownBy: .render))

  package static let tileUndecodable = Code(
    410, .error, "a tile that is not a picture",
    """
    The answer was a success by its status, but its bytes are no picture that can be decoded: often an HTML page
    with an error in it, a tile that was cut short, or an error of a map service in its own words. It is never drawn
    as a hole and never kept in the cache.
    """,
    Example(marked(from: "html"), shownBy: .render))

  package static let tileOfOtherSize = Code(
    411, .warning, "a tile of another size than the scheme's",
    """
    The decoded tile has more or fewer pixels than the tiling scheme says; it is scaled to its place. If that is
    meant (tiles of 512 pixels for a display of double density), declare it with `tileSize`: the size in logical
    pixels at which a tile is shown.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: streets
            type: xyz
            url: http://127.0.0.1:8080/small/{z}/{x}/{y}.png
      +     tileSize: 256
      """,
      shownBy: .render))

  package static let tileMissing = Code(
    412, .error, "a tile that is missing",
    """
    The source has no such tile, and the layer says `onMissingTile: fail`: every tile that the map shows must be
    there. Other values leave it transparent, fill it with a colour, or take a part of the `parent` tile.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: streets
            type: xyz
            url: http://127.0.0.1:8080/missing/{z}/{x}/{y}.png
      -     onMissingTile: fail
      +     onMissingTile: transparent
      """,
      shownBy: .render))

  package static let notInCache = Code(
    413, .error, "a tile that is not in the cache",
    """
    With `--offline` only the cache and local files are used, and this tile has never been fetched, or was
    dropped since. Render once without `--offline`.
    """,
    Example(
      wrong: tiles(from: "tiles"), mended: tiles(from: "tiles"),
      shownBy: .situation("`mapdoc render --offline` needs a tile that no earlier run has fetched")))

  package static let answerTooLarge = Code(
    414, .error, "an answer that is too large",
    """
    The server sent more than a tile can have, and mapdoc hung up. Mostly the address names a download, not a
    tile.
    """,
    Example(marked(from: "big"), shownBy: .render))

  package static let cacheRebuilt = Code(
    415, .warning, "a cache that was damaged",
    """
    The file of the tile cache could not be read any more. It was set aside under another name and a new one
    begun; tiles are fetched again as they are needed. A computer that lost power or a full disk does that.
    """,
    Example(
      wrong: tiles(from: "tiles"), mended: tiles(from: "tiles"),
      shownBy: .situation("the cache's file is damaged; the next run is clean again")))

  package static let levelWithoutTiles = Code(
    416, .warning, "a level that is declared and has no tiles",
    """
    The source says that it has a level for which it holds no tile. A map at that scale takes its tiles from
    another level, or stays empty. Finish the source, or take the level out of its description.
    """,
    Example(
      cache, files: ["cache/conf.xml": conf(levels: [2, 3, 4]), tile(level: 2): picture, tile(level: 4): picture],
      mendedFiles: [tile(level: 3): picture]))

  package static let sourceWithoutTiles = Code(
    417, .error, "a package without tiles",
    """
    The package is sound and says what it should hold, but holds no tile at all. Perhaps the program that makes
    it has not run to its end, or a copy left out the folders.
    """,
    Example(
      cache, files: ["cache/conf.xml": conf(levels: [2])], mendedFiles: [tile(level: 2): picture]))

  package static let staleTile = Code(
    418, .warning, "a tile older than its server allows",
    """
    The server cannot be reached, and the cache has a copy of the tile that is past its time. The copy is drawn
    rather than nothing, and the picture does not count as up to date: the next run tries again.
    """,
    Example(
      wrong: tiles(from: "busy"), mended: tiles(from: "tiles"),
      shownBy: .situation("a server that answered in an earlier run does not answer now")))

  package static let metadataDisagrees = Code(
    419, .warning, "a package or a service whose metadata is wrong",
    """
    What a package says of itself (bounds, levels, format) is not what its tiles show, or what a service says
    (corners, scale denominators) puts its tiles off the map. mapdoc goes by what fits, and the message says how it
    reads them; other programs may trust the metadata and show nothing. Write the metadata again with the program
    that made the package; tell the people who run the service.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: mbtiles
      -     path: says-jpg-holds-png.mbtiles
      +     path: says-png-holds-png.mbtiles
      """,
      shownBy: .situation("the `metadata` of an MBTiles file says other than its tiles, such as `jpg` over PNG tiles")))

  package static let policyNotMet = Code(
    420, .warning, "a provider whose policy asks for more",
    """
    The provider gives its tiles away under conditions, and the project does not meet one of them. OpenStreetMap
    wants to know who asks, so that it can write to somebody instead of blocking everybody: an address under
    `contact:` in `.mapdoc.yaml`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: osm
      """,
      mendedFiles: [".mapdoc.yaml": "contact: maps@example.org\n"]))

  package static let layerWithoutTilesHere = Code(
    421, .warning, "a layer none of whose tiles exists",
    """
    For every tile of the layer that the picture shows, its source says that there is none, and the picture is empty
    there. Mostly the address, the level or the order of rows (`scheme: tms`) has a slip, for a server says the same of
    a tile that does not exist and of an address that means nothing. Open the address of the message in a browser. A
    layer that covers a part of the world only can say which with `bounds`, and is then left out elsewhere.
    """,
    Example(marked(from: "missing"), shownBy: .render))

  package static let serviceAnswerUnusable = Code(
    430, .error, "a service that says nothing usable of itself",
    """
    The layer's service was asked what it holds, and its answer cannot be used: a page for people, an error of the
    service in words of its own, a description with something missing. The message says what came and what was
    expected. Look at the address in a browser; `mapdoc inspect URL` asks in the same way.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        layers:
          - id: ground
            type: arcgis-tiled
      -     url: http://127.0.0.1:8080/html/MapServer
      +     url: http://127.0.0.1:8080/service/MapServer
      """,
      shownBy: .render))

  package static let tokenRefused = Code(
    431, .error, "a token that is not given or not taken",
    """
    The layer's credential is a token of ArcGIS. Its portal refuses the user or the password, or answers with
    something else than a token; or the service refuses the token, and the one that was asked for in its place.
    The message has the server's words. A portal that refused is not asked again in the same run: many lock a user
    out who tries often. `portal` is the address in front of `/sharing/rest`, or that of a server without a portal.
    """,
    Example(
      """
        mapdoc: 1
        canvas: {size: [256, 256]}
        credentials:
          gis: {type: token, user: map, allowInsecure: true,
      -     password: "${env:GIS_OLD}",
      +     password: "${env:GIS_NEW}",
            portal: http://127.0.0.1:8080/portal}
        layers:
          - id: streets
            type: xyz
            url: http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
            credentials: gis
      """,
      environment: ["GIS_OLD": "a0c4d8c1e2", "GIS_NEW": "7e1f33b9d0"], shownBy: .render))

  package static let serviceRetired = Code(
    440, .warning, "a service that is being retired",
    """
    The provider has said when its service ends, or for whom it has ended: a map that is drawn today will not be
    drawn then. Move the layer to another provider, or to a package of your own, before that day.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
      -     type: bing
      -     style: Road
      +     type: xyz
      +     url: https://tiles.example.org/{z}/{x}/{y}.png?apikey={key}
            credentials: tiles
        credentials:
          tiles: {type: key, key: "${env:TILES_KEY}"}
      """,
      environment: ["TILES_KEY": "5c1b2f0e9d7a44c1"]))
}
