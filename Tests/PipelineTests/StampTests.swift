import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@testable import Pipeline

/// What makes a picture stale, and what does not.
@Suite(.timeLimit(.minutes(10))) struct StampTests {
  private static let small = PlainPicture.tile(level: 0, column: 0, row: 0).png
  static let other = PlainPicture.tile(level: 1, column: 1, row: 1).png

  private func project(_ layers: String = "  - {id: w, type: builtin}") throws -> PipelineProject {
    try PipelineProject([
      ".mapdoc.yaml": "{}\n",
      "base.yaml": "mapdoc: 1\ntemplate: true\ncanvas: {size: [32, 32]}\nparams: {title: First}\n",
      "map.yaml": """
      mapdoc: 1
      extends: base.yaml
      title: ${title}
      layers:
      \(layers)

      """,
    ])
  }

  /// What a further render does.
  private func status(_ project: PipelineProject) async throws -> MapReport.Status {
    let report = try await project.render()
    #expect(report.findings.errors == 0, "\(report.findings.diagnostics.map(\.message))")
    return try #require(report.maps.first).status
  }

  /// A project with a picture that is up to date.
  private func drawn(
    _ layers: String = "  - {id: w, type: builtin}", _ prepare: (PipelineProject) throws -> Void = { _ in }
  )
    async throws -> PipelineProject
  {
    let project = try project(layers)
    try prepare(project)
    #expect(try await status(project) == .rendered)
    #expect(try await status(project) == .upToDate)
    return project
  }

  private func replace(_ old: String, _ new: String, in name: String, of project: PipelineProject) throws {
    let text = String(decoding: try project.folder.read(name), as: UTF8.self)
    #expect(text.contains(old))
    try project.folder.write(text.replacing(old, with: new), to: name)
  }

  @Test func aPictureOnTheGround() async throws {
    let layers = """
        - {id: w, type: builtin}
        - {id: i, type: image, path: photo.png, srs: EPSG:3857, bbox: [0, 0, 100, 100]}
      """
    func write(_ level: UInt8, _ project: PipelineProject) throws {
      try project.folder.write(PlainPicture(width: 8, height: 8) { _, _ in (level, 0, 0, 255) }.png, to: "photo.png")
    }
    let project = try await drawn(layers) { try write(7, $0) }
    // Another time of change, the same bytes.
    try write(7, project)
    #expect(try await status(project) == .upToDate)
    try write(8, project)
    #expect(try await status(project) == .rendered)
  }

  @Test func theDocument() async throws {
    let project = try await drawn()
    try replace("id: w", "opacity: 0.5, id: w", in: "map.yaml", of: project)
    #expect(try await status(project) == .rendered)
    #expect(try await status(project) == .upToDate)
  }

  @Test func itsTemplate() async throws {
    let project = try await drawn()
    try replace("[32, 32]", "[32, 40]", in: "base.yaml", of: project)
    #expect(try await status(project) == .rendered)
  }

  @Test func aParameter() async throws {
    var project = try await drawn()
    project.options.settings = [("title", "Second")]
    #expect(try await status(project) == .rendered)
    #expect(try await status(project) == .upToDate)
    project.options.settings = []
    #expect(try await status(project) == .rendered)
  }

  @Test func theProjectsDefaults() async throws {
    let project = try await drawn()
    try project.folder.write("defaults: {canvas: {background: '#123456'}}\n", to: ".mapdoc.yaml")
    #expect(try await status(project) == .rendered)
    try project.folder.write(
      "defaults: {canvas: {background: '#123456'}, layers: {opacity: 0.3}}\n", to: ".mapdoc.yaml")
    #expect(try await status(project) == .rendered)
    #expect(try await status(project) == .upToDate)
  }

  /// The environment is for secrets, which are renewed and change no map.
  @Test func notASecretThatWasRenewed() async throws {
    let server = try ScriptedServer { _ in .ok(Self.small) }
    var project = try project(
      "  - {id: t, type: xyz, url: '\(server.baseAddress)/{z}/{x}/{y}.png', headers: {X-Token: {value: '${env:TOKEN}', allowInsecure: true}}}"
    )
    project.options.environment = ["TOKEN": "old"]
    #expect(try await status(project) == .rendered)
    project.options.environment = ["TOKEN": "new"]
    #expect(try await status(project) == .upToDate)
    for name in try project.folder.names(in: ".mapdoc/stamps") {
      let text = String(decoding: try project.folder.read(".mapdoc/stamps/" + name), as: UTF8.self)
      #expect(!text.contains("old"))
    }
  }

  @Test func aTileOfAPackage() async throws {
    let project = try await drawn("  - {id: p, type: mbtiles, path: p.mbtiles}") {
      try MBTilesMaking.make($0.path("p.mbtiles"), tiles: [(0, 0, 0, Self.small)])
    }
    let before = try project.folder.read("build/map.png")
    try MBTilesMaking.run(
      "UPDATE tiles SET tile_data = \(MBTilesMaking.blob(Self.other))", on: project.path("p.mbtiles"))
    #expect(try await status(project) == .rendered)
    #expect(try project.folder.read("build/map.png") != before)
    // Metadata that change no pixel and no level do not.
    try MBTilesMaking.run("INSERT INTO metadata VALUES ('x-note', 'n')", on: project.path("p.mbtiles"))
    #expect(try await status(project) == .upToDate)
  }

  /// `onMissingTile: parent`: what stands for an absent tile, and a nearer one that was not there.
  @Test(arguments: [
    "UPDATE tiles SET tile_data = \(MBTilesMaking.blob(other)) WHERE zoom_level = 0",
    "INSERT INTO tiles VALUES (1, 1, 0, \(MBTilesMaking.blob(other)))",
  ])
  func aCoarserTileInPlaceOfAnAbsentOne(_ change: String) async throws {
    let project = try await drawn(
      "  - {id: p, type: mbtiles, path: p.mbtiles, onMissingTile: parent, detail: 2}\n"
        + "initialExtent: {center: [90, -60], level: 2}"
    ) {
      // Level 1 has a tile elsewhere, so that its being there does not change what the package says of itself.
      try MBTilesMaking.make(
        $0.path("p.mbtiles"),
        tiles: [(0, 0, 0, Self.small), (1, 0, 1, Self.small), (2, 0, 3, Self.small)])
    }
    let before = try project.folder.read("build/map.png")
    try MBTilesMaking.run(change, on: project.path("p.mbtiles"))
    #expect(try await status(project) == .rendered)
    #expect(try project.folder.read("build/map.png") != before)
    #expect(try await status(project) == .upToDate)
    // Another tile of the coarser level, under which nothing of the picture lies, changes nothing.
    try MBTilesMaking.run(
      "UPDATE tiles SET tile_data = \(MBTilesMaking.blob(Self.other)) WHERE zoom_level = 1 AND tile_column = 0",
      on: project.path("p.mbtiles"))
    #expect(try await status(project) == .upToDate)
  }

  @Test func aTileThatAppearsInAnExplodedCache() async throws {
    let project = try await drawn("  - {id: c, type: exploded-cache, path: cache-of-tiles}") {
      // Level 0 of Web Mercator has one tile; its folder is there, and another tile, so that the cache is not empty.
      let files = Code.levelWithoutTiles.example.files
      try $0.folder.write(
        try #require(files["cache/conf.xml"]).replacing("<LevelID>2", with: "<LevelID>0").replacing(
          "39135.75848201024", with: "156543.03392804097"), to: "cache-of-tiles/conf.xml")
      try $0.folder.write(Self.small, to: "cache-of-tiles/_alllayers/L00/R00000009/C00000000.png")
      try $0.folder.write(Code.cdiOfTheWorld, to: "cache-of-tiles/conf.cdi")
    }
    let before = try project.folder.read("build/map.png")
    try project.folder.write(Self.other, to: "cache-of-tiles/_alllayers/L00/R00000000/C00000000.png")
    #expect(try await status(project) == .rendered)
    #expect(try project.folder.read("build/map.png") != before)
    #expect(try await status(project) == .upToDate)
  }

  @Test func aTileThatTheServerReplaced() async throws {
    let isNew = Flag()
    let server = try ScriptedServer { _ in
      .ok(
        isNew.isSet ? Self.other : Self.small,
        [("Cache-Control", "max-age=0"), ("ETag", isNew.isSet ? "\"b\"" : "\"a\"")])
    }
    let project = try await drawn("  - {id: t, type: xyz, url: '\(server.baseAddress)/{z}/{x}/{y}.png'}")
    let asked = server.requests.count
    isNew.set()
    // Time alone makes nothing stale, and nobody is asked.
    #expect(try await status(project) == .upToDate)
    #expect(server.requests.count == asked)
    var refreshing = project
    refreshing.options.mode = .refresh
    #expect(try await status(refreshing) == .rendered)
    #expect(try await status(project) == .upToDate)
    #expect(try project.folder.read("build/map.png").isEmpty == false)
  }

  @Test func aPictureThatWasChangedOrIsGone() async throws {
    let project = try await drawn()
    let picture = try project.folder.read("build/map.png")
    try project.folder.write(picture + [0], to: "build/map.png")
    #expect(try await status(project) == .rendered)
    #expect(try project.folder.read("build/map.png") == picture)
    try FileManager.default.removeItem(atPath: project.path("build/map.png"))
    #expect(try await status(project) == .rendered)
  }

  @Test func theVersionAndDamage() async throws {
    let project = try await drawn()
    let name = try #require(try project.folder.names(in: ".mapdoc/stamps").first)
    for damage in ["", "mapdoc stamp 0\n", "mapdoc stamp 1\nrecipe 0\n"] {
      try project.folder.write(damage, to: ".mapdoc/stamps/" + name)
      #expect(try await status(project) == .rendered)
      #expect(try await status(project) == .upToDate)
    }
  }

  @Test func notAFileThatIsOnlyWrittenAgain() async throws {
    let project = try await drawn()
    for name in ["map.yaml", "base.yaml", ".mapdoc.yaml"] {
      try project.folder.write(try project.folder.read(name), to: name)
    }
    #expect(try await status(project) == .upToDate)
    // Nor one whose content says the same.
    try replace("title: ${title}", "# the title\ntitle: \"${title}\"", in: "map.yaml", of: project)
    #expect(try await status(project) == .upToDate)
    // Nor connections, contact, or lint of the project.
    try project.folder.write("contact: a@example.org\nlint: {MD310: off}\n", to: ".mapdoc.yaml")
    #expect(try await status(project) == .upToDate)
  }

  @Test func everyOutputHasAStampOfItsOwn() async throws {
    let project = try project()
    try replace("title: ${title}", "outputs: [{path: a.png}, {path: b.jpg}]", in: "map.yaml", of: project)
    #expect(try await project.render().count(.rendered) == 2)
    #expect(try await project.render().count(.upToDate) == 2)
    try FileManager.default.removeItem(atPath: project.path("b.jpg"))
    let report = try await project.render()
    #expect(report.count(.upToDate) == 1 && report.count(.rendered) == 1)
  }

  @Test func aFailedMapLosesItsStamp() async throws {
    let isBroken = Flag()
    let server = try ScriptedServer { _ in
      isBroken.isSet ? .status(403) : .ok(Self.small, [("Cache-Control", "no-store")])
    }
    let project = try await drawn("  - {id: t, type: xyz, url: '\(server.baseAddress)/{z}/{x}/{y}.png'}")
    let picture = try project.folder.read("build/map.png")
    isBroken.set()
    #expect(try await project.render { $0.force = true }.count(.failed) == 1)
    #expect(try project.folder.read("build/map.png") == picture, "the old picture stays")
    #expect(try await project.render().count(.failed) == 1, "and is not up to date")
    isBroken.set(false)
    #expect(try await status(project) == .rendered)
  }
}

extension Code {
  /// `conf.cdi` of a cache of the whole world in Web Mercator.
  static let cdiOfTheWorld = """
    <?xml version="1.0" encoding="utf-8"?>
    <EnvelopeN><XMin>-20037508.342787</XMin><YMin>-20037508.342787</YMin><XMax>20037508.342787</XMax>
    <YMax>20037508.342787</YMax></EnvelopeN>

    """
}
