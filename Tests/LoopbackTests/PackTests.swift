import Glibc
import Rendering
import TestSupport
import Testing

/// `mapdoc pack` against a server, into every kind of package.
@Suite(.timeLimit(.minutes(15))) struct PackTests {
  static let targets = ["area.mbtiles", "area.gpkg", "area.pmtiles", "area.tpkx", "area/"]

  /// The nine tiles of levels 0 to 2 that a view of the four tiles in the middle of level 2 touches.
  private static let nine = [
    "/0/0/0.png", "/1/0/0.png", "/1/0/1.png", "/1/1/0.png", "/1/1/1.png", "/2/1/1.png", "/2/1/2.png", "/2/2/1.png",
    "/2/2/2.png",
  ]

  @Test(arguments: targets) func packsAnAreaAndDrawsTheSamePictureFromIt(target: String) async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let project = try MapProject(["maps/m.yaml": "# of the harbour\n" + MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc(
      "pack", "maps/m.yaml", "-o", target, "--levels", "0-2", "--rewrite", "offline/m.yaml")
    #expect(packed.status == 0, "\(packed.errors)")
    #expect(server.requests.map(\.target).sorted() == Self.nine)
    #expect(packed.errors.contains("levels 0 to 2, 9 tiles"), "\(packed.errors)")
    #expect(packed.text.contains("no layer of it asks a server"), "\(packed.text)")
    #expect(try project.folder.names(in: ".").allSatisfy { !$0.hasSuffix(".packing") && !$0.hasSuffix(".new") })
    let rewritten = String(decoding: try project.folder.read("offline/m.yaml"), as: UTF8.self)
    #expect(rewritten.hasPrefix("# of the harbour\n") && !rewritten.contains("http"), "\(rewritten)")
    server.stop()
    let rendered = try await project.mapdoc("render", "offline/m.yaml", "-o", "m.png", "--cache", "empty")
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try PictureDecoder.decode(project.folder.read("m.png")).countOfDifferences(from: .fourTiles()) == 0)
  }

  /// Its tiles are parts of one file, found by way of its directories.
  @Test func packsAnArchiveOfTheWeb() async throws {
    let archive = try Showcase.bytes("maps/data/archipelago.pmtiles")
    let server = try ScriptedServer { .part(of: archive, $0, [("ETag", "\"a\"")]) }
    func map(_ path: String) -> String {
      """
      mapdoc: 1
      canvas: {size: [300, 200]}
      initialExtent: {center: [60, -12], level: 1, snap: level}
      layers:
        - {id: islands, type: pmtiles, path: "\(path)"}

      """
    }
    let project = try MapProject([
      "maps/web.yaml": map(server.baseAddress + "/a.pmtiles"),
      "maps/here.yaml": map(Showcase.path("maps/data/archipelago.pmtiles")),
    ])
    let packed = try await project.mapdoc(
      "pack", "maps/web.yaml", "-o", "a.mbtiles", "--levels", "0-1", "--rewrite", "offline/web.yaml")
    #expect(packed.status == 0, "\(packed.errors)")
    server.stop()
    #expect(try await project.mapdoc("render", "offline/web.yaml", "-o", "a.png").status == 0)
    #expect(try await project.mapdoc("render", "maps/here.yaml", "-o", "b.png").status == 0)
    let (a, b) = try (project.folder.read("a.png"), project.folder.read("b.png"))
    #expect(try PictureDecoder.decode(a) == PictureDecoder.decode(b))
  }

  @Test func withoutLevelsEachViewIsPackedAtItsOwn() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let text =
      MapProject.fourTiles(server.baseAddress)
      + "bookmarks:\n  - {name: west, extent: {center: [-100, 10], level: 4}}\n"
    let project = try MapProject(["maps/m.yaml": text])
    let initial = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.mbtiles")
    #expect(initial.status == 0 && initial.errors.contains("level 2, 4 tiles"), "\(initial.errors)")
    #expect(server.requests.count == 4)
    let both = try await project.mapdoc("pack", "maps/m.yaml", "-o", "b.mbtiles", "--bookmark", "west")
    #expect(both.status == 0 && both.errors.contains("levels 2, 4,"), "\(both.errors)")
    #expect(server.requests.dropFirst(4).contains { $0.target.hasPrefix("/4/") })
    #expect(!server.requests.contains { $0.target.hasPrefix("/3/") })
  }

  @Test func nothingOfItEntersTheCache() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    #expect(try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.mbtiles").status == 0)
    #expect(access(project.folder.path + "/cache", F_OK) != 0)
    // What is fresh in the cache is taken from there, and `--offline` asks for nothing.
    #expect(try await project.render().status == 0)
    let asked = server.requests.count
    let offline = try await project.mapdoc("pack", "maps/m.yaml", "-o", "b.mbtiles", "--offline")
    #expect(offline.status == 0, "\(offline.errors)")
    #expect(server.requests.count == asked)
  }

  @Test func equalTilesAreStoredOnce() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    for target in ["a.mbtiles", "a.pmtiles"] {
      let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", target, "--levels", "2-5")
      #expect(packed.status == 0, "\(packed.errors)")
      // 4 + 16 + 64 + 256 tiles of some 400 bytes, and the tables.
      #expect(try project.folder.read(target).count < 40_000, "\(target)")
    }
  }

  @Test func theSameTilesMakeTheSameBytes() async throws {
    // Answers come in another order each time.
    let script = PyramidScript()
    let server = try ScriptedServer {
      .after(seconds: Double.random(in: 0...0.02), script.reply(to: $0.target))
    }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    for suffix in ["mbtiles", "gpkg", "pmtiles", "tpkx"] {
      for name in ["a", "b"] {
        let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", "\(name).\(suffix)", "--levels", "0-3")
        #expect(packed.status == 0, "\(packed.errors)")
      }
      #expect(try project.folder.read("a.\(suffix)") == project.folder.read("b.\(suffix)"), "\(suffix)")
    }
  }

  @Test func aSourceWithoutTilesIsSaidSo() async throws {
    let server = try ScriptedServer { _ in .status(404) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.pmtiles")
    #expect(packed.status == 1 && packed.errors.contains("its source has none of the 4 tiles"), "\(packed.errors)")
    #expect(!FileNames.exists(project.folder.path + "/a.pmtiles.packing"))
  }

  @Test func webPStaysWebPWhereItCan() async throws {
    // A head of 256 x 256 pixels is all that is looked at (RFC 9649).
    let picture =
      Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0]
    let server = try ScriptedServer { _ in .ok(picture, type: "image/webp") }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    for target in ["a.mbtiles", "a.gpkg", "a.pmtiles"] {
      #expect(try await project.mapdoc("pack", "maps/m.yaml", "-o", target).status == 0, "\(target)")
      #expect(try await project.mapdoc("inspect", target).text.contains("WebP"), "\(target)")
    }
    let refused = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.tpkx")
    #expect(refused.status == 1, "\(refused.errors)")
    #expect(refused.errors.contains("a tile package (TPKX) holds no WebP pictures, and tile 2/"), "\(refused.errors)")
    #expect(refused.errors.contains("`.mbtiles`, `.gpkg` and `.pmtiles` can hold it"), "\(refused.errors)")
  }

  // MARK: - What is refused

  @Test func manyTilesWantConsent() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.mbtiles", "--levels", "9")
    #expect(packed.status == 2)
    #expect(packed.errors.contains("65,536 tiles, about 1 GB"), "\(packed.errors)")
    #expect(packed.errors.contains("`--yes`") && packed.errors.contains("terms"), "\(packed.errors)")
    #expect(server.requests.isEmpty && !FileNames.exists(project.folder.path + "/a.mbtiles.packing"))
  }

  @Test(arguments: [
    (["-o", "a.zip"], 2, "`.mbtiles`, `.gpkg`, `.pmtiles`, `.tpkx` or a folder"),
    (["-o", "a.mbtiles", "--layer", "strets"], 2, "did you mean `streets`?"),
    (["-o", "a.mbtiles"], 2, "2 can be packed: `streets`, `eastern`; name one with `--layer`, or write a `.gpkg`"),
    (["maps/n.yaml", "-o", "a.mbtiles"], 1, "in Web Mercator alone, and layer `national` is in EPSG:25833"),
    (["maps/n.yaml", "-o", "a.pmtiles"], 1, "`.gpkg`, `.tpkx` and a folder can hold it"),
    (["-o", "a.gpkg", "--layer", "osm"], 1, "OpenStreetMap forbids to collect its tiles ahead (https://operations"),
    (["-o", "a.gpkg", "--layer", "world"], 1, "drawn without tiles of its own"),
    (["-o", "a.gpkg", "--layer", "streets", "--levels", "30-40"], 2, "which has 0-24"),
    (["-o", "a.gpkg", "--levels", "7-3"], 2, "levels from 0 to 99"),
    (["-o", "a.gpkg", "--bookmark", "peer"], 2, "has no bookmark `peer`; did you mean `pier`?"),
    (["-o", "a.gpkg", "--layer", "elsewhere"], 1, "nothing of layer `elsewhere` lies in the area"),
    (["-o", "there.mbtiles", "--layer", "streets"], 1, "`there.mbtiles` is there already; `--force` replaces it"),
    (["-o", "full/", "--layer", "streets", "--force"], 1, "holds other things than an Esri cache"),
    (["-o", "a.gpkg", "--layer", "streets", "--rewrite", "maps/m.yaml"], 2, "is the document itself"),
    (["-o", "a.gpkg", "--layer", "streets", "--rewrite", "./a.gpkg"], 2, "would lie in the package `a.gpkg`"),
    (["-o", "new/", "--layer", "streets", "--rewrite", "new/m.yaml"], 2, "would lie in the package `new`"),
    (["-o", "there.mbtiles", "--layer", "streets", "--force", "--rewrite", "there.mbtiles"], 2, "would lie in the"),
    ([], 2, "`-o` is missing"),
  ])
  func refusesWithAReason(words: [String], status: Int32, message: String) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try MapProject(["maps/m.yaml": Self.manyLayers(server.baseAddress)])
    try project.folder.write(Self.national(server.baseAddress), to: "maps/n.yaml")
    try project.folder.write("x", to: "there.mbtiles")
    try project.folder.write("x", to: "full/notes.txt")
    let program = Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": project.folder.path + "/cache"], folder: project.folder.path)
    let outcome = try await program.run(
      ["pack"] + (words.first?.hasPrefix("maps/") ?? false ? [] : ["maps/m.yaml"]) + words)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(server.requests.isEmpty)
    #expect(try project.folder.read("there.mbtiles") == Array("x".utf8))
  }

  /// `--force` replaces packages, and never what the document is made of.
  @Test func neverReplacesWhatALayerReads() async throws {
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      canvas: {size: [256, 256]}
      initialExtent: {center: [0, 0], zoom: 0}
      layers:
        - {id: world, type: mbtiles, path: ../data/world.mbtiles}
      """
    ])
    let bytes = try Showcase.bytes("maps/data/archipelago.mbtiles")
    try project.folder.write(bytes, to: "data/world.mbtiles")
    #expect(symlink("data/world.mbtiles", project.folder.path + "/other.mbtiles") == 0)
    for output in ["data/world.mbtiles", "other.mbtiles"] {
      let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", output, "--force", "--levels", "0-9")
      #expect(packed.status == 1)
      #expect(packed.errors.contains("`\(output)` is what layer `world` reads"), "\(packed.errors)")
    }
    #expect(try project.folder.read("data/world.mbtiles") == bytes)
  }

  @Test func groupsAndBoundsAndLevelsOfLayersAreFollowed() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: String($0.target.trimmingPrefix("/e"))) }
    let project = try MapProject(["maps/m.yaml": Self.manyLayers(server.baseAddress)])
    let packed = try await project.mapdoc(
      "pack", "maps/m.yaml", "-o", "a.gpkg", "--layer", "all", "--levels", "1-3", "--rewrite", "maps/off.yaml")
    #expect(packed.status == 0, "\(packed.errors)")
    #expect(packed.errors.contains("layer `eastern`: levels 2 to 3"), "\(packed.errors)")
    // Its `bounds` are the east, and `minLevel` is 2.
    let eastern = server.requests.map(\.target).filter { $0.hasPrefix("/e/") }.sorted()
    #expect(eastern.contains("/e/2/2/1.png") && !eastern.contains { $0.hasPrefix("/e/1/") || $0.hasPrefix("/e/2/1/") })
    #expect(packed.text.contains("still online: `osm`"), "\(packed.text)")
    let inspected = try await project.mapdoc("inspect", "a.gpkg")
    #expect(inspected.text.contains("another table of tiles: `eastern`"), "\(inspected.text)")
    let text = String(decoding: try project.folder.read("maps/off.yaml"), as: UTF8.self)
    #expect(text.contains("type: geopackage, path: ../a.gpkg, table: eastern"), "\(text)")
    #expect(try await project.mapdoc("check", "maps/off.yaml").status == 0)
  }

  /// Layers of every sort that `pack` has to do with, over the four tiles in the middle of level 2.
  private static func manyLayers(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    bookmarks: [{name: pier, extent: [1, 1, 2, 2]}]
    layers:
      - id: all
        type: group
        layers:
          - {id: streets, type: xyz, url: "\(address)/{z}/{x}/{y}.png"}
          - {id: eastern, type: xyz, url: "\(address)/e/{z}/{x}/{y}.png", bounds: [1, -80, 80, 80], minLevel: 2}
      - {id: osm, type: osm}
      - {id: world, type: builtin, name: world}
      - {id: elsewhere, type: xyz, url: "\(address)/{z}/{x}/{y}.png", bounds: [170, 80, 179, 84], visible: false}

    """
  }

  private static func national(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [500000, 6000000], srs: EPSG:25833, level: 1}
    layers:
      - id: national
        type: xyz
        url: "\(address)/n/{z}/{x}/{y}.png"
        tilingScheme:
          srs: EPSG:25833
          origin: [-2500000, 9045984]
          tileSize: 256
          levels: [{level: 0, resolution: 2800}, {level: 1, resolution: 1400}]

    """
  }
}

enum FileNames {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
