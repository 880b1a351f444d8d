import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// Views that snap to the levels of the basemap.
@Suite struct LevelViewTests: ViewResolving {
  @Test(arguments: [1.0, 2])
  func snapsToTheNextCoarserLevelSoThatTilesAreCopied(ratio: Double) throws {
    for zoom in [6.2, 6.999, 7, 7.0001] {
      let form = ExtentForm.center(
        Position(x: 9.987, y: 53.551), reference: .wgs84, .zoom(zoom), snapsToLevel: true)
      let resolution = resolve(form, canvas: Documents.canvas(801, 600, dpi: 96 * ratio))
      let map = try #require(resolution.map)
      let level = TilingScheme.webMercator.levels[zoom < 7 ? 6 : 7].resolution
      #expect(map.view.logicalResolution == level)
      let tiles = try #require(map.layers[0].tiles)
      #expect(tiles.scale == ratio)
      #expect(abs(tiles.originX - tiles.originX.rounded()) < 1e-6)
      #expect(abs(tiles.originY - tiles.originY.rounded()) < 1e-6)
      #expect(map.layers[0].action == (ratio == 1 ? .draw : .resample))
      // The centre moves by half a pixel at most.
      let asked = Position(x: 1111747.7, y: 7085575.4)
      #expect(abs(map.view.center.x - asked.x) < map.view.resolution)
      #expect(abs(map.view.center.y - asked.y) < map.view.resolution)
    }
  }

  @Test func snapsDevicePixelsWhereTheyAreWhatCounts() throws {
    let form = ExtentForm.center(Position(x: 9.987, y: 53.551), reference: .wgs84, .zoom(6.5), snapsToLevel: true)
    let resolution = resolve(form, canvas: Documents.canvas(800, 600, dpi: 300)) { $0.detail = .device }
    let map = try #require(resolution.map)
    #expect(map.layers[0].action == .draw)
    #expect(map.layers[0].tiles?.scale == 1)
  }

  @Test func snapsBoxesAndFitsToTheNextCoarserLevel() throws {
    let box = ExtentForm.box(xmin: 9, ymin: 53, xmax: 11, ymax: 54, reference: .wgs84, snapsToLevel: true)
    let places = [Position(x: 9, y: 53), Position(x: 11, y: 54)]
    let fit = ExtentForm.fitGeometry(places, reference: .wgs84, padding: .zero, snapsToLevel: true)
    for form in [box, fit] {
      let map = try #require(resolve(form).map)
      #expect(map.layers[0].action == .draw && map.layers[0].tiles?.scale == 1)
      // 1 degree of latitude over 600 pixels is 311 m a pixel of the map; level 9 has 305.7, level 8 twice as many.
      #expect(map.layers[0].tiles?.level.number == 8)
    }
  }

  @Test func snapsToLevelsThatAreDrawnOnly() throws {
    func snapped(_ scale: ExtentScale) -> ExtentForm {
      .center(Position(x: 9, y: 53), reference: .wgs84, scale, snapsToLevel: true)
    }
    let map = try #require(resolve(snapped(.zoom(6.5))) { $0.maxLevel = 4 }.map)
    #expect(map.layers[0].tiles?.level.number == 4 && map.layers[0].tiles?.scale == 1)
    #expect(resolve(snapped(.level(6))) { $0.maxLevel = 4 }.codes == ["MD308"])
    let document = Documents.map([Documents.tiled("base")], extent: snapped(.level(10)))
    let part = Resolver(document, ["base": Sources.described(.webMercator, levels: 0...3)]).resolve()
    #expect(part.codes == ["MD308"])
    #expect(part.findings.first?.message.contains("it draws 0 to 3") == true)
  }

  /// A place to fit and a centre are judged alike.
  @Test(arguments: [90.0, -90])
  func aPoleHasNoPlaceInWebMercator(_ latitude: Double) {
    let pole = Position(x: 0, y: latitude)
    #expect(resolve(.fitGeometry([pole], reference: .wgs84, padding: .zero)).codes == ["MD307"])
    #expect(resolve(.center(pole, reference: .wgs84, .scale(10_000), snapsToLevel: false)).codes == ["MD307"])
    let reaching = [pole, Position(x: 20, y: latitude / 2)]
    #expect(resolve(.fitGeometry(reaching, reference: .wgs84, padding: .zero)).codes == [])
  }

  /// Real caches write 156543.033928 for 156543.03392804097: the picture is the same, so the tiles are copied.
  @Test func copiesAViewWithin64thOfAPixelOfALevelsGrid() throws {
    let level = TilingScheme.webMercator.levels[5].resolution
    let origin = 20037508.342789244
    func map(off pixels: Double, factor: Double) throws -> ResolvedMap {
      let x = -origin + (3000 + pixels) * level
      let form = center(x, 0, .resolution(level * factor), "EPSG:3857")
      return try #require(resolve(form).map)
    }
    #expect(try map(off: 0.015, factor: 1).layers[0].action == .draw)
    #expect(try map(off: 0, factor: 1.00003).layers[0].action == .draw)
    #expect(try map(off: 0.02, factor: 1).layers[0].action == .resample)
    #expect(try map(off: 0, factor: 1.0001).layers[0].action == .resample)
    #expect(try map(off: 0.015, factor: 1).view.center.x == -origin + 3000 * level)
  }
}
