/// Servers that others wrote, each drawing the same ground.
package enum MapServers {
  /// A country north of another one, and an island: nothing of it is the same when axes are swapped.
  private static let outlines: [[(Double, Double)]] = [
    [(2, 42), (14, 43), (13, 50), (8, 56), (3, 51)], [(18, 44), (28, 46), (24, 58), (16, 54)],
    [(-9, 52), (-6, 52), (-7, 55)],
  ]

  /// - Parameter most: Pixels a side that it draws at most.
  package static func mapserver(most: Int = 600) async throws -> CGIServer {
    let features = outlines.map { outline in
      "FEATURE POINTS " + (outline + [outline[0]]).map { "\($0.0) \($0.1)" }.joined(separator: " ") + " END END"
    }
    let map = """
      MAP
        NAME "all" EXTENT -180 -90 180 90 SIZE 400 200 MAXSIZE \(most) IMAGECOLOR 220 235 245
        PROJECTION "init=epsg:4326" END
        OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
        WEB METADATA
          "wms_title" "All" "wms_srs" "EPSG:4326 EPSG:3857 EPSG:25832" "wms_enable_request" "*"
        END END
        LAYER
          NAME "land" TYPE POLYGON STATUS ON
          PROJECTION "init=epsg:4326" END
          METADATA "wms_title" "Land" "wms_extent" "-10 40 30 60" END
          \(features.joined(separator: "\n"))
          CLASS STYLE COLOR 200 190 160 OUTLINECOLOR 90 70 50 WIDTH 2 END END
        END
      END

      """
    return try await CGIServer(
      .mapserver, ["test.map": map, "ms.conf": "CONFIG\n  ENV\n    \"MS_MAP_PATTERN\" \".\"\n  END\nEND\n"],
      environment: ["MAPSERVER_CONFIG_FILE": "FOLDER/ms.conf", "MS_MAPFILE": "FOLDER/test.map"])
  }

  package static func qgis() async throws -> CGIServer {
    let features = outlines.map { outline in
      let ring = (outline + [outline[0]]).map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      return "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}}"
    }
    // QGIS cuts a date or a random number off the end of a layer's id, and so wants one that has it.
    let layer = "land_50a2fa14_613d_4b83_bbc7_30626388ae95"
    let project = """
      <qgis>
        <layer-tree-group><layer-tree-layer id="\(layer)"/></layer-tree-group>
        <projectlayers><maplayer type="vector"><id>\(layer)</id><datasource>./land.geojson</datasource>
          <layername>land</layername>
          <srs><spatialrefsys><srsid>3452</srsid><authid>EPSG:4326</authid></spatialrefsys></srs>
          <renderer-v2 type="singleSymbol"><symbols><symbol type="fill" name="0"><layer class="SimpleFill">
            <prop k="color" v="200,190,160,255"/><prop k="outline_color" v="90,70,50,255"/>
          </layer></symbol></symbols></renderer-v2></maplayer></projectlayers>
        <properties><WMSCrsList type="QStringList"><value>EPSG:4326</value><value>EPSG:3857</value>
          <value>EPSG:25832</value></WMSCrsList></properties>
      </qgis>

      """
    return try await CGIServer(
      .qgis,
      [
        "test.qgs": project,
        "land.geojson": "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
      ],
      environment: [
        "QGIS_PROJECT_FILE": "FOLDER/test.qgs", "QT_QPA_PLATFORM": "offscreen", "HOME": "FOLDER",
        "XDG_RUNTIME_DIR": "FOLDER",
      ])
  }

  /// A WMS that hands on what another one draws.
  package static func cascade(_ address: String) -> String {
    """
    services:
      wms: {srs: ["EPSG:4326", "EPSG:3857", "EPSG:25832"], versions: ["1.1.1", "1.3.0"]}
    layers: [{name: land, title: Land, sources: [server]}]
    sources:
      server: {type: wms, req: {url: "\(address)/wms?", layers: land, transparent: false}, wms_opts: {version: "1.1.1"}}

    """
  }

  /// The bytes of an answer, asked for by a client that others wrote.
  package static func answer(_ address: String, in folder: TemporaryFolder) async throws -> [UInt8] {
    let script = """
      import sys, urllib.request
      opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
      open(sys.argv[2], "wb").write(opener.open(sys.argv[1], timeout=60).read())
      """
    let outcome = try await Program("/usr/bin/python3", folder: folder.path)
      .run(["-c", script, address, folder.path + "/answer"])
    guard outcome.status == 0 else { throw NoAnswer(errors: outcome.errors) }
    return try folder.read("answer")
  }

  struct NoAnswer: Error { let errors: String }
}
