import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel

@Suite struct ExtentValueTests {
  @Test func readsABoxInDegrees() throws {
    #expect(
      try value(ExtentForm.self, "[9.5, 53, 10.5, 54]").value
        == .box(xmin: 9.5, ymin: 53, xmax: 10.5, ymax: 54, reference: .wgs84))
  }

  @Test func aBoxInDegreesMayCrossTheAntimeridian() throws {
    #expect(
      try value(ExtentForm.self, "[170, -20, -170, -10]").value
        == .box(xmin: 170, ymin: -20, xmax: -170, ymax: -10, reference: .wgs84))
  }

  @Test func readsABoxInItsOwnReference() throws {
    #expect(
      try value(ExtentForm.self, "{bbox: [0, 0, 1e6, 1e6], srs: EPSG:3857}").value
        == .box(xmin: 0, ymin: 0, xmax: 1e6, ymax: 1e6, reference: .webMercator))
  }

  @Test(arguments: [
    ("scale: 25000", ExtentScale.scale(25000)), ("projectedScale: 1e4", .projectedScale(10000)),
    ("zoom: 12.5", .zoom(12.5)),
    ("resolution: 4.77", .resolution(4.77)), ("level: 7", .level(7)),
  ])
  func readsACentreWithEachWayToSaySize(_ text: String, _ scale: ExtentScale) throws {
    #expect(
      try value(ExtentForm.self, "{center: [10, 53.5], \(text)}").value
        == .center(Position(x: 10, y: 53.5), reference: .wgs84, scale, snapsToLevel: false))
  }

  @Test func readsSnap() throws {
    #expect(
      try value(ExtentForm.self, "{center: [0, 0], srs: 3857, zoom: 3, snap: level}").value
        == .center(Position(x: 0, y: 0), reference: .webMercator, .zoom(3), snapsToLevel: true))
    #expect(
      try value(ExtentForm.self, "{bbox: [0, 0, 1, 1], snap: level}").value
        == .box(xmin: 0, ymin: 0, xmax: 1, ymax: 1, reference: .wgs84, snapsToLevel: true))
    #expect(
      try value(ExtentForm.self, "{fit: track, snap: level}").value
        == .fitLayer("track", padding: .zero, snapsToLevel: true))
    #expect(try value(BoundsForm.self, "{bbox: [0, 0, 1, 1], snap: level}").findings.map(\.code) == [.conflictingKeys])
  }

  @Test func readsWhatIsToBeFitted() throws {
    #expect(
      try value(ExtentForm.self, "{fit: track, padding: [1, 2, 3mm, 4]}").value
        == .fitLayer("track", padding: Padding(top: 1, right: 2, bottom: 3 * 96 / 25.4, left: 4)))
    #expect(
      try value(ExtentForm.self, "{fit: {type: LineString, coordinates: [[1, 2], [3, 4, 99]]}, padding: 24}").value
        == .fitGeometry(
          [Position(x: 1, y: 2), Position(x: 3, y: 4)], reference: .wgs84,
          padding: Padding(top: 24, right: 24, bottom: 24, left: 24)))
    #expect(try value(ExtentForm.self, "{bookmark: harbour}").value == .bookmark("harbour"))
  }

  @Test(arguments: [
    ("[10, 50, 9]", "MD109"), ("[[0], 10, 50, 9, 51]", "MD109"), ("[[0], 10, 50, 9]", "MD109"), ("hamburg", "MD109"),
    ("7", "MD109"), ("[0, 10, 5, 10]", "MD109"), ("[0, 10, 5, 5]", "MD109"), ("[5, 0, 5, 5]", "MD109"),
    ("[0, -91, 5, 5]", "MD109"), ("[0, 0, .inf, 5]", "MD109"), ("[0, 0, .nan, 5]", "MD109"),
    ("[9e5, 7e6, 1e6, 8e6]", "MD109"),
    ("{bbox: [5, 0, 1, 5], srs: EPSG:3857}", "MD109"), ("{}", "MD102"), ("{srs: EPSG:4326}", "MD102"),
    ("{center: [1, 2]}", "MD102"), ("{center: [1, 2, 3], zoom: 1}", "MD109"), ("{center: 5, zoom: 1}", "MD109"),
    ("{center: [1, 95], zoom: 1}", "MD109"), ("{center: [1, 2], zoom: 1, scale: 5}", "MD111"),
    ("{center: [1, 2], scale: 0}", "MD104"), ("{center: [1, 2], level: 1.5}", "MD104"),
    ("{bbox: [0, 0, 1, 1], center: [1, 2], zoom: 1}", "MD111"), ("{bbox: [0, 0, 1, 1], zoom: 1}", "MD111"),
    ("{bbox: [0, 0, 1, 1], padding: 1}", "MD111"), ("{bookmark: a, snap: level}", "MD111"),
    ("{center: [1, 2], zoom: 1, snap: grid}", "MD105"), ("{bbox: [0, 0, 1, 1], srs: EPSG:99999}", "MD305"),
    ("{bbox: [0, 0, 1, 1], crs: EPSG:4326}", "MD101"), ("{fit: {type: Punkt, coordinates: [1, 2]}}", "MD115"),
    ("{fit: [1, 2]}", "MD103"), ("{fit: a, padding: -1}", "MD104"), ("{fit: a, padding: [1, 2]}", "MD103"),
  ])
  func refusesWhatCannotBeRead(_ text: String, _ code: String) throws {
    let (extent, findings) = try value(ExtentForm.self, text)
    #expect(findings.map(\.code.name) == [code], "\(findings.map(\.message))")
    if !["MD101", "MD105"].contains(code) { #expect(extent == nil) }
  }

  @Test func namesBothKeysThatExcludeOneAnother() throws {
    let findings = try value(ExtentForm.self, "{zoom: 1, scale: 5, center: [1, 2]}").findings
    #expect(findings.first?.message == "`scale` and `zoom` exclude one another")
  }

  @Test func noticesSwappedCoordinates() throws {
    #expect(
      try value(ExtentForm.self, "[53, 99, 54, 100]").findings.first?.hint?.text
        == "write x (longitude) first, then y (latitude)")
    #expect(
      try value(ExtentForm.self, "[900000, 7000000, 1000000, 8000000]").findings.first?.hint?.text
        == "say what the numbers are in, as in `srs: EPSG:3857`")
  }

  @Test func boundsOfALayerAreABox() throws {
    #expect(try value(BoundsForm.self, "[0, 0, 1, 1]").value != nil)
    #expect(try value(BoundsForm.self, "{center: [0, 0], zoom: 1}").findings.map(\.code) == [.badExtent])
  }
}
