import Rendering
import TestSupport
import Testing

/// Other programs read what `mapdoc pack` writes, pixel by pixel.
@Suite(.timeLimit(.minutes(15))) struct PackedForOthersTests {
  static let translate = Program.named("gdal_translate")
  static let python = Program.named("python3")

  @Test(
    .enabled(if: translate != nil, "GDAL is not installed"), arguments: ["area.mbtiles", "area.gpkg"])
  func gdalDrawsTheSame(target: String) async throws {
    let project = try await Packed(target).project
    let outcome = try await #require(Self.translate).run([
      "-q", "-of", "PNG", project.folder.path + "/" + target, project.folder.path + "/gdal.png",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("ERROR") && !outcome.errors.contains("Warning"), "\(outcome.errors)")
    #expect(try PictureDecoder.decode(project.folder.read("gdal.png")).countOfDifferences(from: .fourTiles()) == 0)
  }

  /// GDAL's driver for Esri's caches reads bundles of version 2 beside a `conf.xml`: those of the package are laid there.
  @Test(.enabled(if: translate != nil && python != nil, "GDAL or Python is not installed"))
  func gdalDrawsTheBundlesOfATPKX() async throws {
    let packed = try await Packed("area.tpkx")
    try await packed.pack("cache/")
    let project = packed.project
    let script = """
      import os, re, zipfile
      z = zipfile.ZipFile('area.tpkx'); assert z.testzip() is None
      for n in z.namelist():
          if n.startswith('tile/'):
              p = 'compact/_alllayers/' + n[5:]; os.makedirs(os.path.dirname(p), exist_ok=True); open(p, 'wb').write(z.read(n))
      t = open('cache/conf.xml').read()
      t = t.replace('esriMapCacheStorageModeExploded', 'esriMapCacheStorageModeCompactV2').replace('<PacketSize>0', '<PacketSize>128')
      # The driver wants declared levels to be there.
      t = re.sub(r'<LODInfo .*?<LevelID>(\\d+)</LevelID>.*?</LODInfo>', lambda m: m.group(0) if int(m.group(1)) < 3 else '', t)
      open('compact/conf.xml', 'w').write(t)
      """
    let folder = project.folder.path
    let laid = try await Program(#require(Self.python).path, folder: folder).run(["-c", script])
    #expect(laid.status == 0, "\(laid.errors)")
    // Four tiles in the middle of sixteen.
    let outcome = try await #require(Self.translate).run([
      "-q", "-of", "PNG", "-srcwin", "256", "256", "512", "512", folder + "/compact/conf.xml", folder + "/gdal.png",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try PictureDecoder.decode(project.folder.read("gdal.png")).countOfDifferences(from: .fourTiles()) == 0)
  }

  /// The reader below is written after the specification, in another language, and looks at what `pmtiles verify` looks at:
  /// counts, order, levels and bounds.
  @Test(.enabled(if: python != nil, "Python is not installed"))
  func anotherReaderFindsEveryTileOfPMTiles() async throws {
    let packed = try await Packed("area.pmtiles")
    try await packed.pack("area.mbtiles")
    let project = packed.project
    let outcome = try await Program(#require(Self.python).path, folder: project.folder.path).run(["-c", Self.reader])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "9 tiles\n")
  }

  @Test(.enabled(if: MapProxyServer.isHere, "\(MapProxyServer.absence)"))
  func mapProxyServesMBTilesAndGeoPackages() async throws {
    let packed = try await Packed("area.mbtiles")
    try await packed.pack("area.gpkg")
    let folder = packed.project.folder.path
    let proxy = try await MapProxyServer(
      """
      services:
        tms: {use_grid_names: true}
      layers: [{name: m, title: M, sources: [m]}, {name: g, title: G, sources: [g]}]
      caches:
        m: {grids: [mercator], sources: [], cache: {type: mbtiles, filename: \(folder)/area.mbtiles}}
        g: {grids: [webmercator], sources: [], cache: {type: geopackage, filename: \(folder)/area.gpkg, table_name: t}}
      grids:
        webmercator: {base: GLOBAL_WEBMERCATOR}
        mercator: {base: GLOBAL_MERCATOR}

      """)
    // Its MBTiles count rows as the grid does: from the south.
    for (name, grid) in [("m", "mercator"), ("g", "webmercator")] {
      let project = try MapProject()
      let address = "\(proxy.address)/tiles/\(name)/\(grid)"
      try project.folder.write(
        MapProject.fourTiles(address).replacing("{y}.png", with: "{y}.png?origin=nw"), to: "maps/m.yaml")
      let outcome = try await project.render()
      #expect(outcome.status == 0, "\(outcome.errors) \(proxy.log)")
      #expect(try PictureDecoder.decode(project.folder.read("build/m.png")).countOfDifferences(from: .fourTiles()) == 0)
    }
  }

  private static let reader = """
    import gzip, sqlite3, struct
    b = open('area.pmtiles', 'rb').read()
    assert b[:8] == b'PMTiles\\x03'
    ro, rl, mo, ml, lo, ll, to, tl, n, e, c = struct.unpack_from('<11Q', b, 8)
    assert b[96:102] == bytes([1, 2, 1, 2, 0, 2]) and to + tl == len(b)
    def directory(d):
        d = gzip.decompress(d); p = 0
        def number():
            nonlocal p
            v = s = 0
            while True:
                x = d[p]; p += 1; v |= (x & 127) << s; s += 7
                if x < 128: return v
        k = number(); ids = []; last = 0
        for _ in range(k): last += number(); ids.append(last)
        runs = [number() for _ in range(k)]; sizes = [number() for _ in range(k)]; offsets = []
        for i in range(k):
            v = number(); offsets.append(offsets[-1] + sizes[i - 1] if v == 0 and i else v - 1)
        return list(zip(ids, runs, sizes, offsets))
    entries = directory(b[ro:ro + rl]); tiles = {}
    for i, run, size, offset in entries:
        assert run > 0
        for k in range(run): tiles[i + k] = b[to + offset:to + offset + size]
    assert len(tiles) == n and len(entries) == e and len({offset for _, _, _, offset in entries}) == c
    end = 0
    for _, _, size, offset in entries:
        assert offset <= end
        if offset == end: end += size
    assert end == tl and [i for i, _, _, _ in entries] == sorted(tiles.keys() & {i for i, _, _, _ in entries})
    west, south, east, north, center, lon, lat = struct.unpack_from('<4iB2i', b, 102)
    assert -1800000000 <= west <= lon <= east <= 1800000000 and -900000000 < south <= lat <= north < 900000000
    assert west < east and south < north and b[100] <= center <= b[101]
    assert min(tiles) >= (4 ** b[100] - 1) // 3 and max(tiles) < (4 ** (b[101] + 1) - 1) // 3
    def number(z, x, y):
        base = (4 ** z - 1) // 3; d = 0; s = (1 << z) >> 1
        while s:
            rx, ry = int(x & s > 0), int(y & s > 0); d += s * s * ((3 * rx) ^ ry)
            if ry == 0:
                if rx: x, y = s - 1 - x, s - 1 - y
                x, y = y, x
            s >>= 1
        return base + d
    rows = sqlite3.connect('area.mbtiles').execute('SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles').fetchall()
    assert len(rows) == n
    for z, x, y, data in rows: assert tiles[number(z, x, (1 << z) - 1 - y)] == data
    print(n, 'tiles')
    """
}

/// The four tiles in the middle of level 2, with the levels above, in a package; the server stays as long as this.
private struct Packed {
  let project: MapProject
  private let server: ScriptedServer

  init(_ target: String) async throws {
    let script = PyramidScript()
    server = try ScriptedServer { script.reply(to: $0.target) }
    project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    try await pack(target)
  }

  func pack(_ target: String) async throws {
    let outcome = try await project.mapdoc("pack", "maps/m.yaml", "-o", target, "--levels", "0-2")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
